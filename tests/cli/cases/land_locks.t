A landing was killed while git moved the branch, and left its locks. They are removed, but not while a git of yours may hold one, wherever
it stands.

  $ . "$DATA/setup.sh"
  $ printf '.forge/\n*.out\n' >.gitignore; git add .gitignore; git commit -q -m ignore
  $ forge run --auto "two files" >run.out; echo $?
  0
  $ git update-ref refs/forge/1/landing forge/run-001; touch .git/refs/heads/main.lock
  $ git worktree add -q --detach ../elsewhere; mkdir ../bin2; ln -s "$(command -v sleep)" ../bin2/git
  $ (cd ../elsewhere && exec ../bin2/git 600) & git=$!; until grep -qa bin2/git /proc/$git/cmdline; do :; done
  $ forge land 1
  forge: REPO/.git/refs/heads/main.lock may be in use: process PID is at work in the repository
    hint: let it end, then try again
  [1]
  $ ls .git/refs/heads/main.lock; git log -1 --format=%s main
  .git/refs/heads/main.lock
  ignore
  $ kill $git; wait $git 2>/dev/null
  [143]
  $ forge land 1
  run 1 landed on main (fast-forward, commit HASH)
  $ ls .git/refs/heads/main.lock; git log -1 --format=%s main
  ls: cannot access '.git/refs/heads/main.lock': No such file or directory
  two: write two
