A run that has ended can be taken up again as a new one, with its history.

  $ . "$DATA/setup.sh"
  $ printf '.forge/\n*.out\n' >.gitignore; git add .gitignore; git commit -q -m ignore
  $ forge run --auto "two files" >run.out; forge status 1 | grep -c 'changed since'
  0
  [1]
  $ forge reopen 1 --reason "the second file is too short"
  run 2 takes up run 1 again
    nothing runs run 2 now
  next: forge resume 2
  $ forge status 2 | grep -E 'reopens|run 2'; forge status 2 --json | grep -o '"reopens":[0-9]*'
  run 2  two files  Reopened from run 1 (completed): the second file is too short  What became of its steps: - one (done): write one - two (done): write two
    reopens    run 1
  "reopens":1
  $ forge status 2 | grep slug
    slug       two-files
  $ forge log 2 --json | head -1 | grep -o '"objective":"[^"]*"'
  "objective":"two files\n\nReopened from run 1 (completed): the second file is too short\n\nWhat became of its steps:\n- one (done): write one\n- two (done): write two"
  $ forge log 2 --json | head -1 | grep -o '"base":"[^"]*"' | cut -d'"' -f4 | xargs git branch --contains
    forge/run-001
    forge/run-002
  $ forge reopen 2
  forge: reopen run 2: run 2 has not ended: it is active
    hint: forge resume 2
  [1]
  $ forge reopen 99
  forge: no run `99`
    hint: forge list
  [2]

A step that is done shows which of its files changed since: on your branch, once the run has landed.

  $ forge cancel 2 --reason "not now" >run.out; forge land 1 >run.out; forge status 1 | grep -c 'changed since'
  0
  [1]
  $ forge prune --dry-run | grep -o 'two files.*'
  two files
  two files
  $ echo more >>one.txt; git commit -q -am more; forge status 1 | grep -E '^  (one|two) '
    one   done    -      write one (changed since: one.txt)
    two   done    -      write two
  $ forge status 1 --json | grep -o '"changed_since":\[[^]]*\]'
  "changed_since":["one.txt"]
  "changed_since":[]

A change that is not committed counts too, and the plan and the report show it where the step stands.

  $ echo more >>two.txt; forge status 1 | grep -o 'changed since.*'
  changed since: one.txt)
  changed since: two.txt)
  $ forge plan show 1 | grep -o '^ .* two.*\|changed since: two.*' | grep -c 'changed since: two.txt'
  1
  $ forge plan steps 1 | grep -c 'changed since'
  2
  $ forge plan show 1 --json | grep -o '"changed_since":\[[^]]*\]'
  "changed_since":["one.txt"]
  "changed_since":["two.txt"]
  $ forge report 1 | grep -o 'changed since.*'
  changed since: one.txt)
  changed since: two.txt)
  $ git checkout -q two.txt; forge plan steps 1 | grep -c 'changed since'
  1

Giving a run up takes a reason, which is shown wherever the run is.

  $ forge run "two files" >run.out
  [3]
  $ forge abandon 3 --reason "wrong approach"; forge status 3 | grep status; forge report 3 | grep -c 'wrong approach'
  run 3 was abandoned: wrong approach
  next: forge log 3
    status     abandoned: wrong approach
  2

What stood when a session ended or was compacted is noted, and the next one is told.

  $ forge run "two files" >run.out
  [3]
  $ echo "{\"session_id\":\"s1\",\"cwd\":\"$PWD\"}" | forge hook session-end; forge status 4 | grep -c noted
  0
  [1]
  $ echo "{\"session_id\":\"s1\",\"cwd\":\"$PWD\",\"tool_name\":\"Bash\",\"tool_input\":{\"command\":\"make\"}}" | forge hook PostToolUse
  $ echo "{\"session_id\":\"s1\",\"cwd\":\"$PWD\"}" | forge hook SessionEnd; forge status 4 | grep noted | sed 's/, [0-9]*s ago/, TIME ago/'
    noted      at a session's end, TIME ago: approve, round 1, 0 of 2 steps; asks: run 4: Build this plan? [yes, no]
  $ forge answer 4 yes >run.out; forge next 4 >run.out; forge next 4 >run.out
  $ echo "{\"session_id\":\"s1\",\"cwd\":\"$PWD\"}" | forge hook pre-compact >run.out; forge status 4 | grep noted | sed 's/, [0-9]*s ago/, TIME ago/'
    noted      at a compaction, TIME ago: build, round 1, 0 of 2 steps; passed: one: verify
  $ forge status 4 --json | grep -o '"annotations":.*' | sed 's/,"next":"[^"]*"}$//'
  "annotations":[{"at":"TIME","event":"session-end","session":"s1","status":"waiting","stage":"approve","iteration":1,"steps_done":0,"steps_total":2,"gates":[],"questions":["run 4: Build this plan? [yes, no]"],"next":"forge answer 4 yes --go"},{"at":"TIME","event":"compaction","session":"s1","status":"paused","stage":"build","iteration":1,"steps_done":0,"steps_total":2,"gates":[{"gate":"one: verify","passed":true}],"questions":[],"next":"forge resume 4"}],"unpriced":0,"below":[],"tree":[],"open_findings":0
  $ echo "{\"session_id\":\"s1\",\"cwd\":\"$PWD\",\"source\":\"compact\"}" | forge hook session-start | grep -o 'What stood before[^\\]*' | head -1
  What stood before: build, round 1, 0 of 2 steps; passed: one: verify

Runs that nothing touched for long are parked, if the setting says after how many days; the command's own run is not.

  $ forge run "two files" >run.out; forge run "two files" >run.out
  [3]
  $ later() { days=$1; shift; FORGE_FAULT=clock:1:$((days * 86400000)) forge "$@"; }
  $ later 15 list --open | cut -c1-22
  RUN  STATUS   STAGE
  4    paused   build
  5    waiting  approve
  6    waiting  approve
  $ forge config set auto_park_days 14
  auto_park_days = 14
  $ later 13 list --open | cut -c1-22
  RUN  STATUS   STAGE
  4    paused   build
  5    waiting  approve
  6    waiting  approve
  $ later 15 list --open | cut -c1-22
  run 4 was parked: nothing touched it for long (setting auto_park_days)
  run 5 was parked: nothing touched it for long (setting auto_park_days)
  run 6 was parked: nothing touched it for long (setting auto_park_days)
  RUN  STATUS  STAGE
  4    parked  build
  5    parked  approve
  6    parked  approve
  $ forge list --open | cut -c1-22; forge status 5 | grep status
  RUN  STATUS  STAGE
  4    parked  build
  5    parked  approve
  6    parked  approve
    status     parked: nothing touched it for 15 days
  $ forge resume 5 >run.out; forge status 5 | grep status
    status     waiting

A run that was given its plan has nothing to do again: its pipeline writes no plan.

  $ forge plan import "$DATA/two_steps.md" >run.out; forge plan approve 7 >run.out; FORGE_AGENT="replay:$DATA/plan_agent.toml" forge plan run 7 >run.out
  $ forge reopen 7 --reason "more"
  forge: reopen run 7: run 7 was given its plan, and its pipeline `plan` writes none
    hint: edit the plan and start it as a new one: forge plan import .forge/plans/plan-007-two-files.md
  [1]
