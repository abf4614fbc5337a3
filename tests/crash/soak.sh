#!/bin/sh
# soak.sh FORGE [KILLS [SEED]]: at least KILLS kills (20) in trials of a few each: of the engine, of the engine with all it
# started, of git, of an agent; several `forge resume` at once; an engine that stands still for a moment. Three of four
# trials have one of these besides: an older copy of the store is put back in mid-run; an engine dies under another host
# name; an engine is stopped for longer than its lease. The agent's work cannot be repeated unnoticed, and the steps write
# the same file. After each trial journal, git and files are compared (check.pl), and every step's work is on the branch
# exactly once.
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

# Both start the engine with $where, a command that starts another one, or nothing.
# shellcheck disable=SC2086  # a command with its arguments
start_there() {
  cd "$repo" && exec $where "$forge" run "every step once" --pipeline soak --agent "command:$here/soak_agent.sh" --auto
}
# shellcheck disable=SC2086
resume_there() { cd "$repo" && exec $where "$forge" resume 1 "$@"; }

# run_status: what the store says; empty when it has no run yet.
run_status() { status_json | sed -n 's/^{[^[{]*"status":"\([a-z-]*\)".*/\1/p'; }
# owner pid|host|alive: of the engine that has the run; empty when none has it.
owner() { status_json | sed -n "s/.*\"owner\":{\([^}]*\)}.*/\1/p" | sed -n "s/.*\"$1\":\"\{0,1\}\([^\",]*\).*/\1/p"; }
status_json() { (cd "$repo" && "$forge" status 1 --json 2>>"$work/status") || true; }

# wait_for_run: $exists is set when the run is in the store; an engine that starts it may need a moment.
wait_for_run() {
  while [ -z "$exists" ]; do
    alive
    exists=$(run_status)
    [ -n "$engines" ] || break
    wait_ms 20
  done
}

# engine [OPTION...]: one more; the run starts if there is none, once. $! is its id, $work/out.ID what it says.
engine() {
  began=$((began + 1)) said=$work/said.$began
  : >"$said"
  wait_for_run
  if [ -n "$exists" ]; then resume_there "$@" >>"$said" 2>&1 & else start_there >>"$said" 2>&1 & fi
  ln -f "$said" "$work/out.$!"
  engines="$engines $!"
}

# engines COUNT: as many at once. Their ids are in $engines.
engines() {
  n=0
  while [ $n -lt "$1" ]; do
    n=$((n + 1))
    engine
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

# strike_all: no engine is alive afterwards; by chance what they started is dead too.
strike_all() {
  random 2
  # shellcheck disable=SC2086,SC2046  # lists of numbers
  if [ "$r" = 0 ]; then strike $engines; else strike $(below $engines); fi
  for pid in $engines; do wait "$pid" 2>/dev/null || true; done
  engines=
  kills=$((kills + struck)) struck=0
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

# answer_git: where git and the journal differ, the answer is adopt or redo; adopt is not always offered. By chance the
# first `forge answer` is killed.
answer_git() {
  asked=$(status_json | sed -n 's/.*"kind":"git"[^}]*"options":\[\([^]]*\)\].*/\1/p')
  [ -n "$asked" ] || return 0
  random 2
  choice=redo
  case $asked in *adopt*) [ "$r" = 0 ] || choice=adopt ;; esac
  random 120
  if [ "$r" -lt 40 ]; then
    killed_after "$r" answer_there || true
    kills=$((kills + 1))
  fi
  case $(status_json) in
    *'"kind":"git"'*) (answer_there) >"$work/out" 2>&1 || { fail "$1: forge answer 1 $choice"; cat "$work/out"; } ;;
  esac
  if [ $choice = adopt ]; then adopted=$((adopted + 1)); else redone=$((redone + 1)); fi
}
answer_there() { cd "$repo" && exec "$forge" answer 1 "$choice"; }

