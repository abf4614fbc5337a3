The chat: a draft that failed before anything was written is found like a plan.

  $ printf '[[turn]]\nstage = "draft"\nfail = "permanent"\ntext = "no such model"\n' > ../agent.toml
  $ export FORGE_AGENT="replay:$(cd .. && pwd)/agent.toml"
  $ forge chat --once '!forge write two files' | tail -n 1
  Forge failed during plan-001: permanent: no such model. Nothing was drafted yet. Try again with `!forge plan-001`, or cancel it with `!plan cancel plan-001`.
  $ forge chat --once '!plan list'
  - `plan-001` [DRAFT] — write two files (nothing written yet)
  $ forge plan list
  PLAN      STATUS  TASK  TITLE
  plan-001  DRAFT   -     write two files (nothing written yet)
  $ forge plan show 1
  plan-001  write two files
    status     DRAFT
    file       nothing written yet
    run        1 failed
    reason     permanent: no such model
  $ forge plan list --json
  {"plans":[{"plan":"plan-001","number":1,"status":"DRAFT","title":"write two files","task":null,"created":null,"path":null}],"problems":[]}
  $ forge chat --once '!plan show write-two-files'
  **plan-001** — write two files
  Status: DRAFT, nothing written yet (its run is failed)

  **What happened:** permanent: no such model

  Try again with `!forge plan-001`, or cancel it with `!plan cancel plan-001`.
  $ forge chat --once '!plan approve 1'
  Nothing of plan-001 is written yet. Continue it with `!forge plan-001`, or cancel it with `!plan cancel plan-001`.
  [2]
  $ forge plan approve 1
  forge: nothing of plan-001 is written yet: run 1 is failed
    hint: forge status 1
  [2]
  $ forge chat --once '!plan cancel write-two-files'
  Plan **plan-001** cancelled.
  $ forge chat --once '!plan show 1'
  **plan-001** — write two files
  Status: CANCELLED, nothing written yet (its run is cancelled)
  $ forge chat --once '!plan list'
  - `plan-001` [CANCELLED] — write two files (nothing written yet)
  $ forge plan list
  PLAN      STATUS     TASK  TITLE
  plan-001  CANCELLED  -     write two files (nothing written yet)
  $ forge plan show 1 --json
  {"plan":"plan-001","number":1,"status":"CANCELLED","title":"write two files","task":null,"created":null,"path":null,"objective":"","hash":"","approved":false,"changed":null,"run":1,"run_status":"cancelled","steps":[],"problems":[]}
  $ forge plan cancel 1
  plan-001 is cancelled

What was written instead of a plan is shown with its file, and no plan file is named that does not exist.

  $ printf '[[turn]]\nstage = "draft"\nrepeat = true\ntext = "I cannot do that, sorry."\n' > ../agent.toml
  $ forge chat --once '!forge write more' | tail -n 1
  - Missing section: Testing. Nothing was drafted yet. Try again with `!forge plan-002`, or cancel it with `!plan cancel plan-002`. What was written is no plan: `!plan show plan-002` shows it.
  $ forge chat --once '!plan show 2'
  **plan-002** — write more
  Status: DRAFT, nothing written yet (its run is failed)

  **What happened:** malformed: the plan has faults of form:
  - the answer: no steps
    hint: a plan has a section `## Steps` with `### Step id: title` blocks
  - the plan has no steps
  - Missing section: Objective
  - Missing section: Scope
  - Missing section: Changes
  - Missing section: Risks
  - Missing section: Testing

  Try again with `!forge plan-002`, or cancel it with `!plan cancel plan-002`.

  **What was written instead of a plan** (`.forge/state/runs/002/artifacts/run/round-1.draft.refused.md`):
  \> I cannot do that, sorry.
