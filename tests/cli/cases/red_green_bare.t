`Proof: red-green`: a command that fails on the bare tree before the work fails for another reason. Its failure with the
step's tests added counts only if it is another one.

  $ . "$DATA/pipelines.sh"; forge init >/dev/null; mkdir tests
  $ pipeline proved <<'END'
  > = plan
  > = build
  > [[stage]]
  > name = "decide"
  > kind = "ask"
  > question = "Done?"
  > END
  $ pipeline proved-step <<'END'
  > = work
  > = verify
  > = merge
  > END
  $ cat > check.sh <<'END'
  > bad=0
  > grep -q tidy notes.txt || { echo "$PWD/notes.txt is not tidy" | tee scratch; bad=1; }
  > for test in tests/*.sh; do sh "$test" || { echo "$test failed"; bad=1; }; done
  > exit $bad
  > END
  $ echo "echo all is well" > tests/old.sh; echo messy > notes.txt
  $ replay <<'END'
  > [[turn]]
  > stage = "plan"
  > text = """
  > # A plan
  > 
  > ## Steps
  > 
  > ### Step sum: adds
  > 
  > **Writes:** `sum.sh`, `tests/sum.sh`, `notes.txt`
  > **Verify:** `sh check.sh`
  > **Proof:** red-green
  > """
  > [[turn]]
  > stage = "work"
  > step = "sum"
  > text = "Tidied, and a test."
  >   [[turn.write]]
  >   path = "sum.sh"
  >   content = "echo 3\n"
  >   [[turn.write]]
  >   path = "notes.txt"
  >   content = "tidy\n"
  >   [[turn.write]]
  >   path = "tests/sum.sh"
  >   content = "exit 0\n"
  > = sum-tested
  > END
  $ git add -A; git commit -q -m "set up"
  $ forge run "add" --pipeline proved --agent replay:agent.toml > log; echo $?; grep "sum *verify" log | grep -v " running$"
  3
  hh:mm:ss  sum verify              failed (round 1 of 2): Proof: red-green: `sh check.sh` fails on the tree before the work, and in the same way with only the tests added (tests/sum.sh): that failure is not theirs. Write a test that says what it misses, or a verify command that runs only the step's tests
  hh:mm:ss  sum verify #2           passed

The journal tells which failure is no proof, and the unit keeps both outputs.

  $ forge report 1 --json | python3 -c '
  > import json, sys
  > for one in json.load(sys.stdin)["evidence"]:
  >     red = one["red_green"]
  >     if red: print(red["ok"], [(r["exit_code"], r["same_without_tests"], r["tail"]) for r in red["results"]])'
  False [(1, True, './notes.txt is not tidy\nall is well')]
  True [(1, False, './notes.txt is not tidy\nall is well\nsh: 0: cannot open sum.sh: No such file\ntests/sum.sh failed')]
  $ grep -l "not tidy" .forge/state/runs/001/units/*/bare.json .forge/state/runs/001/units/*/red.json
  .forge/state/runs/001/units/3/bare.json
  .forge/state/runs/001/units/3/red.json
  .forge/state/runs/001/units/5/red.json

The worktree of the proof is gone although the run goes on, and what the commands left in it is no work to rescue.

  $ forge workspaces | awk '{ print $2, $3 }'; forge rescue | awk '{ print $1, $2 }'
  RUN STEP
  1 run
  - -
  NAME KIND
  1/sum/2 snapshot
