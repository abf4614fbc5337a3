#!/bin/sh
# A unit that does nothing costs at most 120 system calls, its program's own among them, one sync, that of the journal with
# at most 25,000 bytes, and no file and no directory. Counted, not timed.
. "$(dirname "$0")/lib.sh"
command -v strace >/dev/null || { echo "strace is not installed"; exit 77; }
# A sanitizer makes calls of its own.
! grep -qE '__(a|t)san_init' "$forge_binary" || { echo "a sanitizer's own system calls cannot be told apart"; exit 77; }
strace -c -o /dev/null true 2>/dev/null || { echo "this machine forbids strace"; exit 77; }

# units N COMMAND...: runs N units that do nothing, $at_once at a time, below COMMAND.
at_once=1
units() {
  steps=$1
  shift
  scenario "$steps units that do nothing"
  rm -rf .git
  mkdir -p .forge/pipelines
  printf 'name = "noop"\nabout = "nothing"\n[[stage]]\nname = "all"\nkind = "each"\npipeline = "noop-step"\nmax_concurrent = %d\n' $at_once >.forge/pipelines/noop.toml
  printf 'name = "noop-step"\nabout = "nothing"\n[[stage]]\nname = "unit"\nrole = "researcher"\n' >.forge/pipelines/noop-step.toml
  awk -v n="$steps" 'BEGIN { print "# Plan: noop\n\n## Steps\n"; for (i = 0; i < n; i++) printf "### Step s%d: noop\n- Do: nothing\n\n", i }' >../plan.md
  expect 0 "$@" forge run noop --isolation shared --pipeline noop --plan ../plan.md --agent command:true --auto
}

# of NAME: its number in the trace that the run printed
of() { printf '%s\n' "$out" | sed -nE "s/^trace: .*[ (]([0-9]+) $1.*/\1/p; s/^trace: .*[ (]$1 ([0-9]+).*/\1/p" | head -n 1; }

# The calls from the start of one unit's program to the start of the next one's, in the middle of a run. The median: what the
# engine does now and then, however many units there are (it looks anew for what a sandbox may read), is no unit's cost.
# How often threads wait for each other (futex) follows from what else the machine does.
few=20 many=120
limit=120 # six of them keep it to itself: its orphans, its parent's children, its messages and shared memory, its system calls
[ "$(id -u)" = 0 ] || limit=129 # nine more make a user's own namespace
units $many strace -f -o "$root/calls"
each=$(awk '!/resumed>|(---|\+\+\+)$| futex\(/ { calls++ } / execve\("[^"]*\/true"/ { print calls; calls = 0 }' "$root/calls" |
  sort -n | awk '{ all[NR] = $1 } END { print all[int(NR / 2)] }')
echo "$each system calls a unit"
[ "$each" -le $limit ] || {
  out=$(awk '/ execve\("[^"]*\/true"/ { unit++ } unit == 60' "$root/calls" | cut -c 1-120)
  fail "a unit that does nothing makes $each system calls, more than $limit"
}

# What is synced: pages of the journal, which only SQLite writes in this way.
most_bytes=25000 # six pages of 4,120
each=$(awk '/ pwrite64/ && / = [0-9]+$/ { bytes += $NF } / execve\("[^"]*\/true"/ { print bytes + 0; bytes = 0 }' "$root/calls" |
  sort -n | awk '{ all[NR] = $1 } END { print all[int(NR / 2)] }')
echo "$each bytes synced for a unit"
[ "$each" -gt 0 ] || fail "no write of the journal was seen"
[ "$each" -le $most_bytes ] || fail "a unit that does nothing syncs $each bytes, more than $most_bytes"

# What the engine makes, wherever it is, and what is left of it.
each=$(awk '/ mkdir(at)?\(|O_CREAT|O_TMPFILE/ && !/= -1 / { made++ } / execve\("[^"]*\/true"/ { print made + 0; made = 0 }' "$root/calls" |
  sort -n | awk '{ all[NR] = $1 } END { print all[int(NR / 2)] }')
is "files and directories that a unit makes" "$each" 0
# Those of the first units, which a slow machine makes if they take two seconds.
left=$(ls .forge/state/runs/001/units | wc -l)
[ "$left" -le $((many / 10)) ] || fail "$left of $many units have a directory"

units $few env FORGE_TRACE=1
before=$(of syncs) starts=$(of true)
is "programs started" "$starts" $few
units $many env FORGE_TRACE=1
each=$((($(of syncs) - before) / (many - few)))
[ "$each" -le 1 ] || fail "a unit that does nothing syncs $each times, more than once"
finish
