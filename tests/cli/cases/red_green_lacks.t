`Proof: red-green` where the script that runs the tests reads a file that the work brings too: without that file no test runs, and such a
failure proves nothing. The engine adds the file, and the command must fail then.

  $ forge init >/dev/null; mkdir -p .forge/pipelines
  $ cat > .forge/pipelines/proved.toml <<'END'
  > name  = "proved"
  > about = "plan, build, ask"
  > [[stage]]
  > name = "plan"
  > role = "planner"
  > produces = "plan"
  > [[stage]]
  > name = "build"
  > kind = "each"
  > pipeline = "proved-step"
  > [[stage]]
  > name = "decide"
  > kind = "ask"
  > question = "Done?"
  > END
  $ cat > .forge/pipelines/proved-step.toml <<'END'
  > name  = "proved-step"
  > about = "work, prove and merge"
  > [[stage]]
  > name = "work"
  > role = "engineer"
  > sees = ["step", "failures"]
  > [[stage]]
  > name = "verify"
  > kind = "check"
  > commands = ["step"]
  > on_revision = "work"
  > max_iterations = 2
  > [[stage]]
  > name = "merge"
  > kind = "integrate"
  > message = "{step}"
  > END
  $ cat > ../agent.sh <<'END'
  > #!/bin/sh
  > if [ "$FORGE_STAGE" = plan ]; then
  >   printf '# A plan\n\n## Steps\n\n### Step sum: adds\n\n**Writes:** `*.sh`, `tests/*`\n**Verify:** `sh run.sh`\n**Proof:** red-green\n'
  >   exit
  > fi
  > # The first test is none.
  > if [ "$FORGE_ITERATION" = 1 ]; then sum=3; else sum='$(sh sum.sh)'; fi
  > echo 'echo 3' > sum.sh
  > if [ "$FORGE_RUN" = 1 ]; then
  >   mkdir -p tests
  >   echo "test \"$sum\" = 3" > tests/one.sh
  >   echo 'check() { for one in tests/*; do sh "$one" || exit 1; done; }' > lib.sh
  >   printf '. ./lib.sh\ncheck\n' > run.sh
  > else
  >   echo 'check() { test "$1" = "$2"; }' > lib.sh
  >   printf '. ./lib.sh\ncheck "%s" 3\n' "$sum" > run.sh
  > fi
  > echo '{"status": "done", "summary": "a sum"}'
  > END
  $ chmod +x ../agent.sh; git add -A; git commit -q -m "set up"
  $ export FORGE_AGENT="command:$(cd .. && pwd)/agent.sh"
  $ proof() {
  >   forge report $1 --json | python3 -c '
  > import json, sys
  > for one in json.load(sys.stdin)["evidence"]:
  >     red = one["red_green"]
  >     if red: print(red["ok"], red["tests"], [(r["exit_code"], r["new_files"], r["same_without_tests"], r["lacked_files"]) for r in red["results"]])'
  > }

The script is new too: the test that is none shows nothing, although `sh run.sh` fails without `lib.sh`.

  $ forge run "add" --pipeline proved > ../log; echo $?; grep "sum *verify" ../log | grep -v " running$"
  3
  hh:mm:ss  sum verify              failed (round 1 of 2): Proof: red-green: `sh run.sh` could not run before the work: run.sh, lib.sh are new. With that and only the tests added (tests/one.sh) it already passes: write a test that fails without the rest of the work
  hh:mm:ss  sum verify #2           passed
  $ proof 1
  False ['tests/one.sh'] [(0, ['run.sh', 'lib.sh'], False, [])]
  True ['tests/one.sh'] [(1, ['run.sh', 'lib.sh'], False, ['sum.sh'])]
  $ ls .forge/state/runs/001/units/*/bare-with-new-files.json | wc -l
  2

Where only the command says what the test is, the script may be what runs the tests.

  $ forge run "add" --pipeline proved > ../log; echo $?; grep "sum *verify" ../log | grep -v " running$"
  3
  hh:mm:ss  sum verify              failed (round 1 of 2): Proof: red-green: `sh run.sh` fails on the tree before the work with only run.sh added because lib.sh, which is new, is missing there; with that it already passes. Forge cannot tell whether a test ran: write a test that fails without the rest of the work, or name the test files in the plan (`Proof: red-green` and their paths in backticks)
  hh:mm:ss  sum verify #2           passed
  $ proof 2
  False ['run.sh'] [(0, ['lib.sh'], False, [])]
  True ['run.sh'] [(1, ['lib.sh'], False, ['sum.sh'])]
  $ forge report 2 | grep "^Note.*[Rr]ed-green" | sed -E 's/tree [0-9a-f]+/tree TREE/g'
  Note: Step sum: Red-green: `sh run.sh` could not run before the work: lib.sh is new. It failed (exit 1) on tree TREE, before the work with only run.sh and lib.sh added, and passed on tree TREE...
