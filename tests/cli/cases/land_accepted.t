A failure that was accepted stands first in the question of `forge land`; Enter alone decides nothing.

  $ . "$DATA/setup.sh"; printf '.forge/\n*.toml\n*.out\n' >.gitignore; git add .gitignore; git commit -q -m ignore
  $ sed -e 's/test -s one.txt/grep -q right one.txt/' -e '/^stage = "implement"/a repeat = true' "$DATA/steps.toml" >agent.toml
  $ export FORGE_AGENT="replay:$PWD/agent.toml"
  $ forge run --auto "two files" --quiet >run.out; forge answer 1 accept >run.out; forge resume 1 --quiet >run.out
  $ printf '\nno\n' | NO_COLOR=1 TERM=xterm script -qec 'forge land 1' /dev/null | tr -d '\r' >land.out
  $ grep -o 'warning: .*' land.out; grep -o 'land it all the same?' land.out; grep -o 'nothing has landed.*' land.out
  warning: accepted although it failed: one verify: grep -q right one.txt (exit 1)
  land it all the same?
  land it all the same?
  nothing has landed; forge report 1 tells what failed
  $ git log --format=%s main
  ignore
  first
  $ printf 'yes\n' | NO_COLOR=1 TERM=xterm script -qec 'forge land 1' /dev/null | tr -d '\r' | grep -o 'run 1 landed.*'
  run 1 landed on main (fast-forward, commit HASH)
  $ forge undo | head -n 1
  the landing of run 1 is undone: main is at commit HASH again
  $ NO_COLOR=1 TERM=xterm script -qec 'forge land 1 --yes' /dev/null </dev/null | tr -d '\r'
  warning: accepted although it failed: one verify: grep -q right one.txt (exit 1)
  run 1 landed on main (fast-forward, commit HASH)
  $ forge undo | head -n 1; forge land 1
  the landing of run 1 is undone: main is at commit HASH again
  warning: accepted although it failed: one verify: grep -q right one.txt (exit 1)
  run 1 landed on main (fast-forward, commit HASH)
