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

A stage may say that its plan needs no steps; so may a person.

  $ sed -i 's/^retry = 1/derive_steps = true/' .forge/pipelines/draw.toml
  $ forge run "write two files again" --pipeline draw
  $ forge plan steps outline.md

The project's own template comes on top of the form.

  $ forge prompt 2 plan --sizes
  $ printf '# Plan: {{TITLE}}\n\n## Rollback\n\n_How to undo it._\n\n## Audit Log\n' > .forge/plans/.plan-template.md
  $ forge prompt 2 plan --sizes
