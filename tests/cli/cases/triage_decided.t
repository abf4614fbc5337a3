A decision stands whoever made it: also where the environment does not say who that is, as in a container or in CI.

  $ forge init >/dev/null; mkdir -p .forge/pipelines
  $ cat > .forge/pipelines/asked.toml <<'END'
  > name  = "asked"
  > about = "work, review, ask, fix"
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
  > when = "artifact FINDINGS.md min=1"
  > question = "What becomes of these findings?"
  > options = ["keep", "fix", "follow-up"]
  > shows = "FINDINGS.md"
  > on_revision = "fix-found"
  > [[stage]]
  > name = "commit"
  > kind = "integrate"
  > END
  $ cat > agent.toml <<'END'
  > [[turn]]
  > stage = "work"
  > repeat = true
  > text = "Written."
  >   [[turn.write]]
  >   path = "a.txt"
  >   content = "one"
  > [[turn]]
  > stage = "fix-found"
  > repeat = true
  > text = "Fixed."
  >   [[turn.write]]
  >   path = "a.txt"
  >   content = "fixed"
  > [[turn]]
  > stage = "review"
  > iteration = 1
  > repeat = true
  > text = "**Verdict:** Approved"
  > result = { approved = true, findings = [ { severity = "low", file = "a.txt", line = 5, text = "by_count has a vague name" }, { severity = "low", file = "a.txt", line = 60, text = "is missing a word" } ] }
  > [[turn]]
  > stage = "review"
  > repeat = true
  > text = "**Verdict:** Approved"
  > result = { approved = true, findings = [ { severity = "low", file = "a.txt", line = 6, text = "nobody can tell what this one is for" } ] }
  > END
  $ git add -A; git commit -q -m "set up"
  $ unset USER LOGNAME
  $ forge run "odd" --pipeline asked --agent replay:agent.toml | tail -4 | head -1
  run 1 question 1 (triage): What becomes of these findings?

The page of the question shows what is left of it.

  $ forge triage 1 F1 --as follow-up
  1 follow-up
  $ cat .forge/state/runs/001/artifacts/run/FINDINGS.md
  # Findings to settle

  ## review

  - **F2** a.txt:60: is missing a word (low, open)
  $ forge answer 1 fix | tail -1
  next: forge resume 1
  $ forge resume 1 | grep -v " running$\|started$"
  hh:mm:ss  fix-found               done in TIME: Fixed.
  hh:mm:ss  review #2               approved
  hh:mm:ss  findings #2             passed
  hh:mm:ss  commit                  done in TIME: commit HASH
  run 1 has completed
    7 units
    changed   1 file, +1 -0, on forge/run-001
    unverified: no test command was run; set one: forge config set verify "make test"
  next: forge land 1

Who fixes is told to leave it, who reviews is told that it is settled, and the same thing in other words is not asked about again.

  $ fixer=$(grep -l 'Findings to fix' .forge/state/runs/001/units/*/prompt.md)
  $ grep -A12 'Findings to fix' $fixer | grep '^#\|^-'
  # Findings to fix
  ## review
  - **F2** a.txt:60: is missing a word (low, open)
  ## Decided otherwise: leave these as they are
  - F1 a.txt:5: by_count has a vague name (follow-up)
  $ grep -h -A1 'A person decided' .forge/state/runs/001/units/*/prompt.md
  A person decided these findings. Do not raise them again, in whatever words.
  - F1: a.txt:5: by_count has a vague name (follow-up)
  $ forge findings 1
  ID  STATE      SEVERITY  FROM    PLACE     WHAT
  F1  follow-up  low       review  a.txt:5   by_count has a vague name
  F2  fixed      low       review  a.txt:60  is missing a word (a person asked for it to be fixed)
  F3  follow-up  low       review  a.txt:6   nobody can tell what this one is for (decided with F1)
  $ [ "$(forge findings 1 --json | grep -o '"by":"[^"]*"' | sort -u)" = "\"by\":\"$(id -un)\"" ]; echo $?
  0

The same with an exception in the answer.

  $ forge run "odd" --pipeline asked --agent replay:agent.toml >/dev/null; forge answer 2 fix --comment "F1: follow-up" >/dev/null
  $ forge resume 2 | grep 'run 2'
  run 2 has completed
  $ forge findings 2
  ID  STATE      SEVERITY  FROM    PLACE     WHAT
  F1  follow-up  low       review  a.txt:5   by_count has a vague name
  F2  fixed      low       review  a.txt:60  is missing a word (a person asked for it to be fixed)
  F3  follow-up  low       review  a.txt:6   nobody can tell what this one is for (decided with F1)
