A verdict stands as long as nothing has changed that it is about, a repair that changed nothing ends its loop, what a person
said stands, and a commit is named after what was changed.

  $ . "$DATA/pipelines.sh"; forge init >/dev/null
  $ pipeline loops-step <<'END'
  > = work
  > = merge
  > END
  $ pipeline loops <<'END'
  > = plan
  > = build
  > [[stage]]
  > name = "fix"
  > role = "engineer"
  > when = "after review = revision"
  > sees = ["reviews"]
  > result = true
  > [[stage]]
  > name = "repair"
  > role = "engineer"
  > when = "after proof = revision"
  > sees = ["failures"]
  > result = true
  > [[stage]]
  > name = "review"
  > role = "reviewer"
  > verdict = "REVIEW.md"
  > on_revision = "fix"
  > [[stage]]
  > name = "proof"
  > kind = "check"
  > commands = ["test -e never"]
  > on_revision = "repair"
  > max_iterations = 5
  > [[stage]]
  > name = "commit"
  > kind = "integrate"
  > message = "{title}"
  > END
  $ cat > agent.sh <<'END'
  > prompt=$(cat)
  > done_with() { printf '%s\n```json\n{"status":"done","summary":"%s"}\n```\n' "$1" "$1"; }
  > case $FORGE_STAGE in
  >   plan) cat plan.md ;;
  >   work) echo "$FORGE_STEP" > "$FORGE_STEP.txt"; done_with "The step is done." ;;
  >   fix) echo fixed > fixed.txt; done_with "An empty list is refused." ;;
  >   review) case $FORGE_ITERATION in
  >     1) printf 'No.\n\n**Verdict:** Revision Required\n\n```json\n{"findings":[{"severity":"high","title":"empty lists","text":"they crash"}]}\n```\n' ;;
  >     *) printf 'Fine.\n\n**Verdict:** Approved\n\n```json\n{"findings":[]}\n```\n' ;;
  >     esac ;;
  >   repair) case $prompt in
  >     *"It may be missing"*) done_with "Changed nothing, as the person decided." ;;
  >     *) printf 'I stop.\n```json\n{"status":"blocked","summary":"Changed nothing.","blocker":"May the file be missing?"}\n```\n' ;;
  >     esac ;;
  > esac
  > END
  $ cp "$DATA/two_steps.md" plan.md
  $ printf "*.out\n" >> .git/info/exclude; git add -A; git commit -q -m "set up"
  $ show() { grep "^[0-9:]\{8\}  \(review\|repair\|proof\|fix\|commit\) " | grep -v " started$\| running$"; }
  $ forge run "Two files" --pipeline loops --agent "command:sh $PWD/agent.sh" > run.out; show < run.out
  hh:mm:ss  review                  asks for changes (round 1 of 3): empty lists
  hh:mm:ss  fix                     done in TIME: An empty list is refused.
  hh:mm:ss  review #2               approved
  hh:mm:ss  proof                   failed (round 1 of 5): test -e never (exit 1)
  hh:mm:ss  repair                  asks: the agent says it is blocked: May the file be missing?
  $ forge answer 1 retry -m "It may be missing." >/dev/null; forge resume 1 > run.out; show < run.out
  hh:mm:ss  repair                  done in TIME: Changed nothing, as the person decided.
  hh:mm:ss  review #3               approved
  hh:mm:ss  proof #2                failed (round 2 of 5): test -e never (exit 1)
  hh:mm:ss  proof #2                `test -e never` still fails, and the repair changed nothing
  hh:mm:ss  proof #2                asks: `test -e never` still fails, and the repair changed nothing

The person asks for one more round: what they said before is known there, and the reviewer is still not asked.

  $ forge answer 1 retry >/dev/null; forge resume 1 > run.out; show < run.out
  hh:mm:ss  repair #2               done in TIME: Changed nothing, as the person decided.
  hh:mm:ss  review #4               approved before, and nothing has changed since
  hh:mm:ss  proof #3                failed (round 3 of 5): test -e never (exit 1)
  hh:mm:ss  proof #3                `test -e never` still fails, and the repair changed nothing
  hh:mm:ss  proof #3                asks: `test -e never` still fails, and the repair changed nothing
  $ forge prompt 1 repair --round 2 2>/dev/null | sed -n '/^What was decided/,/^$/p'
  What was decided. It stands:
  ```
  - repair: the agent says it is blocked: May the file be missing?
    It may be missing.
  ```
  $ forge answer 1 accept >/dev/null; forge resume 1 > run.out; show < run.out
  hh:mm:ss  commit                  done in TIME: commit HASH
  $ git log -1 --format=%B forge/run-001 | sed 's/^\(Forge-[A-Za-z]*\).*/\1/'
  An empty list is refused.

  Forge-Run
  Forge-Unit
