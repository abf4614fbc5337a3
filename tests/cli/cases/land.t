A run's work reaches your branch when you land it.

  $ . "$DATA/setup.sh"
  $ printf '.forge/\n*.out\n' >.gitignore; git add .gitignore; git commit -q -m ignore
  $ forge run --auto "two files" >run.out; echo $?
  0
  $ git status --porcelain; git log --format=%s
  ignore
  first
  $ forge | tail -1; forge status 1 | tail -1
  next: forge land 1
  next: forge land 1
  $ echo mine >two.txt
  $ forge land
  forge: git merge: error: The following untracked working tree files would be overwritten by merge:
  	two.txt
  Please move or remove them before you merge.
  Aborting
    hint: commit or move these files and land again, or land on another branch: forge land --branch NAME
  [1]
  $ git status --porcelain
  ?? two.txt
  $ forge land --branch beside; git log --format=%s beside
  run 1 landed on beside (fast-forward, commit HASH)
  two: write two
  one: write one
  ignore
  first
  $ rm two.txt
  $ forge land 1 --squash --message 'Add two files'
  run 1 landed on main (squash, commit HASH)
  $ git log --format='%s%n%(trailers)' -1 | sed '/^Forge-Landed/s/ .*/ TIP/'
  Add two files
  Forge-Run: 1
  Forge-Steps: one, two
  Forge-Landed: TIP
  $ git status --porcelain; ls *.txt
  one.txt
  two.txt
  $ forge land 1 --squash
  run 1 is already on main
  $ forge status 1 | tail -1
  next: forge report 1
  $ forge land 1 --json
  {"ok":true,"run":1,"branch":"main","how":"already","rejected":false,"conflicts":[],"verify":null,"unverified":false,"commit":"HASH","before":"HASH","checkout":true,"kept":[],"remote":null,"url":null,"accepted":null}

Where the branch has moved, a merge; where both changed the same place, nothing.

  $ forge run --auto "two files" >run.out; echo $?
  0
  $ forge land 2
  run 2 is already on main
  $ git reset -q --hard HEAD~1; echo other >one.txt; git add one.txt; git commit -q -m other
  $ forge land 2 --ff
  forge: main has moved since run 2 began; a fast-forward is not possible
    hint: land with --merge or --squash
  [1]
  $ forge land 2
  forge: conflict: run 2 and main changed the same lines: one.txt
    hint: merge by hand: git merge forge/run-002
  [1]
  $ git status --porcelain; cat one.txt
  other
  $ forge land 2 --ff --squash
  forge: --ff, --merge and --squash exclude each other
  [2]
  $ git switch -q --detach; forge land 1
  forge: no branch is checked out in REPO
    hint: choose one: forge land --branch NAME
  [1]

A pull request needs a remote; without gh the command is printed.

  $ git switch -q main; forge land 2 --pr
  forge: the repository has no remote
    hint: git remote add origin URL
  [2]
  $ git init -q --bare ../hub.git; git remote add origin ../hub.git
  $ mkdir ../less; for p in git sh sed; do ln -s "$(command -v $p)" ../less/$p; done
  $ PATH="$PWD/../less:$PWD/../bin" forge land 2 --pr
  pushed forge/run-002 to origin
  gh is not installed; open the pull request on the website, or later with:
    gh pr create --head 'forge/run-002' --base 'main' --title 'two files' --body 'Run 2 of Forge.

  - one: write one
  - two: write two'
  $ git -C ../hub.git branch
    forge/run-002

A run that has not completed lands only with --unfinished. A cancelled one cannot be finished.

  $ forge run "two files" >run.out
  [3]
  $ forge land 3
  forge: run 3 is waiting, not completed
    hint: finish it: forge answer 3 yes --go; or land it unfinished: forge land 3 --unfinished
  [1]
  $ forge cancel 3 >/dev/null; forge land 3
  forge: run 3 is cancelled, not completed
    hint: land it unfinished: forge land 3 --unfinished
  [1]
  $ forge list --open
  no open runs; start one: forge run "your objective"
