A plan that is edited when its steps are done: the run does what changed before it ends, also where a step is a run.

  $ . "$DATA/pipelines.sh"; forge init >/dev/null
  $ pipeline outer <<'END'
  > [[stage]]
  > name = "parts"
  > kind = "each"
  > over = "runs"
  > pipeline = "inner"
  > [[stage]]
  > name = "sure"
  > kind = "ask"
  > question = "Is it all?"
  > END
  $ pipeline inner <<'END'
  > [[stage]]
  > name = "work"
  > role = "engineer"
  > = commit
  > END
  $ cat > plan.md <<'END'
  > # Plan: Parts
  > ## Steps
  > ### Step one: the part
  > - Do: write first.txt
  > - Verify: `test -s first.txt`
  > END
  $ forge run "parts" --pipeline outer --execute plan.md --agent 'command:echo "$FORGE_RUN" >first.txt; echo done' >/dev/null 2>&1
  [3]
  $ sed -i 's/write first.txt/write second.txt/' .forge/plans/plan-001-*.md
  $ forge answer 1 yes >/dev/null
  $ forge resume 1 2>&1 | grep question
  run 1 question 2 (parts): the plan changed after it was approved; approve it as it is now?
  $ forge answer 1 yes >/dev/null
  $ forge resume 1 2>&1 | grep -E 'question|units'
    1 of 1 steps, 2 units
  run 1 question 3 (sure): Is it all?
  $ forge status 3 | head -1
  run 3  the part  write second.txt

A step that only reads goes through `look` where the pipeline names no other one for it: nobody writes there.

  $ sed 's/- Do: write first.txt/- Kind: read\n- Do: read it/; /Verify/d' plan.md > reads.md
  $ forge run "reads" --pipeline outer --execute reads.md --agent 'command:echo seen' >/dev/null 2>&1
  [3]
  $ forge status 5 | grep pipeline
    pipeline   look

A run that an older Forge began has the lines of claims in its journal. What is edited elsewhere in its plan undoes none of its steps.

  $ cat > claims.md <<'END'
  > # Plan: Claims
  > ## Steps
  > ### Step one: the part
  > **Do:** write first.txt
  > **Verify:** `test -s first.txt`
  > **Claims:**
  > - fact: it holds a number — `first.txt:1`
  > 
  > ### Step two: the rest
  > **Do:** write it again
  > **Verify:** `test -s first.txt`
  > END
  $ forge run "claims" --pipeline outer --execute claims.md --agent 'command:echo "$FORGE_RUN" >first.txt; echo done' >/dev/null 2>&1
  [3]
  $ python3 -c 'import sqlite3; sqlite3.connect(".forge/state/forge.db").executescript("update journal set data = replace(data, char(34) || \"first.txt:1\" || char(34), char(34) || \"first.txt:1\" || char(34) || \",\" || char(34) || \"line\" || char(34) || \":21\") where run = 6 and kind = \"started\"")'
  $ forge log 6 --json | grep -c '"line":21'
  1
  $ sed -i 's/write it again/write it anew/' .forge/plans/plan-006-*.md
  $ forge resume 6 >/dev/null 2>&1
  [3]
  $ forge plan steps 6
  [x] one: the part [implement]
  [ ] two: the rest [implement]
