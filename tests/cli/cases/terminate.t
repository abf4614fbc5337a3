SIGTERM: units may finish for a while (`stop_timeout`), then they are stopped and their work is kept. The agent below
sends the signal itself, and would go on for ten minutes.

  $ mkdir -p .forge/pipelines && printf '.forge/\n' >.gitignore && git add .gitignore && git commit -q -m ignore
  $ cat >.forge/pipelines/one.toml <<'EOF'
  > name  = "one"
  > about = "one agent, one commit"
  > [[stage]]
  > name = "work"
  > role = "engineer"
  > [[stage]]
  > name = "commit"
  > kind = "integrate"
  > how  = "commit"
  > EOF
  $ export FORGE_SANDBOX=off FORGE_STOP_TIMEOUT=1
  $ forge run slow --pipeline one --auto --agent 'command:echo part >part.txt; kill -TERM $PPID; exec sleep 600' >../out; echo "exit $?"
  exit 3
  $ tail -4 ../out
  hh:mm:ss  work                    stopped in TIME
  run 1 is paused: interrupted
    1 unit
  next: forge resume 1
  $ git show refs/forge/1/run/1:part.txt
  part
  $ forge status 1 | sed -n 's/^ *status *//p'
  paused: interrupted

A set-up command that hangs is ended too.

  $ forge config set workspace.setup 'kill -TERM $PPID; sleep 600' >/dev/null
  $ FORGE_STOP_TIMEOUT=0 forge run slow --pipeline one --auto --agent 'command:echo never' >../out; echo "exit $?"
  exit 3
  $ forge status 2 | sed -n 's/^ *status *//p'
  paused: SIGTERM
  $ forge config set workspace.setup '' >/dev/null
  $ forge resume 2 >../out; echo "exit $?"
  exit 0
