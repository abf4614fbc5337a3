The wall clock is set back by an hour while a run works. Waits and durations do not follow it.

  $ mkdir -p .forge/pipelines && printf '.forge/\n' >.gitignore && git add .gitignore && git commit -q -m ignore
  $ cat >.forge/pipelines/one.toml <<'EOF'
  > name  = "one"
  > about = "one agent"
  > [[stage]]
  > name = "work"
  > role = "planner"
  > EOF
  $ cat >agent.toml <<'EOF'
  > [[turn]]
  > stage = "work"
  > attempt = 1
  > fail = "network"
  > [[turn]]
  > stage = "work"
  > text = "done"
  > EOF
  $ for n in 3 8 12; do FORGE_FAULT=clock:$n:-3600000 forge run "step $n" --pipeline one --auto --agent replay:agent.toml >../out 2>&1; echo "exit $?"; grep -e '-[0-9]*m[0-9]' ../out; done
  exit 0
  exit 0
  exit 0
  [1]
  $ for n in 1 2 3; do forge status $n; forge report $n; done | grep -E -e ' -[0-9]+(ms|m|h|s)'
  [1]


An engine that dies while the run waits leaves a run that says what it waits for.

  $ FORGE_CRASH=record-after:2 forge run "wait" --pipeline one --auto --agent replay:agent.toml >../out 2>&1; echo "exit $?"
  exit 137
  $ forge status 4 | grep waiting
    waiting    work retries in TIME: network: connection refused
  $ forge status 4 --json | grep -o '"waits":\[[^]]*\]'
  "waits":["work retries in TIME: network: connection refused"]
  $ forge resume 4 >../out; echo "exit $?"
  exit 0
