A conversation that drives a tree of runs is told where it stands: before a compaction, after it, and in the next session.

  $ . "$DATA/pipelines.sh"; forge init >/dev/null
  $ pipeline slice-of <<'END'
  > [[stage]]
  > name   = "work"
  > role   = "researcher"
  > [[stage]]
  > name     = "sure"
  > kind     = "ask"
  > question = "Go on?"
  > options  = ["on", "stop"]
  > END
  $ pipeline whole <<'END'
  > [[stage]]
  > name     = "slices"
  > kind     = "each"
  > over     = "runs"
  > pipeline = "slice-of"
  > END
  $ cat > plan.md <<'END'
  > # Plan: One
  > 
  > ## Steps
  > 
  > ### Step one: look at it
  > 
  > **Do:** look at README.md
  > **Verify:** `true`
  > END
  $ echo 'cat >/dev/null; echo Looked.' > agent.sh
  $ git add -A; git commit -q -m "set up"
  $ forge run "One" --pipeline whole --execute plan.md --agent "command:sh $PWD/agent.sh" > ../out 2>&1; echo "exit $?"
  exit 3
  $ forge run "Another" --pipeline slice-of --agent "command:sh $PWD/agent.sh" > ../out 2>&1; echo "exit $?"
  exit 3

It named run 2, which does a step of run 1; run 3 is the current one.

  $ event() { printf '{"session_id":"%s","cwd":"%s"%s}' "$2" "$PWD" "${3:-}" | forge hook "$1"; }
  $ event PostToolUse s1 ',"tool_name":"Bash","tool_input":{"command":"cd . && forge questions 2"}'
  $ event pre-compact s1 | sed 's/\\n/\n/g'
  {"systemMessage":"You were working on run 1 of Forge, \"one\": One
  Stage: slices, round 1. Status: active. Steps: 0 of 1 done.
  Plan: .forge/plans/plan-001-one.md
    run 2 does step one: waiting at sure, 0 of 0 steps; waits for question 1: Go on?
  Open questions:
    run 2: Go on? [on, stop]
  Next: forge answer 2 on --go"}
  $ event session-start s1 ',"source":"compact"' | sed 's/.*additionalContext":"//; s/\\n/\n/g'
  You were working on run 1 of Forge, \"one\": One
  Stage: slices, round 1. Status: active. Steps: 0 of 1 done.
  Plan: .forge/plans/plan-001-one.md
    run 2 does step one: waiting at sure, 0 of 0 steps; waits for question 1: Go on?
  Open questions:
    run 2: Go on? [on, stop]
  Next: forge answer 2 on --go
  What stood before: slices, round 1, 0 of 1 steps; asks: run 2: Go on? [on, stop]
  RUNS: 1 active, 2 waiting
    run 2 \"look-at-it\" waits for an answer at sure: forge questions 2
    run 3 \"another\" waits for an answer at sure: forge questions 3"}}

A tool of the MCP server names a run as well as a command does.

  $ event PostToolUse s2 ',"tool_name":"mcp__forge__run_status","tool_input":{"run":3}'
  $ event SessionEnd s2
  $ event session-start s3 ',"source":"startup"' | sed 's/.*additionalContext":"//; s/\\n/\n/g'
  RUNS: 1 active, 2 waiting
    run 2 \"look-at-it\" waits for an answer at sure: forge questions 2
    run 3 \"another\" waits for an answer at sure: forge questions 3
  Run 3 when a session left it: sure, round 1; asks: run 3: Go on? [on, stop]
  Now:
  Stage: sure, round 1. Status: waiting. Steps: 0 of 0 done.
  Open questions:
    run 3: Go on? [on, stop]
  Next: forge answer 3 on --go
  Run 1 when a session left it: slices, round 1, 0 of 1 steps; asks: run 2: Go on? [on, stop]
  Now:
  Stage: slices, round 1. Status: active. Steps: 0 of 1 done.
  Plan: .forge/plans/plan-001-one.md
    run 2 does step one: waiting at sure, 0 of 0 steps; waits for question 1: Go on?
  Open questions:
    run 2: Go on? [on, stop]
  Next: forge answer 2 on --go"}}

The next command is the right one.

  $ forge answer 2 on > ../out; forge resume 1 > ../out; tail -1 ../out
  next: forge report 1
  $ event session-start s1 ',"source":"resume"' | sed 's/.*additionalContext":"//; s/\\n/\n/g'
  RUNS: 1 waiting
    run 3 \"another\" waits for an answer at sure: forge questions 3
  Run 3 when a session left it: sure, round 1; asks: run 3: Go on? [on, stop]
  Now:
  Stage: sure, round 1. Status: waiting. Steps: 0 of 0 done.
  Open questions:
    run 3: Go on? [on, stop]
  Next: forge answer 3 on --go"}}
