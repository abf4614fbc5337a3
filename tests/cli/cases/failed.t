A run that fails, is retried, and continues past the failure.

  $ . "$DATA/setup.sh"
  $ cat > fails.toml <<'END'
  > [[turn]]
  > stage = "plan"
  > fail = "permanent"
  > repeat = true
  > END
  $ forge run "x" --agent replay:fails.toml
  run 1 started
    uncommitted changes in fails.toml (new): agents work from the last commit (to start from them: --include-changes)
  hh:mm:ss  plan                    running
  hh:mm:ss  plan                    the run failed: permanent: 401 Unauthorized: invalid API key
  run 1 failed: permanent: 401 Unauthorized: invalid API key
    1 unit
  next: forge retry 1 --go
  [4]
  $ forge status
  run 1  x
    status     failed: permanent: 401 Unauthorized: invalid API key
    pipeline   small
    slug       x
    spent      1 unit
    time       TIME, started TIME ago
    engine     not running

    x plan  . approve  . build

  next: forge retry 1 --go
  $ forge resume
  forge: run 1 failed: permanent: 401 Unauthorized: invalid API key
    hint: forge retry 1 tries again; forge skip 1 skips what failed
  [1]
  $ forge retry
  run 1 is active
    nothing runs run 1 now
  next: forge resume 1
  $ forge resume
  hh:mm:ss  plan #2                 running
  hh:mm:ss  plan #2                 the run failed: permanent: 401 Unauthorized: invalid API key
  run 1 failed: permanent: 401 Unauthorized: invalid API key
    2 units
  next: forge retry 1 --go
  [4]
  $ forge run "x" --agent replay:fails.toml --json
  {"run":2,"slug":"x","objective":"x","pipeline":"small","status":"failed","reason":"permanent: 401 Unauthorized: invalid API key","stage":"plan","parent":null,"parent_step":null,"steps_done":0,"steps_total":0,"units":1,"tokens":0,"usd":0.0,"plan_path":null,"created":"TIME","updated":"TIME","questions":[],"next":"forge retry 2 --go"}
  [4]
  $ forge skip 1
  run 1 failed: `build` needs a plan with steps; there is none
  next: forge retry 1 --go
  $ forge doctor --json | grep -o '"ok":[a-z]*'
  "ok":true

Further lines of a failure stand below its first.

  $ forge run "y" --agent "command:printf 'first line\nsecond line\n' >&2; exit 1" >out; forge status | sed -n 2,4p
    status     failed: unknown: exit 1: first line
               second line
    pipeline   small
