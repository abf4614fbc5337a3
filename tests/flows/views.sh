#!/bin/sh
# What shows runs reads as much in a store of 1,500 runs as in one of 300: all views but those that are asked for
# everything. Counted in steps of SQLite's machine (`FORGE_TRACE=1`), not timed.
. "$(dirname "$0")/lib.sh"
history_binary=$(readlink -f "$3")

# history RUNS ROWS: a repository with such a store. The numbers are multiples of 30, so that the newest runs are alike.
history() {
  scenario "a store with $1 runs and $2 events"
  mkdir -p .forge/state
  "$history_binary" .forge/state/forge.db "$1" "$2" || fail "the history was not made"
  echo '{"session_id":"s"}' >../event
}

# steps COMMAND...: how many a command takes; its standard input is an event of a hook
steps() {
  FORGE_TRACE=1 "$@" 2>&1 >/dev/null <"$work/event" | sed -nE 's/^trace: .* ([0-9]+) query steps$/\1/p'
}

# views NEWEST: one line for each, with its steps
views() {
  while read -r line; do
    # shellcheck disable=SC2046  # words
    echo "$(steps $(printf '%s\n' "$line" | sed "s/NEWEST/$1/")) $line"
  done <<'END'
forge
forge --json
forge status
forge status NEWEST
forge status 1
forge list
forge list --open
forge list --open --json
forge questions
forge questions NEWEST
forge watch
forge watch NEWEST
forge log NEWEST
forge log --follow 1
forge log 1 --last 3
forge statusline
forge statusline NEWEST
forge statusline --format short
forge statusline NEWEST --format short
forge hook session-start
forge hook pre-compact
END
}

history 300 6000
views 300 >"$root/small"
history 1500 30000
views 1500 >"$root/large"
title="the steps of a view do not depend on how many runs there are"
out=$(diff "$root/small" "$root/large") || fail "some views read more of the larger store"
out=
while read -r taken line; do
  [ "${taken:-0}" -gt 0 ] || fail "no steps were counted: $line"
done <"$root/large"

title="a list shows the newest runs, those that are open, and how to see the others"
expect 0 forge list
says "older runs that have ended: forge list --all"
is "lines of forge list" "$(printf '%s\n' "$out" | grep -c .)" 202
out=
is "lines of forge list --all" "$(forge list --all | grep -c .)" 1501
is "runs of forge list --json" "$(forge list --json | grep -o '"slug"' | grep -c .)" 1500

history 1 20
forge log 1 --json >../all.json
rows=$(grep -c . ../all.json)
title="a log that is followed begins with the last ten events"
forge log -f 1 --json >../followed.json
is "what it prints" "$(cat ../followed.json)" "$(tail -n 10 ../all.json)"
is "what is printed of the last 3" "$(forge log 1 --json --last 3)" "$(tail -n 3 ../all.json)"
title="from any event on a log tells what it tells from the beginning"
forge log 1 >../all
last=1
while [ "$last" -le "$rows" ]; do
  is "the last $last" "$(forge log 1 --last "$last")" "$(tail -n "$last" ../all)"
  last=$((last + 1))
done

# The units that ended among the last rows differ from run to run, and each is looked up.
history 1 200
few=$(($(steps forge log -f 1) + $(steps forge log --last 3 1) + $(steps forge log -f 1 --json)))
history 1 2000
many=$(($(steps forge log -f 1) + $(steps forge log --last 3 1) + $(steps forge log -f 1 --json)))
title="a log that is followed reads only its end"
[ "$many" -le $((few + few / 4)) ] || fail "ten times the events cost $many steps, not about $few"

# glances: the steps of each line about the run, in a format that tells no steps
glances() {
  for words in statusline "statusline 1" "statusline --format short" "statusline 1 --format short" "statusline --format notepad"; do
    # shellcheck disable=SC2086  # words
    echo "$(steps forge $words) $words"
  done
}
glances >"$root/long"
history 1 1200
glances >"$root/short"
title="a glance at a run reads as much of a long run as of a short one"
out=$(diff "$root/short" "$root/long") || fail "a glance reads more of a longer run"
out=
finish
