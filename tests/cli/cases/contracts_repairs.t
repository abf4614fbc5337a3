In `gated` a contract is checked on the steps alone, where a failure is a fault of the plan, and once more on all that ships. What the
documents or a repair break goes to a repair, never to the planner.

  $ cat > agent.sh <<'EOF'
  > #!/bin/sh
  > plan() {
  >   printf '# Plan: Two halves\n\n## Objective\n\nTwo halves that fit each other.\n\n## Scope\n\nThe files `left.sh`, `right.sh` and nothing else.\n\n'
  >   printf '## Changes\n\n- `left.sh`: new\n- `right.sh`: new\n\n## Risks\n\nNone that matter: the files are new.\n\n## Testing\n\nThe commands of the steps.\n\n'
  >   printf '## Contracts\n\n- **the halves agree**: `cmp left.sh right.sh`\n\n## Steps\n\n'
  >   for step in left right; do
  >     printf '### Step %s: write %s\n\n**Do:** write %s.sh\n**Writes:** `%s.sh`\n**Depends:** none\n**Verify:** `test -s %s.sh`\n**Done when:** it is there\n' $step $step $step $step $step
  >     printf '**Complexity:** simple\n**Claims:**\n- fact: the readme is a sample — `README.md:1`\n\n'
  >   done
  > }
  > case $FORGE_STAGE.$FORGE_STEP.$FORGE_ITERATION in
  >   draft.* | plan.*) plan; exit ;;
  >   *.left.* | *.right.1) echo half > $FORGE_STEP.sh; echo done ;;
  >   docs.*) echo 'half, as the readme says' > right.sh; echo done ;;
  >   repair-proof.*) cp left.sh right.sh; echo done ;;
  > esac
  > printf '%s says\n\n**Verdict:** Approved\n' "$FORGE_STAGE"
  > printf '\n```json\n{"findings": [], "claims": [], "questions": [], "facts": [], "recommendation": "standard", "found": false, "status": "done", "summary": "done"}\n```\n'
  > EOF
  $ chmod +x agent.sh; git add -A; git commit -q -m agent
  $ export FORGE_AGENT=command:$PWD/agent.sh
  $ forge run "write two halves" --pipeline gated --visions none > log
  [3]
  $ forge answer 1 yes --go > log
  $ grep "^[0-9:]*  \(plan\|contracts\|docs\|evidence\|repair-proof\)" log | grep -v "started\|running" | cut -c 11- | sed 's/done.*/done/'
  contracts               passed
  docs                    done
  evidence                failed (round 1 of 3): contract broken: the halves agree; cmp left.sh right.sh (exit 1); 2 of 3 commands passed
  repair-proof            done
  evidence #2             passed
  $ git show forge/run-001:right.sh
  half
