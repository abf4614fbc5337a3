What became of findings over the rounds of a run: dropped is not fixed, and who confirms a finding does not take it over.

  $ . "$DATA/pipelines.sh"; forge init >/dev/null
  $ pipeline rounds-step <<'END'
  > = work
  > [[stage]]
  > name   = "review"
  > role   = "reviewer"
  > sees   = ["diff"]
  > verdict = "REVIEW.md"
  >   [stage.on_revision]
  >   name   = "rewrite"
  >   role   = "engineer"
  >   sees   = ["diff", "reviews"]
  >   prompt = "Redo it."
  > = merge
  > END
  $ pipeline rounds <<'END'
  > = plan
  > = build
  > [[stage]]
  > name    = "audit"
  > role    = "reviewer"
  > sees    = ["diff"]
  > verdict = "AUDIT.md"
  > END
  $ cat > agent.sh <<'END'
  > cat > /dev/null
  > says() { printf '**Verdict:** %s\n\n```json\n{"findings":[%s]}\n```\n' "$1" "$2"; }
  > readme='{"severity":"medium","title":"The README is silent","text":"It says nothing.","file":"README.md","line":1}'
  > twice='{"severity":"low","title":"Counted twice","text":"Harmless.","file":"one.txt","line":1}'
  > quoted='{"severity":"low","title":"A quote is open","text":"The message names the last line.","file":"one.txt","line":41}'
  > case $FORGE_STEP.$FORGE_STAGE.$FORGE_ITERATION in
  >   .plan.*) cat plan.md ;;
  >   one.review.1) says "Revision Required" "$readme,$twice,$quoted" ;;
  >   one.review.2) says Approved '{"severity":"low","title":"A quote is open","text":"Still.","same_as":"F3"}' ;;
  >   .audit.*) says Approved '{"severity":"low","title":"The line is wrong","text":"Seen: line 4 of 4.","file":"one.txt","line":64,"same_as":"F3"}' ;;
  >   *.review.*) says Approved '' ;;
  >   one.work.*) echo one > one.txt; echo Done. ;;
  >   one.rewrite.*) echo more >> README.md; echo Done. ;;
  >   two.work.*) echo two > two.txt; echo Done. ;;
  > esac
  > END
  $ sed 's/`one.txt`$/`one.txt`, `README.md`/' "$DATA/two_steps.md" > plan.md
  $ git add -A; git commit -q -m "set up"
  $ forge run "Two files" --pipeline rounds --agent "command:sh $PWD/agent.sh" > run.out; tail -1 run.out
  next: forge land 1
  $ forge findings 1
  ID  STATE     SEVERITY  FROM        PLACE        WHAT
  F1  fixed     medium    one review  README.md:1  The README is silent: It says nothing. (not raised again in round 2)
  F2  rejected  low       one review  one.txt:1    Counted twice: Harmless. (not raised again in round 2; one.txt was not changed)
  F3  open      low       one review  one.txt:41   A quote is open: The message names the last line. Confirmed by `audit` (one.txt:64): Seen: line 4 of 4.
  [1]
  $ forge findings 1 --json | grep -o '"confirmed_by":[^,]*'
  "confirmed_by":null
  "confirmed_by":null
  "confirmed_by":"audit"
  $ forge prompt 1 review one --round 2 2> /dev/null | grep "^You reported"
  You reported these before, and they are open. If one still holds, report it again with its number as `same_as`; leave out what is fixed, or what you drop.
  $ forge prompt 1 rewrite one --round 1 2> /dev/null | grep "asks for changes"
  `review` asks for changes (round 1 of 3). The work so far is in the working directory.

Who lands it is told what is undecided. After that the run says where its work is.

  $ forge status 1 | grep "status "
    status     completed
  $ forge land 1
  run 1 landed on main (fast-forward, commit HASH)
  1 finding is undecided: forge triage 1
  $ forge status 1 | grep "status " | sed 's/at [0-9a-f]\{7\}$/at COMMIT/'
    status     completed, landed on main at COMMIT
  $ forge report 1 | grep "^Branch" | sed 's/at [0-9a-f]\{7\})/at COMMIT)/'
  Branch: forge/run-001 (landed on main at COMMIT)
  $ forge triage 1 F3 --as keep > run.out; forge land 1
  run 1 is already on main
