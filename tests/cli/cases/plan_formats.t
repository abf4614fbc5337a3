Plans of other tools, there and back.

  $ forge plan export "$DATA/two_steps.md" > plan.json
  $ cat plan.json
  {
    "objective": "Write two files that greet.",
    "title": "Two files",
    "modules": [
      {
        "id": "one",
        "title": "write one",
        "objective": "write one.txt",
        "dependsOn": [],
        "files": [
          "one.txt"
        ],
        "verify": [
          "test -s one.txt"
        ],
        "doneWhen": "its verify commands pass",
        "reads": []
      },
      {
        "id": "two",
        "title": "write two",
        "objective": "write two.txt",
        "dependsOn": [
          "one"
        ],
        "files": [
          "two.txt"
        ],
        "verify": [
          "test -s two.txt"
        ],
        "doneWhen": "its verify commands pass",
        "reads": []
      }
    ]
  }
  $ forge plan import plan.json
  plan-001 Two files (2 steps from modules)
    .forge/plans/plan-001-two-files.md
  $ forge plan show 1 --text | sed -n '1,6p'
  # Plan: Two files

  **ID:** plan-001
  **Status:** DRAFT
  **Project:** repo
  **Created:** DATE
  $ forge plan export 1 --format taskmaster --to tasks.json
  plan-001 as taskmaster: 1 file in tasks.json
  $ forge plan export 1 --format taskmaster --to tasks.json
  forge: tasks.json already exists; nothing was written
    hint: replace it with --force
  [1]
  $ forge plan export 1 --format taskmaster --to tasks.json --force
  plan-001 as taskmaster: 1 file in tasks.json
  $ forge plan import tasks.json --json | sed 's/20[0-9-]*"/DATE"/'
  {"ok":true,"plan":"plan-002","number":2,"status":"DRAFT","title":"Two files","task":null,"created":"DATE","path":".forge/plans/plan-002-two-files.md","format":"taskmaster","steps":2,"done":0,"skipped":0,"tag":"master","other_tags":[],"notes":[],"settings":[],"memory":[],"problems":[]}
  $ forge plan export 1 --format phases | sed 's/20[0-9-]*$/DATE/; s/hash: .*/hash: HASH/'
  # Phases: plan-001
  Created: DATE
  Plan hash: HASH

  ## one: write one
  **Kind:** implement
  **Status:** pending
  **Context:** (none)
  **Depends on:** (none)
  **Writes:** `one.txt`
  **Forge:** {"verify":["test -s one.txt"],"done_when":"its verify commands pass"}

  write one.txt

  ---

  ## two: write two
  **Kind:** implement
  **Status:** pending
  **Context:** (none)
  **Depends on:** one
  **Writes:** `two.txt`
  **Forge:** {"verify":["test -s two.txt"],"done_when":"its verify commands pass"}

  write two.txt

  ---
  $ forge plan export 1 --format speckit | grep '^#\|T0'
  # Tasks: Two files
  ## Phase 1
  - [ ] T001 write one in `one.txt`
  ## Phase 2
  - [ ] T002 write two in `two.txt` (depends on T001)
  $ forge plan export 1 --format slice
  forge: a slice is a folder
    hint: say where to write it: --to DIR
  [2]
  $ forge plan export 1 --format slice --to S01
  plan-001 as slice: 3 files in S01
  $ find S01 -type f | sort
  S01/S01-PLAN.md
  S01/tasks/T01/T01-PLAN.md
  S01/tasks/T02/T02-PLAN.md
  $ forge plan import S01 --title "From a folder" --task T-9
  plan-003 From a folder (2 steps from slice)
    .forge/plans/plan-003-from-a-folder.md
  $ forge plan list
  PLAN      STATUS  TASK  TITLE
  plan-001  DRAFT   -     Two files
  plan-002  DRAFT   -     Two files
  plan-003  DRAFT   T-9   From a folder

What cannot be read is named, and nothing is made.

  $ echo '{"modules": [{"id": "a"}]}' > broken.json
  $ forge plan import broken.json
  forge: broken.json: Module a: missing fields: title, objective, files, verify (at least one), doneWhen
  [1]
  $ forge plan import missing.json
  forge: read missing.json: No such file or directory
  [2]
  $ forge plan import tasks.json --format paper
  forge: plan import: --format: invalid value `paper`
    hint: one of: markdown, milestone, modules, phases, slice, speckit, taskmaster
  [2]
  $ forge plan list --json | grep -o '"id"' | wc -l
  0
