A run from its objective to its commits, with the approval from elsewhere.

  $ . "$DATA/setup.sh"
  $ forge run "write two files"
  run 1 started
  hh:mm:ss  plan                    running
  hh:mm:ss  plan                    done in TIME, 1.2k tokens, $0.01: plan with 2 steps
  hh:mm:ss  plan                    the plan has 2 steps
  hh:mm:ss  approve                 asks: Build this plan?
  run 1 waits for an answer
    0 of 2 steps, 1 unit, 1.2k tokens, $0.01
  run 1 question 1 (approve): Build this plan?
    about    plan
    answers  yes, no
    type     forge answer 1 yes --go
  [3]
  $ forge status
  run 1  write two files
    status     waiting
    pipeline   small
    slug       write-two-files
    plan       .forge/plans/plan-001-write-two-files.md
    spent      1 unit, 1.2k tokens, $0.01
    time       TIME, started TIME ago
    engine     not running

    + plan  ? approve  . build

    STEP  STATUS   STAGE  TITLE
    one   pending  -      write one
    two   pending  -      write two

  run 1 question 1 (approve): Build this plan?
    about    plan
    answers  yes, no
    type     forge answer 1 yes --go

  next: forge answer 1 yes --go
  $ forge questions
  run 1 question 1 (approve): Build this plan?
    about    plan
    answers  yes, no
    type     forge answer 1 yes --go
  $ forge answer yes
  run 1: answered `yes`; the run is active
    nothing runs run 1 now
  next: forge resume 1
  $ forge resume
  hh:mm:ss  one implement           running
  hh:mm:ss  one implement           done in TIME, 600 tokens, $0.005: one.txt is there.
  hh:mm:ss  one verify              passed
  hh:mm:ss  one commit              done in TIME: commit HASH
  hh:mm:ss  one                     step done
  hh:mm:ss  two implement           started
  hh:mm:ss  two implement           done in TIME, 600 tokens, $0.005: two.txt is there.
  hh:mm:ss  two verify              passed
  hh:mm:ss  two commit              done in TIME: commit HASH
  hh:mm:ss  two                     step done
  hh:mm:ss  build                   all steps done
  run 1 has completed
    2 of 2 steps, 7 units, 2.4k tokens, $0.02
    changed   2 files, +2 -0, on forge/run-001
    verified  2 commands passed
  next: forge land 1
  $ forge list
  RUN  STATUS                 STAGE  STEPS  SPENT               AGE  OBJECTIVE
  1    completed, not landed  -      2/2    2.4k tokens, $0.02  0s   write two files
  $ forge report
  Run 1 · small · completed
  Objective: write two files
  Plan: .forge/plans/plan-001-write-two-files.md

  Steps: 2 of 2 done
    done     one   write one
    done     two   write two

  How it went:
    approve: asked: Build this plan?
    approve: answered `yes` by ada after TIME
    an engine continues the run

  Work: 7 units: 3 of agents, 2 checks, 2 commits
  Time: active for TIME
  Verified: 2 commands passed
  Changes: 2 files, +2 -0
    commit HASH  one: write one
    commit HASH  two: write two
  Spent: 2.4k tokens, $0.02
  Models: claude-sonnet-4-6
  Branch: forge/run-001 (review: git log -p main..forge/run-001; land: forge land 1)
  Next: forge land 1
  $ git log --format=%s main..forge/run-001
  two: write two
  one: write one
  $ git status --short
  ?? .forge/

Nothing is left to do, and it says so.

  $ forge resume 1
  forge: run 1 has completed
    hint: start a new one: forge run
  [1]
  $ forge answer 1 yes
  forge: question 1 of run 1 already has an answer: `yes`, by ada
    hint: forge status 1
  [1]
  $ forge pause 1
  forge: pause run 1: the run has completed; there is nothing to pause
  [1]
  $ forge status 1
  run 1  write two files
    status     completed
    pipeline   small
    slug       write-two-files
    plan       .forge/plans/plan-001-write-two-files.md
    spent      7 units, 2.4k tokens, $0.02
    time       TIME, started TIME ago

    + plan  + approve  + build

    STEP  STATUS  STAGE  TITLE
    one   done    -      write one
    two   done    -      write two

  next: forge land 1

Unattended, for a script.

  $ echo "write two files again" | forge run - --auto --json
  {"run":2,"slug":"write-two-files-again","objective":"write two files again","pipeline":"small","status":"completed","reason":"","stage":null,"parent":null,"parent_step":null,"steps_done":2,"steps_total":2,"units":7,"tokens":2400,"usd":0.02,"plan_path":".forge/plans/plan-002-write-two-files-again.md","created":"TIME","updated":"TIME","questions":[],"next":"forge land 2"}

What is checked before anything is recorded.

  $ forge run "x" --agent command:no-such-program-anywhere
  forge: agent `command:no-such-program-anywhere`: the agent program no-such-program-anywhere was not found on PATH
    hint: install it, give its full path, or choose another agent with --agent
  [2]
  $ forge run "x" --agent nonsense
  forge: agent `nonsense`: unknown agent `nonsense`
    hint: write auto, claude, codex, gemini, opencode, anthropic[:URL], openai[:URL], openai-responses[:URL], acp:NAME or acp:COMMAND for an agent that speaks ACP, command:LINE for any program, record:FILE:SPEC to write a script, or replay:FILE to play one; `forge agents` lists them
  [2]
  $ forge run "x" --agent replay:missing.toml
  forge: agent `replay:missing.toml`: the replay script: read REPO/missing.toml: No such file or directory
    hint: write one as in docs/replay.md, or try `forge demo`
  [2]

No agent is installed: the message says where Forge looked, and the quickest ways to get one. An API key alone selects no agent:
Forge spends no money unasked.

  $ mkdir empty; ln -s "$(command -v forge)" "$(command -v git)" empty/
  $ (unset FORGE_AGENT ANTHROPIC_API_KEY OPENAI_API_KEY; PATH=$PWD/empty forge run "x")
  forge: no agent found: claude, codex, gemini and opencode are not on PATH, and neither ANTHROPIC_API_KEY nor OPENAI_API_KEY is set
    hint: quickest: npm install -g @anthropic-ai/claude-code, or export ANTHROPIC_API_KEY=...
  [2]
  $ (unset FORGE_AGENT; PATH=$PWD/empty ANTHROPIC_API_KEY=k forge run "x")
  forge: no agent is configured; found `anthropic`: no agent program is installed, but ANTHROPIC_API_KEY is set
    hint: use it: forge run --agent auto ..., or always: forge config set agent auto
  [2]
  $ rm -r empty

  $ forge run "x" --pipeline smal
  forge: no pipeline named `smal`
    hint: did you mean `small`? all: forge pipeline list
  [2]
  $ forge run "x" --plan missing.md
  forge: read missing.md: No such file or directory
  [2]
  $ forge run "" --json
  forge: the objective is empty
    hint: describe the task: forge run "add a --json flag to list"
  {"error":{"code":"invalid","message":"the objective is empty","hint":"describe the task: forge run \"add a --json flag to list\""}}
  [2]
  $ forge list --json | grep -o '"run":[0-9]*'
  "run":1
  "run":2
