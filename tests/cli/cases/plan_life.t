A plan from its file to its commits.

  $ export FORGE_AGENT="replay:$DATA/plan_agent.toml"
  $ forge plan list
  no plans; create one: forge plan new "title"
  $ forge plan new "Greet people" --task T-1 --context "They asked for it." | sed 's/ 20.*//'
  plan-001 Greet people
    .forge/plans/plan-001-greet-people.md
  next: edit it, then forge plan approve 1
  $ sed 's/20[0-9-]*$/DATE/' .forge/plans/plan-001-greet-people.md
  # Plan: Greet people

  **ID:** plan-001
  **Task:** T-1
  **Status:** DRAFT
  **Project:** repo
  **Created:** DATE

  ---

  ## Objective

  _What will be true when this is done, in a sentence or two._

  ## Scope

  _What belongs to it, and what does not._

  ## Changes

  _The files that change, each in backticks, and how._

  ## Risks

  _What could go wrong, and what is done about it._

  ## Testing

  _How it is shown to work._

  ## Steps

  <!-- One block for each step, in this form. Without steps, Forge makes them from the files in Changes.

  ### Step reader: Read in pieces

  **Do:** Read 64 KiB at a time; keep a word's state between pieces.
  **Files:** `src/count.h`
  **Writes:** `src/count.c`, `tests/border.sh`
  **Depends:** none
  **Verify:** `sh tests/border.sh`
  **Done when:** a word on a border counts once
  **Complexity:** medium
  **Claims:**
  - fact: `count_file` reads the file at once — `src/count.c:12`

  ### Step large: A large file

  **Do:** Count the words of a file of 1 GiB under `ulimit -v`.
  **Writes:** `tests/large.sh`
  **Depends:** reader
  **Verify:** `sh tests/large.sh`
  **Done when:** it exits with 0
  **Complexity:** simple
  **Claims:**
  - fact: `make test` runs all — `Makefile:8`
  -->

  ---

  ## Audit Log

  _Reviews are added here._

  ---

  ## Implementation Notes

  _Notes are added here while the work goes on._

  ## Context

  They asked for it.
  $ forge plan new --from "$DATA/two_steps.md"
  plan-002 Two files
    .forge/plans/plan-002-two-files.md
  next: edit it, then forge plan approve 2
  $ forge plan list
  PLAN      STATUS  TASK  TITLE
  plan-001  DRAFT   T-1   Greet people
  plan-002  DRAFT   -     Two files
  $ forge plan list --status approved
  no such plans
  $ forge plan show two-files | sed 's/20[0-9-]*$/DATE/'
  plan-002  Two files
    status     DRAFT
    approval   none
    created    DATE
    file       .forge/plans/plan-002-two-files.md

  Write two files that greet.

  Scope: Two text files at the top of the repository, nothing else.

  Risks: None worth naming: nothing reads these files yet.

    [ ] one: write one [implement]
    [ ] two: write two [implement] (depends: one)
  $ forge plan run 2
  forge: plan-002 has status DRAFT: it must be APPROVED or IMPLEMENTING to run
    hint: forge plan approve plan-002
  [1]
  $ forge plan approve 2
  plan-002 is approved
  next: forge plan run 2
  $ forge plan run-one 2
  hh:mm:ss  one implement           started
  hh:mm:ss  one implement           done in TIME, 600 tokens, $0.005: one.txt is there.
  hh:mm:ss  one verify              passed
  hh:mm:ss  one commit              done in TIME: commit HASH
  hh:mm:ss  one                     step done
  hh:mm:ss  build                   the run is paused: the requested steps are settled
  run 2 is paused: the requested steps are settled
    1 of 2 steps, 4 units, 600 tokens, $0.005
  next: forge resume 2
  $ forge plan steps 2
  [x] one: write one [implement]
  [ ] two: write two [implement] (depends: one)
  $ forge plan run 2
  hh:mm:ss  two implement           started
  hh:mm:ss  two implement           done in TIME, 600 tokens, $0.005: two.txt is there.
  hh:mm:ss  two verify              passed
  hh:mm:ss  two commit              done in TIME: commit HASH
  hh:mm:ss  two                     step done
  hh:mm:ss  build                   all steps done
  hh:mm:ss  verify                  passed
  hh:mm:ss  commit                  done in TIME: nothing changed
  run 2 has completed
    2 of 2 steps, 10 units, 1.2k tokens, $0.01
    changed   2 files, +2 -0, on forge/run-002
    verified  2 commands passed
  next: forge land 2
  $ forge plan run 2
  plan-002 has nothing left to run: all steps are done or skipped
  $ forge plan list --json | sed 's/"created":"[0-9-]*"/"created":"DATE"/g'
  {"plans":[{"plan":"plan-001","number":1,"status":"DRAFT","title":"Greet people","task":"T-1","created":"DATE","path":".forge/plans/plan-001-greet-people.md"},{"plan":"plan-002","number":2,"status":"DONE","title":"Two files","task":null,"created":"DATE","path":".forge/plans/plan-002-two-files.md"}],"problems":[]}
  $ git log --all --format=%s | grep "^plan-" | sort
  plan-002 one: write one
  plan-002 two: write two
  $ forge plan close 1
  plan-001 is closed
  $ forge plan cancel 1
  forge: plan-001 is CLOSED
    hint: import it as a new plan: forge plan import .forge/plans/plan-001-greet-people.md
  [1]
  $ forge plan approve 2
  forge: plan-002 is DONE
    hint: import it as a new plan: forge plan import .forge/plans/plan-002-two-files.md
  [1]

