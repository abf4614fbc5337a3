What a person says with a retry reaches the agent, with the last error and not the first.

  $ mkdir -p .forge/pipelines; cat > .forge/pipelines/two.toml <<'EOF'
  > name  = "two"
  > about = "look, then a plan with one step"
  > [[stage]]
  > name     = "look"
  > role     = "lesson-keeper"
  > sees     = ["objective"]
  > produces = "LOOK.md"
  > result   = true
  > retry    = 1
  > [[stage]]
  > name     = "build"
  > kind     = "each"
  > pipeline = "two-step"
  > EOF
  $ cat > .forge/pipelines/two-step.toml <<'EOF'
  > name  = "two-step"
  > about = "one step"
  > [[stage]]
  > name     = "before"
  > kind     = "check"
  > commands = ["step"]
  > mode     = "baseline"
  > [[stage]]
  > name = "work"
  > role = "engineer"
  > sees = ["step"]
  > [[stage]]
  > name           = "verify"
  > kind           = "check"
  > commands       = ["step"]
  > on_exhausted   = "block"
  > max_iterations = 1
  > on_revision    = "work"
  > [[stage]]
  > name = "commit"
  > kind = "integrate"
  > EOF
  $ cat > agent.sh <<'EOF'
  > #!/bin/sh
  > [ "$FORGE_STAGE" = work ] && { echo working; [ ! -e "$READY" ] || echo one > one.txt; exit 0; }
  > [ -e "$READY" ] && { printf 'looked\n\n```json\n{"facts": []}\n```\n'; exit 0; }
  > [ "$FORGE_ATTEMPT" = 1 ] && printf 'no block\n'
  > [ "$FORGE_ATTEMPT" = 1 ] || printf 'an empty object\n\n```json\n{}\n```\n'
  > EOF
  $ printf '# Plan: One\n\n## Objective\n\nOne file.\n\n## Steps\n\n### Step one: write one\n\n**Do:** write one.txt\n**Writes:** `one.txt`\n**Depends:** none\n**Verify:** `test -s one.txt`\n' > one.md
  $ chmod +x agent.sh; git add -A; git commit -q -m agent
  $ export FORGE_AGENT=command:$PWD/agent.sh READY=$PWD/ready FORGE_PASS_ENV=READY
  $ forge run "one file" --pipeline two --execute one.md > log
  [4]
  $ grep "fail\|malformed" log | cut -c 11-
  look                    retries after malformed: the result block is invalid: no JSON object found
  look                    the run failed: malformed: the result block is invalid: facts: is missing
  ed: malformed: the result block is invalid: facts: is missing
  $ touch ready
  $ forge retry 1 --reason "list the facts" > /dev/null
  $ rm ready; touch ready; sed -i 's/\[ ! -e "$READY" \]/[ ! -e "$READY.step" ]/' agent.sh
  $ forge resume 1 > log
  [4]
  $ last() { ls -v .forge/state/runs/001/units/*/prompt.md | xargs grep -l "$1" | tail -1; }
  $ sed -n '/^# Why you/,/^# [^W]/p' "$(last 'list the facts')" | sed '$d'
  # Why you are asked again

  The result block is invalid: facts: is missing

  A person asks to try again: list the facts

The same for a step, whose commands run before its agent is asked.

  $ touch ready.step
  $ forge retry 1 one --reason "the file belongs at the top" --go > log
  $ sed -n '/^# Why you/,/^# [^W]/p' "$(last 'at the top')" | sed '$d'
  # Why you are asked

  The step failed before: `test -s one.txt` still fails after 1 attempts

  A person asks to try again: the file belongs at the top

The report tells both.

  $ forge report 1 | sed -n '/^How it went/,/^$/p' | grep retried
    retried by ada: list the facts
    one: retried by ada: the file belongs at the top
