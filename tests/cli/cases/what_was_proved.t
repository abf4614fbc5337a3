What a run says of itself when its agent is a program that reports no usage, and when a step passes what passed before.

  $ . "$DATA/pipelines.sh"; forge init >/dev/null
  $ pipeline proved <<'END'
  > [[stage]]
  > name     = "today"
  > kind     = "check"
  > commands = ["project"]
  > mode     = "baseline"
  > = build
  > [[stage]]
  > name     = "evidence"
  > kind     = "check"
  > checks   = ["evidence"]
  > [[stage]]
  > name       = "agree"
  > kind       = "ask"
  > question   = "Is it good?"
  > unattended = "approve"
  > = commit
  > END
  $ cat > .forge/pipelines/proved-step.toml <<'END'
  > name  = "proved-step"
  > about = "work and merge"
  > [[stage]]
  > name     = "before"
  > kind     = "check"
  > commands = ["step"]
  > mode     = "baseline"
  > [[stage]]
  > name   = "work"
  > role   = "executor"
  > result = true
  > [[stage]]
  > name     = "merge"
  > kind     = "integrate"
  > commands = []
  > END
  $ cat > plan.md <<'END'
  > # Plan: P
  > 
  > ## Objective
  > 
  > Write words.
  > 
  > ## Steps
  > 
  > ### Step one: the first word
  > 
  > **Do:** write it
  > **Writes:** `words.txt`
  > **Depends:** none
  > **Verify:** `grep -q one words.txt`
  > **Acceptance:**
  > - unit: `test -f README.md`
  > - unit: `true`
  > 
  > ### Step two: the second word
  > 
  > **Do:** write it
  > **Writes:** `words.txt`
  > **Depends:** one
  > **Verify:** `grep -q two words.txt`, `grep -q one words.txt`
  > END
  $ cat > agent.sh <<'END'
  > echo "$FORGE_STEP" >> words.txt
  > echo 'A remark first.'; echo
  > printf '```json\n{"status":"done","summary":"Wrote the word %s.","facts":[]}\n```\n' "$FORGE_STEP"
  > END
  $ forge config set verify "test -f README.md" >/dev/null; git add -A; git commit -q -m start
  $ long=$(printf 'words %.0s' $(seq 60))
  $ forge run "$long" --pipeline proved --execute plan.md --agent "command:sh $PWD/agent.sh" --auto >log; grep -e 'work .*done' -e agree -e evidence -e 'findings ' log
  hh:mm:ss  one work                done in TIME: Wrote the word one.
  hh:mm:ss  two work                done in TIME: Wrote the word two.
  hh:mm:ss  evidence                passed
  hh:mm:ss  agree                   approved without a person: the run is unattended
  $ sed -n '/^##/,$p' .forge/state/runs/001/artifacts/run/EVIDENCE.md | grep -e '^#' -e '^PASS'
  ## Criteria
  ### one (unit): `test -f README.md`
  PASS, weak (passed before the work too), exit 0, same result the second time
  ### one (unit): `true`
  PASS, weak (was not run before the work), exit 0, same result the second time
  ### one (unit): grep -q one words.txt
  PASS, strong (failed before the work), exit 0, same result the second time
  ### two (unit): grep -q two words.txt
  PASS, strong (failed before the work), exit 0, same result the second time
  ### two (unit): grep -q one words.txt
  PASS, weak (passed before the work too), exit 0, same result the second time

The log says the number of each unit, and `forge output` shows what that unit found.

  $ forge log 1 | grep 'evidence *started' | cut -c 18-
  evidence                started (unit 8)
  $ forge output 1 run --unit "$(forge log 1 | sed -n 's/.*evidence *started (unit \([0-9]*\))/\1/p')" | head -5
  unit 8  evidence  check, done
  hh:mm:ss  # Evidence: VERIFIED

            ## Criteria

What the program spent is not known, and no model is named that it may not have asked.

  $ forge report 1 | grep -e Work -e Spent -e Models -e agree -e 'one  ' -e 'two  '
    done     one   the first word
    done     two   the second word
    agree: approved without a person: the run is unattended (Is it good?)
  Work: 9 units: 2 of agents, 4 checks, 2 commits, 1 merge without changes
  Spent: unknown (the agent reports no usage)
  $ forge cost 1 | grep -e '^work' -e MODEL -A1 -e total
  work   2            -       -      -       -       unknown

  --
  MODEL  AGENT UNITS  FAILED  INPUT  OUTPUT  CACHED  COST
  -      2            -       -      -       -       unknown
  --
  total: 2 of 9 units asked an agent; spent: unknown (the agent reports no usage)
  $ forge cost 1 --json | grep -o '"total":{[^}]*}'
  "total":{"name":"total","units":2,"failed":0,"unreported":2,"unpriced":0,"input_tokens":0,"output_tokens":0,"cache_read_tokens":0,"cache_write_tokens":0,"usd":0}

A planned change of a file is no remark about the step that wrote it first; another one is. A list cuts what is long.

  $ forge land 1 >/dev/null; echo more >> words.txt; forge report 1 --md | grep '^| one\|^| two'
  | one | done | the first word |
  | two | done | the second word (changed since: words.txt) |
  $ forge list | grep -c '^1 .*words.*\.\.$'; forge list | awk 'length > 200'
  1
