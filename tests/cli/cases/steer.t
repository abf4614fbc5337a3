Steering a run that is not running.

  $ . "$DATA/setup.sh"
  $ forge run "write two files" > /dev/null
  [3]
  $ forge park --reason "later"
  run 1 is parked: later
  next: forge resume 1
  $ forge list
  RUN  STATUS  STAGE    STEPS  SPENT               AGE  OBJECTIVE
  1    parked  approve  0/2    1.2k tokens, $0.01  0s   write two files
  $ forge park
  forge: park run 1: the run is already parked; possible now: resume, cancel, complete, abandon, skip
  [1]
  $ forge resume
  run 1 waits for an answer
    0 of 2 steps, 1 unit, 1.2k tokens, $0.01
  run 1 question 1 (approve): Build this plan?
    about    plan
    answers  yes, no
    type     forge answer 1 yes --go
  [3]
  $ forge pause
  run 1 is paused
  next: forge resume 1
  $ forge resume 1 --json
  {"run":1,"slug":"write-two-files","objective":"write two files","pipeline":"small","status":"waiting","reason":"","stage":"approve","parent":null,"parent_step":null,"steps_done":0,"steps_total":2,"units":1,"tokens":1200,"usd":0.01,"plan_path":".forge/plans/plan-001-write-two-files.md","created":"TIME","updated":"TIME","questions":[{"run":1,"question":1,"kind":"ask","status":"open","step":null,"stage":"approve","text":"Build this plan?","options":["yes","no"],"shows":"plan","hash":"HASH","answer":null,"comment":null,"by":null,"asked":"TIME","answered":null}],"next":"forge answer 1 yes --go"}
  [3]
  $ forge skip 1 nonsense
  forge: skip run 1: the plan has no step `nonsense`; possible now: pause, park, cancel, complete, abandon, skip
  [1]
  $ forge retry
  forge: retry run 1: nothing has failed; possible now: pause, park, cancel, complete, abandon, skip
  [1]
  $ forge skip --reason "no need to ask"
  run 1 is active
    nothing runs run 1 now
  next: forge resume 1
  $ forge next
  hh:mm:ss  one implement           running
  hh:mm:ss  build                   the run is paused: the unit limit is reached
  hh:mm:ss  one implement           done in TIME, 600 tokens, $0.005: one.txt is there.
  run 1 is paused: the unit limit is reached
    0 of 2 steps, 2 units, 1.8k tokens, $0.01
  next: forge resume 1
  $ forge next
  hh:mm:ss  one verify              running
  hh:mm:ss  build                   the run is paused: the unit limit is reached
  hh:mm:ss  one verify              passed
  run 1 is paused: the unit limit is reached
    0 of 2 steps, 3 units, 1.8k tokens, $0.01
  next: forge resume 1
  $ forge skip 1 two --reason "one is enough"
  run 1 is paused: the unit limit is reached
  next: forge resume 1
  $ forge status
  run 1  write two files
    status     paused: the unit limit is reached
    pipeline   small
    slug       write-two-files
    plan       .forge/plans/plan-001-write-two-files.md
    spent      3 units, 1.8k tokens, $0.01
    time       TIME, started TIME ago
    engine     not running

    + plan  ~ build

    STEP  STATUS   STAGE   TITLE
    one   running  verify  write one
    two   skipped  -       write two: one is enough

  next: forge resume 1
  $ forge cancel --reason "enough"
  run 1 was cancelled: enough
  next: forge log 1
  $ forge cancel 1
  forge: cancel run 1: the run was cancelled; there is nothing to cancel
  [1]
  $ forge log | tail -4
     33  hh:mm:ss                          skip two by ada: one is enough
     34  hh:mm:ss  two                     step skipped: one is enough
     35  hh:mm:ss                          cancel by ada: enough
     36  hh:mm:ss  build                   the run was cancelled: enough

Names that mean nothing.

  $ forge pause 99
  forge: no run `99`
    hint: forge list
  [2]
  $ forge cancel no-such-run
  forge: no run `no-such-run`
    hint: forge list
  [2]
  $ forge complete
  forge: complete run 1: the run was cancelled; there is nothing to complete
  [1]
  $ forge switch
  forge: switch: RUN is missing
    hint: RUN: the run to make current; see forge switch --help
  [2]
  $ forge abandon 1 --jsn
  forge: abandon: unknown option `--jsn`
    hint: did you mean `--json`?
  [2]
