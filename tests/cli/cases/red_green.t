`Proof: red-green`: the engine shows that the step's test fails on the tree before the work, and passes on the tree with
it. A test that passes without the work is sent back.

  $ . "$DATA/pipelines.sh"; forge init >/dev/null
  $ pipeline proved <<'EOF'
  > = plan
  > = build
  > [[stage]]
  > name = "audit"
  > role = "auditor"
  > sees = ["checks"]
  > verdict = "AUDIT.md"
  > verdict_form = "severity"
  > EOF
  $ pipeline proved-step <<'EOF'
  > [[stage]]
  > name = "before"
  > kind = "check"
  > commands = ["step"]
  > mode = "baseline"
  > = work
  > = verify
  > [[stage]]
  > name = "review"
  > role = "reviewer"
  > sees = ["checks"]
  > verdict = "REVIEW.md"
  > = merge
  > EOF
  $ replay <<'EOF'
  > [[turn]]
  > stage = "plan"
  > text = """
  > # A plan
  > 
  > ## Steps
  > 
  > ### Step sum: adds
  > 
  > **Writes:** `sum.sh`, `tests/sum.sh`
  > **Depends:** none
  > **Verify:** `sh tests/sum.sh`
  > **Proof:** red-green
  > 
  > ### Step words: moves words
  > 
  > **Writes:** `words.txt`
  > **Depends:** none
  > **Verify:** `test -s words.txt`
  > **Proof:** waived because nothing runs the words
  > """
  > [[turn]]
  > stage = "work"
  > step = "sum"
  > text = "Done, and tested first."
  >   [[turn.write]]
  >   path = "sum.sh"
  >   content = "echo 3\n"
  >   [[turn.write]]
  >   path = "tests/sum.sh"
  >   content = "exit 0\n"
  > = sum-tested
  > [[turn]]
  > stage = "work"
  > step = "words"
  > text = "Done."
  >   [[turn.write]]
  >   path = "words.txt"
  >   content = "a"
  > [[turn]]
  > stage = "review"
  > step = "sum"
  > text = "**Verdict:** Approved"
  > [[turn]]
  > stage = "review"
  > step = "words"
  > text = "**Verdict:** Approved"
  > [[turn]]
  > stage = "audit"
  > text = "**Verdict:** Ready to approve"
  > EOF
  $ git add -A; git commit -q -m "set up"
  $ forge run "add" --pipeline proved --agent replay:agent.toml > log; grep "sum *verify" log | grep -v " running$"; tail -3 log
  hh:mm:ss  sum verify              failed (round 1 of 2): Proof: red-green: `sh tests/sum.sh` already passes on the tree before the work with only the tests added (tests/sum.sh): write a test that fails without the work
  hh:mm:ss  sum verify #2           passed
    changed   3 files, +3 -0, on forge/run-001
    verified  2 commands passed
  next: forge land 1

The engineer knows it, is told what is wrong, and the reviewer and the auditor of the whole see the evidence and the waiver.

  $ prompts() { ls -v .forge/state/runs/001/units/*/prompt.md | xargs grep -l "$1"; }
  $ grep -ho "It also runs the verify commands[^.]*\." $(prompts "adds") | sort -u
  It also runs the verify commands on the tree before your work with only your tests added (files that are tests by their names, else those that the commands name): one must fail there, in another way than without your tests.
  $ grep -h "already passes" $(prompts "already passes") | sort -u
  Proof: red-green: `sh tests/sum.sh` already passes on the tree before the work with only the tests added (tests/sum.sh): write a test that fails without the work
  $ grep -h "^step .*\(waives\|Red-green\)" $(prompts "What the engine ran on this work") | sed 's/tree [0-9a-f]*/tree T/g' | sort | uniq -c | sed 's/^ *//'
  2 step sum: Red-green: `sh tests/sum.sh` failed (exit 1) on tree T, before the work with only tests/sum.sh added (it lacked sum.sh, which is new), and passed on tree T with it
  2 step words: the plan waives the proof: nothing runs the words

So does the report. The journal has the trees.

  $ forge report 1 | grep "^Note" | sed 's/tree [0-9a-f]*/tree T/g'
  Note: Step sum: Red-green: `sh tests/sum.sh` failed (exit 1) on tree T, before the work with only tests/sum.sh added (it lacked sum.sh, which is new), and passed on tree T with it.
  Note: The plan waives the proof of step words: nothing runs the words
  $ forge report 1 --json | python3 -c '
  > import json, sys
  > for one in json.load(sys.stdin)["evidence"]:
  >     red = one["red_green"]
  >     if red: print(one["step"], red["ok"], red["tests"], [(r["command"], r["exit_code"]) for r in red["results"]], red["after"] == one["tree"] != red["before"])'
  sum False ['tests/sum.sh'] [('sh tests/sum.sh', 0)] True
  sum True ['tests/sum.sh'] [('sh tests/sum.sh', 1)] True
  $ before=$(forge report 1 --json | python3 -c 'import json, sys; print([one for one in json.load(sys.stdin)["evidence"] if one["red_green"]][-1]["red_green"]["before"])')
  $ git ls-tree -r --name-only $before | grep sum
  tests/sum.sh
  $ git rev-parse -q --verify HEAD:sum.sh
  [1]
  $ forge rescue
  NAME     KIND      CHANGES
  1/sum/3  snapshot  2 files

A waiver without a reason is a problem of the plan.

  $ printf '# P\n\n## Steps\n\n### Step a: b\n\n**Writes:** `a`\n**Verify:** `true`\n**Proof:** waived\n' > bad.md
  $ forge plan check bad.md
  line 9: step a: the proof is waived without a reason: write `waived because REASON`
  failed bad.md: 1 problem
  [1]

In your own checkout there is no tree before the work: Forge asks at once.

  $ forge run "add" --pipeline proved --agent replay:agent.toml --isolation shared > log; grep -h "red-green" log | sort -u
  hh:mm:ss  sum verify              asks: step sum has `Proof: red-green`, and the work is in your checkout: there is no tree before it to run the tests on
  run 2 question 1 (sum verify): step sum has `Proof: red-green`, and the work is in your checkout: there is no tree before it to run the tests on
