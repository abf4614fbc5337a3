Verify commands, by hand: what they prove, of which tree.

  $ forge verify -c true -c 'echo no; exit 3'
  ok true in TIME
  failed echo no; exit 3 in TIME, exit 3
     no
  1 of 2 commands passed on tree 2f9e584c0d97
  [1]
  $ forge verify -c true --json | sed 's/"duration_ms":[0-9]*/"duration_ms":MS/'
  {"ok":true,"score":1.0,"results":[{"command":"true","exit_code":0,"ok":true,"duration_ms":MS,"tests":null,"output":"","reused_from":null}],"tree":"HASH","tree_changed":false,"cancelled":false,"from":"the command line"}
  $ git write-tree
  HASH
  $ forge verify -c 'echo a >&2; echo b; exit 7' --json | sed 's/"duration_ms":[0-9]*/"duration_ms":MS/'
  {"ok":false,"score":0.0,"results":[{"command":"echo a >&2; echo b; exit 7","exit_code":7,"ok":false,"duration_ms":MS,"tests":null,"output":"a\nb\n","reused_from":null}],"tree":"HASH","tree_changed":false,"cancelled":false,"from":"the command line"}

The tree is the whole of it, new files and all; nothing is left in the repository.

  $ echo new > new.txt
  $ before=$(find .git | sort | cksum)
  $ forge verify -c true --json | grep -o '"tree":.*'
  "tree":"HASH","tree_changed":false,"cancelled":false,"from":"the command line"}
  $ test "$(find .git | sort | cksum)" = "$before" && echo as before
  as before
  $ git status --short
  ?? new.txt
  $ rm new.txt

A plan names the commands of its steps.

  $ printf '# Plan: two\n\n## Steps\n\n### Step one: first\n**Verify:** `test -e README.md`\n\n### Step two: second\n**Do:** no\n' > plan.md
  $ forge verify --plan plan.md --step one | sed 's/ on tree .*//'
  ok test -e README.md in TIME
  1 of 1 command passed
  $ forge verify --plan plan.md --step three
  forge: plan.md has no step `three`
    hint: its steps: one, two
  [2]
  $ forge verify --step one
  forge: verify: --step needs --plan
    hint: see forge verify --help
  [2]
  $ forge verify --plan plan.md -c true
  forge: verify: give commands or --plan, not both
    hint: see forge verify --help
  [2]
  $ forge verify --plan plan.md | sed 's/ on tree .*//'
  ok test -e README.md in TIME
  1 of 1 command passed
  $ rm plan.md

Without any, the command is detected from the directory's files.

  $ forge verify
  forge: no verify command is known for REPO
    hint: name one: forge verify -c 'make test', or for all runs: forge config set verify 'make test'
  [2]
  $ mkdir made && printf 'all:\n\ttrue\ntest:\n\t@echo 1..2; echo ok 1; echo "not ok 2 - adds"; exit 1\n' > made/Makefile
  $ forge verify --cwd made | sed 's/ on tree .*//; s/make: \*\*\*.*/make: .../'
  failed make test in TIME, exit 2, 1 of 2 tests passed
     failed: adds
     1..2
     ok 1
     not ok 2 - adds
     make: ...
  detected: Make, because Makefile has the target `test`
  0 of 1 command passed
  $ forge config set verify 'echo from the setting'
  verify = echo from the setting
  $ forge verify | sed 's/ on tree .*//'
  ok echo from the setting in TIME
  1 of 1 command passed
  $ rm -r made

A report with failed tests overrides exit code 0; an unreadable report is mentioned.

  $ cat > junit.sh <<'SH'
  > cat > "$FORGE_REPORTS/r.xml" <<X
  > <testsuite><testcase classname="calc" name="adds" file="calc.py" line="3"><failure message="2 is not 3"/></testcase>
  > <testcase name="b"/><testcase name="c"><skipped/></testcase></testsuite>
  > X
  > SH
  $ forge verify -c 'sh junit.sh' | sed 's/ on tree .*//'
  failed sh junit.sh in TIME, exit 0, 1 of 3 tests passed, 1 skipped
     failed: calc.adds at calc.py:3: 2 is not 3
     [it exited with 0, but its test report names 1 failed of 3 tests]
  0 of 1 command passed
  $ rm junit.sh

Outside of git there is no tree; where there is no directory, nothing is proved.

  $ mkdir ../plain && forge verify --cwd ../plain -c true --json | grep -o '"tree":[^,}]*'
  "tree":null
  $ forge verify --cwd nowhere -c true
  forge: nowhere is not a directory
  [2]
  $ forge verify -c ''
  forge: verify: empty command
  [2]
  $ forge verify -c true --timeout 0
  forge: verify: --timeout: invalid value `0`
    hint: wanted a whole number, 1 or more
  [2]
  $ forge verify -c 'sleep 30' --timeout 1 --json | grep -o '"exit_code":[0-9]*'
  "exit_code":124

A project below the top of its checkout: git finds the repository, which stays as it is.

  $ mkdir -p pkg/.forge; (unset GIT_DISCOVERY_ACROSS_FILESYSTEM; cd pkg && forge verify -c 'git log -1 --format=%s' --json | grep -o '"exit_code":[0-9]*')
  "exit_code":0
  $ (cd pkg && forge verify -c 'touch ../new ../.git/new' --json | grep -o '"exit_code":[0-9]*'); ls ../repo | grep new
  "exit_code":1
  [1]
