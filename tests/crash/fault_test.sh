#!/bin/sh
# Fails the n-th system call of a real `forge run` (FORGE_FAULT, src/os/fault.h), for many n and every kind of failure.
# Whatever failed: the run comes to the same end as an undisturbed one, at once or after `forge resume` without faults;
# no step fails for a shortage, every unit ends once, and the checkout is untouched.
#   fault_test.sh FORGE COUNT [SEED]
set -eu
forge=$(readlink -f "$1") count=$2 seed=${3:-${FORGE_SEED:-1}}
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d "${TMPDIR:-/tmp}/forge-fault.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
export TMPDIR="$work/tmp" FORGE_WORKSPACE_MIN_FREE=0 HOME="$work/home" XDG_CACHE_HOME="$work/cache" XDG_CONFIG_HOME="$work/config" XDG_DATA_HOME="$work/data"
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null
export GIT_AUTHOR_NAME=t GIT_AUTHOR_EMAIL=t@localhost GIT_COMMITTER_NAME=t GIT_COMMITTER_EMAIL=t@localhost
unset FORGE_SEED
mkdir -p "$HOME" "$TMPDIR"
failures=0 hits=0

fail() { echo "FAILED: $1 (seed $seed)"; failures=$((failures + 1)); sed 's/^/    /' "$work/out"; }

make_repository() {
  rm -rf "$1" "$XDG_CACHE_HOME"
  mkdir -p "$1/.forge/pipelines"
  cp "$here/pipeline.toml" "$1/.forge/pipelines/crash.toml"
  cp "$here/step.toml" "$1/.forge/pipelines/crash-step.toml"
  git -C "$1" init -q -b main
  echo start >"$1/README.md"
  printf '.forge/\n' >"$1/.gitignore"
  git -C "$1" add README.md .gitignore
  git -C "$1" commit -q -m start
}

# A call that fails after an answer makes Forge ask again: the agent answers the same as often as it is asked.
sed '/^repeat/d; s/^\[\[turn\]\]$/&\nrepeat = true/' "$here/agent.toml" >"$work/agent.toml"
start() { (cd "$1" && "$forge" run "make three files" --pipeline crash --agent "replay:$work/agent.toml" --auto); }

digest() {
  git -C "$1" rev-parse 'forge/run-001^{tree}'
  git -C "$1" log --format=%s main..forge/run-001 | sort
}

done_there() { (cd "$1" && "$forge" status 1 --json 2>/dev/null) | grep -q '"status":"completed"'; }

# With faults once; then without, until it is done.
trial() {
  repo="$work/repo"
  make_repository "$repo"
  base=$(git -C "$repo" rev-parse main)
  rm -f "$work/hits"
  code=0
  FORGE_FAULT="$1@$work/hits" start "$repo" >"$work/out" 2>&1 || code=$?
  [ -e "$work/hits" ] && hits=$((hits + 1))
  [ "$code" -lt 124 ] || fail "$1: exit $code"
  # A claim must hold at once: exit 0 means that the work is on the branch.
  [ "$code" -ne 0 ] || done_there "$repo" || fail "$1: exit 0, and not completed"
  tries=0
  until done_there "$repo"; do
    tries=$((tries + 1))
    if [ $tries -gt 3 ]; then
      fail "$1: does not finish"
      (cd "$repo" && "$forge" status 1) || true
      return
    fi
    if (cd "$repo" && "$forge" status 1 >/dev/null 2>&1); then
      (cd "$repo" && "$forge" retry 1; cd "$repo" && "$forge" resume 1) >"$work/out" 2>&1 || true
    else
      start "$repo" >"$work/out" 2>&1 || true
    fi
  done
  digest "$repo" >"$work/digest"
  cmp -s "$work/reference" "$work/digest" || fail "$1: another end: $(diff "$work/reference" "$work/digest" || true)"
  (cd "$repo" && "$forge" log 1 --json) >"$work/log"
  # A broken disk may fail a step; a machine that is short of something may not.
  case $1 in
    *EIO) ;;
    *) if grep -q '"kind":"step-failed"' "$work/log"; then fail "$1: $(grep step-failed "$work/log")"; fi ;;
  esac
  twice=$(grep '"kind":"ended"' "$work/log" | sed 's/.*"unit":\([0-9]*\).*/\1/' | sort | uniq -d)
  [ -z "$twice" ] || fail "$1: units ended twice: $twice"
  [ -z "$(git -C "$repo" status --porcelain)" ] || fail "$1: the checkout was touched"
  [ "$(git -C "$repo" rev-parse main)" = "$base" ] || fail "$1: main moved"
  (cd "$repo" && "$forge" doctor >"$work/out" 2>&1) || fail "$1: doctor finds something wrong"
}

make_repository "$work/first"
start "$work/first" >"$work/out" 2>&1 || { cat "$work/out"; exit 1; }
digest "$work/first" >"$work/reference"

# Shortages that last for a while, as they do: each errno once, and no step may fail.
for errno in EMFILE ENFILE ENOMEM EAGAIN ENOSPC; do
  trial "start:20-21:$errno"
done
# Then single calls, at places that the seed chooses.
n=0
while [ $n -lt "$count" ]; do
  n=$((n + 1))
  place=$(awk -v seed="$seed" -v n="$n" 'BEGIN { srand(seed * 1000 + n); print int(rand() * 900) + 1 }')
  case $((n % 8)) in
    0) trial "any:$place:EMFILE" ;;
    1) trial "any:$place:ENOSPC" ;;
    2) trial "any:$place:EIO" ;;
    3) trial "write:$((place % 150 + 1)):short" ;;
    4) trial "sync:$((place % 60 + 1)):EIO" ;;
    5) trial "open:$((place % 500 + 1))-$((place % 500 + 2)):EMFILE" ;;
    6) trial "start:$((place % 70 + 1)):EAGAIN" ;;
    7) trial "clock:$((place % 60 + 1)):-3600000" ;;
  esac
done
echo "$hits of $((count + 5)) faults were met, $failures failures (seed $seed)"
[ $failures -eq 0 ]
