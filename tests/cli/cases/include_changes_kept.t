A landing that is refused, interrupted or undone leaves your uncommitted changes in the checkout.

  $ . "$DATA/setup.sh"
  $ printf '.forge/\n*.out\n' >.gitignore; echo a >mine.txt; echo g >g.txt; git add .; git commit -q -m ignore
  $ echo b >mine.txt; echo staged >staged.txt; git add staged.txt; echo new >new.txt; git status --porcelain >status.out
  $ forge run --auto "two files" --include-changes >run.out; echo $?
  0
  $ kept() { git status --porcelain | diff - status.out && cat mine.txt staged.txt new.txt | paste -sd ' '; git for-each-ref 'refs/forge/*/aside'; }

Another git works in the checkout.

  $ touch .git/index.lock; forge land 1 >run.out 2>&1; echo $?; rm .git/index.lock; kept
  2
  b staged new

It is killed while they are put aside, and what comes next is refused.

  $ for at in land-marked land-aside land-intended; do FORGE_CRASH=$at forge land 1 >run.out 2>&1; echo $?; echo no >one.txt; forge land 1 >run.out 2>&1; echo $?; rm one.txt; kept; done
  137
  1
  b staged new
  137
  1
  b staged new
  137
  1
  b staged new

Commits that came meanwhile stay, in the checkout too.

  $ echo g2 >g.txt; echo h >h.txt; git add g.txt h.txt; git commit -q -m pulled g.txt h.txt; echo no >one.txt
  $ forge land 1 --no-verify >run.out 2>&1; echo $?; rm one.txt; kept; cat g.txt h.txt
  1
  b staged new
  g2
  h
  $ forge land 1 --no-verify >run.out; git status --porcelain; forge undo >run.out; git status --porcelain; cat mine.txt staged.txt new.txt g.txt h.txt | paste -sd ' '
   M mine.txt
  ?? new.txt
  ?? staged.txt
  b staged new g2 h

An undo that is killed is ended by the next, which takes no other landing back.

  $ git stash -q -u; forge run --auto "two files" >run.out; forge land 2 >run.out; git stash pop -q; git rev-parse HEAD >before.out
  $ forge land 1 --no-verify >run.out 2>&1; echo $?
  0
  $ FORGE_CRASH=undone forge undo >run.out 2>&1; echo $?; forge undo; git rev-parse HEAD | diff - before.out; git status --porcelain; git for-each-ref 'refs/forge/*/undoing'
  137
  the landing of run 1 is undone: main is at commit HASH again
  its work is on forge/run-001; to land it again: forge land 1
   M mine.txt
  ?? new.txt
  ?? staged.txt

An untracked file in the way of an undo stays, and so does the lock of a git that works.

  $ touch .git/index.lock; forge undo >run.out 2>&1; echo $?; ls .git/index.lock; rm .git/index.lock; git status --porcelain
  1
  .git/index.lock
   M mine.txt
  ?? new.txt
  ?? staged.txt
