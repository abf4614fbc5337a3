What is told of a run afterwards. The report says who answered a question: a person, a person's work in a shell, or the run itself.

  $ . "$DATA/setup.sh"; printf '.forge/\n' >.gitignore; git add .gitignore; git commit -q -m ignore
  $ sed 's/test -s one.txt/grep -q right one.txt/; s/^step = .*/&\nrepeat = true/' "$DATA/steps.toml" >../agent.toml; export FORGE_AGENT="replay:$(readlink -f ..)/agent.toml"
  $ printf '#!/bin/sh\necho right >one.txt\n' >../hand.sh; chmod +x ../hand.sh
  $ forge run "two files" >../out; forge answer 1 yes --go >../out; tail -1 ../out
             with -m "..." it is told what you know
  $ SHELL="$PWD/../hand.sh" forge shell 1 one --done --go >../out; tail -1 ../out
  next: forge land 1
  $ forge report 1 | sed -n '/^How it went/,/^$/p'
  How it went:
    approve: asked: Build this plan?
    approve: answered `yes` by ada after TIME
    an engine continues the run
    one verify: did not pass (round 1 of 2): grep -q right one.txt (exit 1)
    one verify: did not pass (round 2 of 2): grep -q right one.txt (exit 1)
    one verify: asked: `grep -q right one.txt` still fails after 2 attempts
    one: done by hand by ada: one.txt (kept in refs/forge/1/one/hand-1)
    an engine continues the run
    one verify: passed in round 3

In a run that nobody attends, only what a person was asked is told as asked.

  $ forge run "two files" --auto >../out; forge answer 2 accept --go >../out; tail -1 ../out
  next: forge land 2
  $ forge report 2 | sed -n '/^How it went/,/^$/p'
  How it went:
    approve: approved without a person: the run is unattended (Build this plan?)
    one verify: did not pass (round 1 of 2): grep -q right one.txt (exit 1)
    one verify: did not pass (round 2 of 2): grep -q right one.txt (exit 1)
    one verify: asked: `grep -q right one.txt` still fails after 2 attempts
    one verify: answered `accept` by ada after TIME
    one verify: accepted although it failed: grep -q right one.txt (exit 1)
    an engine continues the run

The board tells how long a run worked, as its status does.

  $ worked() { grep -o "\"run\":$1,.*" | grep -o '"elapsed_ms":[0-9]*' | head -1; }
  $ [ "$(forge watch --all --json | worked 1)" = "$(forge status 1 --json | worked 1)" ] && echo the same
  the same

What was accepted is not verified again when it lands, and Forge says that nothing was.

  $ sed 's/test -s two.txt/grep -q right one.txt/' ../agent.toml >../agent2.toml
  $ FORGE_AGENT="replay:$(readlink -f ..)/agent2.toml" forge run "two files" --auto >../out; forge answer 3 accept --go >../out; forge answer 3 accept --go >../out; tail -1 ../out
  next: forge land 3
  $ echo other >other.txt; git add other.txt; git commit -q -m other; forge land 3
  warning: accepted although it failed: one verify: grep -q right one.txt (exit 1); two verify: grep -q right one.txt (exit 1)
  the merged tree was not verified: no verify command passed in the run; `grep -q right one.txt` failed
  run 3 landed on main (merge, commit HASH)
  2 findings are undecided: forge triage 3
