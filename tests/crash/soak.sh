#!/bin/sh
# soak.sh FORGE [KILLS [SEED]]: at least KILLS kills (20) in trials of a few each: of the engine, of the engine with all it
# started, of git, of an agent; several `forge resume` at once; an engine that stands still for a moment. The agent's work
# cannot be repeated unnoticed, and the steps write the same file. After each trial journal, git and files are compared
# (check.pl), and every step's work is on the branch exactly once.
# A trial's choices follow from its seed: the first one's is SEED (1). A failure prints the seed; `soak.sh FORGE 1 SEED`
# repeats that trial, as far as timing allows. With FORGE_KEEP=1 its files stay.
set -eu
forge=$1 wanted=${2:-20} seed=${3:-1}
. "$(dirname "$0")/lib.sh"

# random N: $r is a number below N.
random() {
  state=$(((state * 1103515245 + 12345) % 2147483648))
  r=$((state / 65536 % $1))
}

start_there() { cd "$repo" && exec "$forge" run "every step once" --pipeline soak --agent "command:$here/soak_agent.sh" --auto; }
resume_there() { cd "$repo" && exec "$forge" resume 1; }

# run_status: what the store says; empty when it has no run yet.
run_status() {
  (cd "$repo" && "$forge" status 1 --json 2>/dev/null) | sed -n 's/^{[^[{]*"status":"\([a-z-]*\)".*/\1/p'
}

# engines COUNT: as many at once; the run starts if there is none. Their ids are in $engines.
engines() {
  n=0
  while [ $n -lt "$1" ]; do
    n=$((n + 1))
    if [ -n "$(run_status)" ]; then resume_there >"$work/out.$n" 2>&1 & else start_there >"$work/out.$n" 2>&1 & fi
    engines="$engines $!"
    [ -n "$(run_status)" ] || break
  done
}

# below PID... : these processes and all that they started.
below() {
  ps -e -o pid=,ppid= | awk -v roots="$*" '
    { parent[$1] = $2 }
    END {
      n = split(roots, root, " ")
      for (i = 1; i <= n; i++) chosen[root[i]] = 1
      for (again = 1; again;) {
        again = 0
        for (pid in parent) if (!(pid in chosen) && (parent[pid] in chosen)) { chosen[pid] = 1; again = 1 }
      }
      for (pid in chosen) if (pid in parent) print pid
    }'
}

# one_of PATTERN: kills one process below the engines whose command line has it.
kill_one_of() {
  # shellcheck disable=SC2046,SC2086  # lists of numbers
  found=$(ps -o pid=,args= $(printf ' -p %s' $(below $engines)) | grep "$1" | awk '{ print $1 }')
  # shellcheck disable=SC2086
  set -- $found
  [ $# -gt 0 ] || return 0
  random $#
  shift "$r"
  strike "$1"
}

strike() {
  for pid; do kill -9 "$pid" 2>/dev/null && struck=1 || true; done
}

alive() {
  still=
  for pid in $engines; do
    if kill -0 "$pid" 2>/dev/null; then still="$still $pid"; else wait "$pid" 2>/dev/null || true; fi
  done
  engines=$still
}

# Every step's rounds are on the branch once each, and so is its line in the file that all write.
check_work() {
  rm -rf "$work/tree"
  mkdir "$work/tree"
  git -C "$repo" archive forge/run-001 | tar -x -C "$work/tree" || { fail "$1: no branch"; return; }
  for step in s1 s2 s3 s4 s5; do
    rounds=$(tr '\n' ' ' <"$work/tree/count-$step" 2>/dev/null) || rounds=
    [ -n "$rounds" ] || fail "$1: $step is not on the branch"
    [ "$rounds" = "$(seq -s ' ' "$(echo "$rounds" | wc -w)") " ] || fail "$1: the rounds of $step are $rounds"
    [ "$(grep -cx $step "$work/tree/shared")" = 1 ] || fail "$1: $step is in shared $(grep -cx $step "$work/tree/shared") times"
    made=$(cd "$work/tree/made" && ls | sed -n "s/^$step\.\([0-9]*\)\..*/\1/p" | sort -n | tr '\n' ' ')
    [ "$made" = "$rounds" ] || fail "$1: $step made files in its rounds $made, and appended in $rounds"
  done
  [ "$(wc -l <"$work/tree/shared")" = 6 ] || { fail "$1: shared"; cat "$work/tree/shared"; }
  [ "$(cat "$work/tree/README.md")" = "start
documented" ] || { fail "$1: README.md"; cat "$work/tree/README.md"; }
}

# finish WHAT: resumes until the run has completed; what failed because its process was killed is retried.
finish() {
  tries=0
  while :; do
    for pid in $engines; do wait "$pid" 2>/dev/null || true; done
    engines=
    status=$(run_status)
    [ "$status" != completed ] || return 0
    tries=$((tries + 1))
    [ $tries -le 12 ] || { fail "$1: does not finish"; (cd "$repo" && "$forge" status 1; cat "$work/out.1") || true; return; }
    if [ $tries -gt 1 ]; then (cd "$repo" && "$forge" retry 1 >/dev/null 2>&1) || true; fi
    engines 1
  done
}

trial() {
  state=$1 engines='' in_trial=0
  new_repository
  random 5
  hits=$((r + 2))
  engines 1
  blows=0
  while [ $blows -lt $hits ]; do
    blows=$((blows + 1))
    random 700
    wait_ms "$r"
    alive
    if [ -z "$engines" ]; then
      [ "$(run_status)" != completed ] || break
      random 3
      engines $((r + 1))
      continue
    fi
    struck=0
    random 9
    # shellcheck disable=SC2086,SC2046  # lists of numbers
    case $r in
      0 | 1 | 2) strike $engines ;;
      3 | 4) strike $(below $engines) ;;
      5) kill_one_of '[g]it ' ;;
      6) kill_one_of '[s]oak_agent' ;;
      7) engines 2 ;;
      # A stopped engine is no dead one: another must not take its run, and it goes on when it wakes.
      8)
        stopped=$engines
        kill -STOP $stopped 2>/dev/null || true
        engines 1
        wait_ms 100
        kill -CONT $stopped 2>/dev/null || true
        ;;
    esac
    kills=$((kills + struck))
  done
  finish "seed $1"
  check 1 "seed $1"
  check_work "seed $1"
}

make_template
cp "$here/soak.toml" "$work/template/.forge/pipelines/soak.toml"
cp "$here/soak_step.toml" "$work/template/.forge/pipelines/soak-step.toml"
echo start >"$work/template/shared"
git -C "$work/template" add shared
git -C "$work/template" commit -q -m shared
add_unsaved_work

trials=0
while [ $kills -lt "$wanted" ] && [ $failures -eq 0 ]; do
  trial $seed
  trials=$((trials + 1)) last=$seed seed=$((seed + 1))
done
if [ $failures -gt 0 ]; then
  echo "soak: repeat it with: tests/crash/soak.sh FORGE 1 $last"
  [ -z "${FORGE_KEEP:-}" ] || { trap - EXIT; echo "soak: its files are in $work"; }
fi
echo "$kills kills in $trials trials, $failures failures"
[ $failures -eq 0 ]
