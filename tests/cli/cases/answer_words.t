An answer that asks for a change needs words; and where nothing goes on, nothing is drawn as running.

  $ . "$DATA/setup.sh"; sed -i '/^shows /a on_revision = "plan"' .forge/pipelines/small.toml
  $ forge run "write two files" >../out; grep type ../out
    type     forge answer 1 yes --go
  $ forge answer 1 modify
  forge: `modify` needs words: what should change?
    hint: forge answer 1 modify -m "what should change"
  [2]
  $ forge answer 1 Modify -m ' '
  forge: `Modify` needs words: what should change?
    hint: forge answer 1 Modify -m "what should change"
  [2]
  $ forge questions 1 --json | grep -o '"status":"[a-z]*"'
  "status":"open"
  $ forge chat --once '!plan answer 1 modify'
  `modify` needs words: what should change?
    hint: !plan answer plan-001 modify what should change
  [2]

At a terminal Forge asks for them. Enter decides nothing.

  $ at_terminal() { script -qec "TERM=xterm NO_COLOR=1 $1" /dev/null | tr -d '\r' | sed 's/\x1b\[[0-9;?]*[A-Za-z]//g'; }
  $ printf '\nlater then\n' | at_terminal 'forge answer 1 modify'

  later then
  what should change?   nothing is decided; say what should change, or press Escape
  what should change? run 1: answered `modify`; the run is active
    nothing runs run 1 now
  next: forge resume 1
  $ forge log 1 | grep answered
      7  hh:mm:ss                          question 1 answered `modify` by ada: later then
  $ forge run "write two files" >../out; forge answer 2 yes >../out; forge pause 2; forge status 2 | grep -E '^ *. plan '
  run 2 is paused
  next: forge resume 2
    plan       .forge/plans/plan-002-write-two-files.md
    + plan  + approve  ~ build
  $ forge complete 2; forge status | head -1
  forge: complete run 2: units are still running (1); resume the run until they have ended, or cancel it
  run 2  write two files
