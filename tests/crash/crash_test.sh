#!/bin/sh
# Kills a real `forge run` with SIGKILL, resumes it, and compares the result with an uninterrupted run: the same tree,
# the same commits, every unit ended once, no process and no lock left.
#   crash_test.sh FORGE points|twice|random [COUNT]
# points: every named point, at its 1st, 2nd, ... hit.
# twice: the resumed run is killed too, for every named point at COUNT of the four second points (2; by turns).
# random: COUNT times (25) at a moment of the run.
set -eu
forge=$1 part=$2 count=${3:-}
. "$(dirname "$0")/lib.sh"

points="record-before record-after act unit-start unit-answered unit-done artifact-written checked integrated
worktree-added restored snapshot-tree snapshot-ref merge-made ref-moved merged merge-verified squashed leased resting"

# In a subshell of its own (`start_there &`), so that $! is forge itself.
start_there() { cd "$repo" && exec "$forge" run "make three files" --pipeline crash --agent "replay:$here/agent.toml" --auto; }
start() { (start_there) >"$work/out" 2>&1; }
resume() { (cd "$repo" && exec "$forge" resume 1) >"$work/out" 2>&1; }

# Must be the same after any number of kills. The order of a and b may differ: the release commit contains both.
digest() {
  git -C "$repo" rev-parse 'forge/run-001^{tree}'
  git -C "$repo" log --format=%s main..forge/run-001
  (cd "$repo" && "$forge" status 1 --json) | tr ',{' '\n\n' | grep -E '"(step|status)"' | sort | uniq -c
}

note_death() { [ "$1" -ne 137 ] || kills=$((kills + 1)); }

# Resumes until the run is over; the caller's FORGE_CRASH may kill it again. A run that is not in the store is started anew.
finish() {
  tries=0
  while :; do
    known=0
    (cd "$repo" && "$forge" status 1 --json) >"$work/status" 2>/dev/null || known=$?
    if [ $known -eq 0 ] && grep -q '"status":"completed"' "$work/status"; then return; fi
    tries=$((tries + 1))
    [ $tries -le 12 ] || { fail "$1: does not finish"; (cd "$repo" && "$forge" status 1) || true; return; }
    if [ $known -eq 0 ]; then resume || note_death $?; else start || note_death $?; fi
    unset FORGE_CRASH
  done
}

check_end() {
  digest >"$work/digest" 2>&1 || true
  cmp -s "$work/reference" "$work/digest" || { fail "$1: another end"; diff "$work/reference" "$work/digest" || true; }
  check 1 "$1"
}

make_template
add_unsaved_work
new_repository
began=$(now_ms)
start || { cat "$work/out"; echo "the uninterrupted run fails"; exit 1; }
duration=$(($(now_ms) - began))
digest >"$work/reference"
for step in a b; do
  grep -q "\"step\":\"$step\"" "$work/reference" || { cat "$work/reference"; echo "the digest lacks step $step"; exit 1; }
done

# try FIRST [SECOND]: fails if the run does not come to FIRST.
try() {
  new_repository
  code=0
  FORGE_CRASH=$1 start || code=$?
  [ $code -eq 137 ] || return 1
  kills=$((kills + 1))
  if [ -n "${2:-}" ]; then FORGE_CRASH=$2; export FORGE_CRASH; fi
  finish "$1 ${2:-}"
  unset FORGE_CRASH
  check_end "$1 ${2:-}"
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
    turn=0
    for point in $points; do
      n=0
      for second in record-before:2 record-after:3 unit-answered:1 ref-moved:1; do
        n=$((n + 1))
        # Neighbours of the list take the next ones, so that every second point has its share.
        [ $(((n + turn) % 4)) -lt "${count:-2}" ] || continue
        try "$point:2" "$second" || try "$point:1" "$second" || true
      done
      turn=$((turn + 1))
    done
    ;;
  random)
    # The moment follows from the attempt's number, so that a failure can be repeated.
    attempt=0
    while [ $attempt -lt "${count:-25}" ]; do
      attempt=$((attempt + 1))
      new_repository
      ms=$((attempt * 7919 % duration + 5))
      killed_after "$ms" start_there || note_death $?
      finish "random $ms ms"
      check_end "random $ms ms"
    done
    ;;
esac
echo "$kills kills, $failures failures"
[ $failures -eq 0 ]
