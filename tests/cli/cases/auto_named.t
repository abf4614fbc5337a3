`--auto` with an answer, a retry or a skip holds for the run that is named and those below it, and asking for one step of a plan says
nothing about the others.

  $ . "$DATA/pipelines.sh"; forge init >/dev/null
  $ printf "*.toml\nout\n*.md\n" >> .git/info/exclude
  $ pipeline below <<'END'
  > [[stage]]
  > name       = "sure"
  > kind       = "ask"
  > question   = "Sure?"
  > unattended = "approve"
  > [[stage]]
  > name     = "look"
  > role     = "researcher"
  > produces = "LOOK.md"
  > END
  $ pipeline above <<'END'
  > [[stage]]
  > name           = "parts"
  > kind           = "each"
  > over           = "runs"
  > pipeline       = "below"
  > max_concurrent = 2
  > [[stage]]
  > name       = "good"
  > kind       = "ask"
  > question   = "Is it good?"
  > unattended = "approve"
  > END
  $ replay <<'END'
  > [[turn]]
  > role   = "researcher"
  > text   = "Done."
  > repeat = true
  > END
  $ told() { forge log "$1" --json | grep -c '"control": *"auto"'; }
  $ sed '/^\*\*Depends:/d' "$DATA/two_steps.md" > beside.md
  $ forge run "the parts" --pipeline above --execute beside.md --agent replay:agent.toml >out; echo "exit $?"; forge questions | grep question
  exit 3
  run 2 question 1 (sure): Sure?
  run 3 question 1 (sure): Sure?
  $ forge answer 2 yes --go --auto >out; echo "exit $?"; forge questions | grep question; told 1; told 2; told 3
  exit 3
  run 3 question 1 (sure): Sure?
  0
  1
  0
  [1]
  $ forge answer 3 yes --go >out; echo "exit $?"; forge questions | grep question
  exit 3
  run 1 question 1 (good): Is it good?
  $ forge answer 1 yes --go --auto | tail -1
  next: forge report 1

A command that dies before it has told the runs below: their run tells them when it starts them again.

  $ forge run "the parts" --pipeline above --execute beside.md --agent replay:agent.toml >out; echo "exit $?"
  exit 3
  $ FORGE_CRASH=auto-told forge resume 4 --auto >out 2>&1; echo "exit $?"; told 4; told 5
  exit 137
  1
  0
  [1]
  $ forge resume 4 >out; echo "exit $?"; forge questions | grep question
  exit 0
  no open questions

One step of a plan, unattended: the checkpoint of another one stays, and the rest of the run is asked about.

  $ { sed -e 's/^\*\*Writes:\*\* `one.txt`/&\n**Checkpoint:** true/' -e '/^\*\*Depends:/d' "$DATA/two_steps.md"; } > looked.md
  $ export FORGE_AGENT="replay:$DATA/plan_agent.toml"; forge plan import looked.md >out; grep -o "plan-[0-9]*" out | head -1
  plan-007
  $ forge plan approve 7 >out; forge plan run-step 7 one >out; echo "exit $?"; forge questions 7 | head -1
  exit 3
  run 7 question 1 (one): step one (write one) is done and has a checkpoint; continue with what depends on it?
  $ forge plan run-step 7 two --auto >out; echo "exit $?"; forge questions 7 | head -1; told 7; forge plan steps 7
  exit 3
  run 7 question 1 (one): step one (write one) is done and has a checkpoint; continue with what depends on it?
  0
  [?] one: write one [implement]
  [x] two: write two [implement]

Nothing works on a step of a run that was cancelled, and every page says so.

  $ forge cancel 7 >out; forge plan steps 7; forge status 7 | grep ': *write one\|  write one'; forge report 7 | grep ' one   write one'
  [ ] one: write one [implement]
  [x] two: write two [implement]
    one   pending  -      write one
    pending  one   write one
  $ forge status 7 --json | sed 's/.*"steps":\[//; s/"running":.*//' | grep -o '"status":"[a-z]*"'
  "status":"pending"
  "status":"done"
