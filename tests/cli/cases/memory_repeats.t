A failure that three runs have seen is proposed as a gotcha, and a person decides about it.

  $ mkdir -p .forge/pipelines
  $ cat > .forge/pipelines/small.toml <<'END'
  > name  = "small"
  > about = "look, check and learn"
  > [[stage]]
  > name = "research"
  > role = "researcher"
  > sees = ["objective", "memory"]
  > produces = "RESEARCH.md"
  > [[stage]]
  > name = "test"
  > kind = "check"
  > commands = ["echo 'FAIL: the port is taken'; exit 1"]
  > [[stage]]
  > name = "learn"
  > kind = "learn"
  > END
  $ cat > agent.sh <<'END'
  > cat > /dev/null
  > echo Looked.
  > END
  $ again() { forge run "$@" --pipeline small --agent "command:sh $PWD/agent.sh" --isolation shared --auto >run.out 2>&1; echo $?; }
  $ again 'look once'; again 'look twice'; forge memory triage
  4
  4
  no drafts
  $ again 'look a third time'; forge memory triage
  4
  gotcha (1)
    p2  Stage test fails again and again: echo 'FAIL: the port is taken'; exit 1 (exit 1)
  next: forge memory triage --approve all | --reject all | --edit ID=TEXT
  $ forge memory list --scope project
  ID  CATEGORY         SURE  HITS  FACT
  p2  gotcha           0.64  0     (draft) Stage test fails again and again: echo 'FAIL: the port is taken'; exit 1 (exit 1)
  p1  failure_pattern  0.80  2     Stage test failed: echo 'FAIL: the port is taken'; exit 1 (exit 1) (while working on: look a third time)
  $ forge memory show p2 | grep -v sure
  p2: Stage test fails again and again: echo 'FAIL: the port is taken'; exit 1 (exit 1)
    category    gotcha
    status      draft
    confirmed   0x
    given       0x to stages
    from        engine forge, run 3, runs 1, 2, 3
    concluded   from p1

A run without memory gets nothing and leaves nothing behind.

  $ again 'look without it' --no-memory; forge memory list --scope project | wc -l; forge diary | wc -l
  4
  3
  3
  $ grep -l 'fails again' .forge/state/runs/00*/units/*/prompt.md
  [1]
  $ again 'look with it'; grep -l 'fails again' .forge/state/runs/00*/units/*/prompt.md
  4
  .forge/state/runs/005/units/1/prompt.md

What waits for a person is offered at resume.

  $ printf 'name = "asks"\nabout = "ask first"\n[[stage]]\nname = "go"\nkind = "ask"\nquestion = "shall we?"\n' > .forge/pipelines/asks.toml
  $ forge run 'ask me' --pipeline asks --agent "command:true" --isolation shared >run.out
  [3]
  $ forge resume 6 | head -1; forge resume 6 --quiet | head -1; forge cancel 6 >run.out
  1 fact proposed by earlier runs: forge memory triage
  run 6 waits for an answer

What a person rejects is not proposed again.

  $ forge memory triage --reject all; again 'look a sixth time'; forge memory triage
  0 approved, 1 rejected, 0 edited
  4
  no drafts
  $ forge memory list --scope project
  ID  CATEGORY         SURE  HITS  FACT
  p1  failure_pattern  0.90  4     Stage test failed: echo 'FAIL: the port is taken'; exit 1 (exit 1) (while working on: look a sixth time)

A pipeline without a `learn` stage leaves why its run failed, and nothing else.

  $ printf 'name = "bare"\nabout = "check"\n[[stage]]\nname = "test"\nkind = "check"\ncommands = ["echo the door is shut; exit 1"]\n' > .forge/pipelines/bare.toml
  $ bare() { forge run "$@" --pipeline bare --agent "command:sh $PWD/agent.sh" --isolation shared --auto >run.out 2>&1; echo $?; }
  $ bare 'one'; bare 'two'; bare 'three'; forge memory triage
  4
  4
  4
  gotcha (1)
    p4  Stage test fails again and again: echo the door is shut; exit 1 (exit 1)
  next: forge memory triage --approve all | --reject all | --edit ID=TEXT
  $ forge memory list --scope project
  ID  CATEGORY         SURE  HITS  FACT
  p4  gotcha           0.64  0     (draft) Stage test fails again and again: echo the door is shut; exit 1 (exit 1)
  p3  failure_pattern  0.80  2     Stage test failed: echo the door is shut; exit 1 (exit 1) (while working on: three)
  p1  failure_pattern  0.90  4     Stage test failed: echo 'FAIL: the port is taken'; exit 1 (exit 1) (while working on: look a sixth time)
