What each seat of `gated` is shown over three rounds: exactly what its `sees` names. Every seat signs what it says.

  $ cat > agent.sh <<'EOF'
  > #!/bin/sh
  > sign="says-$FORGE_STAGE${FORGE_MEMBER:+.$FORGE_MEMBER}.$FORGE_ITERATION"
  > case $FORGE_STAGE.$FORGE_MEMBER.$FORGE_ITERATION in
  >   draft.* | plan.*)
  >     printf '# Plan: One note\n\n## Objective\n\nOne note, as written in %s.\n\n## Scope\n\nOne file, `note.txt`, and nothing else.\n\n' "$FORGE_STAGE-$FORGE_ITERATION"
  >     printf '## Changes\n\n- `note.txt`: new\n\n## Risks\n\nNone that matter: the file is new.\n\n## Testing\n\nThe command of the step.\n\n## Steps\n\n'
  >     printf '### Step one: write it\n\n**Do:** write note.txt\n**Writes:** `note.txt`\n**Depends:** none\n**Verify:** `test -s note.txt`\n**Done when:** it is there\n'
  >     printf '**Complexity:** simple\n**Claims:**\n- fact: the readme is a sample — `README.md:1`\n'
  >     exit ;;
  >   review.skeptic.[12] | review.integration.[12]) printf '%s\n\n**Verdict:** Revision Required\n' "$sign" ;;
  >   review.* | challenge.*) printf '%s\n\n**Verdict:** Approved\n' "$sign" ;;
  >   *) echo "$sign" ;;
  > esac
  > printf '\n```json\n{"findings": [], "claims": [], "questions": [], "recommendation": "standard", "found": true, "summary": "done"}\n```\n'
  > EOF
  $ chmod +x agent.sh; git add -A; git commit -q -m agent
  $ export FORGE_AGENT=command:$PWD/agent.sh
  $ forge run "write the requested note" --pipeline gated --visions three > log
  [3]
  $ forge answer 1 standard --go > log
  [3]
  $ grep "review.*asks for changes\|review.*approved$" log | cut -c 11- | sort
  review                  asks for changes (round 1 of 5): 2 of 3 members ask for changes
  review                  second-opinion: approved
  review #2               asks for changes (round 2 of 5): 2 of 3 members ask for changes
  review #3               approved
  review #3               integration: approved
  review #3               skeptic: approved
  $ heard() { for unit in $(ls -v .forge/state/runs/001/units); do p=.forge/state/runs/001/units/$unit/prompt.md
  >   [ -e $p ] || continue
  >   who=$(grep -oh "says-[a-z0-9.-]*" .forge/state/runs/001/units/$unit/answer.md | head -1)
  >   echo "${who:-the plan}: $(grep -q "^# Objective" $p && echo objective) $(grep -o "says-[a-z-]*\.[a-z0-9.-]*" $p | sort -u | sed 's/says-//' | tr '\n' ' ')"; done | sed 's/ *$//'; }
  $ heard
  says-precedent.1: objective
  says-research.1: objective precedent.1
  says-challenge.1: objective research.1
  says-clarify.1: objective challenge.1 research.1
  the plan: objective challenge.1 clarify.1 precedent.1 research.1
  says-visions-three.simpler.1:
  says-visions-three.better.1:
  says-visions-three.blind-spots.1: objective
  says-visions-three.comparator.1: objective visions-three.better.1 visions-three.blind-spots.1 visions-three.simpler.1
  says-review.skeptic.1: objective
  says-review.integration.1: objective
  says-review.second-opinion.1: objective review.integration.1 review.skeptic.1
  the plan: objective clarify.1 review.integration.1 review.skeptic.1 visions-three.comparator.1
  says-review.skeptic.2: objective review.skeptic.1
  says-review.integration.2: objective review.integration.1
  the plan: objective clarify.1 review.integration.2 review.skeptic.2 visions-three.comparator.1
  says-review.skeptic.3: objective review.skeptic.2
  says-review.integration.3: objective review.integration.2

What the plan's Audit Log holds is for who names it: `audit-log`. It comes without plan and objective.

  $ mkdir -p .forge/pipelines; cat > .forge/pipelines/log.toml <<'EOF'
  > name  = "log"
  > about = "a plan, its review, and one who reads the log alone"
  > [[stage]]
  > name     = "plan"
  > role     = "planner"
  > produces = "plan"
  > [[stage]]
  > name        = "review"
  > role        = "auditor"
  > sees        = ["plan"]
  > verdict     = "REVIEW.md"
  > on_revision = "plan"
  > [[stage]]
  > name     = "look"
  > role     = "researcher"
  > sees     = ["audit-log"]
  > produces = "LOOK.md"
  > EOF
  $ forge run "write the requested note" --pipeline log > log
  $ forge prompt 2 look --round 1 2> /dev/null | grep "^# \|Audit Log\|^### \|says-\|requested" | sed "s/ — .*//"
  # Your answer
  # What the engine does
  # Material
  The reviews of the plan so far, as its Audit Log has them:
  ### Review 1
  says-review.1
  $ forge prompt 2 review --round 1 2> /dev/null | grep "^# \|requested"
  # Your answer
  # What the engine does
  # Material
  # Plan: One note

The plan's Scope has a word of its own, `scope`: who looks at one thing is told what was ruled out, and nothing else of the plan.

  $ cat > .forge/pipelines/lens.toml <<'EOF'
  > name  = "lens"
  > about = "a plan, and two who look: one at its scope, one at all of it"
  > [[stage]]
  > name     = "plan"
  > role     = "planner"
  > produces = "plan"
  > [[stage]]
  > name      = "review"
  > kind      = "panel"
  > aggregate = "lenses"
  > result    = true
  > verdict   = "LENSES.md"
  >   [[stage.member]]
  >   name = "one"
  >   role = "reviewer"
  >   sees = ["scope"]
  >   [[stage.member]]
  >   name = "all"
  >   role = "reviewer"
  >   sees = ["scope", "plan"]
  > EOF
  $ forge run "write the requested note" --pipeline lens > log
  $ for unit in .forge/state/runs/003/units/*/prompt.md; do grep -q "^# Material" $unit && sed -n '/^# Material/,$p' $unit | grep "^The \|^One file\|^# Plan\|requested"; echo; done | cat -s

  The scope of the plan. It is decided: do not ask for what it leaves out:
  One file, `note.txt`, and nothing else.

  The plan:
  # Plan: One note
  One file, `note.txt`, and nothing else.
  The command of the step.
