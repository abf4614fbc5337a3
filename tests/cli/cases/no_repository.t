Outside a repository, and before the first run.

  $ mkdir ../elsewhere && cd ../elsewhere
  $ forge status
  forge: WORK/elsewhere is in no git repository
    hint: change into one, or make one: git init && git add -A && git commit -m "first commit"
  [2]
  $ forge init
  forge: WORK/elsewhere is in no git repository
    hint: change into one, or make one: git init && git add -A && git commit -m "first commit"
  [2]
  $ forge list --json
  forge: WORK/elsewhere is in no git repository
    hint: change into one, or make one: git init && git add -A && git commit -m "first commit"
  {"error":{"code":"not-found","message":"WORK/elsewhere is in no git repository","hint":"change into one, or make one: git init && git add -A && git commit -m \"first commit\""}}
  [2]
  $ forge run x --agent 'command:true'
  forge: WORK/elsewhere is in no git repository
    hint: change into one, or make one: git init && git add -A && git commit -m "first commit"
  [2]
  $ forge pipeline list --json > /dev/null && forge config get pipeline
  forge
  $ cd ../repo
  $ forge status
  forge: no runs in REPO yet
    hint: start one: forge run "what you want done"
  [2]
  $ forge list
  forge: no runs in REPO yet
    hint: start one: forge run "what you want done"
  [2]
  $ forge questions --json
  forge: no runs in REPO yet
    hint: start one: forge run "what you want done"
  {"error":{"code":"not-found","message":"no runs in REPO yet","hint":"start one: forge run \"what you want done\""}}
  [2]
  $ ls -A
  .git
  README.md
