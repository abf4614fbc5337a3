A plan that a person gave is built, and the merged tree fails. Its pipeline has no plan for a repair: the project's repairs.

  $ printf '.forge/\n*.out\n' >.gitignore; printf 'test:\n\t@sh check.sh\n' >Makefile
  $ echo 'test ! -e needs.txt || test -e fixed.txt || { echo "needs.txt needs fixed.txt"; exit 1; }' >check.sh; git add .; git commit -q -m check
  $ cat >../agent.toml <<'END'
  > [[turn]]
  > stage = "implement"
  > text = "one.txt is there."
  > result = { status = "done", summary = "one.txt is there" }
  > [[turn.write]]
  > path = "one.txt"
  > content = "one\n"
  > [[turn]]
  > stage = "patch"
  > text = "fixed.txt is there."
  > result = { status = "done", summary = "fixed.txt is there" }
  > [[turn.write]]
  > path = "fixed.txt"
  > content = "fixed\n"
  > [[turn]]
  > text = "Fine.\n\n**Verdict:** Approved"
  > result = { approved = true, findings = [] }
  > repeat = true
  > END
  $ export FORGE_AGENT="replay:$(readlink -f ..)/agent.toml"; mkdir -p .forge/plans
  $ cat >.forge/plans/plan-001-one.md <<'END'
  > # Plan: One file
  > 
  > ## Objective
  > 
  > Write one file.
  > 
  > ## Steps
  > 
  > ### Step one: write one
  > 
  > **Do:** write one.txt
  > **Writes:** `one.txt`
  > **Verify:** `test -s one.txt`
  > END
  $ forge plan approve plan-001 >run.out; forge plan run plan-001 | tail -n 1
  next: forge land 1
  $ echo x >needs.txt; git add needs.txt; git commit -q -m needs; git rev-parse HEAD >before.out
  $ forge land 1 2>&1 | tail -n 2; git rev-parse HEAD | diff - before.out
  forge: run 1 merged with main does not pass: `make test`; main has not moved
    hint: have it repaired: forge land 1 --repair; or land it as it is: forge land 1 --no-verify
  $ FORGE_PIPELINE=plan forge land 1 --repair 2>&1 | tail -n 2
  forge: pipeline `plan` builds a plan that it is given, and a repair has none
    hint: name another one (forge pipeline list): FORGE_PIPELINE=NAME forge land 1 --repair
  $ forge land 1 --repair
  verifying the merged tree: make test
  run 1 merged with main does not pass: `make test`
  run 2 started: it repairs the merged tree; landing it lands run 1 too
  hh:mm:ss  today                   1 of 2 verify commands pass before the work
  hh:mm:ss  patch                   started
  hh:mm:ss  patch                   done in TIME: fixed.txt is there
  hh:mm:ss  patch-verify            passed
  hh:mm:ss  commit                  done in TIME: commit HASH
  run 2 has completed
    4 units
    changed   1 file, +1 -0, on forge/run-002
    verified  2 commands passed
  next: forge land 2
  $ forge land 2; ls *.txt; forge list --json | grep -o '"landed":[a-z]*'
  run 2 landed on main (fast-forward, commit HASH)
  fixed.txt
  needs.txt
  one.txt
  "landed":true
  "landed":true
