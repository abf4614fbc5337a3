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
  $ echo x >needs.txt; git add needs.txt; git commit -q -m needs; git rev-parse HEAD >before.out
  $ forge land 1 2>&1 | tail -n 2; git rev-parse HEAD | diff - before.out
  $ FORGE_PIPELINE=plan forge land 1 --repair 2>&1 | tail -n 2
  $ forge land 1 --repair
  $ forge land 2; ls *.txt; forge list --json | grep -o '"landed":"[^"]*"'
