A broken contract goes back to the planner in every pipeline that has one: never to the step that was merged last.

  $ cat > agent.sh <<'EOF'
  > #!/bin/sh
  > plan() {
  >   printf '# Plan: Two halves\n\n## Objective\n\nTwo halves that fit each other.\n\n## Scope\n\nThe files `left.txt`, `right.txt` and nothing else.\n\n'
  >   printf '## Changes\n\n- `left.txt`: new\n- `right.txt`: new\n\n## Risks\n\nNone that matter: the files are new.\n\n## Testing\n\nThe commands of the steps.\n\n'
  >   printf '## Contracts\n\n- **the halves agree**: `cmp left.txt right.txt`\n\n## Steps\n\n'
  >   for step in left right $1; do
  >     needs=none; [ $step = reright ] && needs=right
  >     printf '### Step %s: write %s\n\n**Do:** write %s.txt\n**Writes:** `%s.txt`\n**Depends:** %s\n**Verify:** `test -s %s.txt`\n**Passes today:** it may be there\n**Done when:** it is there\n' $step $step ${step#re} ${step#re} $needs ${step#re}
  >     printf '**Complexity:** simple\n**Claims:**\n- fact: the readme is a sample — `README.md:1`\n\n'
  >   done
  > }
  > case $FORGE_STAGE.$FORGE_STEP.$FORGE_ITERATION in
  >   draft..1 | plan..1) plan; exit ;;
  >   replan..* | plan..*) plan reright; exit ;;
  >   *.left.* | *.right.*) echo "$FORGE_STEP" > $FORGE_STEP.txt ;;
  >   *.reright.*) echo left > right.txt ;;
  > esac
  > echo "$FORGE_STAGE has looked at it and found it as it should be, so that nothing is left to say about it here today."
  > case $FORGE_STAGE in audit*) verdict="Ready to approve" ;; *) verdict=Approved ;; esac
  > printf '\n**Verdict:** %s\n' "$verdict"
  > printf '\n```json\n{"findings": [], "objections": [], "answers": [], "facts": [], "status": "done", "summary": "done"}\n```\n'
  > EOF
  $ chmod +x agent.sh; git add -A; git commit -q -m agent
  $ export FORGE_AGENT=command:$PWD/agent.sh
  $ n=0
  $ for pipeline in "forge --size standard" "draft-audit" "modules" "slice"; do
  >   n=$((n + 1)); echo "== $pipeline"
  >   forge run "write two halves" --pipeline $pipeline > log
  >   for turn in 1 2; do forge questions $n | grep -q . && forge answer $n yes --go >> log; done > /dev/null 2>&1
  >   grep "contract" log | cut -c 11-
  >   forge prompt $n $(case $pipeline in draft-audit) echo replan ;; *) echo plan --round 2 ;; esac) 2> /dev/null | grep -A 3 "^contract broken"
  >   git show forge/run-00$n:right.txt
  > done

Where nothing makes a plan, the step gets it, and every message names the contract.

  $ sed -i 's/plan reright/plan/' agent.sh; git commit -q -a -m "it never fits"
  $ FORGE_STAGE=plan FORGE_ITERATION=1 FORGE_STEP= ./agent.sh > ../plan.md
  $ forge run --pipeline plan --execute ../plan.md > log
  [3]
  $ grep "contract" log | sed 's/^hh:mm:ss  //'
  $ forge questions --show | grep "contract"
  $ forge findings 5 | grep "contract"
