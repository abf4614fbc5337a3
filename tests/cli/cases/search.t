`forge search` finds what earlier runs planned, did and found.

  $ forge init >/dev/null; mkdir -p .forge/pipelines
  $ cat > .forge/pipelines/reviewed.toml <<'END'
  > name  = "reviewed"
  > about = "work and review"
  > [[stage]]
  > name = "work"
  > role = "engineer"
  > [[stage]]
  > name = "review"
  > role = "reviewer"
  > verdict = "REVIEW.md"
  > on_revision = "work"
  > [[stage]]
  > name = "commit"
  > kind = "integrate"
  > how = "commit"
  > message = "{objective}"
  > END
  $ cat > reviewed.toml <<'END'
  > [[turn]]
  > stage = "work"
  > repeat = true
  > text = "Written."
  >   [[turn.run]]
  >   command = "echo more >> parser.txt"
  > [[turn]]
  > stage = "review"
  > iteration = 1
  > text = "**Verdict:** Revision Required"
  > result = { approved = false, findings = [ { severity = "high", file = "src/store/db.cc", line = 7, text = "the retry never ends: nothing counts the attempts" } ] }
  > [[turn]]
  > stage = "review"
  > repeat = true
  > text = "Good.\n\n**Verdict:** Approved"
  > END
  $ cat > plan.md <<'END'
  > # Plan: Give requests a retry budget
  > 
  > ## Approach
  > 
  > Exponential backoff was tried in spring and starved the queue.
  > 
  > ## Steps
  > 
  > ### Step count: Count the attempts
  > 
  > **Do:** keep a budget of three for each request
  > **Writes:** `src/net/retry.txt`
  > **Verify:** `true`
  > 
  > ### Step doc: Describe it
  > 
  > **Do:** write the page
  > **Writes:** `docs/page.txt`
  > **Verify:** `true`
  > END
  $ cp $DATA/small.toml $DATA/small-step.toml .forge/pipelines/
  $ printf 'net = ["src/net/**"]\nstore = ["src/store/**"]\n' > .forge/subsystems.toml
  $ forge run 'look at the parser' --pipeline reviewed --agent replay:reviewed.toml --auto >/dev/null; echo $?
  0
  $ forge run --execute plan.md --pipeline small --agent "command:true" >/dev/null 2>&1; echo $?
  4
  $ forge memory add 'a retry needs an idempotent request' --category gotcha >/dev/null

The words side by side come first, then those that are somewhere, then one of them.

  $ forge search retry budget
  RUN  STATUS     WHERE       FOUND
  2    failed     plan        Give requests a retry budget
  2    failed     run         Give requests a retry budget
  2    failed     step count  Count the attempts: keep a budget of three for each request
  1    completed  finding F1  the retry never ends: nothing counts the attempts
  FACT  CATEGORY  FOUND
  p1    gotcha    a retry needs an idempotent request
  $ forge search "retry budget" --json | sed -E 's/"(score|confidence|age_days)":[0-9.]+/"\1":N/g'
  {"found":[{"kind":"plan","run":2,"place":"","title":"Give requests a retry budget","excerpt":"","files":[],"status":"failed","objective":"Give requests a retry budget","updated":"TIME","score":N},{"kind":"run","run":2,"place":"","title":"Give requests a retry budget","excerpt":"Give requests a retry budget","files":["docs/page.txt","src/net/retry.txt"],"status":"failed","objective":"Give requests a retry budget","updated":"TIME","score":N},{"kind":"step","run":2,"place":"count","title":"Count the attempts","excerpt":"keep a budget of three for each request","files":["src/net/retry.txt"],"status":"failed","objective":"Give requests a retry budget","updated":"TIME","score":N},{"kind":"finding","run":1,"place":"F1","title":"the retry never ends: nothing counts the attempts","excerpt":"the retry never ends: nothing counts the attempts","files":["src/store/db.cc"],"status":"completed","objective":"look at the parser","updated":"TIME","score":N}],"facts":[{"fact":"p1","text":"a retry needs an idempotent request","category":"gotcha","confidence":N,"hits":0,"scope":"project","age_days":N,"score":N,"reason":"about retry; gotcha; confidence 0.70; last said today"}]}

By kind, by file, by directory and by subsystem; words may only be begun.

  $ forge search retries --kind finding
  RUN  STATUS     WHERE       FOUND
  1    completed  finding F1  the retry never ends: nothing counts the attempts
  $ forge search --file src/net/retry.txt
  RUN  STATUS  WHERE       FOUND
  2    failed  run         Give requests a retry budget
  2    failed  step count  Count the attempts
  $ forge search --file "$PWD/src/net/retry.txt"
  RUN  STATUS  WHERE       FOUND
  2    failed  run         Give requests a retry budget
  2    failed  step count  Count the attempts
  $ forge search --file src --kind finding
  RUN  STATUS     WHERE       FOUND
  1    completed  finding F1  the retry never ends: nothing counts the attempts
  $ forge search --subsystem net --kind step
  RUN  STATUS  WHERE       FOUND
  2    failed  step count  Count the attempts
  $ forge search expon
  RUN  STATUS  WHERE  FOUND
  2    failed  plan   Give requests a retry budget: Exponential backoff was tried in spring and starved the queue.
  $ forge search --kind fact idempotent
  FACT  CATEGORY  FOUND
  p1    gotcha    a retry needs an idempotent request
  $ forge search 'no such thing' --kind run
  nothing found
  $ forge search -n 1 retry --kind step
  RUN  STATUS  WHERE       FOUND
  2    failed  step count  Count the attempts

What cannot be searched for.

  $ forge search
  forge: there is nothing to search for
    hint: forge search "retry budget"
  [2]
  $ forge search --subsystem nothing
  forge: there is no subsystem `nothing`
    hint: there are: net, store
  [2]
  $ forge search x --kind fiction
  forge: search: --kind: invalid value `fiction`
    hint: one of: run, plan, step, finding, fact
  [2]

What is new since the last search is found, and the index is only a copy: it may be deleted or damaged.

  $ forge run 'rotate the zebra logs' --pipeline reviewed --agent replay:reviewed.toml --auto >/dev/null; forge search zebra
  RUN  STATUS     WHERE  FOUND
  3    completed  run    rotate the zebra logs
  $ rm .forge/state/search.db*; forge search zebra
  RUN  STATUS     WHERE  FOUND
  3    completed  run    rotate the zebra logs
  $ sed -i 's/the retry never ends/the giraffe in the parser is lost because the table of its states has one row less than the table of its words, so that the last word has none, and what stands behind it is read as if it were a comment, until the end of the file/' reviewed.toml
  $ forge run 'rotate them again' --pipeline reviewed --agent replay:reviewed.toml --auto >/dev/null; forge search giraffe; forge search comment --kind finding
  RUN  STATUS     WHERE       FOUND
  4    completed  finding F1  the giraffe in the parser is lost because the table of its states has one row less than the table of its words, so that the last word has none, and what stands behind it is read as if it were a commen...
  RUN  STATUS     WHERE       FOUND
  4    completed  finding F1  the giraffe in the parser is lost because the table of its states has one row less than the table of its words, so that the last word has none, and what stands behind it is read as if it were a commen...: …behind it is read as if it were a comment, until the end of the file: nothing counts the attempts
  $ echo 'no database at all' > .forge/state/search.db; forge search zebra
  RUN  STATUS     WHERE  FOUND
  3    completed  run    rotate the zebra logs
  $ rm -rf .forge/state; forge search idempotent
  nothing found
