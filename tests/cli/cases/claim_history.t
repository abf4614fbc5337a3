The journal keeps every claim of each round. A claim that owes less than it did in any earlier round is refused by name,
however often it comes again.

  $ forge init >/dev/null; mkdir -p .forge/pipelines
  $ cat > .forge/pipelines/claimed.toml <<'EOF'
  > name  = "claimed"
  > about = "plan, check its claims"
  > [[stage]]
  > name = "plan"
  > role = "planner"
  > produces = "plan"
  > sees = ["plan", "failures"]
  > [[stage]]
  > name = "form"
  > kind = "check"
  > checks = ["claims"]
  > on_revision = "plan"
  > max_iterations = 5
  > EOF
  $ turn() { printf '[[turn]]\nstage = "plan"\ntext = """\n# Plan: a cache\n\n## Steps\n\n### Step one: a cache\n\n**Writes:** `a.txt`\n**Verify:** `test -s a.txt`\n**Claims:**\n%s\n"""\n' "$1"; }
  $ strategic='- strategic: the README names a cache of 64 entries
  >   - rationale: it is fast
  >   - alternatives_considered: none is as fast'
  $ { turn '- fact: the README names a cache of 64 entries — `README.md:9`'; turn "$strategic"; turn "$strategic"; turn '- fact: the README is `a sample` — `README.md:1`'; } > agent.toml
  $ git add -A; git commit -q -m "set up"
  $ forge run "a cache" --pipeline claimed --agent replay:agent.toml > log; grep " form" log | grep -v " running$"
  hh:mm:ss  form                    failed (round 1 of 5): line 17: step one: the claim "the README names a cache of 64 entries" does not hold: README.md has 1 lines, no line 9
  hh:mm:ss  form #2                 failed (round 2 of 5): line 17: step one: the claim "the README names a cache of 64 entries" does not hold: was a fact in round 1: a weaker type does not make it true
  hh:mm:ss  form #3                 failed (round 3 of 5): line 17: step one: the claim "the README names a cache of 64 entries" does not hold: was a fact in round 1: a weaker type does not make it true
  hh:mm:ss  form #4                 passed
  $ forge plan claims 1 --history
  round 1 (form)
    mirage step one fact: the README names a cache of 64 entries (README.md:9)
      README.md has 1 lines, no line 9
  round 2 (form)
    mirage step one strategic: the README names a cache of 64 entries
      was a fact in round 1: a weaker type does not make it true
  round 3 (form)
    mirage step one strategic: the README names a cache of 64 entries
      was a fact in round 1: a weaker type does not make it true
  round 4 (form)
    verified step one fact: the README is `a sample` (README.md:1)
  $ forge plan claims 1 --history --json | python3 -c '
  > import json, sys
  > answer = json.load(sys.stdin)
  > for one in answer["rounds"]: print(answer["run"], one["iteration"], one["stage"], one["unit"], [(c["type"], c["citation"], c["verdict"], c["step"]) for c in one["claims"]])'
  1 1 form 2 [('fact', 'README.md:9', 'mirage', 'one')]
  1 2 form 4 [('strategic', None, 'mirage', 'one')]
  1 3 form 6 [('strategic', None, 'mirage', 'one')]
  1 4 form 8 [('fact', 'README.md:1', 'verified', 'one')]

A run that checked no claims has none, and a run that does not exist is an error.

  $ forge run "x" --pipeline quick --agent replay:agent.toml > log 2>&1; forge plan claims 2 --history
  no check of this run looked at claims
  $ forge plan claims 9 --history
  forge: no run `9`
    hint: forge list
  [2]
