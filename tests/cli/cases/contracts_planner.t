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
  > printf '\n```json\n{"findings": [], "objections": [], "answers": [], "facts": [], "dimensions": [{"dimension": "scope_alignment", "score": "pass"}, {"dimension": "decisions_honored", "score": "pass"}, {"dimension": "acceptance_observable", "score": "pass"}], "status": "done", "summary": "done"}\n```\n'
  > EOF
  $ chmod +x agent.sh; git add -A; git commit -q -m agent
  $ export FORGE_AGENT=command:$PWD/agent.sh
  $ n=0
  $ for pipeline in "forge --size standard" "draft-audit" "modules" "slice"; do
  >   n=$((n + 1)); echo "== $pipeline"
  >   forge run "write two halves" --pipeline $pipeline > log
  >   for turn in 1 2; do forge questions $n | grep -q . && forge answer $n yes --go >> log; done > /dev/null 2>&1
  >   grep "contracts *\(#2\)\{0,1\}:\{0,1\} *\(failed (\|passed\)" log | sed 's/^[0-9:]*  //'
  >   forge prompt $n $(case $pipeline in draft-audit) echo replan --round 1 ;; *) echo plan --round 2 ;; esac) 2> /dev/null | grep -A 3 "^contract broken"
  >   git show forge/run-00$n:right.txt
  > done
  == forge --size standard
  contracts               failed (round 1 of 3): contract broken: the halves agree; cmp left.txt right.txt (exit 1)
  contracts #2            passed
  contract broken: the halves agree
  \$ cmp left.txt right.txt
  exit 1
  left.txt right.txt differ: char 1, line 1
  left
  == draft-audit
  contracts               failed (round 1 of 3): contract broken: the halves agree; cmp left.txt right.txt (exit 1)
  contracts #2            passed
  contract broken: the halves agree
  \$ cmp left.txt right.txt
  exit 1
  left.txt right.txt differ: char 1, line 1
  left
  == modules
  [forge] contracts: failed (round 1 of 3): contract broken: the halves agree; cmp left.txt right.txt (exit 1)
  [forge] contracts #2: passed
  contract broken: the halves agree
  \$ cmp left.txt right.txt
  exit 1
  left.txt right.txt differ: char 1, line 1
  left
  == slice
  contracts               failed (round 1 of 3): contract broken: the halves agree; cmp left.txt right.txt (exit 1)
  contracts #2            passed
  contract broken: the halves agree
  \$ cmp left.txt right.txt
  exit 1
  left.txt right.txt differ: char 1, line 1
  left

Where nothing makes a plan, the step gets it, and every message names the contract.

  $ sed -i 's/plan reright/plan/' agent.sh; git commit -q -a -m "it never fits"
  $ FORGE_STAGE=plan FORGE_ITERATION=1 FORGE_STEP= ./agent.sh > ../plan.md
  $ forge run --pipeline plan --execute ../plan.md --max-concurrent 1 > log
  [3]
  $ grep "contract" log | sed 's/^[0-9:]*  //'
  right commit            done in TIME: contract broken: the halves agree; fails on the tree to be merged, in which there is no other new work; failed: cmp left.txt right.txt
  right commit            asks for changes (round 1 of 3): contract broken: the halves agree; fails on the tree to be merged, in which there is no other new work; failed: cmp left.txt right.txt
  right commit #2         done in TIME: contract broken: the halves agree; fails on the tree to be merged, in which there is no other new work; failed: cmp left.txt right.txt
  right commit #2         asks for changes (round 2 of 3): contract broken: the halves agree; fails on the tree to be merged, in which there is no other new work; failed: cmp left.txt right.txt
  right commit #2         contract `the halves agree`: `cmp left.txt right.txt` still fails, and the repair changed nothing
  right commit #2         asks: contract `the halves agree`: `cmp left.txt right.txt` still fails, and the repair changed nothing
  run 5 question 1 (right commit): contract `the halves agree`: `cmp left.txt right.txt` still fails, and the repair changed nothing
  | contract broken: the halves agree
  $ forge questions --show | grep "contract"
  run 5 question 1 (right commit): contract `the halves agree`: `cmp left.txt right.txt` still fails, and the repair changed nothing
    | contract broken: the halves agree
  $ forge findings 1 | grep "contract"
  F1  fixed  -         contracts  -      contract `the halves agree`: `cmp left.txt right.txt` fails (exit 1) (not raised again in round 2)
