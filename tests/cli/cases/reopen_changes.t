`forge reopen` takes up a run with the uncommitted changes that it began with, and also where its branch was deleted.

  $ . "$DATA/setup.sh"
  $ printf '.forge/\n*.out\n' >.gitignore; echo a >mine.txt; git add .gitignore mine.txt; git commit -q -m ignore
  $ echo b >mine.txt; echo new >new.txt
  $ forge run --auto "two files" --include-changes >run.out; echo $?
  0
  $ forge reopen 1 --reason "more" >run.out; forge resume 2 >run.out; git show forge/run-002:mine.txt forge/run-002:one.txt | paste -sd ' '
  b one

The changes are not in the way when the new run lands, and `forge undo` puts them back.

  $ forge land 2 --no-verify; git status --porcelain; cat mine.txt
  run 2 landed on main (fast-forward, commit HASH)
  b
  $ forge undo >run.out; git status --porcelain; cat mine.txt
   M mine.txt
  ?? new.txt
  b

Only the ref of its tip is left.

  $ git branch -q -D forge/run-001; git for-each-ref --format='%(refname)' 'refs/forge/1/[bt]*' refs/heads/forge/run-001
  refs/forge/1/base
  refs/forge/1/tip
  $ forge reopen 1 --reason "its branch is gone" >run.out; echo $?; git show forge/run-003:mine.txt forge/run-003:one.txt | paste -sd ' '
  0
  b one
  $ forge cancel 3 --reason no >run.out

A run that merged nothing has at least what it began with.

  $ forge run --auto "two files" --include-changes --agent "command:false" >run.out; echo $?; forge cancel 4 --reason no >run.out
  4
  $ git branch -q -D forge/run-004; git for-each-ref --format='%(refname)' 'refs/forge/4/[bt]*' refs/heads/forge/run-004
  refs/forge/4/base
  $ git checkout -q mine.txt; rm new.txt
  $ forge reopen 4 >run.out; git show forge/run-005:mine.txt forge/run-005:new.txt
  b
  new

After a landing the new run begins at your last commit.

  $ forge land 2 >run.out; git commit -q --allow-empty -m later; forge reopen 2 >run.out; forge log 6 --json | head -1 | grep -c '"base"'
  0
  [1]
