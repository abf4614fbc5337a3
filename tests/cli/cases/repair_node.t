Repair by what the check saw: retry, decompose, prune, blocked.

  $ . "$DATA/pipelines.sh"; forge init >/dev/null
  $ pipeline mended <<'END'
  > = plan
  > [[stage]]
  > name = "approve"
  > kind = "ask"
  > question = "Build it?"
  > shows = "plan"
  > [[stage]]
  > name = "build"
  > kind = "each"
  > pipeline = "mended-step"
  > max_concurrent = 1
  > gate = "after approve = approved"
  > END
  $ cat > .forge/pipelines/mended-step.toml <<'END'
  > name  = "mended-step"
  > about = "work, split, repair, prove, merge"
  > [[stage]]
  > name = "work"
  > role = "executor"
  > result = true
  > [[stage]]
  > name = "split"
  > role = "planner"
  > produces = "steps"
  > [[stage]]
  > name = "repair"
  > role = "debugger"
  > when = "after verify = revision"
  > result = true
  > [[stage]]
  > name = "verify"
  > kind = "check"
  > checks = ["must-haves"]
  > commands = ["step"]
  > on_revision = "repair"
  > repair = 2
  > on_exhausted = "block"
  > [[stage]]
  > name = "merge"
  > kind = "integrate"
  > how = "commit"
  > message = "{step}"
  > END
  $ cat > decompose.toml <<'END'
  > [[turn]]
  > stage = "plan"
  > text = """
  > # A large plan
  > 
  > ## Steps
  > 
  > ### Step big: three files at once
  > 
  > **Writes:** src/**
  > **Verify:** `test -f src/a && test -f src/b && test -f src/c`
  > **Must-haves:**
  > - artifacts:
  >   - path: src/a
  >     provides: letter a
  >   - path: src/b
  >     provides: letter b
  >   - path: src/c
  >     provides: letter c
  > 
  > ### Step after: needs it
  > 
  > **Depends on:** big
  > **Writes:** after.txt
  > **Verify:** `test -f src/c`
  > """
  > [[turn]]
  > stage = "work"
  > step = "big"
  > iteration = 1
  > attempt = 1
  > text = "All done."
  > result = { status = "done", summary = "all done, the tests pass" }
  >   [[turn.write]]
  >   path = "src/a"
  >   content = "a"
  > [[turn]]
  > stage = "split"
  > text = """
  > Two halves:
  > 
  > ### Step one: the first two
  > 
  > **Writes:** src/a, src/b
  > **Verify:** `test -f src/a && test -f src/b`
  > 
  > ### Step two: the last
  > 
  > **Depends on:** one
  > **Writes:** src/c
  > **Verify:** `test -f src/c`
  > """
  > [[turn]]
  > stage = "work"
  > step = "big.1"
  > text = "Half."
  > result = { status = "done", summary = "half" }
  >   [[turn.write]]
  >   path = "src/a"
  >   content = "a"
  >   [[turn.write]]
  >   path = "src/b"
  >   content = "b"
  > [[turn]]
  > stage = "work"
  > step = "big.2"
  > text = "The rest."
  > result = { status = "done", summary = "rest" }
  >   [[turn.write]]
  >   path = "src/c"
  >   content = "c"
  > [[turn]]
  > stage = "work"
  > repeat = true
  > text = "Nothing was left to do."
  > result = { status = "done", summary = "whole" }
  > END
  $ git add -A; git commit -q -m "set up"
  $ steps() { forge status "$1" | sed -n "/STEP/,/^$/p"; }

A large step that breaks its promises is split; the plan's approval stays valid, and the whole is verified again.

  $ forge run "large" --pipeline mended --agent replay:decompose.toml >/dev/null
  [3]
  $ forge answer 1 yes >/dev/null; forge resume 1 | grep -v " running$"
  hh:mm:ss  build                   2 steps to do
  hh:mm:ss  big work                started
  hh:mm:ss  big work                done in TIME: all done, the tests pass
  hh:mm:ss  big verify              failed: src/b: does not exist (and 1 more); repair 1 of 2 (decompose): it is large, and 2 promised things are missing
  hh:mm:ss  big split               started
  hh:mm:ss  big split               done in TIME: big becomes 2 steps
  hh:mm:ss  build                   the plan has 4 steps
  hh:mm:ss  big.1 work              started
  hh:mm:ss  big.1 work              done in TIME: half
  hh:mm:ss  big.1 verify            passed
  hh:mm:ss  big.1 merge             done in TIME: commit HASH
  hh:mm:ss  big.1                   step done
  hh:mm:ss  big.2 work              started
  hh:mm:ss  big.2 work              done in TIME: rest
  hh:mm:ss  big.2 verify            passed
  hh:mm:ss  big.2 merge             done in TIME: commit HASH
  hh:mm:ss  big.2                   step done
  hh:mm:ss  big work                started
  hh:mm:ss  big work                done in TIME: whole
  hh:mm:ss  big verify              passed
  hh:mm:ss  big merge               done in TIME: nothing changed
  hh:mm:ss  big                     step done
  hh:mm:ss  after work              started
  hh:mm:ss  after work              done in TIME: whole
  hh:mm:ss  after verify            passed
  hh:mm:ss  after merge             done in TIME: nothing changed
  hh:mm:ss  after                   step done
  hh:mm:ss  build                   all steps done
  run 1 has completed
    4 of 4 steps, 16 units
    changed   3 files, +3 -0, on forge/run-001
    verified  3 commands passed
  next: forge land 1
  $ steps 1
    STEP   STATUS  STAGE  TITLE
    big    done    -      three files at once
    big.1  done    -      the first two
    big.2  done    -      the last
    after  done    -      needs it
  $ grep "^### Step\|Depends" .forge/plans/plan-001-large.md
  ### Step big: three files at once
  **Depends:** big.1, big.2
  ### Step big.1: the first two
  ### Step big.2: the last
  **Depends:** big.1
  ### Step after: needs it
  **Depends on:** big
  $ forge log 1 --json | grep -c '"kind":"question"'
  1

