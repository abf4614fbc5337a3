What a run remembers by itself: the project's own commands and failed work, not the proofs of single steps and not
what was wrong with a plan.

  $ . "$DATA/pipelines.sh"; mkdir -p .forge/pipelines
  $ pipeline small <<'END'
  > = plan
  > [[stage]]
  > name = "form"
  > kind = "check"
  > checks = ["symbols"]
  > on_revision = "plan"
  > max_iterations = 3
  > = build
  > [[stage]]
  > name = "verify"
  > kind = "check"
  > commands = ["step", "project"]
  > [[stage]]
  > name = "learn"
  > kind = "learn"
  > role = "lesson-keeper"
  > result = true
  > END
  $ cat > .forge/pipelines/small-step.toml <<'END'
  > name = "small-step"
  > about = "a step"
  > [[stage]]
  > name = "implement"
  > role = "engineer"
  > [[stage]]
  > name = "verify"
  > kind = "check"
  > commands = ["step"]
  > [[stage]]
  > name = "commit"
  > kind = "integrate"
  > how = "commit"
  > END
  $ cat > agent.toml <<'END'
  > [[turn]]
  > stage = "plan"
  > iteration = 1
  > text = """
  > # Plan: one
  > 
  > ## Objective
  > 
  > There is a file that says one.
  > 
  > ## Scope
  > 
  > One file; the existing function `lost_one` stays.
  > 
  > ## Changes
  > 
  > - `one.txt`: new
  > 
  > ## Risks
  > 
  > - It is empty. Mitigation: the test looks.
  > 
  > ## Testing
  > 
  > The step brings its own command.
  > 
  > ## Steps
  > 
  > ### Step one: write one
  > 
  > **Do:** write the file
  > **Writes:** `one.txt`
  > **Depends:** none
  > **Verify:** `test -s one.txt`
  > """
  > [[turn]]
  > stage = "plan"
  > iteration = 2
  > text = """
  > # Plan: one
  > 
  > ## Objective
  > 
  > There is a file that says one.
  > 
  > ## Scope
  > 
  > One file and nothing else.
  > 
  > ## Changes
  > 
  > - `one.txt`: new
  > 
  > ## Risks
  > 
  > - It is empty. Mitigation: the test looks.
  > 
  > ## Testing
  > 
  > The step brings its own command.
  > 
  > ## Steps
  > 
  > ### Step one: write one
  > 
  > **Do:** write the file
  > **Writes:** `one.txt`
  > **Depends:** none
  > **Verify:** `test -s one.txt`
  > """
  > [[turn]]
  > stage = "implement"
  > text = "Written."
  >   [[turn.write]]
  >   path = "one.txt"
  >   content = "one"
  > [[turn]]
  > stage = "learn"
  > text = "Nothing."
  > result = { facts = [] }
  > END
  $ forge config set verify 'test -f README.md'
  verify = test -f README.md
  $ forge run 'write one' --pipeline small --agent replay:agent.toml --auto | grep -E 'form|completed'
  hh:mm:ss  form                    failed (round 1 of 3): line 16: missing lost_one: not found in the repository
  hh:mm:ss  form #2                 passed
  run 1 has completed
  $ forge memory list --scope project
  ID  CATEGORY      SURE  HITS  FACT
  p1  test_command  0.70  0     `test -f README.md` passes here: it proved work of earlier runs

Where the project has no command of its own, nothing is remembered in its place: the proof of a step is false where the step has not landed.

  $ forge config set verify '' >/dev/null; forge memory forget p1 >/dev/null
  $ forge run 'write one again' --pipeline small --agent replay:agent.toml --auto | grep -E 'completed'
  run 2 has completed
  $ forge memory list --scope project | grep -c 'passes here'
  0
  [1]

An agent that cannot be started and an answer of the wrong form teach nothing about the repository.

  $ printf '#!/bin/sh\nexit 126\n' > broken.sh; chmod +x broken.sh
  $ forge run 'write two' --pipeline small --agent command:./broken.sh --auto | grep -o '^run 3 failed: [a-z]*'
  run 3 failed: tooling
  $ printf '#!/bin/sh\necho no plan\n' > talks.sh; chmod +x talks.sh
  $ forge run 'write three' --pipeline small --agent command:./talks.sh --auto | grep -o '^run 4 failed: [a-z]*'
  run 4 failed: malformed
  $ forge memory list --scope project | grep -c failure_pattern
  0
  [1]