# An older copy of the store is put back in mid-run. The store is copied as SQLite wants it: no process has it open, and
# the write-ahead log goes with it.
put_back_older_store() {
  strike_all
  [ -n "$(run_status)" ] && [ "$(run_status)" != completed ] || return 0
  rm -rf "$work/copy"
  mkdir "$work/copy"
  find "$repo/.forge/state" -maxdepth 1 -name 'forge.db*' ! -name '*-shm' -exec cp {} "$work/copy" \;
  git -C "$repo" for-each-ref refs/forge/1/tip >"$work/refs"
  engine
  # Git gets ahead of the copy, by a merged step or two.
  tries=0
  while [ $tries -lt 75 ] && git -C "$repo" for-each-ref refs/forge/1/tip | cmp -s - "$work/refs"; do
    tries=$((tries + 1))
    wait_ms 20
  done
  random 600
  wait_ms "$r"
  strike_all
  rm -f "$repo"/.forge/state/forge.db*
  cp "$work"/copy/* "$repo/.forge/state/"
  restored=$((restored + 1))
}

# take_run WHAT: from an engine that does not answer, by chance at once or when its lease has run out.
take_run() {
  random 2
  if [ "$r" = 0 ]; then
    engine --take-over
    return
  fi
  tries=0
  while [ "$(owner alive)" = true ]; do
    tries=$((tries + 1))
    [ $tries -lt 300 ] || { fail "$1: the lease of a silent engine does not run out"; break; }
    wait_ms 50
  done
  engine
}

# An engine that ran under another host name was killed. It keeps the run for its lease, because it may be alive.
die_elsewhere() {
  [ -n "$elsewhere" ] || { skipped=$((skipped + 1)); return 0; }
  strike_all
  # For it, we are the other host.
  where=$elsewhere
  engine --take-over
  where=
  random 900
  wait_ms $((r + 200))
  strike_all
  [ "$(owner host)" = forge-elsewhere ] && [ "$(run_status)" = active ] || return 0
  if (resume_there) >"$work/out" 2>&1; then fail "$1: the run of another host was taken at once"; fi
  grep -q 'already running' "$work/out" || { fail "$1: what a resume says of another host's run"; cat "$work/out"; }
  foreign=$((foreign + 1))
  take_run "$1"
}

# An engine is stopped for longer than its lease. The engine that takes its run kills it: it never wakes up, whatever it
# was about to do and whatever lock it held.
stop_beyond_lease() {
  wait_for_run
  stopped=$engines
  # shellcheck disable=SC2086  # a list of numbers
  kill -STOP $stopped 2>/dev/null || true
  old=$(owner pid) engines='' taken=''
  case " $stopped " in
    *" $old "*) [ "$(run_status)" != active ] || take_stopped "$1" ;;
  esac
  # shellcheck disable=SC2086
  kill -CONT $stopped 2>/dev/null || true
  for pid in $stopped; do
    [ -n "$taken" ] && [ "$pid" = "$old" ] || { engines="$engines $pid"; continue; }
    code=0
    wait "$pid" 2>/dev/null || code=$?
    [ "$code" = 137 ] ||
      { fail "$1: the engine that lost its run was not killed (exit status $code)"; cat "$work/out.$pid"; }
    overtaken=$((overtaken + 1))
  done
}

# take_stopped WHAT: $taken is set when another engine has the run of $old.
take_stopped() {
  take_run "$1"
  taker=${engines# }
  while [ "$(owner pid)" = "$old" ] && kill -0 "$taker" 2>/dev/null; do wait_ms 20; done
  if [ "$(owner pid)" = "$old" ]; then
    fail "$1: a stopped engine keeps its run"
    cat "$work/out.$taker"
    return 0
  fi
  taken=1
  random 3
  wait_ms $((r * 150))
}

# finish WHAT: resumes until the run has completed; what failed because its process was killed is retried.
finish() {
  turns=0
  while :; do
    for pid in $engines; do wait "$pid" 2>/dev/null || true; done
    engines=
    status=$(run_status)
    [ "$status" != completed ] || return 0
    turns=$((turns + 1))
    [ $turns -le 12 ] || { fail "$1: does not finish"; (cd "$repo" && "$forge" status 1) || true; return; }
    answer_git "$1"
    if [ $turns -gt 1 ]; then (cd "$repo" && "$forge" retry 1 >/dev/null 2>&1) || true; fi
    engines 1
  done
}

trial() {
  state=$1 engines='' exists='' began=0 struck=0
  : >"$work/status"
  rm -f "$work"/out.* "$work"/said.*
  new_repository
  random 5
  hits=$((r + 2))
  random $hits
  special=$((r + 1))
  engines 1
  blows=0
  while [ $blows -lt $hits ]; do
    blows=$((blows + 1))
    random 700
    wait_ms "$r"
    alive
    if [ -z "$engines" ]; then
      [ "$(run_status)" != completed ] || break
      answer_git "seed $1"
      random 3
      engines $((r + 1))
      [ $blows = $special ] || continue
      random 300
      wait_ms "$r"
    fi
    if [ $blows = $special ]; then
      case $(($1 % 4)) in
        1) put_back_older_store ;;
        2) die_elsewhere "seed $1" ;;
        3) stop_beyond_lease "seed $1" ;;
      esac
      [ $(($1 % 4)) = 0 ] || continue
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
        wait_for_run
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

# Long enough for a busy machine, short enough to be waited for.
export FORGE_LEASE=5
make_template
cp "$here/soak.toml" "$work/template/.forge/pipelines/soak.toml"
cp "$here/soak_step.toml" "$work/template/.forge/pipelines/soak-step.toml"
echo start >"$work/template/shared"
git -C "$work/template" add shared
git -C "$work/template" commit -q -m shared
add_unsaved_work

# elsewhere: a command that starts another under another host name; empty where that is not allowed.
cat >"$work/elsewhere" <<'END'
#!/bin/sh
hostname forge-elsewhere && exec "$@"
END
chmod +x "$work/elsewhere"
elsewhere='' where=''
for options in --uts '--user --map-root-user --uts'; do
  # shellcheck disable=SC2086  # a list of options
  [ -n "$elsewhere" ] || ! unshare $options "$work/elsewhere" true 2>/dev/null || elsewhere="unshare $options $work/elsewhere"
done

trials=0 restored=0 adopted=0 redone=0 foreign=0 overtaken=0 skipped=0
while [ $kills -lt "$wanted" ] && [ $failures -eq 0 ]; do
  trial $seed
  trials=$((trials + 1)) last=$seed seed=$((seed + 1))
done
if [ $failures -gt 0 ]; then
  echo "soak: repeat it with: tests/crash/soak.sh FORGE 1 $last"
  [ -z "${FORGE_KEEP:-}" ] || { trap - EXIT; echo "soak: its files are in $work"; }
fi
echo "older stores put back: $restored (adopt: $adopted, redo: $redone), engines that died elsewhere: $foreign," \
  "stopped engines that lost their run: $overtaken"
echo "$kills kills in $trials trials, $failures failures"
[ $skipped -eq 0 ] || echo "$skipped trials had no engine elsewhere: unshare may not change the host name here"
[ $failures -eq 0 ]
