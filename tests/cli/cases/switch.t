Switching runs is both or neither.

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
  next: forge answer 1 yes --go
  $ forge list | cut -c 1-22
  RUN  STATUS   STAGE
  1    waiting  approve
  2    parked   approve
