Uncommitted changes are named when a run starts, and --include-changes starts from them.

  $ . "$DATA/setup.sh"
  $ printf '.forge/\n*.out\n' >.gitignore; echo a >mine.txt; git add .gitignore mine.txt; git commit -q -m ignore
  $ forge run --auto "two files" | sed -n 1,2p
  run 1 started
  hh:mm:ss  plan                    running
  $ echo b >mine.txt; echo staged >staged.txt; git add staged.txt; echo new >new.txt; git status --porcelain >status.out
  $ forge run --auto "two files" | sed -n 1,2p
  run 2 started
    uncommitted changes in mine.txt, staged.txt, new.txt (new): agents work from the last commit (to start from them: --include-changes)
  $ git show forge/run-002:mine.txt
  a
  $ forge run --auto "two files" --include-changes | sed -n 1,2p
  run 3 started
    starts from your uncommitted changes in mine.txt, staged.txt, new.txt (new)
  $ git status --porcelain | diff - status.out; git stash list; git log --format=%s forge/run-003
  two: write two
  one: write one
  Uncommitted changes at the start of the run
  ignore
  first
  $ git show forge/run-003:mine.txt forge/run-003:staged.txt forge/run-003:new.txt
  b
  staged
  new
  $ forge run --auto "two files" --include-changes --isolation shared
  forge: with isolation `shared` agents work in your checkout, with your uncommitted changes
    hint: leave out --include-changes
  [2]
  $ forge run --dry-run "two files" --include-changes --isolation shared
  forge: with isolation `shared` agents work in your checkout, with your uncommitted changes
    hint: leave out --include-changes
  [2]

Landing brings the changes as a commit of their own. `forge undo` puts them back, uncommitted.

  $ forge land 3; git status --porcelain; git log --format=%s; cat mine.txt new.txt
  run 3 landed on main (fast-forward, commit HASH)
  two: write two
  one: write one
  Uncommitted changes at the start of the run
  ignore
  first
  b
  new
  $ forge undo; git status --porcelain; cat mine.txt; ls *.txt
  the landing of run 3 is undone: main is at commit HASH again
  its work is on forge/run-003; to land it again: forge land 3
   M mine.txt
  ?? new.txt
  ?? staged.txt
  b
  mine.txt
  new.txt
  staged.txt

What you changed since is not overwritten.

  $ echo c >mine.txt; git add staged.txt; git status --porcelain >status.out; forge land 3
  forge: git merge: error: Your local changes to the following files would be overwritten by merge:
  	mine.txt
  Please commit your changes or stash them before you merge.
  Aborting
    hint: commit or move these files and land again, or land on another branch: forge land --branch NAME
  [1]
  $ git status --porcelain | diff - status.out; cat mine.txt new.txt
  c
  new

A new directory is named alone; new files are named also where nothing else changed.

  $ git checkout -qf; git clean -qfd -e .forge; mkdir more; echo more >more/file.txt; echo new >new.txt
  $ forge run --auto "two files" | sed -n 2p; forge run --auto "two files" --include-changes | sed -n 2p
    uncommitted changes in more/ (new), new.txt (new): agents work from the last commit (to start from them: --include-changes)
    starts from your uncommitted changes in more/ (new), new.txt (new)
