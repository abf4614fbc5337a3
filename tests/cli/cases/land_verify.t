The tree that ships is verified before the branch moves: the run's verify commands run on the merged tree, in a worktree.

  $ . "$DATA/setup.sh"
  $ printf '.forge/\n*.out\n' >.gitignore; echo 'test ! -e needs.txt || test -e fixed.txt || { echo "needs.txt needs fixed.txt"; exit 1; }' >check.sh
  $ git add .gitignore check.sh; git commit -q -m check
  $ sed 's/test -s two.txt/sh check.sh/' "$DATA/steps.toml" >../agent.toml; export FORGE_AGENT="replay:$(readlink -f ..)/agent.toml"
  $ forge run --auto "two files" >run.out; echo $?
  0
  $ git branch start; echo other >other.txt; git add other.txt; git commit -q -m other
  $ forge land 1
  verifying the merged tree: test -s one.txt
  verifying the merged tree: sh check.sh
  the merged tree passes 2 verify commands
  run 1 landed on main (merge, commit HASH)
  $ git log -1 --format='%s%n%(trailers)'; ls *.txt; forge workspaces list --json | grep -o '"status":"[a-z]*"' | sort -u
  two files
  Forge-Run: 1

  one.txt
  other.txt
  two.txt
  "status":"idle"

Where it fails, nothing moves, and the output is shown.

  $ git reset -q --hard start; echo x >needs.txt; git add needs.txt; git commit -q -m needs; git rev-parse HEAD >before.out
  $ forge land 1
  verifying the merged tree: test -s one.txt
  verifying the merged tree: sh check.sh
    $ sh check.sh
    exit 1
    needs.txt needs fixed.txt

  forge: run 1 merged with main does not pass: `sh check.sh`; main has not moved
    hint: have it repaired: forge land 1 --repair; or land it as it is: forge land 1 --no-verify
  [1]
  $ git rev-parse HEAD | diff - before.out; git status --porcelain; ls *.txt
  needs.txt
  $ forge land 1 --squash --json | sed 's/"duration_ms":[0-9]*/"duration_ms":MS/g'
  {"ok":false,"run":1,"branch":"main","how":"squash","rejected":true,"conflicts":[],"verify":{"ok":false,"score":0.5,"results":[{"command":"test -s one.txt","exit_code":0,"ok":true,"duration_ms":MS,"tests":null,"output":"","reused_from":null},{"command":"sh check.sh","exit_code":1,"ok":false,"duration_ms":MS,"tests":null,"output":"needs.txt needs fixed.txt\n","reused_from":null}]},"unverified":false,"commit":null,"before":null,"checkout":false,"kept":[],"remote":null,"url":null,"accepted":null}
  $ forge land 1 --repair --no-verify
  forge: land: --repair needs the verification that --no-verify skips
  [2]

Without verification the commit and the output say so.

  $ forge land 1 --no-verify
  the merged tree was not verified (--no-verify)
  run 1 landed on main (merge, commit HASH)
  $ git log -1 --format='%s%n%(trailers)'; forge undo >run.out; git rev-parse HEAD | diff - before.out
  two files
  Forge-Run: 1
  Forge-Unverified: the merged tree was not verified

--repair starts a run on the merged tree. Landing it brings both.

  $ cat >../agent.toml <<'END'
  > [[turn]]
  > stage = "plan"
  > text = """
  > # Plan: repair
  > 
  > ## Objective
  > Make the check pass.
  > 
  > ## Steps
  > 
  > ### Step fix: write fixed.txt
  > - Do: write fixed.txt
  > - Writes: `fixed.txt`
  > - Verify: `sh check.sh`
  > """
  > [[turn]]
  > stage = "implement"
  > step = "fix"
  > text = "fixed.txt is there."
  > [[turn.write]]
  > path = "fixed.txt"
  > content = "fixed\n"
  > END
  $ forge land 1 --repair
  verifying the merged tree: sh check.sh
  run 1 merged with main does not pass: `sh check.sh`
  run 2 started: it repairs the merged tree; landing it lands run 1 too
  hh:mm:ss  plan                    running
  hh:mm:ss  plan                    done in TIME: plan with 1 step
  hh:mm:ss  plan                    the plan has 1 step
  hh:mm:ss  approve                 asks: Build this plan?
  run 2 waits for an answer
    0 of 1 steps, 1 unit
  run 2 question 1 (approve): Build this plan?
    about    plan
    answers  yes, no
    type     forge answer 2 yes --go
  [3]
  $ forge land 1 --repair
  verifying the merged tree: sh check.sh
  forge: run 2 is already repairing it
    hint: forge resume 2; or give it up: forge abandon 2
  [1]
  $ grep -A12 '^Repair the merge' .forge/state/runs/002/units/1/prompt.md
  Repair the merge of run 1 and main: verify commands fail on the merged tree

  Run 1 was asked for: two files

  Its branch passed. Merged with main, the result fails. Change what is needed so that the commands pass, and keep what both sides meant.

  \$ sh check.sh
  exit 1
  needs.txt needs fixed.txt

  # What the engine does

  It lets you change no file.
  $ forge answer 2 yes >run.out; forge resume 2 | tail -1
  next: forge land 2
  $ forge land 1 2>&1 | tail -1
    hint: run 2 has repaired it; land both: forge land 2; or land it as it is: forge land 1 --no-verify
  $ forge land 2; ls *.txt; git status --porcelain
  run 2 landed on main (fast-forward, commit HASH)
  fixed.txt
  needs.txt
  one.txt
  two.txt
  $ forge land 1; forge list | cut -c1-40
  run 1 is already on main
  RUN  STATUS     STAGE  STEPS  SPENT
  1    completed  -      2/2    2.4k token
  2    completed  -      1/1    -
