Switching runs is both or neither, and what a run waits for shows with the act that changes it.

  $ . "$DATA/setup.sh"
  $ forge run "the first" > /dev/null
  [3]
  $ forge run "the second" > /dev/null
  [3]
  $ forge park 1 > /dev/null
  $ forge list | cut -c 1-22
  RUN  STATUS   STAGE
  1    parked   approve
  2    waiting  approve
  $ mv .forge/plans/plan-001-the-first.md kept.md
  $ forge switch 1
  forge: the plan of run 1 is missing: .forge/plans/plan-001-the-first.md
    hint: restore it, or abandon the run: forge abandon 1
  [2]
  $ forge list | cut -c 1-22
  RUN  STATUS   STAGE
  1    parked   approve
  2    waiting  approve
  $ mv kept.md .forge/plans/plan-001-the-first.md
  $ forge switch 1
  run 1 is now the current run, and waits for an answer
  next: forge answer 1 yes
  $ forge list | cut -c 1-22
  RUN  STATUS   STAGE
  1    waiting  approve
  2    parked   approve

The parent waits as soon as its child exists, and no longer when the child has ended; nothing has to read it first.

  $ forge spawn 1 "the child" --blocks-parent > /dev/null
  $ forge spawn 1 "another child" --blocks-parent > /dev/null
  $ forge list --json | sed 's/},{/},\n{/g' | sed -n 's/.*"run":\([0-9]*\).*"status":"\([a-z]*\)".*/\1 \2/p'
  1 blocked
  2 parked
  3 active
  4 active
  $ forge status 1 | grep "status\|waits for"
    status     blocked: waits for run 3, 4
    waits for  run 3, run 4
  next: forge status 3
  $ forge doctor | grep -i "store"
  ok        store     REPO/.forge/state/forge.db
  $ forge cancel 3 > /dev/null
  $ forge status 1 | grep "status\|waits for"
    status     blocked: waits for run 4
    waits for  run 4
  next: forge status 4
  $ forge cancel 4 > /dev/null
  $ forge status 1 | grep "status\|waits for"
    status     waiting
  $ forge doctor | grep -i "store"
  ok        store     REPO/.forge/state/forge.db
  $ forge resume 1 > /dev/null
  [3]
  $ forge status 1 | grep "status\|waits for"
    status     waiting
  run 1 question 2 (approve): this run waits for run 3, which was cancelled; continue without it?
  run 1 question 3 (approve): this run waits for run 4, which was cancelled; continue without it?
