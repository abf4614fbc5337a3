The default pipeline on work that needs a plan: Forge checks what code can check before it pays an agent to read it.

  $ printf "out\n*.md\n" >> .git/info/exclude
  $ printf 'test:\n\t@true\n' > Makefile; echo hello > greeting.txt; git add .; git commit -q -m "a greeting"
  $ export FORGE_AGENT="replay:$DATA/forge_agent.toml"
  $ forge "write two greetings into files of their own"
  run 1 started
    size standard (override with --size)
  hh:mm:ss  plan                    started
  hh:mm:ss  plan                    done in TIME, 1.2k tokens, $0.02: plan with 1 step
  hh:mm:ss  plan                    the plan has 1 step
  hh:mm:ss  form                    failed (round 1 of 8): Missing section: Scope (and 4 more)
  hh:mm:ss  plan #2                 started
  hh:mm:ss  plan #2                 done in TIME, 1.2k tokens, $0.02: plan with 2 steps
  hh:mm:ss  plan #2                 the plan has 2 steps
  hh:mm:ss  form #2                 passed
  hh:mm:ss  audit                   started
  hh:mm:ss  audit                   approved
  hh:mm:ss  approve                 asks: Build this plan?
  run 1 waits for an answer
    0 of 2 steps, 6 units, 2.4k tokens, $0.04
  run 1 question 1 (approve): Build this plan?
    about    plan
    answers  yes, modify, no
    type     forge answer 1 yes --go
  [3]
  $ forge
  repo: 1 open run
    run 1  waiting at approve, 0 of 2 steps, 2.4k tokens, $0.04: write two greetings into files of their own

  run 1 question 1 (approve): Build this plan?
    about    plan
    answers  yes, modify, no
    type     forge answer 1 yes --go

  next: forge answer 1 yes --go
  $ forge answer yes
  run 1: answered `yes`; the run is active
    nothing runs run 1 now
  next: forge resume 1
  $ forge resume
  hh:mm:ss  build                   2 steps to do
  hh:mm:ss  one implement           started
  hh:mm:ss  one implement           done in TIME: one.txt is there.
  hh:mm:ss  one verify              passed
  hh:mm:ss  one commit              done in TIME: commit HASH
  hh:mm:ss  one                     step done
  hh:mm:ss  two implement           started
  hh:mm:ss  two implement           done in TIME: two.txt is there.
  hh:mm:ss  two verify              passed
  hh:mm:ss  two commit              done in TIME: commit HASH
  hh:mm:ss  two                     step done
  hh:mm:ss  build                   all steps done
  hh:mm:ss  verify                  passed
  hh:mm:ss  review                  started
  hh:mm:ss  review                  approved
  hh:mm:ss  findings                passed
  hh:mm:ss  commit                  done in TIME: nothing changed
  hh:mm:ss  learn                   started
  hh:mm:ss  learn                   done in TIME: nothing new
  run 1 has completed
    2 of 2 steps, 19 units, 2.4k tokens, $0.04
    changed   2 files, +2 -0, on forge/run-001
    verified  3 commands passed
    findings  1 open: forge triage 1
  next: forge land 1
  $ forge
  repo: no open runs
    last: run 1  completed, 2 of 2 steps, 2.4k tokens, $0.04: write two greetings into files of their own
    findings of run 1: 1 open
    not landed: run 1  completed, 2 of 2 steps, 2.4k tokens, $0.04: write two greetings into files of their own

  next: forge land 1
        forge triage 1 settles the findings
  $ forge --json | cut -c1-60
  {"open":[],"questions":[],"last":{"run":1,"slug":"write-two-

The long way: research, blind gates, lenses, criteria proven on a fresh checkout. Unattended, it approves what passed its gates.

  $ forge "redesign how we greet" --auto | grep -vE 'implement|gates .*(skeptic|integration)|lenses .*(contracts|failure|compat)'
  run 2 started
    size complex: it says "redesign" (override with --size)
  hh:mm:ss  research                started
  hh:mm:ss  research                done in TIME: greeting.txt:1 is all there is.
  hh:mm:ss  plan                    started
  hh:mm:ss  plan                    done in TIME, 1.2k tokens, $0.02: plan with 1 step
  hh:mm:ss  plan                    the plan has 1 step
  hh:mm:ss  form                    failed (round 1 of 8): Missing section: Scope (and 4 more)
  hh:mm:ss  plan #2                 started
  hh:mm:ss  plan #2                 done in TIME, 1.2k tokens, $0.02: plan with 2 steps
  hh:mm:ss  plan #2                 the plan has 2 steps
  hh:mm:ss  form #2                 passed
  hh:mm:ss  gates                   second-opinion started
  hh:mm:ss  gates                   second-opinion: approved
  hh:mm:ss  gates                   approved
  hh:mm:ss  approve                 approved without a person: the run is unattended
  hh:mm:ss  build                   2 steps to do
  hh:mm:ss  one verify              passed
  hh:mm:ss  one commit              done in TIME: commit HASH
  hh:mm:ss  one                     step done
  hh:mm:ss  two verify              passed
  hh:mm:ss  two commit              done in TIME: commit HASH
  hh:mm:ss  two                     step done
  hh:mm:ss  build                   all steps done
  hh:mm:ss  verify                  passed
  hh:mm:ss  review                  started
  hh:mm:ss  review                  approved
  hh:mm:ss  lenses                  approved
  hh:mm:ss  findings                passed
  hh:mm:ss  evidence                passed
  hh:mm:ss  commit                  done in TIME: nothing changed
  hh:mm:ss  learn                   started
  hh:mm:ss  learn                   done in TIME: nothing new
  run 2 has completed
    2 of 2 steps, 26 units, 2.4k tokens, $0.04
    changed   2 files, +2 -0, on forge/run-002
    verified  3 commands passed
  next: forge land 2

Only the plan.

  $ forge "write two greetings into files of their own" --plan-only --auto | tail -4
  hh:mm:ss  approve                 approved without a person: the run is unattended
  run 3 has completed
    0 of 2 steps, 6 units, 2.4k tokens, $0.04
  next: forge report 3

Your own plan: not planned again, checked like any other, approved because you named it.

  $ cp "$DATA/two_steps.md" mine.md
  $ forge run --execute mine.md --no-docs > out; head -12 out
  run 4 started
    size standard (override with --size)
  hh:mm:ss  form                    passed
  hh:mm:ss  audit                   started
  hh:mm:ss  audit                   approved
  hh:mm:ss  approve                 asks: Build this plan?
  hh:mm:ss  approve                 approved
  hh:mm:ss  build                   2 steps to do
  hh:mm:ss  one implement           started
  hh:mm:ss  one implement           done in TIME: one.txt is there.
  hh:mm:ss  one verify              passed
  hh:mm:ss  one commit              done in TIME: commit HASH
  $ forge run "as in the plan" --plan mine.md --no-docs | tail -6
  run 5 waits for an answer
    0 of 2 steps, 3 units
  run 5 question 1 (approve): Build this plan?
    about    plan
    answers  yes, modify, no
    type     forge answer 5 yes --go
  $ forge run --execute mine.md --plan mine.md
  forge: --plan and --execute cannot be combined
    hint: give only one of them
  [2]
  $ forge run --execute absent.md
  forge: read absent.md: No such file or directory
  [2]
  $ printf '# Plan: bad\n\n## Steps\n\n### Step a: a\n\n**Do:** x\n' > bad.md
  $ forge run --execute bad.md --auto > out; head -5 out
  run 6 started
    size standard (override with --size)
  hh:mm:ss  form                    failed (round 1 of 8): Missing section: Objective (and 5 more)
  hh:mm:ss  plan                    started
  hh:mm:ss  plan                    done in TIME, 1.2k tokens, $0.02: plan with 1 step
