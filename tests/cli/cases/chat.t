The chat: how messages are read.

  $ forge chat --parse '!plan list' --json
  {"command":"plan","action":"list","args":""}
  $ forge chat --parse '!plan RUN plan-017' --json
  {"command":"plan","action":"run","args":"plan-017"}
  $ forge chat --parse '!plan Add webhook support' --json
  {"command":"plan","action":"create","args":"Add webhook support"}
  $ forge chat --parse '!plan steps 17' --json
  {"command":"plan","action":"phases","args":"17"}
  $ forge chat --parse '!planning the party' --json
  {"command":null,"action":null,"args":null}
  $ forge chat --parse '!forge' --json
  {"command":"forge","action":"help","args":""}
  $ forge chat --parse '!forge plan-18' --json
  {"command":"forge","action":"create","args":"plan-18"}
  $ forge chat --parse 'hello' --json
  {"command":null,"action":null,"args":null}
  $ forge chat --parse '!plan skip 17'
  !plan skip: 17

What it answers.

  $ export FORGE_AGENT="replay:$DATA/plan_agent.toml"
  $ forge chat --once 'hello'
  forge: not a command: messages begin with !plan or !forge
  [1]
  $ ls -A | grep forge || echo "nothing was made"
  nothing was made
  $ forge chat --once '!plan'
  **!plan commands:**
  - `!plan <description>` — create a new plan
  - `!plan list` — list plans
  - `!plan show <plan-id|task-id>` — show plan details
  - `!plan approve <plan-id|task-id>` — approve for implementation
  - `!plan answer <plan-id|task-id> <answer>` — answer what its run asks; more words are a comment
  - `!plan modify <plan-id|task-id> <text>` — ask for changes before you approve
  - `!plan close <plan-id|task-id>` — close/abandon a plan
  - `!plan cancel <plan-id|task-id>` — stop its run and cancel the plan
  - `!plan phases [--regenerate] [--keep-done] <plan-id>` — show/generate phase checklist
  - `!plan run <plan-id>` — execute all remaining phases
  - `!plan run-one <plan-id>` — execute next pending phase
  - `!plan run-phase <plan-id> <phase-id>` — execute one phase
  - `!plan skip <plan-id>` — skip a failed/in-progress phase
  - `!plan skip-to <plan-id> <phase-id>` — skip everything before a phase
  - `!plan audit <plan-id>` — audit a plan
  - `!plan land <plan-id>` — land the finished work on your branch
  $ forge chat --once '!forge help'
  **!forge commands:**
  - `!forge <description>` — auto-draft and audit a plan
  - `!forge <plan-id>` — resume a plan
  - `!forge status` — check if a forge is running
  - `!forge cancel [<plan-id>]` — cancel the running forge
  - `!forge audit <plan-id>` — audit a plan
  $ forge chat --once '!plan list'
  No plans found.
  $ forge chat --once '!plan show 7'
  Plan not found: 7
  [2]
  $ forge chat --once '!plan phases 7'
  Plan not found: 7
  [2]
  $ forge chat --once '!forge status'
  No forge running.
  $ forge chat --once '!forge cancel'
  No forge running to cancel.
  [1]
  $ ls -A | grep forge || echo "a message that only reads makes nothing"
  a message that only reads makes nothing
  $ mkdir -p .forge/plans && echo '# By hand' > .forge/plans/plan-007-by-hand.md
  $ forge plan show 7 --text
  # By hand
  $ forge plan steps 7
  plan-007 has no steps
  $ forge chat --once '!plan show 7'
  **plan-007** — By hand
  Status: DRAFT

  **Objective:** (no objective yet)

  **Latest audit:** (no audit yet)

  File: `.forge/plans/plan-007-by-hand.md`
  $ ls .forge && rm -r .forge
  plans
  $ forge chat --once '!plan Greet people'
  Plan created: **plan-001**
  File: `.forge/plans/plan-001-greet-people.md`
  Description: Greet people
  $ forge plan import "$DATA/two_steps.md" > /dev/null
  $ forge chat --once '!plan list'
  - `plan-001` [DRAFT] — Greet people
  - `plan-002` [DRAFT] — Two files
  $ forge chat --once '!plan show 2' | sed 's/20[0-9-]*$/DATE/'
  **plan-002** — Two files
  Status: DRAFT
  Project: repo
  Created: DATE

  **Objective:** Write two files that greet.

  **Latest audit:** (no audit yet)

  **Scope:** Two text files at the top of the repository, nothing else.

  **Risks:** None worth naming: nothing reads these files yet.

  **Steps:**
  [ ] **one:** write one [implement]
  [ ] **two:** write two [implement] (depends: one)

  File: `.forge/plans/plan-002-two-files.md`
  $ forge chat --once '!plan phases 2' | sed 's/`[0-9a-f]*`/HASH/'
  **Phases for plan-002** (hash: HASH)

  [ ] **one:** write one [implement]
  [ ] **two:** write two [implement] (depends: one)
  $ forge chat --once '!plan run 2'
  Plan plan-002 has status DRAFT — must be APPROVED or IMPLEMENTING to run.
  [1]
  $ forge chat --once '!plan audit 1'
  Auditing **plan-001**...
  Audit complete for **plan-001** — review 1, verdict: **medium** (needs revision). See `!plan show plan-001` for details.
  [1]
  $ forge chat --once '!plan audit 2'
  Auditing **plan-002**...
  Audit complete for **plan-002** — review 1, verdict: **low** (ready to approve). See `!plan show plan-002` for details.
  $ forge chat --once '!plan approve plan-002'
  Plan **plan-002** approved for implementation.
  $ FORGE_PROGRESS_THROTTLE_MS=0 forge chat --once '!plan run-one 2'
  Running one: write one...
  Phase **one** done: write one
  $ forge chat --once '!plan phases 2' | sed 's/`[0-9a-f]*`/HASH/'
  **Phases for plan-002** (hash: HASH)

  [x] **one:** write one [implement]
  [ ] **two:** write two [implement] (depends: one)
  $ forge chat --once '!plan run 2' | sed 's/([0-9]*s)/(TIME)/'
  Running all phases for **plan-002** — starting two: write two...
  Plan run complete for **plan-002**: 1 phase executed (TIME)
  [x] two: write two (TIME)
  Verification: 2 commands passed.
  Branch: `forge/run-002`. Land it with `!plan land plan-002`.
  $ forge chat --once '!plan run 2'
  All phases already complete for plan-002.
  $ forge chat --once '!plan skip 2'
  Nothing to skip.
  [1]
  $ forge chat --once '!plan close 1'
  Plan **plan-001** closed.
  $ forge chat --once '!plan cancel 1'
  plan-001 is CLOSED
    hint: create a new plan: !plan <description>
  [1]
  $ forge chat --once '!plan cancel 99'
  Plan not found: 99
  [2]
  $ forge chat --once '!plan show'
  Usage: `!plan show <plan-id|task-id>`
  [2]
  $ forge chat --once '!plan run-phase 2'
  Usage: `!plan run-phase <plan-id> <phase-id>`
  [2]
  $ forge chat --once '!plan phases --regen 2'
  Unknown option `--regen`. Usage: `!plan phases [--regenerate] [--keep-done] <plan-id>`
  [2]

