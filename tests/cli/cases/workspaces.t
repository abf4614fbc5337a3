Where steps work, what is kept of every attempt, and how to restore it.

  $ . "$DATA/setup.sh"
  $ forge show 1 one
  forge: no runs in REPO yet
    hint: start one: forge run "what you want done"
  [2]
  $ cat >agent.toml <<'END'
  > [[turn]]
  > stage = "implement"
  > step = "one"
  > iteration = 1
  > text = "an empty file"
  > [[turn.run]]
  > command = "touch one.txt; echo ports $FORGE_PORT_COUNT > ports.txt"
  > END
  $ sed 's/Writes: `one.txt`/&, `ports.txt`/' "$DATA/steps.toml" >>agent.toml
  $ forge run --auto --agent replay:agent.toml "two files" >run.out; echo $?
  0

An attempt that failed is kept like one that did not.

  $ forge show 1 one 1
  diff --git a/one.txt b/one.txt
  new file mode 100644
  index 0000000..e69de29
  diff --git a/ports.txt b/ports.txt
  new file mode 100644
  index 0000000..9bf612c
  --- /dev/null
  +++ b/ports.txt
  @@ -0,0 +1 @@
  +ports 10
  $ forge show 1 one --files
  one.txt
  ports.txt
  $ forge show 1 one 9
  forge: `one` has no attempt 9 in run 1
    hint: it has attempts 1 to 2
  [2]
  $ forge show 1 three
  forge: run 1 keeps no work of `three`
    hint: forge status 1
  [2]
  $ forge show 1 one 1 --json
  {"run":1,"step":"one","unit":2,"commit":"HASH","base":"HASH","on_branch":false,"files":["one.txt","ports.txt"],"diff":"diff --git a/one.txt b/one.txt\nnew file mode 100644\nindex 0000000..e69de29\ndiff --git a/ports.txt b/ports.txt\nnew file mode 100644\nindex 0000000..9bf612c\n--- /dev/null\n+++ b/ports.txt\n@@ -0,0 +1 @@\n+ports 10\n"}
  $ forge rescue
  NAME     KIND      CHANGES
  1/one/2  snapshot  2 files
  $ forge rescue 1 --all
  NAME     KIND      CHANGES
  1/tip    tip       1 file   on a branch
  1/one/2  snapshot  2 files
  1/one/4  snapshot  2 files  on a branch
  1/two/7  snapshot  1 file   on a branch
  $ forge rescue 1 --json
  {"kept":[{"name":"1/one/2","run":1,"kind":"snapshot","step":"one","unit":2,"commit":"HASH","base":"HASH","at":"TIME","on_branch":false,"files":2}]}

It can be restored only as a new branch or a new directory.

  $ name=$(forge rescue | sed -n '2s/ .*//p'); forge rescue "$name" --branch saved && git show --stat --format= saved
  1/one/2 is on the new branch saved
   one.txt   | 0
   ports.txt | 1 +
   2 files changed, 1 insertion(+)
  $ forge rescue "$name" --branch saved
  forge: the branch saved already exists
    hint: choose another name
  [1]
  $ forge rescue "$name" --directory ../out; ls ../out
  1/one/2 is in ../out
  README.md
  one.txt
  ports.txt
  $ forge rescue "$name" --directory ../out
  forge: REPO/../out already exists and is not empty
    hint: choose another name
  [1]
  $ forge rescue "$name"
  forge: restoring needs the name of kept work, and a branch or a directory
    hint: forge rescue 17/s1/left-1 --branch NAME, or --directory DIR; `forge rescue` lists the names
  [2]
  $ forge rescue 1/nobody/7 --branch other
  forge: no saved work is named `1/nobody/7`
    hint: `forge rescue` lists saved work
  [2]

The worktrees are outside of the repository and are used again.

  $ forge workspaces | sed 's|  [^ ]*/pool/| POOL/|'
  WORKTREE  RUN  STEP  STATUS  DIRECTORY
  repo-1    -    -     idle   POOL/repo-1
  repo-2    -    -     idle   POOL/repo-2
  $ forge workspaces clean --dry-run
  would remove repo-1 (idle)
  would remove repo-2 (idle)
  $ forge workspaces clean
  removed repo-1 (idle)
  removed repo-2 (idle)
  $ forge workspaces
  no worktrees
  $ forge workspaces clean --json
  {"removed":[],"left":[],"saved":[],"dry_run":false}
  $ git worktree list | wc -l
  1
