A milestone of another program, with all that lies around it.

  $ forge init >/dev/null; mkdir -p .gsd/milestones/M001/slices/S01 .gsd/milestones/M001/slices/S02/tasks/T01 .gsd/milestones/M001/slices/S02/tasks/T02
  $ cat > .gsd/milestones/M001/M001-ROADMAP.md <<'END'
  > # M001: Accounts
  > 
  > **Vision:** People sign in.
  > 
  > ## Slices
  > 
  > - [x] **S01: Store** `risk:low` `depends:[]`
  >   > After this: users are kept.
  > - [ ] **S02: Sign in** `risk:high` `depends:[S01]`
  >   > After this: a person signs in.
  > - [ ] **S03: Sign out** `risk:low` `depends:[S01]`
  > 
  > ## Boundary Map
  > 
  > S01 -> S02: users
  > END
  $ printf '# Context\n\nNo OAuth.\n' > .gsd/milestones/M001/M001-CONTEXT.md
  $ echo '# S01: kept' > .gsd/milestones/M001/slices/S01/S01-SUMMARY.md
  $ printf '# Risk\n\nSessions leak.\n' > .gsd/milestones/M001/slices/S02/S02-RISK.md
  $ printf '# S02: Sign in\n\n## Goal\n\nSign in.\n' > .gsd/milestones/M001/slices/S02/S02-PLAN.md
  $ printf -- '---\nid: T01\ntitle: form\ndepends: []\nwrites: [form.html]\nmust_haves:\n  truths: [it shows]\n  proofs: [p]\n---\n\n# T01: form\n' > .gsd/milestones/M001/slices/S02/tasks/T01/T01-PLAN.md
  $ echo done > .gsd/milestones/M001/slices/S02/tasks/T01/T01-SUMMARY.md
  $ printf -- '---\nid: T02\ntitle: check\ndepends: [T01]\nwrites: [check.py]\n---\n\n# T02: check\n' > .gsd/milestones/M001/slices/S02/tasks/T02/T02-PLAN.md
  $ printf '# State\n\n**Active Milestone:** M001\n**Active Slice:** S02\n**Active Task:** T02\n**Phase:** execute\n' > .gsd/STATE.md
  $ printf '# Decisions\n\n| # | When | Decision |\n|---|---|---|\n| D1 | M001 | no OAuth |\n| D2 | M002 | later |\n' > .gsd/DECISIONS.md
  $ printf '# Auto-Memory\n\n- [MEM001] (gotcha) confidence:0.9 hits:2 - The form needs a token.\n  source: M001/S01 | updated: 2026-04-15\n' > .gsd/AUTO-MEMORY.md
  $ printf 'parallelism:\n  max_concurrent: 4\nverification:\n  preference_commands: [make lint, make test]\nskip_discuss: true\n' > .gsd/claude-agent-prefs.md
  $ printf 'parallelism:\n  max_concurrent: 2\n' > .gsd/prefs.local.md
  $ forge plan import .gsd/milestones/M001
  plan-001 Accounts (3 steps from milestone, 1 done)
    .forge/plans/plan-001-accounts.md
    note: slice S02: task T01: must_haves has the unknown key `proofs`: nothing checks it
    setting: forge config set max_concurrent '2'   # parallelism.max_concurrent: 2 (.gsd/prefs.local.md:2)
    setting: verify = make lint, make test (.gsd/claude-agent-prefs.md:4): take it with --settings
    no counterpart: skip_discuss: true (.gsd/claude-agent-prefs.md:5): forge run --flag no-discuss=true
    memory: forge memory import '.gsd/AUTO-MEMORY.md'
  $ forge plan steps 1
  [x] S01: Store [implement]
  [ ] S02: Sign in [implement] (depends: S01)
  [ ] S03: Sign out [implement] (depends: S01)
  $ forge plan show 1 --text | sed -n '/^## Context/,/^## Steps/p'
  ## Context

  No OAuth.

  ## Decisions

  | # | When | Decision |
  |---|---|---|
  | D1 | M001 | no OAuth |

  ## Steps
  $ forge plan show 1 --text | sed -n '/^### Step S02/,/^### Step S03/p'
  ### Step S02: Sign in

  **State:** running

  **Do:** After this: a person signs in.

  Tasks that were planned before, with what is done of them:
  - [x] T01: form
  - [ ] T02: check

  Risks:
  Sessions leak.

  Work on it had begun at T02 (phase execute).

  **Depends:** S01

  **Done when:** After this: a person signs in.

  **Risk:** high

  **Imported:** 1ea1460989235519/S02

  ### Step S03: Sign out

With what lies around it:

  $ forge plan import .gsd/milestones/M001 --settings --memory --json | sed 's/20[0-9-]*"/DATE"/'
  {"ok":true,"plan":"plan-002","number":2,"status":"DRAFT","title":"Accounts","task":null,"created":"DATE","path":".forge/plans/plan-002-accounts.md","format":"milestone","steps":3,"done":1,"skipped":0,"tag":null,"other_tags":[],"notes":["slice S02: task T01: must_haves has the unknown key `proofs`: nothing checks it"],"settings":[{"preference":"parallelism.max_concurrent","value":"2","from":".gsd/prefs.local.md:2","key":"max_concurrent","ours":"2","set":true,"instead":null},{"preference":"skip_discuss","value":"true","from":".gsd/claude-agent-prefs.md:5","key":null,"ours":null,"set":false,"instead":"forge run --flag no-discuss=true"},{"preference":"verification.preference_commands","value":"make lint, make test","from":".gsd/claude-agent-prefs.md:4","key":"verify","ours":"make lint\nmake test","set":true,"instead":null}],"memory":[{"path":".gsd/AUTO-MEMORY.md","added":1,"known":0,"bad":0}],"problems":[]}
  $ forge config get max_concurrent; forge config get verify
  2
  make lint
  make test
  $ forge memory list
  ID  CATEGORY  SURE  HITS  FACT
  p1  gotcha    0.56  2     The form needs a token.

What is given back is what came, with what is done since.

  $ forge plan export 1 --format milestone --to out/M001
  plan-001 as milestone: 8 files in out/M001
  $ diff -r .gsd/milestones/M001 out/M001
  $ forge plan export 1 --format milestone
  forge: a milestone is a folder
    hint: say where to write it: --to DIR
  [2]
  $ forge plan import "$DATA/two_steps.md" --settings
  forge: DATA/two_steps.md is no milestone of a .gsd tree
    hint: --settings and --memory take what lies around .gsd/milestones/ID
  [2]
  $ mkdir -p .gsd/milestones/M-20261119-new; printf '# M-20261119-new: New\n\n- [ ] **S01: a** `depends:[S09]`\n' > .gsd/milestones/M-20261119-new/M-20261119-new-ROADMAP.md
  $ forge plan import .gsd/milestones/M-20261119-new
  forge: .gsd/milestones/M-20261119-new: slice S01 depends on S09, which is not a slice
  [1]