A forge drafts, audits and revises, and then a person decides.

  $ FORGE_PROGRESS_THROTTLE_MS=0 forge chat --once '!forge write two files' | sed 's/, [0-9]*s)/, TIME)/'
  Starting forge: write two files
  Forging plan-003... Drafting (reading codebase)
  Forging plan-003... Draft complete. Audit round 1/5...
  Forging plan-003... Audit round 1 found medium concerns. Revising...
  Forging plan-003... Revision complete. Audit round 2/5...
  Forge complete. Plan plan-003 ready for review (2 rounds, TIME)
  Approve it with `!plan approve plan-003`, then build it with `!plan run plan-003`.
  $ forge chat --once '!forge status'
  No forge running.
  $ forge chat --once '!forge cancel'
  No forge running to cancel.
  [1]
  $ forge chat --once '!plan show 3' | sed 's/20[0-9-]*$/DATE/'
  **plan-003** — Two files
  Status: REVIEW
  Project: repo
  Created: DATE

  **Objective:** Write two files that greet, and show that they do.

  **Latest audit:** Ready to approve

  **Open concerns:**
  - low: Concern 1: small

  **Scope:** Two text files at the top of the repository, nothing else.

  **Risks:** None worth naming: nothing reads these files yet.

  **Steps:**
  [ ] **one:** write one [implement]
  [ ] **two:** write two [implement] (depends: one)

  File: `.forge/plans/plan-003-write-two-files.md`
  $ forge chat --once '!plan approve 3'
  Plan **plan-003** approved for implementation.
  $ forge chat --once '!forge 3' | sed 's/([0-9]*s)/(TIME)/'
  Running all phases for **plan-003** — starting one: write one...
  Plan run complete for **plan-003**: 2 phases executed (TIME)
  [x] one: write one (TIME)
  [x] two: write two (TIME)
  Verification: 2 commands passed.
  Branch: `forge/run-003`. Land it with `!plan land plan-003`.
  $ echo "# other work" >>README.md && git commit -q -am "other work"
  $ forge chat --once '!plan land plan-003'
  **plan-003** landed on `main` (merge).
  Note: the merged tree passes 2 verify commands.
  $ mv .forge/plans/plan-003-* ../
  $ forge chat --once '!plan cancel plan-003'
  There is nothing to cancel: run 3 is completed.
  [1]
  $ mv ../plan-003-* .forge/plans/
  $ forge chat --once '!forge plan-99'
  No plan found matching "plan-99".
  [2]