An edit after the approval needs a new one, and says what changed.

  $ forge plan import "$DATA/two_steps.md" --title Again
  plan-003 Again (2 steps from markdown)
    .forge/plans/plan-003-again.md
  $ forge plan approve 3
  plan-003 is approved
  next: forge plan run 3
  $ sed -i 's/write two.txt/write two.txt twice/' .forge/plans/plan-003-again.md
  $ forge plan show 3 | sed 's/20[0-9-]*$/DATE/'
  plan-003  Again
    status     APPROVED
    approval   earlier content; the changes are below
    created    DATE
    file       .forge/plans/plan-003-again.md

  Write two files that greet.

  Scope: Two text files at the top of the repository, nothing else.

  Risks: None worth naming: nothing reads these files yet.

    [ ] one: write one [implement]
    [ ] two: write two [implement] (depends: one)

  changes since the approval:
  @@
   ### Step two: write two

  -**Do:** write two.txt
  +**Do:** write two.txt twice

   **Writes:** `two.txt`
  $ forge plan run 3
  forge: plan-003 changed after it was approved:
  @@
   ### Step two: write two

  -**Do:** write two.txt
  +**Do:** write two.txt twice

   **Writes:** `two.txt`

    hint: review it and approve it again: forge plan approve plan-003
  [1]
  $ forge plan approve plan-3
  plan-003 is approved
  next: forge plan run 3
  $ forge plan edit 3
  forge: plan edit needs a terminal
    hint: edit the file yourself: REPO/.forge/plans/plan-003-again.md
  [2]
  $ forge plan skip 3
  nothing to skip
  [1]
  $ forge plan skip-to 3 two
  skipped one: write one (was pending)
  next: forge plan run-step 3 two
  $ forge plan run-step 3 nobody
  forge: plan-003 has no step `nobody`
    hint: forge plan steps plan-003
  [2]
  $ forge plan run-step 3 two
  hh:mm:ss  two implement           started
  hh:mm:ss  two implement           done in TIME, 600 tokens, $0.005: two.txt is there.
  hh:mm:ss  two verify              passed
  hh:mm:ss  two commit              done in TIME: commit HASH
  hh:mm:ss  two                     step done
  hh:mm:ss  build                   all steps done
  hh:mm:ss  verify                  passed
  hh:mm:ss  commit                  done in TIME: nothing changed
  run 3 has completed
    2 of 2 steps, 6 units, 600 tokens, $0.005
    changed   1 file, +1 -0, on forge/run-003
    verified  1 command passed
  next: forge land 3
  $ forge plan skip-to 3 nobody
  forge: plan-003 has no step `nobody`
    hint: forge plan steps plan-003
  [2]
  $ forge plan audit 3
  plan-003: review 1, verdict low (ready to approve)
  $ forge plan show 3 --text | sed -n '/## Audit Log/,/Verdict/p' | sed 's/20[0-9-]*$/DATE/'
  ## Audit Log

  _Reviews are added here._

  ### Review 1 — DATE
  **Status:** COMPLETE

  **Concern 1: small**
  **Severity: low**

  **Verdict:** Ready to approve

What is not there, and what is wrong.

  $ forge plan show 99
  forge: no plan `99`
    hint: forge plan list
  [2]
  $ forge plan approve
  forge: plan approve: PLAN is missing
    hint: PLAN: number (17, plan-17), slug, task or path; see forge plan approve --help
  [2]
  $ forge plan new
  forge: the plan has no title
    hint: forge plan new "title"
  [2]
  $ forge plan new ''
  forge: the plan has no title
    hint: forge plan new "title"
  [2]
  $ cp .forge/plans/plan-003-again.md .forge/plans/plan-003-other.md
  $ forge plan show 3
  forge: two plans have the id 3: .forge/plans/plan-003-again.md and .forge/plans/plan-003-other.md
    hint: renumber one of them: change its file name and its **ID:** line
  [1]
  $ forge plan list
  forge: two plans have the id plan-003: .forge/plans/plan-003-again.md and .forge/plans/plan-003-other.md
  PLAN      STATUS  TASK  TITLE
  plan-001  CLOSED  T-1   Greet people
  plan-002  DONE    -     Two files
  plan-003  DONE    -     Again
  plan-003  DONE    -     Again
  $ rm .forge/plans/plan-003-other.md
  $ rm .forge/plans/plan-003-again.md
  $ forge plan run 3
  forge: no plan `3`
    hint: forge plan list
  [2]
  $ forge plan steps 3
  forge: no plan `3`
    hint: forge plan list
  [2]
