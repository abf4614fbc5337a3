`forge plan approve` of a run that rests approves its edited plan and does nothing else: the run rests as before.

  $ export FORGE_AGENT="replay:$DATA/plan_agent.toml"; printf '.forge/\n' >.gitignore; git add .gitignore; git commit -q -m ignore
  $ forge plan new --from "$DATA/two_steps.md" >/dev/null; forge plan approve 1 >/dev/null
  $ forge plan run-one 1 --quiet | head -1
  run 1 is paused: the requested steps are settled
  $ sed -i 's/write two.txt/write two.txt, carefully/' .forge/plans/plan-001-two-files.md
  $ forge plan approve 1
  plan-001 is approved
  next: forge plan run 1
  $ forge status 1 | grep status
    status     paused: the requested steps are settled
  $ forge questions 1
  no open questions
  $ forge log 1 | tail -2
     30  hh:mm:ss                          the edited plan was approved by ada
     31  hh:mm:ss  build                   the plan has 2 steps

An edit that Forge has noticed already is approved as well, also of a parked run.

  $ forge park 1 >/dev/null; sed -i s/carefully/gently/ .forge/plans/plan-001-two-files.md
  $ forge answer 1 yes
  forge: run 1 has no open question
    hint: forge status 1
  [2]
  $ forge plan approve 1; forge status 1 | grep status
  plan-001 is approved
  next: forge plan run 1
    status     parked

What it does not approve leaves the run as it was.

  $ sed -i 's/Depends:\*\* one/Depends:** nobody/' .forge/plans/plan-001-two-files.md; forge plan approve 1
  forge: plan-001 has a problem:
    line 47: step two depends on nobody, which is not a step
    hint: correct the plan, then: forge plan check plan-001
  [2]
  $ forge status 1 | grep status
    status     parked
  $ sed -i 's/Depends:\*\* nobody/Depends:** one/' .forge/plans/plan-001-two-files.md; forge plan run 1 --quiet
  run 1 has completed
    2 of 2 steps, 10 units, 1.2k tokens, $0.01
    changed   2 files, +2 -0, on forge/run-001
    verified  2 commands passed
  next: forge land 1

So is a plan that was approved by an answer to its run's question.

  $ . "$DATA/setup.sh"
  $ forge run "write two files" > /dev/null
  [3]
  $ forge answer 2 yes > /dev/null; forge plan show 2 | grep '^  approval'
    approval   current content
  $ forge pause 2 > /dev/null; sed -i 's/write two.txt/write two.txt well/' .forge/plans/plan-002-*.md
  $ forge plan show 2 | grep '^  approval'
    approval   earlier content; the changes are below
  $ forge plan approve 2
  plan-002 is approved
  next: forge plan run 2
  $ forge status 2 | grep status
    status     paused
  $ forge plan run 2 --quiet | head -1
  run 2 has completed

Nobody approved what the pipeline answered for an unattended run.

  $ forge run "write two files" --auto > /dev/null; forge plan show 3 | grep '^  approval'
    approval   none
