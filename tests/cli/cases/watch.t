Watching a run that another process drives.

  $ . "$DATA/setup.sh"
  $ cat > slow.toml <<'END'
  > [[turn]]
  > stage = "plan"
  > delay_ms = 60000
  > text = "late"
  > END
  $ forge run "slow" --agent replay:slow.toml > driver.out 2>&1 & driver=$!
  $ until forge status --json 2>/dev/null | grep -q '"running":\[{'; do sleep 0.05; done
  $ forge watch > watch.out & watcher=$!
  $ forge status | grep -c 'process [0-9]* on'
  1
  $ forge resume
  forge: run 1 is already running in process PID
    hint: to follow it: forge watch 1
  [1]
  $ forge pause --reason "look"
  run 1 is paused: look
    process PID received the command
  next: forge resume 1
  $ forge list
  RUN  STATUS  STAGE  STEPS  SPENT  AGE  OBJECTIVE
  1    paused  plan   -      -      0s   slow
  $ forge cancel
  run 1 was cancelled
    process PID received the command
  next: forge log 1
  $ wait $driver
  [5]
  $ wait $watcher
  [5]
  $ cat driver.out
  run 1 started
    uncommitted changes in driver.out (new), slow.toml (new): agents work from the last commit (to start from them: --include-changes)
  hh:mm:ss  plan                    running
  hh:mm:ss  plan                    the run is paused: look
  hh:mm:ss  plan                    the run was cancelled
  hh:mm:ss  plan                    stopped in TIME
  run 1 was cancelled
    1 unit
  next: forge log 1
  $ grep -v started watch.out
  hh:mm:ss  plan                    running
  hh:mm:ss  plan                    the run is paused: look
  hh:mm:ss  plan                    the run was cancelled
  hh:mm:ss  plan                    stopped in TIME
  run 1 was cancelled
    1 unit
  next: forge log 1
  $ forge watch
  run 1 was cancelled
    1 unit
  next: forge log 1
  [5]
  $ forge watch 9
  forge: no run `9`
    hint: forge list
  [2]
  $ forge watch --jsn
  forge: watch: unknown option `--jsn`
    hint: did you mean `--json`?
  [2]
