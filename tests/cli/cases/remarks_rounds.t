What reviewers of a plan remark and let pass reaches the planner if the plan goes back, and the steps, whatever round it is
from. A member of a panel is told nothing of the others.

  $ . "$DATA/pipelines.sh"; forge init >/dev/null
  $ pipeline gates-step <<'END'
  > = work
  > = merge
  > END
  $ pipeline gates <<'END'
  > [[stage]]
  > name     = "plan"
  > role     = "planner"
  > sees     = ["objective", "reviews"]
  > produces = "plan"
  > prompt   = "Plan it."
  > [[stage]]
  > name        = "review"
  > kind        = "panel"
  > aggregate   = "all-pass"
  > verdict     = "GATES.md"
  > on_revision = "plan"
  >   [[stage.member]]
  >   name   = "skeptic"
  >   role   = "reviewer"
  >   sees   = ["plan"]
  >   prompt = "Check it."
  >   [[stage.member]]
  >   name   = "integration"
  >   role   = "reviewer"
  >   sees   = ["plan"]
  >   prompt = "Does it fit?"
  > = build
  > END
  $ cat > agent.sh <<'END'
  > cat > /dev/null
  > says() { printf '**Verdict:** %s\n\n```json\n{"findings":[%s]}\n```\n' "$1" "$2"; }
  > case $FORGE_STAGE.$FORGE_MEMBER.$FORGE_ITERATION in
  >   plan..*) sed "s/ROUND/round $FORGE_ITERATION/" plan.md ;;
  >   review.skeptic.1) says "Revision Required" '{"severity":"medium","title":"a false claim","text":"No such file."}' ;;
  >   review.integration.1) says Approved '{"severity":"low","title":"How it is quoted","text":"In step one: say how.","file":"two.txt"}' ;;
  >   review.*) says Approved '' ;;
  >   work.*) echo "$FORGE_STEP" > "$FORGE_STEP.txt"; printf 'Done.\n```json\n{"status":"done","summary":"Done."}\n```\n' ;;
  > esac
  > END
  $ sed 's/nothing else\./nothing else: ROUND./' "$DATA/two_steps.md" > plan.md
  $ git add -A; git commit -q -m "set up"
  $ forge run "Two files" --pipeline gates --agent "command:sh $PWD/agent.sh" > run.out; tail -1 run.out
  next: forge land 1
  $ forge prompt 1 plan --round 2 2> /dev/null | grep -A 3 "^What those remarked"
  What those remarked who approved the plan, or an earlier version of it. It is advice: take up what still holds where that costs little:
  ```
  - How it is quoted: In step one: say how.
  ```
  $ forge prompt 1 work one --round 1 2> /dev/null | grep -A 4 "^What the reviewers of the plan"
  What the reviewers of the plan remarked when they approved it. Heed what is about your step:
  ```
  The plan was changed after these: heed what still holds.
  - How it is quoted: In step one: say how.
  ```
  $ forge prompt 1 work two --round 1 2> /dev/null | grep -c "How it is quoted"
  0
  [1]
  $ forge prompt 1 review --round 2 --member skeptic 2> /dev/null | grep -o "It may have changed for other reasons.*\|[Oo]ther reviewers"
  It may have changed for other reasons too: judge a change by what it does:
