A run that waits for another one is shown as what it is at every moment, though no engine has looked at it.

  $ . "$DATA/setup.sh"
  $ forge run "the first" > /dev/null
  [3]
  $ forge spawn 1 "a child" > /dev/null
  $ forge spawn 2 "before it" --blocks-parent
  run 3 created, a child of run 2, which waits for it
  next: forge resume 3
  $ forge list | cut -c 1-17
  RUN  STATUS   STA
  1    waiting  app
  2    blocked  pla
  3    active   pla
  $ forge list --open | cut -c 1-17
  RUN  STATUS   STA
  1    waiting  app
  2    blocked  pla
  3    active   pla
  $ forge list --open --json | grep -o '"run":2,.*' | grep -o '"status":"[a-z]*"' | head -1
  "status":"blocked"
  $ forge | grep "  run [0-9]" | sed 's/,.*//; s/:.*//'
    run 3  active at plan
    run 2  blocked at plan
    run 1  waiting at approve
  $ forge status 2 | grep "status\|waits"
    status     blocked: waits for run 3
    waits for  run 3
  next: forge status 3
  $ forge status 2 --json | grep -o '"blockers":[^]]*]'
  "blockers":[3]
  $ told() { echo "{\"session_id\":\"s1\",\"cwd\":\"$PWD\"}" | forge hook session-start | sed 's/.*"additionalContext":"\([^}]*\)"}.*/\1/; s/\\n */\n/g' | grep "RUNS\|run 2"; }
  $ told
  RUNS: 1 active, 1 blocked, 1 waiting
  run 2 \"a-child\" is blocked: waits for run 3
  $ forge cancel 3 > /dev/null
  $ told
  RUNS: 1 active, 1 waiting
  $ forge list | cut -c 1-17
  RUN  STATUS     S
  1    waiting    a
  2    active     p
  3    cancelled  p
  $ forge status 2 | grep "status\|waits"
    status     active
  run 2 question 1 (plan): this run waits for run 3, which was cancelled; continue without it?
  $ forge status 2 --json | grep -o '"blockers":[^]]*]'
  "blockers":[]

A child that ends before an engine has looked at its parent holds nothing up: the parent goes on at once, or asks about a child that did not
complete.

  $ sed 's/^stage = "plan"/stage = "plan"\nrepeat = true/' "$DATA/steps.toml" > agent.toml; export FORGE_AGENT=replay:$PWD/agent.toml
  $ forge resume 2 | grep "question 1"
  run 2 question 1 (plan): this run waits for run 3, which was cancelled; continue without it?
  $ forge spawn 1 "another child" > /dev/null; forge spawn 4 "before that" --blocks-parent > /dev/null
  $ forge resume 5 > /dev/null
  [3]
  $ forge answer 5 yes --go | tail -1
  next: forge report 5
  $ forge resume 4 | grep "question\|^run 4"
  run 4 waits for an answer
  run 4 question 1 (approve): Build this plan?

Of two children that hold it up, the last one to end lets it go on: what it asks about them is there at once, though no engine has looked.

  $ forge spawn 1 "a third child" > /dev/null; forge spawn 6 "first" --blocks-parent > /dev/null; forge spawn 6 "second" --blocks-parent > /dev/null
  $ forge status 6 | grep "status\|waits"
    status     blocked: waits for run 7, 8
    waits for  run 7, run 8
  next: forge status 7
  $ forge cancel 7 > /dev/null; forge status 6 | grep "status\|waits"
    status     blocked: waits for run 8
    waits for  run 8
  run 6 question 1 (plan): this run waits for run 7, which was cancelled; continue without it?
  next: forge status 8
  $ forge cancel 8 > /dev/null; forge status 6 | grep "status\|waits\|^run 6 question"
    status     active
  run 6 question 1 (plan): this run waits for run 7, which was cancelled; continue without it?
  run 6 question 2 (plan): this run waits for run 8, which was cancelled; continue without it?
  $ forge answer 6 go --question 1 | tail -1; forge answer 6 go --question 2 | tail -1; forge status 6 | grep "status\|waits"
  next: forge answer 6 go --go
  next: forge resume 6
    status     active
