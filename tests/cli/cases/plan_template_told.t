The project's own template of a plan: its sections stand with the form, and a plan without one of them is sent back.

  $ forge init >/dev/null; mkdir -p .forge/pipelines .forge/plans
  $ cat > .forge/pipelines/told.toml <<'END'
  > name  = "told"
  > about = "plan"
  > [[stage]]
  > name = "plan"
  > role = "planner"
  > sees = ["objective", "template"]
  > produces = "plan"
  > prompt = "Plan it."
  > END
  $ printf '# Plan: {{TITLE}}\n\n## Objective\n\nWhy.\n\n## Rollback\n\nHow to undo it.\n\n## Audit Log\n' > .forge/plans/.plan-template.md
  $ plan() { printf '# Plan: Greet\n\n## Objective\n\nGreet people.\n\n%s\n\n## Steps\n\n### Step one: write it\n\n**Do:** write greet.sh\n**Verify:** `sh greet.sh`\n' "$1"; }
  $ turn() { printf '[[turn]]\nstage = "plan"\nattempt = %s\ntext = """\n%s\n"""\n' "$1" "$2"; }
  $ { turn 1 "$(plan '')"; turn 2 "$(plan "$(printf '## Rollback\n\nRemove it.\n\n.')")"; } > agent.toml
  $ git add -A; git commit -q -m "set up"
  $ forge run "greet" --pipeline told --agent replay:agent.toml | grep "plan with"
  hh:mm:ss  plan                    done in TIME: plan with 1 step
  $ sed -n '/^The plans of this project/,/^# Objective/p' .forge/state/runs/001/units/1/prompt.md
  The plans of this project also have these sections, with what belongs there. Write each of them; a plan without one is sent back:
  ```
  ## Objective

  Why.

  ## Rollback

  How to undo it.
  ```

  # Objective
  $ grep -c "^# Material" .forge/state/runs/001/units/1/prompt.md
  0
  [1]
  $ sed -n '/^# Why you are asked again/,/^# Your work/p' .forge/state/runs/001/units/*/prompt.md | grep Rollback
  - the section `## Rollback` is missing, which the project's template has