When it is switched off, it is not a command. Several messages are handled one after the other.

  $ DISCOCLAW_PLAN_COMMANDS_ENABLED=0 forge chat --once '!plan list'
  forge: not a command: messages begin with !plan or !forge
  [1]
  $ PLAN_PHASES_ENABLED=false forge chat --once '!plan run 2'
  Phase decomposition is disabled. Set PLAN_PHASES_ENABLED=true to enable.
  [1]
  $ PLAN_PHASES_ENABLED=maybe forge chat --once '!plan list'
  forge: PLAN_PHASES_ENABLED: `plan_phases_enabled` cannot be `maybe`
    hint: wanted true or false
  [2]
  $ printf '!forge status\n\nhello\n!plan show 99\n' | forge chat
  No forge running.
  forge: not a command: messages begin with !plan or !forge
  Plan not found: 99
  [2]
  $ forge chat --once hello
  forge: not a command: messages begin with !plan or !forge
  [1]
  $ forge chat --json
  forge: chat: --json needs --parse
    hint: see forge chat --help
  {"error":{"code":"invalid","message":"chat: --json needs --parse","hint":"see forge chat --help"}}
  [2]
  $ forge chat now
  forge: chat: unexpected argument `now`
    hint: forge chat --help
  [2]

A text that begins with a plan's id, or nearly with a command, is no description.

  $ forge chat --once '!plan shwo plan-002'
  `shwo` is not a command. Did you mean `!plan show plan-002`? Nothing was created: a description begins with another word.
  [2]
  $ forge chat --once '!forge plan-002 skip files without words'
  `plan-002` is a plan. Continue it with `!forge plan-002`, or see `!plan help`. Nothing was created: a description begins with another word.
  [2]
  $ forge chat --once '!plan delete plan-002'
  `delete` is not a command. See `!plan help`. Nothing was created: a description begins with another word.
  [2]
