What happens when a step fails: the overseer classifies, then the debugger works; repair by what the check saw.

  $ . "$DATA/pipelines.sh"; forge init >/dev/null
  $ pipeline overseen <<'END'
  > = plan
  > [[stage]]
  > name = "build"
  > kind = "each"
  > pipeline = "overseen-step"
  > max_concurrent = 1
  > END
  $ pipeline overseen-step <<'END'
  > [[stage]]
  > name = "work"
  > role = "worker"
  > result = true
  > [[stage]]
  > name = "diagnose"
  > role = "overseer"
  > when = "after validate = revision"
  > result = true
  > on_exhausted = "block"
  > [[stage]]
  > name = "debug"
  > role = "debugger"
  > when = "after validate = revision"
  > result = true
  > [[stage]]
  > name = "validate"
  > kind = "check"
  > commands = ["step"]
  > on_revision = "diagnose"
  > max_iterations = 4
  > on_exhausted = "block"
  > = commit
  > END
  $ cat > plan.txt <<'END'
  > # Three steps
  > 
  > ## Steps
  > 
  > ### Step first: the first
  > 
  > **Writes:** first.txt
  > **Verify:** `grep -q good first.txt`
  > 
  > ### Step second: needs the first
  > 
  > **Depends on:** first
  > **Writes:** second.txt
  > **Verify:** `true`
  > 
  > ### Step third: needs nobody
  > 
  > **Writes:** third.txt
  > **Verify:** `true`
  > END
  $ script() { # TROUBLE FIXED_AT: the overseer's word, and the debugger's try that helps
  >   { printf '[[turn]]\nstage = "plan"\ntext = """\n'; cat plan.txt; printf '"""\n'
  >     printf '[[turn]]\nstage = "work"\nstep = "first"\ntext = "Done, the tests pass."\nresult = { status = "done", summary = "the tests pass" }\n  [[turn.write]]\n  path = "first.txt"\n  content = "bad"\n'
  >     printf '[[turn]]\nstage = "work"\nrepeat = true\ntext = "Done."\nresult = { status = "done", summary = "done" }\n'
  >     printf '[[turn]]\nstage = "diagnose"\nrepeat = true\ntext = "Looked."\nresult = { classification = "%s", evidence = "first.txt says bad", suggestion = "write good" }\n' "$1"
  >     i=1; while [ $i -lt "$2" ] && [ $i -le 3 ]; do
  >       printf '[[turn]]\nstage = "debug"\niteration = %s\ntext = "Tried."\nresult = { status = "done", summary = "tried", cause = "unknown" }\n  [[turn.write]]\n  path = "first.txt"\n  content = "try %s"\n' $i $i; i=$((i+1)); done
  >     [ "$2" -gt 3 ] || printf '[[turn]]\nstage = "debug"\niteration = %s\ntext = "Mended."\nresult = { status = "done", summary = "mended", cause = "it said bad" }\n  [[turn.write]]\n  path = "first.txt"\n  content = "good"\n' "$2"
  >   } > agent.toml; }
  $ steps() { forge status "$1" | sed -n "/STEP/,/^$/p"; }

