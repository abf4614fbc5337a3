What failed, what was accepted, what a step's checkpoint asks: told where people look.

  $ forge init >/dev/null; mkdir -p .forge/pipelines
  $ cat > .forge/pipelines/prove.toml <<'END'
  > name  = "prove"
  > about = "work, then the project's tests"
  > [[stage]]
  > name = "work"
  > role = "worker"
  > [[stage]]
  > name = "verify"
  > kind = "check"
  > commands = ["project"]
  > on_revision = "work"
  > max_iterations = 1
  > [[stage]]
  > name = "commit"
  > kind = "integrate"
  > END
  $ cat > agent.toml <<'END'
  > [[turn]]
  > stage = "work"
  > repeat = true
  > text = "Done."
  >   [[turn.write]]
  >   path = "sum.txt"
  >   content = "5\n"
  > END
  $ printf 'echo "running"\necho "adds: expected 4, got $(cat sum.txt)"\nexit 3\n' > test.sh
  $ git add -A; git commit -q -m "set up"

The question has the last lines of what failed, and so has everything else that speaks of it.

  $ export FORGE_AGENT=replay:agent.toml
  $ FORGE_VERIFY="sh test.sh" forge run "add two numbers" --pipeline prove | grep -v " running$"
  run 1 started
  hh:mm:ss  work                    done in TIME: Done.
  hh:mm:ss  verify                  failed (round 1 of 1): sh test.sh (exit 3)
  hh:mm:ss  verify                  `sh test.sh` still fails after 1 attempts
  hh:mm:ss  verify                  asks: `sh test.sh` still fails after 1 attempts
  run 1 waits for an answer
    2 units
  run 1 question 1 (verify): `sh test.sh` still fails after 1 attempts
    | $ sh test.sh (exit 3)
    | adds: expected 4, got 5
    all of it  forge output 1
    answers  retry, accept, stop
    type     forge answer 1 retry --go
             with -m "..." it is told what you know
  $ forge questions 1 --show
  run 1 question 1 (verify): `sh test.sh` still fails after 1 attempts
    | $ sh test.sh (exit 3)
    | running
    | adds: expected 4, got 5
    all of it  forge output 1
    answers  retry, accept, stop
    type     forge answer 1 retry --go
             with -m "..." it is told what you know
  $ forge status 1
  run 1  add two numbers
    status     waiting
    pipeline   prove
    slug       add-two-numbers
    spent      2 units
    time       TIME, started TIME ago
    engine     not running

    + work  ? verify  . commit

  run 1 question 1 (verify): `sh test.sh` still fails after 1 attempts
    | $ sh test.sh (exit 3)
    | running
    | adds: expected 4, got 5
    all of it  forge output 1
    answers  retry, accept, stop
    type     forge answer 1 retry --go
             with -m "..." it is told what you know

  next: forge answer 1 retry --go
  $ forge findings 1
  ID  STATE  SEVERITY  FROM    PLACE  WHAT
  F1  open   -         verify  -      `sh test.sh` fails (exit 3)

  F1: the last lines
    | running
    | adds: expected 4, got 5
    all of it  forge output 1 --unit 2
  [1]