An author who gives a reason for an omission is excused from it; the report still lists it.

  $ cat > prune.toml <<'END'
  > [[turn]]
  > stage = "plan"
  > text = """
  > # A small plan
  > 
  > ## Steps
  > 
  > ### Step one: two files
  > 
  > **Writes:** src/**
  > **Verify:** `test -f src/x`
  > **Must-haves:**
  > - artifacts:
  >   - path: src/x
  >     provides: the x
  >   - path: src/generated.h
  >     provides: what the build makes
  > """
  > [[turn]]
  > stage = "work"
  > text = "Done."
  > result = { status = "concerns", summary = "one is made by the build", left_out = ["src/generated.h: the build makes it"] }
  >   [[turn.write]]
  >   path = "src/x"
  >   content = "x"
  > END
  $ forge run "prune" --pipeline mended --agent replay:prune.toml >/dev/null
  [3]
  $ forge answer 2 yes >/dev/null; forge resume 2 | grep -v " running$"
  hh:mm:ss  build                   1 step to do
  hh:mm:ss  one work                started
  hh:mm:ss  one work                done in TIME: one is made by the build
  hh:mm:ss  one verify              failed: src/generated.h: does not exist; repair 1 of 2 (prune): its commands pass, and the agent says why it leaves out: src/generated.h: does not exist
  hh:mm:ss  one verify              skipped: its commands pass, and the agent says why it leaves out: src/generated.h: does not exist
  hh:mm:ss  one merge               done in TIME: commit HASH
  hh:mm:ss  one                     step done
  hh:mm:ss  build                   all steps done
  run 2 has completed
    1 of 1 steps, 4 units
    changed   1 file, +1 -0, on forge/run-002
    verified  1 command passed
    findings  1 deferred: forge triage 2
  next: forge land 2
  $ steps 2
    STEP  STATUS  STAGE  TITLE
    one   done    -      two files
  $ forge findings 2
  ID  STATE     SEVERITY  FROM        PLACE  WHAT
  F1  deferred  -         one verify  -      src/generated.h: does not exist (pruned: the step's author said why it is left out)
  $ forge triage 2 F1 --as follow-up
  1 follow-up
  $ forge memory list --json | grep -o 'Review follow-up[^"]*'
  Review follow-up (F1 of run 2): src/generated.h: does not exist

A step that cannot be repaired is blocked, with the failure that was seen. It gets two repairs; the same failure twice ends it at once.

  $ cat > never.toml <<'END'
  > [[turn]]
  > stage = "plan"
  > text = """
  > # A hopeless plan
  > 
  > ## Steps
  > 
  > ### Step one: hopeless
  > 
  > **Writes:** src/**
  > **Verify:** `grep -q good src/y`
  > 
  > ### Step two: hopeful
  > 
  > **Writes:** other
  > **Verify:** `true`
  > """
  > [[turn]]
  > stage = "work"
  > repeat = true
  > text = "Done, all tests pass."
  > result = { status = "done", summary = "all tests pass" }
  > [[turn]]
  > stage = "repair"
  > repeat = true
  > text = "Tried."
  > result = { status = "done", summary = "tried", cause = "?" }
  > END
  $ forge run "never" --pipeline mended --agent replay:never.toml >/dev/null
  [3]
  $ forge answer 3 yes >/dev/null; forge resume 3 | grep "repair\|block"
  hh:mm:ss  one verify              failed: grep -q good src/y (exit 2); repair 1 of 2: start from the output of the commands that fail
  hh:mm:ss  one repair              started
  hh:mm:ss  one repair              done in TIME: tried
  hh:mm:ss  one verify #2           failed: grep -q good src/y (exit 2); no further repair (1 of 2 used): the repair changed nothing: another attempt would not help
  hh:mm:ss  one verify #2           `verify` failed: grep -q good src/y (exit 2) (the repair changed nothing: another attempt would not help)
  hh:mm:ss  one verify #2           step blocked: `verify` failed: grep -q good src/y (exit 2) (the repair changed nothing: another attempt would not help)
  hh:mm:ss  build                   the run failed: 1 of 2 steps did not finish: one (`verify` failed: grep -q good src/y (exit 2) (the repair changed nothing: another attempt would not help))
  run 3 failed: 1 of 2 steps did not finish: one (`verify` failed: grep -q good src/y (exit 2) (the repair changed nothing: another attempt would not help))
  $ steps 3
    STEP  STATUS   STAGE   TITLE
    one   blocked  verify  hopeless: `verify` failed: grep -q good src/y (exit 2) (the repair changed nothing: another attempt would not help)
    two   done     -       hopeful
