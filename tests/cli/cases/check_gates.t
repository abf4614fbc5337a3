A gate, evaluated for a script.

  $ cat > workflow.md <<'END'
  > # Implement
  > ```gates phase=implement
  > artifact {task}/PLAN.md min=10
  > require task.status == planned
  > forbid task.blocked == true
  > after review-plan = approved
  > ```
  > ```gates phase=commit
  > require bug.status in [approved, verified]
  > ```
  > END
  $ mkdir T1 && echo 'a plan that is long enough' > T1/PLAN.md
  $ cat > task.json <<'END'
  > {"task": {"status": "planned", "summaries": {"review_plan": {"verdict": "approved"}}}}
  > END
  $ forge check gates workflow.md --phase implement --record task.json --var task=T1
  gate `implement` passes
  $ forge check gates workflow.md --phase implement --record task.json --var task=T1 --json
  {"ok":true,"failures":[]}
  $ forge check gates workflow.md --phase implement --record task.json
  gate `implement` does not pass:
    artifact missing: {task}/PLAN.md
  [1]
  $ forge check gates workflow.md --phase implement --record task.json --json
  {"ok":false,"failures":[{"kind":"artifact-missing","message":"artifact missing: {task}/PLAN.md"}]}
  [1]

A record on its own is named by its id, or by what the gate asks for.

  $ echo '{"taskId": "T1", "status": "draft"}' > flat.json
  $ forge check gates workflow.md --phase implement --record flat.json --var task=T1 --json
  {"ok":false,"failures":[{"kind":"require","message":"require failed: task.status == planned (got \"draft\")"},{"kind":"after","message":"after failed: review-plan = approved (review-plan has no verdict)"}]}
  [1]
  $ forge check gates workflow.md --phase commit --record flat.json --json
  {"ok":false,"failures":[{"kind":"unknown-record","message":"require failed: bug.status in [approved, verified] (there is no record \"bug\")"}]}
  [1]
  $ echo '{"status": "verified"}' > plain.json
  $ forge check gates workflow.md --phase commit --record plain.json
  gate `commit` passes
  $ echo '{"task": {"status": "draft"}, "version": 1}' > mixed.json
  $ forge check gates workflow.md --phase implement --record mixed.json --var task=T1
  gate `implement` does not pass:
    require failed: task.status == planned (got "draft")
    after failed: review-plan = approved (review-plan has no verdict)
  [1]

No record: every predicate fails.

  $ forge check gates workflow.md --phase implement --var task=T1
  gate `implement` does not pass:
    require failed: task.status == planned (there is no record "task")
    forbid failed: task.blocked == true (there is no record "task")
    after failed: review-plan = approved (there is no record)
  [1]
  $ echo '{}' > empty.json
  $ forge check gates workflow.md --phase commit --record empty.json --json
  {"ok":false,"failures":[{"kind":"unknown-record","message":"require failed: bug.status in [approved, verified] (there is no record \"bug\")"}]}
  [1]

Files that cannot be used.

  $ forge check gates workflow.md --phase deploy --record task.json
  forge: workflow.md: no gates block for phase `deploy`
    hint: its phases: commit, implement
  [2]
  $ forge check gates workflow.md --phase deploy --record task.json --json
  forge: workflow.md: no gates block for phase `deploy`
    hint: its phases: commit, implement
  {"error":{"code":"invalid","message":"workflow.md: no gates block for phase `deploy`","hint":"its phases: commit, implement"}}
  [2]
  $ cat > broken.md <<'END'
  > ```gates phase=plan
  > artifact PLAN.md
  > ```
  > ```gates phase=implement
  > requre task.status == planned
  > require task.status = planned
  > ```
  > END
  $ forge check gates broken.md --phase plan --record task.json
  forge: broken.md:5: block `implement`: unknown directive "requre" (did you mean require?)
  forge: broken.md:6: block `implement`: unknown predicate op or malformed predicate "require task.status = planned"
    hint: fix the bad block first; one makes the whole file invalid
  [2]
  $ echo '[1]' > list.json
  $ forge check gates workflow.md --phase implement --record list.json
  forge: list.json: holds an array, not an object
  [2]
  $ echo '{"a":' > bad.json
  $ forge check gates workflow.md --phase implement --record bad.json
  forge: bad.json: JSON, line 2, column 1 (byte 7): syntax error while parsing value - unexpected end of input; expected '[', '{', or a literal
  [2]
  $ forge check gates workflow.md --record task.json
  forge: check gates: --phase is missing
    hint: see forge check gates --help
  [2]
  $ forge check gates --phase x
  forge: check gates: FILE is missing
    hint: FILE: a file with ```gates phase=NAME blocks; `-` is standard input; see forge check gates --help
  [2]
  $ forge check gates workflow.md --phase implement --record missing.json
  forge: read missing.json: No such file or directory
  [2]
  $ forge check gates workflow.md --phase implement --var novalue
  forge: check gates: --var: invalid value `novalue`
    hint: wanted name=value
  [2]
