Answers: one of the options, and only while the question is open.

  $ . "$DATA/setup.sh"
  $ forge run "write two files" > /dev/null
  [3]
  $ forge answer maybe
  forge: question 1 has no option `maybe`
    hint: answer one of: yes, no; your words go with it: -m "..."
  [2]
  $ forge answer 1 yes --question 7
  forge: run 1 has no open question 7
    hint: forge questions
  [2]
  $ forge answer 1 yes --question x
  forge: answer: --question: invalid value `x`
    hint: wanted a whole number, 1 or more
  [2]
  $ forge answer
  forge: answer: RUN_OR_ANSWER is missing
    hint: RUN_OR_ANSWER: the run; if it is the only argument, the answer; see forge answer --help
  [2]
  $ forge questions 1 --show
  run 1 question 1 (approve): Build this plan?
    about    plan
    answers  yes, no
    type     forge answer 1 yes --go
    | # Plan: two files
    |
    | **ID:** plan-001
    | **Status:** REVIEW
    | **Project:** repo
    | **Created:** DATE
    |
    | ---
    |
    | ## Objective
    | Write two files.
    |
    | ## Steps
    |
    | ### Step one: write one
    | - Do: write one.txt
    | - Writes: `one.txt`
    | - Verify: `test -s one.txt`
    |
    | ### Step two: write two
    | - Do: write two.txt
    | - Writes: `two.txt`
    | - Depends: one
    | - Verify: `test -s two.txt`
    |
    | ---
    |
    | ## Audit Log
    |
    | _Reviews are added here._
    |
    | ## Implementation Notes
    |
    | _Notes are added here while the work goes on._
    |
    (.forge/plans/plan-001-write-two-files.md)
  $ forge questions --json
  {"questions":[{"run":1,"question":1,"kind":"ask","status":"open","step":null,"stage":"approve","text":"Build this plan?","options":["yes","no"],"shows":"plan","hash":"HASH","answer":null,"comment":null,"by":null,"asked":"TIME","answered":null}]}
  $ forge questions 9
  forge: no run `9`
    hint: forge list
  [2]

Two people answer the same question: the first answer counts, the second is refused with a message.

  $ forge run "write two files again" > /dev/null
  [3]
  $ USER=ada forge answer 2 yes
  run 2: answered `yes`; the run is active
    nothing runs run 2 now
  next: forge resume 2
  $ USER=bob forge answer 2 no
  forge: question 1 of run 2 already has an answer: `yes`, by ada
    hint: forge status 2
  [1]
  $ USER=bob forge answer 2 no --question 1
  forge: question 1 of run 2 already has an answer: `yes`, by ada
    hint: forge status 2
  [1]
  $ forge abandon 2
  run 2 was abandoned
  next: forge log 2
  $ forge switch 1
  run 1 is now the current run, and waits for an answer
  next: forge answer 1 yes --go

The plan is edited between the question and the answer: the approval would be for another text.

  $ sed -i 's/write one.txt/write one.txt, in capitals/' .forge/plans/*.md
  $ forge answer no
  run 1: answered `no`; the run was cancelled
  next: forge log 1
  $ forge list
  RUN  STATUS     STAGE    STEPS  SPENT               AGE  OBJECTIVE
  1    cancelled  approve  0/2    1.2k tokens, $0.01  0s   write two files
  2    abandoned  build    0/2    1.2k tokens, $0.01  0s   write two files again
