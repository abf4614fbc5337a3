`forge undo` takes the last landing back: the branch goes to where it stood, and the work is kept.

  $ . "$DATA/setup.sh"
  $ printf '.forge/\n*.out\n' >.gitignore; echo mine >mine.txt; git add .gitignore mine.txt; git commit -q -m ignore
  $ forge run --auto "two files" >run.out; echo $?
  0
  $ forge undo
  forge: there is no landing to undo
  [2]
  $ git rev-parse HEAD >before.out; forge land 1
  run 1 landed on main (fast-forward, commit HASH)
  $ echo staged >mine.txt; git add mine.txt
  $ forge undo
  the landing of run 1 is undone: main is at commit HASH again
  its work is on forge/run-001; to land it again: forge land 1
  $ git rev-parse HEAD | diff - before.out; git status --porcelain; ls *.txt; git reflog -1 --format=%gs
  M  mine.txt
  mine.txt
  forge undo 1
  $ forge undo
  forge: there is no landing to undo
  [2]
  $ forge | tail -1
  next: forge land 1

Commits on top, edits in the same files, and a pushed landing are in the way: nothing changes.

  $ git checkout -q HEAD -- mine.txt; git reset -q --hard; forge land 1 --squash
  run 1 landed on main (squash, commit HASH)
  $ echo edited >>one.txt
  $ forge undo
  forge: uncommitted changes are in the way: one.txt
    hint: put them aside (git stash) and undo again
  [1]
  $ git checkout -q one.txt; echo more >more.txt; git add more.txt; git commit -q -m "built on it"
  $ forge undo 2>&1 | sed 's/[0-9a-f]\{7,12\}/HASH/g'
  forge: main has 1 commit on top of the landing of run 1:
    HASH built on it
    hint: take only the run's change back, with a new commit: git revert HASH..HASH
  $ git reset -q --hard HEAD~1; git init -q --bare ../hub.git; git remote add origin ../hub.git; git push -q origin main
  $ forge undo 2>&1 | sed 's/[0-9a-f]\{7,12\}/HASH/g'
  forge: the landing of run 1 is already pushed: origin/main contains it
    hint: take it back with a new commit: git revert HASH..HASH
  $ git remote remove origin; forge undo 1 --json
  {"run":1,"branch":"main","commit":"HASH","before":"HASH","checkout":true,"others":[]}
  $ ls *.txt; forge rescue 1 --all | sed -n 's/ .*//; /undone/p'
  mine.txt
  1/undone-1
  1/undone-2

Branches that were made from the landing stay as they are, and are named.

  $ forge land 1; git branch feature; git branch next; forge undo
  run 1 landed on main (fast-forward, commit HASH)
  the landing of run 1 is undone: main is at commit HASH again
  other branches still contain it: feature, next; merging one of them brings it back
  its work is on forge/run-001; to land it again: forge land 1
  $ forge land 1; forge undo --json; git branch -q -D feature next
  run 1 landed on main (fast-forward, commit HASH)
  {"run":1,"branch":"main","commit":"HASH","before":"HASH","checkout":true,"others":["feature","next"]}

A branch that the landing made goes away again; a run that never landed has nothing to undo.

  $ forge land 1 --branch beside; forge undo; git branch --list beside
  run 1 landed on beside (fast-forward, commit HASH)
  the landing of run 1 is undone: the branch beside is deleted, as before
  its work is on forge/run-001; to land it again: forge land 1
  $ forge undo 1
  forge: run 1 has not landed with `forge land`, or its landing was taken back
    hint: forge list
  [2]
