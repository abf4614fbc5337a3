A unit that runs, seen from other processes.

  $ . "$DATA/setup.sh"
  $ cat > .forge/pipelines/ask.toml <<'END'
  > name  = "ask"
  > about = "asks once"
  > [[stage]]
  > name = "look"
  > role = "researcher"
  > END
  $ cat > slow.toml <<'END'
  > [[turn]]
  > stage = "look"
  > text = "Seen."
  > [[turn.run]]
  > command = "echo first; until test -e go; do sleep 0.05; done; echo second"
  > END
  $ forge run "look" --pipeline ask --isolation shared --agent replay:slow.toml > driver.out 2>&1 & driver=$!
  $ until forge status --json 2>/dev/null | grep -q '"doing":"Bash'; do sleep 0.05; done
  $ forge status | grep running | sed 's/look, [0-9.ms]*:/look, TIME:/'
    running    look, TIME: Bash: echo first; until test -e go; do sleep 0.05; done; echo second
  $ forge status --json | grep -o '"doing":"[^"]*"'
  "doing":"Bash: echo first; until test -e go; do sleep 0.05; done; echo second"
  $ init='{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}'
  $ call='{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"run_status","arguments":{"run":"1"}}}'
  $ printf '%s\n' "$init" '{"jsonrpc":"2.0","method":"notifications/initialized"}' "$call" | forge mcp | grep -o '"running":.*"doing":"[^;]*' | sed 's/"structured.*//; s/_ms":[0-9]*/_ms":MS/'
  "running":[{"unit":1,"where":"look","elapsed_ms":MS,"doing":"Bash: echo first
  $ forge output > now.out; grep -v started now.out
  unit 1  look  agent, running
  hh:mm:ss  > Bash: echo first; until test -e go; do sleep 0.05; done; echo second
  still running; to follow it: forge output 1 -f
  $ forge output -f > follow.out & follower=$!
  $ until grep -qs Bash follow.out; do sleep 0.05; done
  $ forge output -f --unit 1 > interrupted.out & other=$!
  $ until grep -qs Bash interrupted.out; do sleep 0.05; done
  $ kill -INT $other; wait $other
  $ TERM=xterm script -qec 'forge watch' watch.out > /dev/null & watcher=$!
  $ until grep -qs 'look .*Bash: echo first' watch.out; do sleep 0.05; done
  $ forge diff
  forge: run 1 has changed nothing yet that is kept
    hint: forge status 1; what its agent does now: forge output 1
  [2]
  $ touch go
  $ wait $driver $follower $watcher
  $ tail -n 6 follow.out
  hh:mm:ss  started
  hh:mm:ss  > Bash: echo first; until test -e go; do sleep 0.05; done; echo second
            first
            second
  hh:mm:ss  Seen.
  done in TIME: Seen.

The engine is killed in the middle. What the agent had done by then is there, and the unit's second start is marked.

  $ rm go
  $ forge run "look" --pipeline ask --isolation shared --agent replay:slow.toml > driver.out 2>&1 & driver=$!
  $ until forge status --json 2>/dev/null | grep -q '"doing":"Bash'; do sleep 0.05; done
  $ kill -9 $driver; wait $driver 2>/dev/null
  [137]
  $ printf '{"n":3,"at":17' >> .forge/state/runs/002/units/1/transcript.jsonl
  $ forge output
  unit 1  look  agent, running
  hh:mm:ss  started
  hh:mm:ss  > Bash: echo first; until test -e go; do sleep 0.05; done; echo second
  note: the transcript's last line is cut (14 bytes)
  run 2 is not running
  next: forge resume 2
  $ forge output -f | tail -n 2
  note: the transcript's last line is cut (14 bytes)
  next: forge resume 2
  $ touch go; forge resume > run.out
  $ forge output
  unit 1  look  agent, done
  hh:mm:ss  started
  hh:mm:ss  > Bash: echo first; until test -e go; do sleep 0.05; done; echo second
  hh:mm:ss  the unit starts again: its engine had stopped
  hh:mm:ss  started
  hh:mm:ss  > Bash: echo first; until test -e go; do sleep 0.05; done; echo second
            first
            second
  hh:mm:ss  Seen.
  note: 1 line of the transcript cannot be read and is left out
  done in TIME: Seen.
