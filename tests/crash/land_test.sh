#!/bin/sh
# Kills `forge land`, and the git that it started, with SIGKILL: at named points and after some time. Then lands again.
# The work is on the branch once, edits in other files are unchanged, and no lock or stray file is left.
#   land_test.sh FORGE [COUNT]
set -eu
forge=$1 count=${2:-30}
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d "${TMPDIR:-/tmp}/forge-land.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
export TMPDIR="$work/tmp" FORGE_WORKSPACE_MIN_FREE=0 HOME="$work/home" XDG_CACHE_HOME="$work/cache" XDG_CONFIG_HOME="$work/config" XDG_DATA_HOME="$work/data"
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null
export GIT_AUTHOR_NAME=t GIT_AUTHOR_EMAIL=t@localhost GIT_COMMITTER_NAME=t GIT_COMMITTER_EMAIL=t@localhost
mkdir -p "$HOME" "$TMPDIR"
kills=0 failures=0
fail() { echo "FAILED: $1"; failures=$((failures + 1)); }

repo="$work/repo"
mkdir -p "$repo/.forge/pipelines"
cp "$here/pipeline.toml" "$repo/.forge/pipelines/crash.toml"
cp "$here/step.toml" "$repo/.forge/pipelines/crash-step.toml"
git -C "$repo" init -q -b main
echo start > "$repo/README.md"
echo yours > "$repo/yours.txt"
printf '.forge/\n' > "$repo/.gitignore"
git -C "$repo" add README.md yours.txt .gitignore
git -C "$repo" commit -q -m start
(cd "$repo" && "$forge" run "make three files" --pipeline crash --agent "replay:$here/agent.toml" --auto) >"$work/out" 2>&1 ||
  { cat "$work/out"; echo "the run fails"; exit 1; }
# Enough files that a kill can happen in the middle.
git -C "$repo" worktree add -q --detach "$work/more" forge/run-001
seq 2000 | (cd "$work/more" && while read -r n; do echo "file $n" > "many-$n"; done)
git -C "$work/more" add -A && git -C "$work/more" commit -q -m many
git -C "$repo" update-ref refs/heads/forge/run-001 "$(git -C "$work/more" rev-parse HEAD)"
git -C "$repo" update-ref refs/forge/1/tip "$(git -C "$work/more" rev-parse HEAD)"
git -C "$repo" worktree remove --force "$work/more"
start=$(git -C "$repo" rev-parse main)
wanted=$(git -C "$repo" rev-parse 'forge/run-001^{tree}')

reset() {
  rm -f "$repo/.git/index.lock"
  git -C "$repo" update-ref -d refs/forge/1/landing
  git -C "$repo" reset -q --hard "$start"
  git -C "$repo" clean -qfd
  echo edited >> "$repo/yours.txt"
}
check() {
  (cd "$repo" && "$forge" land 1 $2) >"$work/out" 2>&1 || { fail "$1: does not land"; cat "$work/out"; return; }
  [ "$(git -C "$repo" rev-parse 'main^{tree}')" = "$wanted" ] || fail "$1: another tree"
  [ "$(git -C "$repo" status --porcelain)" = " M yours.txt" ] || { fail "$1: the checkout"; git -C "$repo" status --porcelain | head -5; }
  [ "$(git -C "$repo" log --format=%s "$start..main" | sort | uniq -d)" = "" ] || fail "$1: landed twice"
  git -C "$repo" rev-parse -q --verify refs/forge/1/landing >/dev/null && fail "$1: the intention is left" || true
}

for how in "" --squash --merge; do
  for point in land-made land-intended landed; do
    reset
    code=0
    (cd "$repo" && FORGE_CRASH=$point exec "$forge" land 1 $how) >"$work/out" 2>&1 || code=$?
    [ $code -eq 137 ] || { fail "$point $how: was not killed"; continue; }
    kills=$((kills + 1))
    check "$point $how" "$how"
  done
done

land_there() { cd "$repo" && exec "$forge" land 1 $1; }
n=0
while [ $n -lt "$count" ]; do
  n=$((n + 1))
  how=$([ $((n % 2)) -eq 0 ] && echo --squash || echo "")
  reset
  land_there "$how" >"$work/out" 2>&1 &
  pid=$!
  sleep "0.$(printf '%03d' $((n * 20 % 600)))"
  # git first, so that it cannot finish the landing.
  children=$(ps -o pid= --ppid "$pid" 2>/dev/null || true)
  for child in $children "$pid"; do kill -9 "$child" 2>/dev/null || true; done
  code=0
  wait "$pid" 2>/dev/null || code=$?
  [ $code -eq 137 ] && kills=$((kills + 1))
  check "after $n" "$how"
done

echo "$kills kills, $failures failures"
[ $failures -eq 0 ]
