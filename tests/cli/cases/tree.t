Runs in a tree: children, blockers, switching, giving up.

  $ . "$DATA/setup.sh"
  $ forge run "the parent" > /dev/null
  [3]
  $ forge spawn 1 "the child" --blocks-parent
  run 2 created, a child of run 1, which waits for it
  next: forge resume 2
  $ forge resume 1
  run 1 is blocked: waits for run 2
    0 of 2 steps, 1 unit, 1.2k tokens, $0.01
  run 1 question 1 (approve): Build this plan?
    about    plan
    answers  yes, no
    type     forge answer 1 yes --go
  next: forge status 2
  [3]
  $ forge status 1
  run 1  the parent
    status     blocked: waits for run 2
    pipeline   small
    slug       the-parent
    plan       .forge/plans/plan-001-the-parent.md
    spent      1 unit, 1.2k tokens, $0.01
    time       TIME, started TIME ago
    engine     not running
    waits for  run 2

    + plan  ? approve  . build

    STEP  STATUS   STAGE  TITLE
    one   pending  -      write one
    two   pending  -      write two

  run 1 question 1 (approve): Build this plan?
    about    plan
    answers  yes, no
    type     forge answer 1 yes --go

  next: forge status 2
  $ forge list
  RUN  STATUS   STAGE    STEPS  SPENT               AGE  OBJECTIVE
  1    blocked  approve  0/2    1.2k tokens, $0.01  0s   the parent
  2    active   plan     -      -                   0s   (of 1) the child
  $ forge switch 2
  run 2 is now the current run, and is active
  next: forge resume 2
  $ forge list
  RUN  STATUS  STAGE    STEPS  SPENT               AGE  OBJECTIVE
  1    parked  approve  0/2    1.2k tokens, $0.01  0s   the parent
  2    active  plan     -      -                   0s   (of 1) the child
  $ forge abandon 2 --reason "wrong approach"
  run 2 was abandoned: wrong approach
  next: forge log 2
  $ forge resume 1
  run 1 waits for an answer
    0 of 2 steps, 1 unit, 1.2k tokens, $0.01
  run 1 question 1 (approve): Build this plan?
    about    plan
    answers  yes, no
    type     forge answer 1 yes --question 1 --go
  run 1 question 2 (approve): this run waits for run 2, which was abandoned; continue without it?
    answers  go, park, abandon
    type     forge answer 1 go --question 2 --go
  [3]
  $ forge answer 1 go --question 2
  run 1: answered `go`; the run waits for an answer
  next: forge answer 1 yes --go
  $ forge complete 1 --reason "by hand"
  run 1 has completed: by hand
  next: forge report 1
  $ forge list --open
  no open runs; start one: forge run "your objective"
  $ forge spawn 1 "too late"
  forge: run 1 has completed
    hint: a run that has ended cannot have children; start a new one: forge run
  [1]
  $ forge spawn 1
  forge: spawn: OBJECTIVE is missing
    hint: OBJECTIVE: what you want done, in quotes; `-` reads it from standard input; see forge spawn --help
  [2]
  $ forge spawn 9 "x"
  forge: no run `9`
    hint: forge list
  [2]
  $ forge switch 1
  forge: run 1 has ended: completed
  [1]
  $ forge spawn 2 x --json
  forge: run 2 was abandoned
    hint: a run that has ended cannot have children; start a new one: forge run
  {"error":{"code":"conflict","message":"run 2 was abandoned","hint":"a run that has ended cannot have children; start a new one: forge run"}}
  [1]
