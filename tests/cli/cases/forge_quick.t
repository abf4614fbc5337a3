A small, clear change costs one agent and its proof. The agent's claim that the tests pass does not count.

  $ echo out >> .git/info/exclude
  $ printf 'test:\n\t@test -s greeting.txt\n' > Makefile; echo hello > greeting.txt; git add .; git commit -q -m "a greeting"
  $ export FORGE_AGENT="replay:$DATA/forge_agent.toml"
  $ forge "greet the world in greeting.txt"
  run 1 started
    size quick: it is clear and names one file (override with --size)
  hh:mm:ss  patch                   started
  hh:mm:ss  patch                   done in TIME, 1.0k tokens, $0.01: an empty greeting
  hh:mm:ss  patch-verify            failed (round 1 of 3): make test (exit 2) (detected: Make, because Makefile has the target `test`)
  hh:mm:ss  patch #2                started
  hh:mm:ss  patch #2                done in TIME, 1.0k tokens, $0.01: greets the world
  hh:mm:ss  patch-verify #2         passed
  hh:mm:ss  commit                  done in TIME: commit HASH
  run 1 has completed
    6 units, 2.0k tokens, $0.02
    changed   1 file, +1 -1, on forge/run-001
    verified  1 command passed
  next: forge land 1
  $ forge land 1
  run 1 landed on main (fast-forward, commit HASH)
  $ cat greeting.txt
  hello, world

The words of the objective decide the size; --size overrides it. A single word is not an objective, except after `run`.

  $ forge run "greet the world in greeting.txt" --size vague --auto > out; sed -n 1,3p out
  run 2 started
  hh:mm:ss  clarify                 started
  hh:mm:ss  clarify                 done in TIME: Probably two greetings. Is that so?
  $ forge greet
  forge: unknown command `greet`
    hint: `forge help` lists the commands; to start a run with it: forge run greet
  [2]
  $ forge run greet --auto > out; sed -n 1,3p out
  run 3 started
    size vague: it is too short to tell what to do (override with --size)
  hh:mm:ss  clarify                 started
  $ forge "rewrite the greetings" --auto --plan-only > out; sed -n 1,3p out
  run 4 started
    size complex: it says "rewrite" (override with --size)
  hh:mm:ss  research                started
  $ forge --auto "fix the typo in greeting.txt" > out; sed -n 1,3p out
  run 5 started
    size quick: a small change: "typo" (override with --size)
  hh:mm:ss  patch                   started
  $ forge run ""
  forge: the objective is empty
    hint: describe the task: forge run "add a --json flag to list"
  [2]
  $ forge " "
  forge: the objective is empty
    hint: describe the task: forge run "add a --json flag to list"
  [2]

Without a command that proves anything, it says so.

  $ git rm -q Makefile; git commit -q -m "no tests"
  $ forge "greet everybody in greeting.txt"
  run 6 started
    size quick: it is clear and names one file (override with --size)
    no test command is set or detected, so nothing verifies the work; set one: forge config set verify "make test"
  hh:mm:ss  patch                   started
  hh:mm:ss  patch                   done in TIME, 1.0k tokens, $0.01: an empty greeting
  hh:mm:ss  patch-verify            nothing to run (no test command set)
  hh:mm:ss  commit                  done in TIME: commit HASH
  run 6 has completed
    3 units, 1.0k tokens, $0.01
    changed   1 file, +0 -1, on forge/run-006
    unverified: no test command was run; set one: forge config set verify "make test"
  next: forge land 6
