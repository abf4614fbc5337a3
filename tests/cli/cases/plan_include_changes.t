`forge plan run` names uncommitted changes, and --include-changes starts from them, as with `forge run`.

  $ export FORGE_AGENT="replay:$DATA/plan_agent.toml"
  $ printf '.forge/\n*.out\n' >.gitignore; echo a >mine.txt; git add .gitignore mine.txt; git commit -q -m ignore
  $ for plan in 1 2 3 4; do forge plan import "$DATA/two_steps.md" >/dev/null && forge plan approve $plan >/dev/null; done
  $ forge plan run 1 | sed -n 1p
  hh:mm:ss  one implement           started
  $ echo b >mine.txt; echo staged >staged.txt; git add staged.txt; echo new >new.txt; git status --porcelain >status.out
  $ forge plan run 2 | sed -n 1,2p
  uncommitted changes in mine.txt, staged.txt, new.txt (new): agents work from the last commit (to start from them: --include-changes)
  hh:mm:ss  one implement           started
  $ git show forge/run-002:mine.txt
  a
  $ forge plan run 3 --include-changes --isolation shared
  forge: with isolation `shared` agents work in your checkout, with your uncommitted changes
    hint: leave out --include-changes
  [2]
  $ forge plan run-one 3 --include-changes | sed -n 1,2p
  starts from your uncommitted changes in mine.txt, staged.txt, new.txt (new)
  hh:mm:ss  one implement           started
  $ forge plan run 3 --include-changes
  forge: run 3 of plan-003 has already started: your uncommitted changes cannot become its base
    hint: leave out --include-changes
  [2]
  $ forge plan run 3 --quiet
  run 3 has completed
    2 of 2 steps, 10 units, 1.2k tokens, $0.01
    changed   2 files, +2 -0, on forge/run-003
    verified  2 commands passed
  next: forge land 3
  $ git status --porcelain | diff - status.out; git log --format=%s forge/run-003
  plan-003 two: write two
  plan-003 one: write one
  Uncommitted changes at the start of the run
  ignore
  first
  $ git show forge/run-003:mine.txt forge/run-003:staged.txt forge/run-003:new.txt
  b
  staged
  new
  $ forge plan skip-to 4 two --include-changes
  starts from your uncommitted changes in mine.txt, staged.txt, new.txt (new)
  skipped one: write one (was pending)
  next: forge plan run-step 4 two
  $ git show forge/run-004:new.txt
  new
  $ forge plan skip-to 4 two --include-changes
  forge: run 4 of plan-004 has already started: your uncommitted changes cannot become its base
    hint: leave out --include-changes
  [2]
