What a person decides about a plan: the approval with its summary, a step's checkpoint, and a rehearsal without a run.

  $ . "$DATA/pipelines.sh"; forge init >/dev/null
  $ pipeline plans <<'END'
  > = plan
  > [[stage]]
  > name = "approve"
  > kind = "ask"
  > question = "Build this plan?"
  > shows = "plan"
  > on_revision = "plan"
  > unattended = "approve"
  > [[stage]]
  > name = "discuss"
  > role = "reviewer"
  > when = "require run.flags.discuss == true"
  > = build
  > END
  $ pipeline plans-step <<'END'
  > [[stage]]
  > name = "work"
  > role = "worker"
  > [[stage]]
  > name = "verify"
  > kind = "check"
  > commands = ["step"]
  > on_revision = "work"
  > = commit
  > END
  $ cat > plan.txt <<'END'
  > # Plan: Two files
  > 
  > ## Objective
  > 
  > Write two files.
  > 
  > ## Steps
  > 
  > ### Step one: write one
  > 
  > **Writes:** `one.txt`
  > **Verify:** `test -s one.txt`
  > **Checkpoint:** true
  > 
  > ### Step two: write two
  > 
  > **Depends:** one
  > **Writes:** `two.txt`
  > **Verify:** `test -s two.txt`
  > END
  $ { printf '[[turn]]\nstage = "plan"\nrepeat = true\ntext = """\n'; cat plan.txt; printf '"""\n'
  >   for step in one two; do
  >     printf '[[turn]]\nstage = "work"\nstep = "%s"\nrepeat = true\ntext = "Done."\n  [[turn.write]]\n  path = "%s.txt"\n  content = "%s\\n"\n' $step $step $step
  >   done; } > agent.toml
  $ git add -A; git commit -q -m "set up"
  $ export FORGE_AGENT=replay:agent.toml FORGE_PIPELINE=plans

A rehearsal starts and records nothing.

  $ rm -rf .forge/state; forge run "two files" --dry-run
  dry run: nothing is started and nothing is recorded
    objective  two files
    pipeline   plans
    size       standard
    agent      replay:agent.toml
    isolation  worktree
    questions  asked
    limits     none
    estimate   no basis yet: no completed run of pipeline `plans`, size standard, agent replay:agent.toml

    STAGE     KIND       RUNS  ASKS     MODEL              PROMPT  ROUNDS  WHEN
    plan      agent      yes   planner  claude-opus-4-8    1135    1
    approve   ask        yes   -        -                  -       3
    build     each       yes   -        -                  -       1
    > work    agent      yes   worker   claude-sonnet-4-6  94      1
    > verify  check      yes   -        -                  -       3
    > commit  integrate  yes   -        -                  -       1

    > every step of the plan; PROMPT: tokens of the fixed part; ROUNDS: at most
    1 stage of the pipeline is not on this run's way; all: forge pipeline graph plans
  $ find .forge | sort
  .forge
  .forge/.gitignore
  .forge/config.toml
  .forge/pipelines
  .forge/pipelines/plans-step.toml
  .forge/pipelines/plans.toml
  $ git init -q ../fresh; cd ../fresh; git commit -q --allow-empty -m first; cp ../repo/agent.toml ..
  $ forge run "two files" --dry-run --pipeline forge --agent replay:../agent.toml | head -1; ls -A; cd ../repo
  dry run: nothing is started and nothing is recorded
  .git
  $ forge run "two files" --dry-run --discuss --json | grep -o '"stage":"discuss"[^}]*'
  "stage":"discuss","kind":"agent","of_step":false,"runs":"yes","condition":"","roles":["reviewer"],"model":"claude-opus-4-8","tier":"heavy","prompt_tokens":105,"rounds":1

