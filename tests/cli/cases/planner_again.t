Who revises a plan is told each thing once, and sees the answer that the reason is about: also after a person had the stage retried.

  $ . "$DATA/pipelines.sh"; pipeline asked <<'EOF'
  > [[stage]]
  > name = "plan"
  > role = "planner"
  > sees = ["objective", "reviews", "answers"]
  > produces = "plan"
  > [[stage]]
  > name = "audit"
  > role = "auditor"
  > sees = ["objective", "plan"]
  > verdict = "AUDIT.md"
  > verdict_form = "severity"
  > on_revision = "plan"
  > [[stage]]
  > name = "approve"
  > kind = "ask"
  > question = "Build it?"
  > shows = "plan"
  > on_revision = "plan"
  > EOF
  $ cat > agent.sh <<'EOF'
  > #!/bin/sh
  > case $FORGE_STAGE.$FORGE_ITERATION in
  >   plan.*)
  >     depends=none; [ "$FORGE_ITERATION" != 2 ] || depends=gone
  >     printf '# Plan: Notes\n\n## Objective\n\nNotes.\n\n## Steps\n\n### Step a: one\n\n- Do: write a.txt\n- Writes: `a.txt`\n- Depends: %s\n- Verify: `test -s a.txt`\n' "$depends" ;;
  >   audit.*) printf '**Concern 1: It may be empty**\nNobody says how long it is.\n**Severity: low**\n\n**Verdict:** Ready to approve\n' ;;
  > esac
  > EOF
  $ chmod +x agent.sh; git add -A; git commit -q -m agent
  $ forge run "notes" --pipeline asked --agent command:$PWD/agent.sh > log; echo $?
  3
  $ forge answer 1 modify -m "Say how long it is." --go > log; echo $?
  4
  $ forge retry 1 --go > log; echo $?
  3
  $ sed -n '/^# Why you are asked/,$p' $(grep -l "Why you are asked" .forge/state/runs/001/units/*/prompt.md | sort -V | tail -1)
  # Why you are asked again

  A person asked for changes at `approve`: see what they said.

  The plan has faults of form:
  - step a depends on gone, which is not a step
      the line: - Depends: gone
  - Empty or placeholder: Objective
      the line: ## Objective
  - Missing section: Scope
  - Missing section: Changes
  - Missing section: Risks
  - Missing section: Testing

  # Your work

  Your last answer, which could not be used. Correct what was wrong with it, keep the rest word for word, and hand back all of it:
  ```
  # Plan: Notes

  ## Objective

  Notes.

  ## Steps

  ### Step a: one

  - Do: write a.txt
  - Writes: `a.txt`
  - Depends: gone
  - Verify: `test -s a.txt`
  ```

  What those remarked who approved the plan, or an earlier version of it. It is advice: take up what still holds where that costs little:
  ```
  - It may be empty: Nobody says how long it is.
  ```

  What a person asked for. What is done of it stays done; the rest waits to be done:
  ```
  - approve: Build it?
    Say how long it is.
  ```
