Outside a repository, and before the first run.

  $ mkdir ../elsewhere && cd ../elsewhere
  $ forge status
  forge: WORK/elsewhere is not in a git repository
    hint: change into one, or make one: git init && git add -A && git commit -m "first commit"
  [2]
  $ forge init
  forge: WORK/elsewhere is not in a git repository
    hint: change into one, or make one: git init && git add -A && git commit -m "first commit"
  [2]
  $ forge list --json
  forge: WORK/elsewhere is not in a git repository
    hint: change into one, or make one: git init && git add -A && git commit -m "first commit"
  {"error":{"code":"not-found","message":"WORK/elsewhere is not in a git repository","hint":"change into one, or make one: git init && git add -A && git commit -m \"first commit\""}}
  [2]
  $ forge run x --agent 'command:true'
  forge: WORK/elsewhere is not in a git repository
    hint: change into one, or make one: git init && git add -A && git commit -m "first commit"
  [2]
  $ forge pipeline list --json > /dev/null && forge config get pipeline
  forge

A repository without a commit: a run has nothing to start from.

  $ git init -q -b main . && echo draft > draft.txt
  $ forge run x --agent 'command:true'
  forge: WORK/elsewhere has no commit yet
    hint: a run starts at a commit; make one: git add -A && git commit --allow-empty -m "first commit"
  [2]
  $ git for-each-ref | wc -l
  0
  $ ls -A
  .git
  draft.txt
  $ git add -A && git commit -q -m first && git rev-parse -q --verify HEAD > /dev/null && echo now it can
  now it can
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