Accepted: said first by the report, the list and the landing.

  $ forge answer 1 accept
  run 1: answered `accept`; the run is active
    nothing runs run 1 now
  next: forge resume 1
  $ forge resume 1 | grep -v " running$"
  hh:mm:ss  commit                  done in TIME: commit HASH
  run 1 has completed: accepted although it failed: verify: sh test.sh (exit 3)
    3 units
    changed   1 file, +1 -0, on forge/run-001
    proof     0 commands passed, 1 failed
    findings  1 open: forge triage 1
  next: forge land 1
  $ forge report 1
  Run 1 · prove · completed
  Objective: add two numbers
  Warning: Accepted although it failed, by ada: verify: sh test.sh (exit 3)

  How it went:
    verify: did not pass (round 1 of 1): sh test.sh (exit 3)
    verify: asked: `sh test.sh` still fails after 1 attempts
    verify: answered `accept` by ada after TIME
    verify: accepted although it failed: sh test.sh (exit 3)
    an engine continues the run

  Work: 3 units: 1 of agents, 1 check, 1 commit
  Time: active for TIME
  Proof: 0 commands passed, 1 failed
  Failed: verify: sh test.sh (exit 3)
    | running
    | adds: expected 4, got 5
    all of it: forge output 1 --unit 2
  Findings: 1 (1 open)
  Changes: 1 file, +1 -0
    commit HASH  add two numbers
  Spent: nothing
  Models: claude-sonnet-4-6
  Branch: forge/run-001 (review: git log -p main..forge/run-001; land: forge land 1)
  Next: forge land 1
  $ forge report 1 --junit | grep -A3 "sh test.sh" | sed 's/ time="[^"]*"//'
  <testcase classname="verify" name="sh test.sh"><failure message="exit 3">running
  adds: expected 4, got 5
  all of it: forge output 1 --unit 2</failure></testcase>
  <system-out>verify: did not pass (round 1 of 1): sh test.sh (exit 3)
  verify: asked: `sh test.sh` still fails after 1 attempts
  verify: answered `accept` by ada after TIME
  verify: accepted although it failed: sh test.sh (exit 3)
  an engine continues the run
  </system-out>
  </testsuite>
  $ forge report 1 --md | sed -n '/Warning/p; /Evidence/,/Findings/p'
  **Warning:** Accepted although it failed, by ada: verify: sh test.sh (exit 3)
  ## Evidence

  | check | command | result |
  |---|---|---|
  | verify | `sh test.sh` | exit 3 |

  `sh test.sh`, the last lines (all of it: `forge output 1 --unit 2`):

      running
      adds: expected 4, got 5

  ## Findings
  $ forge report 1 --html | grep -o '<p class="bad note"><b>[^<]*\|<pre>running'
  <p class="bad note"><b>Accepted although it failed, by ada: verify: sh test.sh (exit 3)
  <pre>running
  $ forge list | sed 's/  [0-9]*s  /  TIME  /'
  RUN  STATUS                 STAGE  STEPS  SPENT  AGE  OBJECTIVE
  1    completed, not landed  -      -      -      TIME   [accepted although it failed: verify: sh test.sh (exit 3)] add two numbers

On a terminal the landing asks. Enter decides nothing.

  $ at_terminal() { script -qec "stty -echo; TERM=xterm NO_COLOR=1 COLUMNS=80 $1; echo exit \$?" /dev/null | tr -d '\r' | sed -n "/^$2/,\$p" | sed 's/\x1b\[[0-9;?]*[A-Za-z]//g'; }
  $ printf '\nno\n' | at_terminal 'forge land 1' warning:
  warning: accepted although it failed: verify: sh test.sh (exit 3)
  Land it all the same? [yes/no]   nothing is decided; choose one of: yes, no
  Land it all the same? [yes/no] nothing has landed
  exit 1
  $ git log --format=%s -1
  set up
  $ forge land 1
  warning: accepted although it failed: verify: sh test.sh (exit 3)
  run 1 landed on main (fast-forward, commit HASH)
  1 finding is undecided: forge triage 1
  $ printf 'no\n' | at_terminal 'forge land 1' warning:
  warning: accepted although it failed: verify: sh test.sh (exit 3)
  run 1 is already on main
  1 finding is undecided: forge triage 1
  exit 0
  $ forge undo >/dev/null; printf 'yes\n' | at_terminal 'forge land 1' warning:
  warning: accepted although it failed: verify: sh test.sh (exit 3)
  Land it all the same? [yes/no] run 1 landed on main (fast-forward, commit HASH)
  1 finding is undecided: forge triage 1
  exit 0

A run that stops for it shows the same in its status.

  $ FORGE_VERIFY="sh test.sh" forge run "add two numbers" --pipeline prove >/dev/null
  [3]
  $ forge answer 2 stop >/dev/null; forge status 2
  run 2  add two numbers
    status     failed: `sh test.sh` still fails after 1 attempts
    pipeline   prove
    slug       add-two-numbers
    spent      2 units
    time       TIME, started TIME ago
    engine     not running

    + work  x verify  . commit

    verify failed:
    | $ sh test.sh (exit 3)
    | running
    | adds: expected 4, got 5
    all of it  forge output 2 --unit 2

  next: forge retry 2 --go

Without a test command nothing passed.

  $ rm test.sh; git add -A; git commit -q -m "no tests"
  $ forge run "write it" --pipeline prove | grep -v " running$"
  run 3 started
    no test command is set or detected, so nothing verifies the work; set one: forge config set verify "make test"
  hh:mm:ss  work                    done in TIME: Done.
  hh:mm:ss  verify                  nothing to run (no test command set)
  hh:mm:ss  commit                  done in TIME: nothing changed
  run 3 has completed
    3 units
  next: forge report 3
  $ forge report 3 | grep -i verified
  unverified: no test command was run; set one: forge config set verify "make test"
  $ forge report 3 --junit | grep verify
  <testcase classname="verify" name="verify" time="0.000"><skipped message="nothing to run (no test command set)"/></testcase>
  $ forge report 3 --html | grep -o "Unverified[^<]*"
  Unverified: no command was run to prove anything.

