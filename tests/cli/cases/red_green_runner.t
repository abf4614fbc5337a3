`Proof: red-green` where the work brings the script that runs the tests: the script alone proves nothing. With it and the tests the
command must fail without the rest of the work.

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
  $ cat > ../agent.toml <<'END'
  > [[turn]]
  > stage = "plan"
  > text = """
  > # A plan
  > 
  > ## Steps
  > 
  > ### Step sum: adds
  > 
  > **Writes:** `sum.sh`, `tests/sum.sh`, `run.sh`
  > **Verify:** `sh run.sh`
  > **Proof:** red-green
  > """
  > [[turn]]
  > stage = "work"
  > step = "sum"
  > text = "A sum, and a script that runs no test."
  >   [[turn.write]]
  >   path = "sum.sh"
  >   content = "echo 3\n"
  >   [[turn.write]]
  >   path = "run.sh"
  >   content = "exit 0\n"
  >   [[turn.write]]
  >   path = "tests/sum.sh"
  >   content = "test \"$(sh sum.sh)\" = 3\n"
  > [[turn]]
  > stage = "work"
  > step = "sum"
  > text = "Now it runs the test."
  >   [[turn.write]]
  >   path = "run.sh"
  >   content = "for test in tests/*.sh; do sh \"$test\" || exit 1; done\n"
  > END
  $ git add -A; git commit -q -m "set up"
  $ forge run "add" --pipeline proved --agent "replay:$(cd .. && pwd)/agent.toml" > ../log; echo $?; grep "sum *verify" ../log | grep -v " running$"
  3
  hh:mm:ss  sum verify              failed (round 1 of 2): Proof: red-green: `sh run.sh` could not run before the work: run.sh is new. With that and only the tests added (tests/sum.sh) it already passes: write a test that fails without the rest of the work
  hh:mm:ss  sum verify #2           passed
  $ forge report 1 | grep -i "red-green" | sed -E 's/tree [0-9a-f]+/tree TREE/g'
    sum verify: did not pass (round 1 of 2): Proof: red-green: `sh run.sh` could not run before the work: run.sh is new. With that and only the tests added (tests/sum.sh) it already passes: write a test that fails without the rest of the work
  Note: Step sum: Red-green: `sh run.sh` could not run before the work: run.sh is new. It failed (exit 1) on tree TREE, before the work with only tests/sum.sh and run.sh added, and passed on tree TREE...
  $ forge report 1 --json | python3 -c '
  > import json, sys
  > for one in json.load(sys.stdin)["evidence"]:
  >     red = one["red_green"]
  >     if red: print(red["ok"], red["tests"], len(red["with_new_files"]), [(r["exit_code"], r["new_files"]) for r in red["results"]])'
  False ['tests/sum.sh'] 40 [(0, ['run.sh'])]
  True ['tests/sum.sh'] 40 [(1, ['run.sh'])]
  $ ls .forge/state/runs/001/units/*/red-with-new-files.json | wc -l
  2
