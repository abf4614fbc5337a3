#!/bin/sh
# Units that leave nothing behind have no files. What they were asked is in the store, whenever the engine is killed.
. "$(dirname "$0")/lib.sh"

# project STEPS: a pipeline that only asks the agent, once for each of so many steps
project() {
  rm -rf .git
  mkdir -p .forge/pipelines
  printf 'name = "noop"\nabout = "nothing"\n[[stage]]\nname = "all"\nkind = "each"\npipeline = "noop-step"\nmax_concurrent = 3\n' >.forge/pipelines/noop.toml
  printf 'name = "noop-step"\nabout = "nothing"\n[[stage]]\nname = "unit"\nrole = "researcher"\n' >.forge/pipelines/noop-step.toml
  awk -v n="$1" 'BEGIN { print "# Plan: noop\n\n## Steps\n"; for (i = 1; i <= n; i++) printf "### Step s%d: noop\n- Do: nothing\n\n", i }' >../plan.md
}
start() { forge run "find nothing" --isolation shared --pipeline noop --plan ../plan.md --auto --agent "$1" >out 2>&1; }

# Every step that is done by the journal has its prompt.
asked() {
  done=$(forge log 1 --json | sed -n 's/.*"kind":"step-done".*"step":"\(s[0-9]*\)".*/\1/p')
  for step in $done; do
    forge prompt 1 unit "$step" --round 1 2>/dev/null | grep -q 'find nothing' || fail "no prompt of step $step is kept"
  done
  [ "$(echo "$done" | grep -c s)" -ge "$1" ] || fail "fewer than $1 steps are done"
}

# So many steps, three at a time, need more batches than the points below count: none of them is behind the last one.
steps=27
for point in record-before:5 record-after:5 record-after:7 unit-start:5 unit-answered:4; do
  scenario "killed at $point"
  project $steps
  (export FORGE_CRASH=$point; start command:true) 2>/dev/null && fail "it was not killed"
  asked 0
  expect 0 forge resume 1
  asked $steps
  expect 0 forge cost 1
  says researcher
  # A unit that takes two seconds on a slow machine has files.
  [ "$(ls .forge/state/runs/001/units | grep -vcx 0)" -lt $steps ] || fail "every unit has files"
  FORGE_AGENT=command:true expect 0 forge doctor
done

# A person can look at the prompt of a unit that goes on and says nothing.
scenario "a silent agent that goes on"
project 1
mkfifo "$work/go"
export FORGE_SANDBOX=off
start "command:cat '$work/go' >/dev/null" &
until forge prompt 1 unit s1 --round 1 >prompt.out 2>/dev/null; do :; done
has prompt.out 'find nothing'
[ -e .forge/state/runs/001/units/1/request.json ] || fail "how it was asked is not there"
: >"$work/go"
wait
unset FORGE_SANDBOX
expect 0 forge prompt 1 unit s1 --round 1
says 'find nothing'
finish