At a terminal the approval is a summary. Enter decides nothing; the keys read, edit and compare.

  $ at_terminal() { script -qec "TERM=xterm NO_COLOR=1 PAGER=cat EDITOR='sed -i s/write.two/write.2/' $1" /dev/null | tr -d '\r' | sed -n '/^plan:/,$p' | sed 's/\x1b\[[0-9;?]*[A-Za-z]//g'; }
  $ printf '\nwhat\nd\nlater\n' | at_terminal 'forge run "two files"'
  plan: Two files
    objective  Write two files.
    steps      2
      one  write one
           writes one.txt; then asks you (checkpoint)
      two  write two
           writes two.txt; after one
    findings   none open
    estimate   no basis yet: no completed run of pipeline `plans`, size standard,
               agent replay:agent.toml
    file       .forge/plans/plan-001-two-files.md
  run 1 asks: Build this plan?
    yes     approve it as it is now
    modify  say what should change; it is done again
    no      cancel the run
    later   decide nothing now: the run waits
    v  read the whole plan
    e  edit it in $EDITOR
    d  show what changed since it was last shown
  [yes/modify/no/later/v/e/d]   nothing is decided; choose one of: yes, modify, no, later
  [yes/modify/no/later/v/e/d]   nothing is decided; choose one of: yes, modify, no, later
  [yes/modify/no/later/v/e/d]   this is the first time that a plan of this run is shown
  [yes/modify/no/later/v/e/d] run 1 waits for an answer
    0 of 2 steps, 1 unit
  run 1 question 1 (approve): Build this plan?
    about    plan
    answers  yes, modify, no
    type     forge answer 1 yes --go
  $ forge report 1 | grep -i verif; forge report 1 --html | grep -io '[a-z ]*verified[^<]*'
  not verified yet: no test command has run
  not verified yet: no test command has run · next:
  Not verified yet: no command has run to prove anything.
  $ printf 'v\nlater\n' | at_terminal 'forge resume 1' | sed -n '/^\[yes/,/^run 1/p' | head -12
  [yes/modify/no/later/v/e/d] # Plan: Two files

  **ID:** plan-001
  **Status:** REVIEW
  **Project:** repo
  **Created:** DATE

  ---

  ## Objective

  Write two files.
  $ printf 'e\nd\nlater\n' | at_terminal 'forge resume 1' | sed -n '/^\[yes/,$p'
  [yes/modify/no/later/v/e/d]
  plan: Two files
    objective  Write two files.
    steps      2
      one  write one
           writes one.txt; then asks you (checkpoint)
      two  write.2
           writes two.txt; after one
    findings   none open
    estimate   no basis yet: no completed run of pipeline `plans`, size standard,
               agent replay:agent.toml
    changed since it was last shown: d
    file       .forge/plans/plan-001-two-files.md
  run 1 asks: Build this plan?
    yes     approve it as it is now
    modify  say what should change; it is done again
    no      cancel the run
    later   decide nothing now: the run waits
    v  read the whole plan
    e  edit it in $EDITOR
    d  show what changed since it was last shown
  [yes/modify/no/later/v/e/d] @@ ### Step one: write one
   **Checkpoint:** true

  -### Step two: write two
  +### Step two: write.2

   **Depends:** one
  [yes/modify/no/later/v/e/d] run 1 waits for an answer
    0 of 2 steps, 1 unit
  run 1 question 2 (approve): Build this plan?
    about    plan
    answers  yes, modify, no
    type     forge answer 1 yes --go

A plan that is broken on disk takes no answer, and the question stays. What mends it is asked about as before.

  $ printf '#!/bin/sh\nif grep -q nobody "$1"; then sed -i "s/nobody/one/" "$1"; else sed -i "s/Depends:[*]* one/Depends:** nobody/" "$1"; fi\n' > ../flip; chmod +x ../flip
  $ at_flip() { script -qec "TERM=xterm NO_COLOR=1 COLUMNS=300 EDITOR=$PWD/../flip $1" /dev/null | tr -d '\r' | sed -n '/^\[yes/,$p' | sed 's/\x1b\[[0-9;?]*[A-Za-z]//g'; }
  $ printf 'e\nd\nyes\ne\nlater\n' | at_flip 'forge resume 1'
  [yes/modify/no/later/v/e/d] forge: REPO/.forge/plans/plan-001-two-files.md:24: step two depends on nobody, which is not a step
  [yes/modify/no/later/v/e/d]   the file was edited since, and the run has not taken that; e edits it again
  @@
   ### Step two: write.2

  -**Depends:** one
  +**Depends:** nobody
   **Writes:** `two.txt`
   **Verify:** `test -s two.txt`
  [yes/modify/no/later/v/e/d] forge: REPO/.forge/plans/plan-001-two-files.md:24: step two depends on nobody, which is not a step
    nothing is decided; e edits the plan
  [yes/modify/no/later/v/e/d]   nothing that matters changed
  [yes/modify/no/later/v/e/d] run 1 waits for an answer
    0 of 2 steps, 1 unit
  run 1 question 2 (approve): Build this plan?
    about    plan
    answers  yes, modify, no
    type     forge answer 1 yes --go

