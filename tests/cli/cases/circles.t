An agent that makes the same call with the same result again and again is warned, then ended. The next attempt is a new
one.

  $ mkdir -p .forge/pipelines && printf '.forge/\n' >.gitignore && git add .gitignore && git commit -q -m ignore
  $ cat >.forge/pipelines/one.toml <<'END'
  > name  = "one"
  > about = "one agent"
  > [[stage]]
  > name = "work"
  > role = "planner"
  > END
  $ turn() { printf '[[turn]]\nstage = "work"\nattempt = %s\ntext = "done"\n' $1; for n in $(seq $2); do printf '[[turn.run]]\ncommand = "echo 2 tests failed"\n'; done; }
  $ { turn 1 40; turn 2 14; } >agent.toml
  $ forge run "mend it" --pipeline one --auto --agent replay:agent.toml >../out 2>&1; echo "exit $?"
  exit 0
  $ grep circles ../out
  hh:mm:ss  work                    retries after timeout: went in circles: made the same call 15 times with the same result: Bash {"command":"echo 2 tests failed"}
  $ forge output 1 --unit 1 | grep circles
  hh:mm:ss  goes in circles: made the same call 8 times with the same result: Bash {"command":"echo 2 tests failed"}
  hh:mm:ss  went in circles: made the same call 15 times with the same result: Bash {"command":"echo 2 tests failed"}
  failed in TIME: went in circles: made the same call 15 times with the same result: Bash {"command":"echo 2 tests failed"}
  $ forge output 1 --unit 1 | grep -c 'echo 2 tests failed'
  19
  $ forge output 1 --unit 2 | grep circles
  hh:mm:ss  goes in circles: made the same call 8 times with the same result: Bash {"command":"echo 2 tests failed"}


The setting `max_repeats` says how often; 0 is no limit.

  $ { turn 1 40; } >agent.toml
  $ FORGE_MAX_REPEATS=0 forge run "mend it" --pipeline one --auto --agent replay:agent.toml >../out 2>&1; echo "exit $?"
  exit 0
  $ grep circles ../out
  [1]
  $ forge output 2 | grep -c 'echo 2 tests failed'
  40


What an agent does in turn is a circle too, and results that differ only count where it changes nothing.

  $ work() { printf '[[turn]]\nstage = "work"\ntext = "done"\n'; for n in $(seq 40); do printf '[[turn.run]]\ncommand = "%s"\n' "$@"; done; }
  $ work 'cat a.txt' 'cat b.txt' >agent.toml; echo a >a.txt; echo b >b.txt; git add a.txt b.txt; git commit -q -m files
  $ printf 'retry = 0\n' >>.forge/pipelines/one.toml
  $ forge run "read" --pipeline one --auto --agent replay:agent.toml >../out 2>&1; echo "exit $?"
  exit 4
  $ grep circles ../out
  hh:mm:ss  work                    the run failed: timeout: went in circles: made the same 2 calls in turn, 15 in all, with the same results: Bash {"command":"cat b.txt"}; Bash {"command":"cat a.txt"}
  run 3 failed: timeout: went in circles: made the same 2 calls in turn, 15 in all, with the same results: Bash {"command":"cat b.txt"}; Bash {"command":"cat a.txt"}
  $ work 'date +%N' >agent.toml
  $ forge run "look" --pipeline one --auto --agent replay:agent.toml >../out 2>&1; echo "exit $?"
  exit 4
  $ grep circles ../out
  hh:mm:ss  work                    the run failed: timeout: went in circles: made the same call 30 times while nothing in its workspace changed: Bash {"command":"date +%N"}
  run 4 failed: timeout: went in circles: made the same call 30 times while nothing in its workspace changed: Bash {"command":"date +%N"}
