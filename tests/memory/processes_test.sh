#!/bin/sh
# processes_test.sh FORGE: sixteen processes add and recall at once: global facts each in its own clone, project facts
# all in one repository. Nothing may fail, and nothing may be lost.
set -u
forge=$(readlink -f "$1")
processes=16 each=4
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export HOME="$work/home" LANG=C
unset XDG_DATA_HOME XDG_CONFIG_HOME XDG_CACHE_HOME
mkdir "$work/home" "$work/shared" "$work/out"
git init -q "$work/shared" || exit 2

# word N: letters that stand for a number; none that English words end in, so that no two facts are nearly the same.
word() { echo "$1" | tr '0-9' 'bcfghjkmpq'; }

# one N: all that process N does; it prints nothing on success.
one() {
  mkdir "$work/own$1" && git init -q "$work/own$1" || return 1
  fact=0
  while [ $fact -lt $each ]; do
    fact=$((fact + 1))
    name="$(word "$1")x$(word $fact)"
    cd "$work/shared" || return 1
    "$forge" memory add "Module$name talks to peer$name about topic$name" >/dev/null || echo "add $name"
    "$forge" memory recall "topic$name" | grep -q "Module$name" || echo "recall $name"
  done
  cd "$work/own$1" || return 1
  "$forge" memory add "Habit$(word "$1") goes with custom$(word "$1")" --scope global >/dev/null || echo "add global $1"
}

n=0
while [ $n -lt $processes ]; do
  n=$((n + 1))
  one $n >"$work/out/$n" 2>&1 &
done
wait

failed=0
fail() { echo "$*"; failed=1; }
[ -z "$(cat "$work"/out/*)" ] || fail "a process complained: $(cat "$work"/out/* | head -20)"
cd "$work/shared" || exit 2
count=$("$forge" memory list --scope project --json | grep -o '"fact":"p' | wc -l)
[ "$count" = $((processes * each)) ] || fail "$count facts of the project are left of $((processes * each))"
count=$("$forge" memory list --scope global --json | grep -o '"fact":"g' | wc -l)
[ "$count" = $processes ] || fail "$count facts of all projects are left of $processes"
n=0
while [ $n -lt $processes ]; do
  n=$((n + 1))
  "$forge" memory recall "custom$(word $n)" --scope global | grep -q "Habit$(word $n) " || fail "global fact $n is not found"
done
"$forge" doctor | grep -q "^ok *memory .*/memory.db" || fail "the doctor is not content: $("$forge" doctor)"
"$forge" doctor | grep -q "^wrong *memory" && fail "the doctor is not content: $("$forge" doctor)"
exit $failed
