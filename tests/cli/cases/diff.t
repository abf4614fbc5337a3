What a run and its steps changed.

  $ . "$DATA/setup.sh"
  $ forge run "two files" > run.out; tail -n 1 run.out
    type     forge answer 1 yes --go
  $ forge diff
  $ forge answer yes
  run 1: answered `yes`; the run is active
    nothing runs run 1 now
  next: forge resume 1
  $ forge resume > run.out; tail -n 1 run.out
  next: forge land 1
  $ forge diff | grep -v index
  diff --git a/one.txt b/one.txt
  new file mode 100644
  --- /dev/null
  +++ b/one.txt
  @@ -0,0 +1 @@
  +one
  diff --git a/two.txt b/two.txt
  new file mode 100644
  --- /dev/null
  +++ b/two.txt
  @@ -0,0 +1 @@
  +two
  $ forge diff one | grep '^[-+d]'
  diff --git a/one.txt b/one.txt
  --- /dev/null
  +++ b/one.txt
  +one
  $ forge diff 1 two --stat
   two.txt | 1 +
   1 file changed, 1 insertion(+)
  $ pager="sed s/^/paged:/"
  $ TERM=xterm GIT_PAGER=$pager script -qec 'forge diff 1 one' /dev/null | tr -d '\r' | grep -c 'paged:.*\[3[0-9]m'
  2
  $ NO_COLOR=1 TERM=xterm GIT_PAGER=$pager script -qec 'forge diff 1 one --stat' /dev/null | tr -d '\r'
  paged: one.txt | 1 +
  paged: 1 file changed, 1 insertion(+)
  $ forge diff 1 --json | sed 's/index [0-9a-f]*/index HASH/g; s/\.\.[0-9a-f]*/../g'
  {"run":1,"step":null,"base":"HASH","commit":"HASH","files":["one.txt","two.txt"],"diff":"diff --git a/one.txt b/one.txt\nnew file mode 100644\nindex HASH..\n--- /dev/null\n+++ b/one.txt\n@@ -0,0 +1 @@\n+one\ndiff --git a/two.txt b/two.txt\nnew file mode 100644\nindex HASH..\n--- /dev/null\n+++ b/two.txt\n@@ -0,0 +1 @@\n+two\n"}
  $ forge diff 1 three
  forge: run 1 has no step `three`
    hint: it has: one, two
  [2]
  $ forge diff 7
  forge: no run `7`
    hint: forge list
  [2]
  $ forge diff --stats
  forge: diff: unknown option `--stats`
    hint: did you mean `--stat`?
  [2]
  $ forge land > land.out; forge diff --stat
   one.txt | 1 +
   two.txt | 1 +
   2 files changed, 2 insertions(+)

The diff is a patch, whatever git is told to show.

  $ git config diff.noprefix true; git config diff.external false
  $ git checkout -q HEAD~2 && forge diff 1 | git apply && cat one.txt two.txt
  one
  two
