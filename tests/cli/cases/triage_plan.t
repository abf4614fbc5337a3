What reviewers said of the plan before a person approved it is not asked about again: a comment about findings is read by the numbers
that the question shows.

  $ forge init >/dev/null; mkdir -p .forge/pipelines
  $ cat > .forge/pipelines/asked.toml <<'END'
  > name  = "asked"
  > about = "plan, review it, approve it, build, review, ask"
  > [[stage]]
  > name = "plan"
  > role = "planner"
  > produces = "plan"
  > [[stage]]
  > name = "judge"
  > role = "reviewer"
  > sees = ["plan"]
  > verdict = "PLAN_REVIEW.md"
  > result = true
  > on_revision = "plan"
  > [[stage]]
  > name = "approve"
  > kind = "ask"
  > question = "Build this?"
  > shows = "plan"
  > [[stage]]
  > name = "work"
  > role = "engineer"
  > [[stage]]
  > name = "fix-found"
  > role = "engineer"
  > when = "after triage = revision"
  > sees = ["FINDINGS.md"]
  > [[stage]]
  > name = "review"
  > role = "reviewer"
  > verdict = "REVIEW.md"
  > result = true
  > on_revision = "work"
  > [[stage]]
  > name = "findings"
  > kind = "check"
  > checks = ["findings"]
  > [[stage]]
  > name = "triage"
  > kind = "ask"
  > question = "What becomes of these findings?"
  > options = ["keep", "fix", "follow-up"]
  > shows = "FINDINGS.md"
  > on_revision = "fix-found"
  > [[stage]]
  > name = "commit"
  > kind = "integrate"
  > END
  $ { printf "[[turn]]\nstage = \"plan\"\ntext = '''\n"; cat "$DATA/two_steps.md"; printf "'''\n"; cat <<'END'
  > [[turn]]
  > stage = "judge"
  > text = "**Verdict:** Approved"
  > result = { findings = [ { severity = "low", title = "the plan is terse", text = "it says little" } ] }
  > [[turn]]
  > stage = "work"
  > text = "Written."
  >   [[turn.write]]
  >   path = "a.txt"
  >   content = "one"
  > [[turn]]
  > stage = "review"
  > repeat = true
  > text = "**Verdict:** Approved"
  > result = { findings = [ { severity = "low", file = "a.txt", line = 1, title = "could be shorter", text = "one word is enough" } ] }
  > END
  > } > ../agent.toml
  $ export FORGE_AGENT="replay:$(cd .. && pwd)/agent.toml"
  $ git add -A; git commit -q -m "set up"
  $ forge run "odd" --pipeline asked --quiet | tail -1
    type     forge answer 1 yes --go
  $ forge answer 1 yes >/dev/null; forge resume 1 --quiet | tail -1
    type     forge answer 1 keep --go
  $ forge findings 1
  ID  STATE  SEVERITY  FROM    PLACE    WHAT
  F1  open   low       judge   -        the plan is terse: it says little
  F2  open   low       review  a.txt:1  could be shorter: one word is enough
  [1]
  $ forge answer 1 keep --comment "F2: do not fix"
  forge: `F2: do not fix` is not clear: `not fix` does not say what becomes of it
    hint: NUMBER: keep, fix or follow-up, with `;` between them; the numbers are: F2
  [2]