A step with a checkpoint shows what it did before the next one starts.

  $ forge answer 1 yes >/dev/null; forge resume 1 | grep -v " running$"
  hh:mm:ss  build                   2 steps to do
  hh:mm:ss  one work                started
  hh:mm:ss  one work                done in TIME: Done.
  hh:mm:ss  one verify              passed
  hh:mm:ss  one commit              done in TIME: commit HASH
  hh:mm:ss  one                     asks: step one (write one) is done and has a checkpoint; continue with what depends on it?
  run 1 waits for an answer
    0 of 2 steps, 4 units
  run 1 question 3 (one): step one (write one) is done and has a checkpoint; continue with what depends on it?
    about    diff
    answers  yes, modify, no
    type     forge answer 1 yes --go
  $ forge questions 1 --show
  run 1 question 3 (one): step one (write one) is done and has a checkpoint; continue with what depends on it?
    about    diff
    answers  yes, modify, no
    type     forge answer 1 yes --go
    | evidence:
    |   passed  test -s one.txt
    | changed:
    |   one.txt
    |
    | diff --git a/one.txt b/one.txt
    | new file mode 100644
    | index 0000000..5626abf
    | --- /dev/null
    | +++ b/one.txt
    | @@ -0,0 +1 @@
    | +one
  $ forge answer 1 modify --comment "one line more" >/dev/null; forge resume 1 | sed -n '/one work.*done/p; /question/p'
  hh:mm:ss  one work #2             done in TIME: Done.
  run 1 question 4 (one): step one (write one) is done and has a checkpoint; continue with what depends on it?
  $ grep -il "one line more" .forge/state/runs/001/units/*/prompt.md | wc -l
  1
  $ forge answer 1 yes >/dev/null; forge resume 1 | sed -n '/completed/p'
  run 1 has completed

The report counts the rounds of a step, and names the waits of a short run too.

  $ forge report 1 | grep '^  done'; forge report 1 --html | grep -o 'data-of="rounds">[0-9]*'
    done     one   write one  (2 rounds)
    done     two   write.2
  data-of="rounds">2
  data-of="rounds">1
  $ forge report 1 --html | sed -n 's/^<li><b>A<.b> [0-9][0-9a-z. ]* \(for .*\)<.li>/\1/p'
  for an answer: Build this plan?

Unattended, it is passed over, and the report says so.

  $ forge run "two files" --auto | grep -i "checkpoint"
  hh:mm:ss  one                     asks: step one (write one) is done and has a checkpoint; continue with what depends on it?
  hh:mm:ss  one                     checkpoint passed over: the run is unattended
  $ forge report 2 | grep -i "checkpoint"
  Warning: The checkpoint of step one was passed over: the run was unattended, and a person has not looked at it
    one: checkpoint passed over: the run is unattended
  $ forge run "two files" --dry-run | grep estimate | sed 's/; [^(]*(/; TIME (/'
    estimate   cost unknown (the agent reports no usage); TIME (2 completed runs of pipeline `plans`, size standard, agent replay:agent.toml)

A plan in which the check finds a problem is neither approved nor run.

  $ sed 's/^\*\*Depends.*/**Depends:** nobody/' plan.txt > bad.md; forge plan new --from bad.md | head -1
  plan-003 Two files
  $ forge plan check 3
  line 24: step two depends on nobody, which is not a step
  failed plan-003: 1 problem
  [1]
  $ forge plan approve 3
  forge: plan-003 has a problem:
    line 24: step two depends on nobody, which is not a step
    hint: correct the plan, then: forge plan check plan-003
  [2]
  $ mkdir -p ../bin2; printf '#!/bin/sh\n' > ../bin2/mytool; chmod +x ../bin2/mytool
  $ sed 's/test -s one.txt/mytool/' plan.txt > tool.md; forge plan new --from tool.md | head -1
  plan-004 Two files
  $ PATH="$PATH:$PWD/../bin2" forge plan approve 4
  plan-004 is approved
  next: forge plan run 4
  $ forge plan run 4
  forge: plan-004 has a problem:
    line 16: program mytool not found (verify command of step one)
    hint: correct the plan, then: forge plan check plan-004
  [2]

A question about a plan is not asked where the run has none.

  $ pipeline bare <<'END'
  > [[stage]]
  > name = "agree"
  > kind = "ask"
  > question = "Go on?"
  > shows = "plan"
  > [[stage]]
  > name = "build"
  > kind = "each"
  > pipeline = "forge-step"
  > END
  $ forge run "go on" --pipeline bare > /dev/null
  [4]
  $ forge log 5 | grep -o "agree .*"
  agree                   skipped: there is no `plan` to ask about
