The form of a plan: what a planner is shown, and what becomes of a plan that lacks it.

  $ mkdir -p .forge/pipelines
  $ cat > .forge/pipelines/draw.toml <<'TOML'
  > name = "draw"
  > [[stage]]
  > name = "plan"
  > role = "planner"
  > prompt = "Plan it."
  > produces = "plan"
  > retry = 1
  > TOML
  $ cat > outline.md <<'PLAN'
  > # Plan: Two files
  > 
  > ## Changes
  > 
  > - `one.txt` and `two.txt`: new
  > 
  > ## Roadmap
  > 
  > First one, then two.
  > PLAN
  $ { printf '[[turn]]\nstage = "plan"\ntext = """\n'; cat outline.md; printf '"""\n\n'; } > agent.toml
  $ { printf '[[turn]]\nstage = "plan"\ntext = """\n'; cat outline.md; printf '\n## Steps\n\n### Step one: One\n\n**Do:** write it\n**Owner:** me\n'; printf '"""\n'; } >> agent.toml
  $ export FORGE_AGENT="replay:$PWD/agent.toml"

Steps are never made up from an agent's document: it is told what to write. An unknown label is a problem, too.

  $ forge run "write two files" --pipeline draw
  run 1 started
    uncommitted changes in agent.toml (new), outline.md (new): agents work from the last commit (to start from them: --include-changes)
  hh:mm:ss  plan                    running
  hh:mm:ss  plan                    retries after malformed: the plan has faults of form: - the answer: the plan has no section `## Steps`: write a block `### Step ID: TITLE` for each step below `## Steps`, and its fields (Do, Writes, Depends, Verify, Done when) below that heading - Missing section: Objective - Missing section: Scope - Missing section: Risks - Missing section: Testing
  hh:mm:ss  plan                    started (attempt 2)
  hh:mm:ss  plan                    the run failed: malformed: the plan has faults of form: - step one has no verify command     the line: ### Step one: One - Missing section: Objective - Missing section: Scope - Missing section: Risks - Missing section: Testing - step one: "Owner" is not a field of a step; the fields are Do, Files, Writes, Depends, Verify, Done when, Complexity, Must-haves, Acceptance criteria, Claims, Disallowed..
  run 1 failed: malformed: the plan has faults of form:
  - step one has no verify command
      the line: ### Step one: One
  - Missing section: Objective
  - Missing section: Scope
  - Missing section: Risks
  - Missing section: Testing
  - step one: "Owner" is not a field of a step; the fields are Do, Files, Writes, Depends, Verify, Done when, Complexity, Must-haves, Acceptance criteria, Claims, Disallowed changes, Kind, Checkpoint, Tier, Effort, Estimate, Budget, Verify parallel, Proof, Passes today, Risk, Large, Tags, Failure mode, Fallback, Success evidence, Expected trajectory
      the line: **Owner:** me
    2 units
  next: forge retry 1 --go
  [4]

A stage may say that its plan needs no steps; so may a person.

  $ sed -i 's/^retry = 1/derive_steps = true/' .forge/pipelines/draw.toml
  $ forge run "write two files again" --pipeline draw
  run 2 started
    uncommitted changes in agent.toml (new), outline.md (new): agents work from the last commit (to start from them: --include-changes)
  hh:mm:ss  plan                    running
  hh:mm:ss  plan                    done in TIME: plan with 2 steps
  hh:mm:ss  plan                    the plan has 2 steps
  run 2 has completed
    0 of 2 steps, 1 unit
  next: forge report 2
  $ cp outline.md .forge/plans/plan-009-outline.md
  $ forge plan steps 9
  [ ] phase-1: Implement ./ (2 files) [implement]
  [ ] phase-2: Post-implementation audit [audit] (depends: phase-1)

The project's own template comes on top of the form.

  $ forge prompt 2 plan --sizes
  plan: planner
  block       tokens  bytes  budget  left out
  persona     121     481
  task        5       18
  answer      1014    4046
  objective   9       36
  ground      14      53
  work: plan  56      223
  all         1219
  $ printf '# Plan: {{TITLE}}\n\n## Rollback\n\n_How to undo it._\n\n## Audit Log\n' > .forge/plans/.plan-template.md
  $ forge prompt 2 plan --sizes
  plan: planner
  block       tokens  bytes  budget  left out
  persona     121     481
  task        5       18
  answer      1057    4216
  objective   9       36
  ground      14      53
  work: plan  56      223
  all         1262