An advisory check says what it found.

  $ sed 's/^on_revision = .*/mode = "advisory"/; /^max_iterations/d; s/"prove"/"lint"/' .forge/pipelines/prove.toml > .forge/pipelines/lint.toml
  $ FORGE_VERIFY="sh -c 'echo line 7 is too long; exit 1'" forge run "lint it" --pipeline lint | grep verify
  hh:mm:ss  verify                  found 1 problem; the run goes on: sh -c 'echo line 7 is too long; exit 1' (exit 1)

An agent that is blocked asks in its own words, and the answer is in its next prompt.

  $ cat > blocked.toml <<'END'
  > [[turn]]
  > stage = "work"
  > text = "I cannot go on."
  > result = { status = "blocked", summary = "no port", blocker = "Which port does the server use?" }
  > [[turn]]
  > stage = "work"
  > text = "Done."
  > result = { status = "done", summary = "done" }
  > END
  $ sed 's/^role = "worker"/&\nresult = true/; s/"prove"/"asked"/' .forge/pipelines/prove.toml > .forge/pipelines/asked.toml
  $ forge run "serve" --pipeline asked --agent replay:blocked.toml | grep -v " running$"
  run 5 started
    no test command is set or detected, so nothing verifies the work; set one: forge config set verify "make test"
    uncommitted changes in blocked.toml (new): agents work from the last commit (to start from them: --include-changes)
  hh:mm:ss  work                    asks: the agent says it is blocked: Which port does the server use?
  run 5 waits for an answer
    1 unit
  run 5 question 1 (work): the agent says it is blocked: Which port does the server use?
    answers  retry, stop
    type     forge answer 5 retry --go
             with -m "..." it is told what you know
  $ forge answer 5 retry --comment "Port 8080."
  run 5: answered `retry`; the run is active
    nothing runs run 5 now
  next: forge resume 5
  $ forge resume 5 | sed -n '$p'
  next: forge report 5
  $ grep -l "Port 8080" .forge/state/runs/005/units/*/prompt.md
  .forge/state/runs/005/units/2/prompt.md

A budget is extended by an amount, or not at all.

  $ cat > costly.toml <<'END'
  > [[turn]]
  > stage = "work"
  > repeat = true
  > text = "Done."
  > usage = { output_tokens = 2000 }
  > END
  $ sed 's/^name = "work"/name = "first"\nrole = "worker"\n[[stage]]\n&/; s/"prove"/"twice"/' .forge/pipelines/prove.toml > .forge/pipelines/twice.toml
  $ sed 's/"work"/"first"/' costly.toml >> costly.toml
  $ forge run "spend" --pipeline twice --agent replay:costly.toml --budget-tokens 1000 | sed -n '/question/,$p'
  run 6 question 1 (work): the budget is reached: 2000 of 1000 tokens used; extend it?
    answers  extend, stop
    type     forge answer 6 extend --go
             with -m '50k tokens' by so much, else by the whole limit again
  $ forge statusline 6 --format short
  forge:6 work 2.0k of 1.0k tokens asks
  $ forge answer 6 extend --comment "a dollar"
  forge: `a dollar` is not an amount
    hint: give a number of tokens
  [2]
  $ forge answer 6 extend --comment '$2'
  forge: `$2` does not fit: the limit that is reached is in tokens
    hint: give a number of tokens
  [2]
  $ printf 'extend\n\na dollar\n' | at_terminal 'forge resume 6' 'run 6 asks'
  run 6 asks: the budget is reached: 2000 of 1000 tokens used; extend it?
    extend  raise the limit and go on
    stop    set the run aside; forge resume continues
    later   decide nothing now: the run waits
  [extend/stop/later] by how much? (for example 50k tokens)   nothing is decided; type an amount
  by how much? (for example 50k tokens) forge: `a dollar` is not an amount
    hint: give a number of tokens
  by how much? (for example 50k tokens)
  run 6 waits for an answer
    1 unit, 2.0k tokens
  run 6 question 1 (work): the budget is reached: 2000 of 1000 tokens used; extend
  it?
    answers  extend, stop
    type     forge answer 6 extend --go
             with -m '50k tokens' by so much, else by the whole limit again
  exit 3
  $ forge answer 6 extend --comment "+50k tokens"
  run 6: answered `extend`; the run is active
    nothing runs run 6 now
  next: forge resume 6
  $ forge statusline 6 --format short
  forge:6 work 2.0k of 51.0k tokens
  $ forge log 6 --json | grep -o '"kind":"budget-extended".*"tokens":[0-9]*'
  "kind":"budget-extended","run":6,"step":null,"stage":"work","iteration":1,"attempt":0,"data":{"tokens":51000
