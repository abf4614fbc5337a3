The cheap way of a simple step has a time limit. When it is over, the full way does the step, on what was there before.

  $ . "$DATA/pipelines.sh"; forge init >/dev/null
  $ pipeline cheap <<'EOF'
  > = plan
  > = build
  > EOF
  $ pipeline cheap-step <<'EOF'
  > [[stage]]
  > name = "sketch"
  > role = "engineer"
  > when = "require step.complexity == simple"
  > timeout = "1s"
  > on_timeout = "full"
  > [[stage]]
  > name = "full"
  > role = "engineer"
  > when = "forbid step.complexity == simple"
  > = merge
  > EOF
  $ cat > agent.sh <<'EOF'
  > #!/bin/sh
  > [ "$FORGE_STAGE" != plan ] || exec cat plan.md
  > [ "$FORGE_STAGE" != sketch ] || { echo half > half.txt; exec sleep 60; }
  > echo whole > whole.txt; echo "Done."
  > EOF
  $ printf '# Plan: one\n\n## Steps\n\n### Step one: a file\n\n**Writes:** `whole.txt`\n**Verify:** `test -s whole.txt`\n**Complexity:** simple\n**Priority:** high\n' > plan.md
  $ chmod +x agent.sh; git add -A; git commit -q -m "set up"
  $ forge run "one" --pipeline cheap --agent "command:$PWD/agent.sh" > log 2>&1; grep " one " log | sed 's/ *running$//; s/in TIME//' | grep -v "running"
  hh:mm:ss  one sketch              started
  hh:mm:ss  one sketch              no answer within 1.0s: `full` does it instead
  hh:mm:ss  one full                started
  hh:mm:ss  one full                done in TIME: Done.
  hh:mm:ss  one merge               done in TIME: commit HASH
  hh:mm:ss  one                     step done
  $ git ls-tree --name-only forge/run-001 | grep txt
  whole.txt
  $ forge pipeline check gated-step | tail -1; forge pipeline show gated-step --json | grep -o '"on_timeout":"build"'
  ok gated-step (built-in)
  "on_timeout":"build"

It passes over the condition of that stage, but not over its gate.

  $ sed 's/"cheap-step"/"careful-step"/; s/^when = "forbid.*/&\ngate = "artifact DESIGN.md min=1"/' .forge/pipelines/cheap-step.toml > .forge/pipelines/careful-step.toml
  $ sed 's/"cheap"/"careful"/; s/"cheap-step"/"careful-step"/' .forge/pipelines/cheap.toml > .forge/pipelines/careful.toml
  $ forge run "one" --pipeline careful --agent "command:$PWD/agent.sh" > log 2>&1; echo $?; grep " one " log | sed 's/ *running$//; s/in TIME//' | grep -v "running"
  3
  hh:mm:ss  one sketch              started
  hh:mm:ss  one sketch              no answer within 1.0s: `full` does it instead
  hh:mm:ss  one full                the gate does not pass: artifact missing: DESIGN.md
  hh:mm:ss  one full                asks: the gate of `full` does not hold: artifact missing: DESIGN.md
  $ git ls-tree --name-only forge/run-002 | grep txt
  [1]

The stage must be a later one of an agent, and there must be a limit.

  $ sed -i 's/^timeout.*//; s/on_timeout = "full"/on_timeout = "merge"/' .forge/pipelines/cheap-step.toml; forge pipeline check cheap-step
  REPO/.forge/pipelines/cheap-step.toml:8:14: `on_timeout` of stage `sketch` names `merge`, which is not a later stage of an agent
    hint: name the stage that does the work instead
  REPO/.forge/pipelines/cheap-step.toml:8:14: stage `sketch` has `on_timeout` but no `timeout`
    hint: add timeout = "90s"
  failed cheap-step (.forge/pipelines/cheap-step.toml): 2 problems
  [1]

A step's priority is one of three words.

  $ sed -i 's/high/urgent/' plan.md; forge plan check plan.md
  line 10: step one: the priority is high, medium or low, not "urgent"
  failed plan.md: 1 problem
  [1]
