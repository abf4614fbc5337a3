#!/bin/sh
# Kills a real `forge run` with SIGKILL, resumes it, and compares the result with an uninterrupted run: the same tree,
# the same commits, every unit ended once, no process and no lock left.
#   crash_test.sh FORGE points|twice|random [COUNT]
# points: every named point, at its 1st, 2nd, ... hit; twice: the resumed run is killed too; random: after some time.
set -eu
forge=$1 part=$2 count=${3:-70}
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d "${TMPDIR:-/tmp}/forge-crash.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
export TMPDIR="$work/tmp" FORGE_WORKSPACE_MIN_FREE=0 HOME="$work/home" XDG_CACHE_HOME="$work/cache" XDG_CONFIG_HOME="$work/config" XDG_DATA_HOME="$work/data"
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null
export GIT_AUTHOR_NAME=t GIT_AUTHOR_EMAIL=t@localhost GIT_COMMITTER_NAME=t GIT_COMMITTER_EMAIL=t@localhost
mkdir -p "$HOME" "$TMPDIR"

kills=0 failures=0
points="record-before record-after act unit-start unit-answered unit-done artifact-written checked integrated
worktree-added restored snapshot-tree snapshot-ref merge-made ref-moved merged merge-verified squashed leased resting"

fail() { echo "FAILED: $1"; failures=$((failures + 1)); }

make_repository() {
  rm -rf "$1" "$XDG_CACHE_HOME"
  mkdir -p "$1/.forge/pipelines"
  cp "$here/pipeline.toml" "$1/.forge/pipelines/crash.toml"
  cp "$here/step.toml" "$1/.forge/pipelines/crash-step.toml"
  git -C "$1" init -q -b main
  echo start > "$1/README.md"
  printf '.forge/\n' > "$1/.gitignore"
  git -C "$1" add README.md .gitignore
  git -C "$1" commit -q -m start
}

# In a subshell of its own (`start_there X &`), so that $! is forge itself.
start_there() { cd "$1" && exec "$forge" run "make three files" --pipeline crash --agent "replay:$here/agent.toml" --auto; }
start() { (start_there "$1"); }
resume() { (cd "$1" && exec "$forge" resume 1); }

# Must be the same after any number of kills. The order of a and b may differ: the release commit contains both.
digest() {
  git -C "$1" rev-parse 'forge/run-001^{tree}'
  git -C "$1" log --format=%s main..forge/run-001
  (cd "$1" && "$forge" status 1 --json) | tr ',{' '\n\n' | grep -E '"(id|status)"' | sort | uniq -c
}

# Every unit ends exactly once in the journal.
each_unit_once() {
  (cd "$1" && "$forge" log 1 --json) | grep '"kind":"ended"' | sed 's/.*"unit":\([0-9]*\).*/\1/' | sort | uniq -d
}

# Resumes until the run is over; the caller's FORGE_CRASH may kill it again.
finish() {
  tries=0
  until (cd "$1" && "$forge" status 1 --json 2>/dev/null | grep -q '"status":"completed"'); do
    tries=$((tries + 1))
    [ $tries -le 12 ] || { fail "$2: does not finish"; (cd "$1" && "$forge" status 1) || true; return; }
    if ! (cd "$1" && "$forge" status 1 >/dev/null 2>&1); then
      start "$1" >"$work/out" 2>&1 || note_death $?
    else
      resume "$1" >"$work/out" 2>&1 || note_death $?
    fi
    unset FORGE_CRASH
  done
}

note_death() { [ "$1" -eq 137 ] && kills=$((kills + 1)) || true; }

check_end() {
  digest "$1" > "$work/digest"
  cmp -s "$work/reference" "$work/digest" || { fail "$2: another end"; diff "$work/reference" "$work/digest" || true; }
  [ -z "$(each_unit_once "$1")" ] || fail "$2: units ended twice: $(each_unit_once "$1")"
  [ -z "$(git -C "$1" status --porcelain)" ] || fail "$2: the checkout was touched"
  [ "$(git -C "$1" rev-parse main)" = "$base" ] || fail "$2: main moved"
  (cd "$1" && "$forge" doctor >/dev/null 2>&1) || fail "$2: doctor finds something wrong"
}

repo="$work/repo"
make_repository "$repo"
base=$(git -C "$repo" rev-parse main)
start "$repo" >"$work/out" 2>&1 || { cat "$work/out"; echo "the uninterrupted run fails"; exit 1; }
digest "$repo" > "$work/reference"

try() {
  make_repository "$repo"
  base=$(git -C "$repo" rev-parse main)
  code=0
  FORGE_CRASH=$1 start "$repo" >"$work/out" 2>&1 || code=$?
  [ $code -eq 137 ] || return 1
  kills=$((kills + 1))
  if [ -n "${2:-}" ]; then FORGE_CRASH=$2; export FORGE_CRASH; fi
  finish "$repo" "$1 ${2:-}"
  unset FORGE_CRASH
  check_end "$repo" "$1 ${2:-}"
}

case $part in
  points)
    for point in $points; do
      for hit in 1 2 3 5 8 13 21; do
        try "$point:$hit" || break
      done
    done
    ;;
  twice)
    for point in $points; do
      for second in record-before:2 record-after:3 unit-answered:1 ref-moved:1; do
        try "$point:2" "$second" || try "$point:1" "$second" || true
      done
    done
    ;;
  random)
    # The seed is the attempt's number: a failure names it, so that the same wait can be repeated.
    attempt=0
    while [ $attempt -lt "$count" ]; do
      attempt=$((attempt + 1))
      make_repository "$repo"
      base=$(git -C "$repo" rev-parse main)
      start_there "$repo" >"$work/out" 2>&1 &
      pid=$!
      ms=$(( (attempt * 7919) % 900 + 5 ))
      # coreutils' timeout would signal the group; this kills only the run, like a crash.
      perl -e 'select undef, undef, undef, $ARGV[0] / 1000' "$ms"
      kill -9 "$pid" 2>/dev/null && kills=$((kills + 1)) || true
      wait "$pid" 2>/dev/null || true
      finish "$repo" "random $ms ms"
      check_end "$repo" "random $ms ms"
    done
    ;;
esac
echo "$kills kills, $failures failures"
[ $failures -eq 0 ]