Stuck, and the debugger's third attempt helps, after it was told to try another approach. The step's author claimed that the tests pass.

  $ script stuck 3
  $ git add -A; git commit -q -m "set up"
  $ forge run "stuck" --pipeline overseen --agent replay:agent.toml | grep -v " running$"
  run 1 started
  hh:mm:ss  plan                    done in TIME: plan with 3 steps
  hh:mm:ss  plan                    the plan has 3 steps
  hh:mm:ss  build                   3 steps to do
  hh:mm:ss  first work              started
  hh:mm:ss  first work              done in TIME: the tests pass
  hh:mm:ss  first validate          failed (round 1 of 4): grep -q good first.txt (exit 1)
  hh:mm:ss  first diagnose          started
  hh:mm:ss  first diagnose          done in TIME: Looked.
  hh:mm:ss  first debug             started
  hh:mm:ss  first debug             done in TIME: tried
  hh:mm:ss  first validate #2       failed (round 2 of 4): grep -q good first.txt (exit 1)
  hh:mm:ss  first diagnose #2       started
  hh:mm:ss  first diagnose #2       done in TIME: Looked.
  hh:mm:ss  first debug #2          started
  hh:mm:ss  first debug #2          done in TIME: tried
  hh:mm:ss  first validate #3       failed (round 3 of 4): grep -q good first.txt (exit 1)
  hh:mm:ss  first diagnose #3       started
  hh:mm:ss  first diagnose #3       done in TIME: Looked.
  hh:mm:ss  first debug #3          started
  hh:mm:ss  first debug #3          done in TIME: mended
  hh:mm:ss  first validate #4       passed
  hh:mm:ss  first commit            done in TIME: commit HASH
  hh:mm:ss  first                   step done
  hh:mm:ss  second work             started
  hh:mm:ss  second work             done in TIME: done
  hh:mm:ss  second validate         passed
  hh:mm:ss  second commit           done in TIME: nothing changed
  hh:mm:ss  second                  step done
  hh:mm:ss  third work              started
  hh:mm:ss  third work              done in TIME: done
  hh:mm:ss  third validate          passed
  hh:mm:ss  third commit            done in TIME: nothing changed
  hh:mm:ss  third                   step done
  hh:mm:ss  build                   all steps done
  run 1 has completed
    3 of 3 steps, 19 units
    changed   1 file, +1 -0, on forge/run-001
    verified  2 commands passed
  next: forge land 1
  $ steps 1
    STEP    STATUS  STAGE  TITLE
    first   done    -      the first
    second  done    -      needs the first
    third   done    -      needs nobody
  $ forge log 1 --json | grep -c '"stage":"debug".*unit-started\|unit-started.*"stage":"debug"'
  3
  $ grep -h "^Stuck" .forge/state/runs/001/units/*/prompt.md
  Stuck: what was tried does not work. Try a different approach. Seen: first.txt says bad. Suggestion: write good.
  Stuck: what was tried does not work. Try a different approach. Seen: first.txt says bad. Suggestion: write good.
  Stuck: what was tried does not work. Try a different approach. Seen: first.txt says bad. Suggestion: write good.

Missing context: the debugger is told to read first.

  $ script missing_context 1
  $ forge run "missing" --pipeline overseen --agent replay:agent.toml >/dev/null; steps 2
    STEP    STATUS  STAGE  TITLE
    first   done    -      the first
    second  done    -      needs the first
    third   done    -      needs nobody
  $ grep -h "^Missing context" .forge/state/runs/002/units/*/prompt.md
  Missing context: read what is named here before you change the code. Seen: first.txt says bad. Suggestion: write good.

Blocked: no debugger starts, the step is blocked with the evidence, dependent steps wait, the other continues.

  $ script blocked 1
  $ forge run "blocked" --pipeline overseen --agent replay:agent.toml | grep -v " running$"
  run 3 started
    uncommitted changes in agent.toml: agents work from the last commit (to start from them: --include-changes)
  hh:mm:ss  plan                    done in TIME: plan with 3 steps
  hh:mm:ss  plan                    the plan has 3 steps
  hh:mm:ss  build                   3 steps to do
  hh:mm:ss  first work              started
  hh:mm:ss  first work              done in TIME: the tests pass
  hh:mm:ss  first validate          failed (round 1 of 4): grep -q good first.txt (exit 1)
  hh:mm:ss  first diagnose          started
  hh:mm:ss  first diagnose          done in TIME: Looked.
  hh:mm:ss  first diagnose          step blocked: Blocked: no code change can help. Seen: first.txt says bad. Suggestion: write good
  hh:mm:ss  third work              started
  hh:mm:ss  third work              done in TIME: done
  hh:mm:ss  third validate          passed
  hh:mm:ss  third commit            done in TIME: nothing changed
  hh:mm:ss  third                   step done
  hh:mm:ss  build                   the run failed: 2 of 3 steps did not finish: first (Blocked: no code change can help. Seen: first.txt says bad. Suggestion: write good)
  run 3 failed: 2 of 3 steps did not finish: first (Blocked: no code change can help. Seen: first.txt says bad. Suggestion: write good)
    1 of 3 steps, 7 units
  next: forge retry 3 --go
  $ steps 3
    STEP    STATUS   STAGE     TITLE
    first   blocked  diagnose  the first: Blocked: no code change can help. Seen: first.txt says bad. Suggestion: write good
    second  pending  -         needs the first
    third   done     -         needs nobody
  $ forge log 3 --json | grep -c '"kind":"unit-started".*"stage":"debug"'
  0
  [1]

A debugger that never helps has three attempts, then the step is given up.

  $ script stuck 9
  $ forge run "never" --pipeline overseen --agent replay:agent.toml | grep "blocked\|still fails"
  hh:mm:ss  first validate #4       `grep -q good first.txt` still fails after 4 attempts
  hh:mm:ss  first validate #4       step blocked: `grep -q good first.txt` still fails after 4 attempts
  hh:mm:ss  build                   the run failed: 2 of 3 steps did not finish: first (`grep -q good first.txt` still fails after 4 attempts)
  run 4 failed: 2 of 3 steps did not finish: first (`grep -q good first.txt` still fails after 4 attempts)
  $ steps 4
    STEP    STATUS   STAGE     TITLE
    first   blocked  validate  the first: `grep -q good first.txt` still fails after 4 attempts
    second  pending  -         needs the first
    third   done     -         needs nobody
  $ forge log 4 --json | grep -c '"kind":"unit-started".*"stage":"debug"'
  3
