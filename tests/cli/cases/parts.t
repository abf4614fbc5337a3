A run whose steps are runs of their own: their news and their questions are shown where the parent is driven.

  $ . "$DATA/setup.sh" && cp "$DATA/parts.toml" .forge/pipelines/
  $ forge run "in parts" --pipeline parts --agent "replay:$DATA/outline.toml" | grep -v "answer it with"
  run 1 started
  hh:mm:ss  outline                 running
  hh:mm:ss  outline                 done in TIME: plan with 1 step
  hh:mm:ss  outline                 the plan has 1 step
  hh:mm:ss  each-part               1 step to do
  hh:mm:ss  first                   started
  hh:mm:ss  run 2 plan              started
  hh:mm:ss  run 2 plan              done in TIME: plan with 1 step
  hh:mm:ss  run 2 plan              the plan has 1 step
  hh:mm:ss  run 2 approve           asks: Build this plan?
  run 1 waits for an answer
    0 of 1 steps, 2 units
  run 2 question 1 (approve): Build this plan?
    about    plan
    answers  yes, no
    type     forge answer 2 yes --go
  $ forge questions 1
  run 2 question 1 (approve): Build this plan?
    about    plan
    answers  yes, no
    type     forge answer 2 yes --go
  $ forge answer 2 yes
  run 2: answered `yes`; the run is active
    nothing runs run 1 now
  next: forge resume 1
  $ forge resume 1 | grep '^run'
  run 1 has completed
  $ forge list
  RUN  STATUS                 STAGE  STEPS  SPENT  AGE  OBJECTIVE
  1    completed, not landed  -      1/1    -      0s   in parts
  2    completed              -      1/1    -      0s   (of 1) the first part
