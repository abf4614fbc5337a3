Open findings become one question at the end of the run; the answers decide about them.

  $ forge init >/dev/null; mkdir -p .forge/pipelines
  $ cat > .forge/pipelines/asked.toml <<'END'
  > name  = "asked"
  > about = "work, scan, review, ask, fix"
  > [[stage]]
  > name = "work"
  > role = "engineer"
  > [[stage]]
  > name = "fix-found"
  > role = "engineer"
  > when = "after triage = revision"
  > sees = ["FINDINGS.md"]
  > [[stage]]
  > name = "scan"
  > kind = "check"
  > commands = ["sh scan.sh"]
  > sarif = ["out/*.sarif"]
  > mode = "advisory"
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
  > unattended = "defer"
  > [[stage]]
  > name = "settle"
  > kind = "check"
  > checks = ["findings"]
  > when = "require run.answers.triage in [keep, follow-up]"
  > [[stage]]
  > name = "commit"
  > kind = "integrate"
  > END
  $ cat > scan.sh <<'END'
  > mkdir -p out
  > level=warning; grep -q fixed a.txt && level=note
  > printf '{"version":"2.1.0","runs":[{"tool":{"driver":{"name":"scan"}},"results":[{"ruleId":"X1","level":"%s","message":{"text":"a.txt is odd"},"locations":[{"physicalLocation":{"artifactLocation":{"uri":"a.txt"},"region":{"startLine":1}}}]}]}]}' $level > out/scan.sarif
  > END
  $ cat > agent.toml <<'END'
  > [[turn]]
  > stage = "work"
  > text = "Written."
  >   [[turn.write]]
  >   path = "a.txt"
  >   content = "one"
  > [[turn]]
  > stage = "fix-found"
  > text = "Fixed."
  >   [[turn.write]]
  >   path = "a.txt"
  >   content = "fixed"
  > [[turn]]
  > stage = "review"
  > iteration = 1
  > text = "**Verdict:** Approved"
  > result = { approved = true, findings = [ { severity = "low", file = "a.txt", line = 1, text = "could be shorter" }, { severity = "medium", file = "b.txt", text = "is missing a word" } ] }
  > [[turn]]
  > stage = "review"
  > text = "**Verdict:** Approved"
  > result = { approved = true, findings = [ { severity = "medium", file = "b.txt", text = "is missing a word" } ] }
  > END
  $ git add -A; git commit -q -m "set up"
  $ forge run "odd" --pipeline asked --agent replay:agent.toml | grep -v " running$"
  run 1 started
  hh:mm:ss  work                    done in TIME: Written.
  hh:mm:ss  scan                    passed
  hh:mm:ss  review                  started
  hh:mm:ss  review                  approved
  hh:mm:ss  findings                passed
  hh:mm:ss  triage                  asks: What becomes of these findings?
  run 1 waits for an answer
    4 units
  run 1 question 1 (triage): What becomes of these findings?
    about    FINDINGS.md
    answers  keep, fix, follow-up
    type     forge answer 1 keep --go
  $ forge findings 1
  ID  STATE  SEVERITY  FROM    PLACE    WHAT
  F1  open   warning   scan    a.txt:1  a.txt is odd
  F2  open   low       review  a.txt:1  could be shorter
  F3  open   medium    review  b.txt    is missing a word
  [1]
  $ forge questions 1 --json | grep -o '"shows":"[^"]*"\|"options":\[[^]]*\]' | sort -u
  "options":["keep","fix","follow-up"]
  "shows":"FINDINGS.md"
  $ cat .forge/state/runs/001/artifacts/run/FINDINGS.md
  # Findings to settle

  ## scan

  - **F1** a.txt:1: a.txt is odd (warning, open)

  ## review

  - **F3** b.txt: is missing a word (medium, open)
  - **F2** a.txt:1: could be shorter (low, open)

What is not clear is asked about and decides nothing.

  $ forge answer 1 keep --comment "F1: keep. F2: do not fix"
  forge: `F2: do not fix` is not clear: `not fix` does not say what becomes of it
    hint: NUMBER: keep, fix or follow-up, with `;` between them; the numbers are: F1, F2, F3
  [2]
  $ forge answer 1 keep --comment "F9: fix"
  forge: `F9: fix` is not clear: the run has no finding F9
    hint: NUMBER: keep, fix or follow-up, with `;` between them; the numbers are: F1, F2, F3
  [2]
  $ forge answer 1 keep --comment "F1: keep; F1: fix"
  forge: `F1: fix` is not clear: F1 has two answers, `keep` and `fix`
    hint: NUMBER: keep, fix or follow-up, with `;` between them; the numbers are: F1, F2, F3
  [2]
  $ forge answer 1 keep --comment "the odd one: fix"
  forge: `the odd one: fix` is not clear: `the odd one` is no finding and no group of the run
    hint: NUMBER: keep, fix or follow-up, with `;` between them; the numbers are: F1, F2, F3
  [2]
  $ forge answer 1 fix --comment "only medium ones"
  forge: `only medium ones` is not clear: it names no finding, and `only` may limit the answer `fix`
    hint: NUMBER: keep, fix or follow-up, with `;` between them; the numbers are: F1, F2, F3
  [2]
  $ forge answer 1 fix --comment "none"
  forge: `none` is not clear: it names no finding, and says `none` beside the answer `fix`
    hint: NUMBER: keep, fix or follow-up, with `;` between them; the numbers are: F1, F2, F3
  [2]
  $ forge answer 1 fix --comment "wait until Monday"
  forge: `wait until Monday` is not clear: it names no finding, and says `wait` beside the answer `fix`
    hint: NUMBER: keep, fix or follow-up, with `;` between them; the numbers are: F1, F2, F3
  [2]
  $ forge answer 1 keep --comment "actually fix everything"
  forge: `actually fix everything` is not clear: it names no finding, and contradicts the answer `keep`
    hint: NUMBER: keep, fix or follow-up, with `;` between them; the numbers are: F1, F2, F3
  [2]
  $ forge questions 1 | head -1
  run 1 question 1 (triage): What becomes of these findings?

One is fixed now, one is for later as a run of its own, one stays. Sentences do as well as `;`, and plain words are understood.

  $ forge answer 1 keep --comment "fix #2 but not F1. F 3 follow-up spawn." | tail -1
  next: forge resume 1
  $ forge resume 1 | grep -v " running$\|run 2"
  hh:mm:ss  fix-found               started
  hh:mm:ss  fix-found               done in TIME: Fixed.
  hh:mm:ss  scan #2                 passed
  hh:mm:ss  review #2               started
  hh:mm:ss  review #2               approved
  hh:mm:ss  findings #2             passed
  hh:mm:ss  settle                  passed
  hh:mm:ss  commit                  done in TIME: commit HASH
  run 1 has completed
    10 units
    changed   1 file, +1 -0, on forge/run-001
    verified  1 command passed
  next: forge land 1
  $ grep -h -A2 "Why you are asked" .forge/state/runs/001/units/*/prompt.md
  # Why you are asked

  A person asks you to fix these, and only these: F2
  $ forge findings 1 | sed 's/ (unit.*//'
  ID  STATE      SEVERITY  FROM    PLACE    WHAT
  F1  rejected   note      scan    a.txt:1  a.txt is odd (kept as it is)
  F2  fixed      low       review  a.txt:1  could be shorter (a person asked for it to be fixed)
  F3  follow-up  medium    review  b.txt    is missing a word
  $ forge list --json | grep -o '"objective":"[^"]*"'
  "objective":"odd"
  "objective":"Follow up on F3 of run 1: b.txt: is missing a word"
  $ forge memory list --json | grep -o 'Review follow-up[^"]*'
  Review follow-up (F3 of run 1): b.txt: is missing a word

Unattended: nothing is decided, and nothing is lost.

  $ forge run "odd" --pipeline asked --agent replay:agent.toml --auto | tail -2
    findings  3 open: forge triage 3
  next: forge land 3
  $ forge findings 3 --json | grep -o '"counts":.*'
  "counts":{"open":3,"fixed":0,"rejected":0,"deferred":0,"follow_up":0},"below":[]}
  $ forge triage 3 | head -3
  scan (1)
    F1   open      warning   a.txt:1  a.txt is odd
  review (2)
  $ forge findings 3 --state deferred
  no findings
  [1]
  $ forge status 3 | grep -e findings -e next
    findings   3 open
    + work  + scan  + review  + findings  + triage  + commit
  next: forge land 3
        forge triage 3 settles the findings
  $ forge | grep -e "findings of" -e next -A1
    findings of run 3: 3 open
    not landed: run 3  completed: odd
  --
  next: forge resume 2
        forge triage 3 settles the findings
  $ forge status 3 --json | grep -o '"open_findings":[0-9]*'
  "open_findings":3
  $ forge report 3 | grep Findings
  Findings: 3 (3 open)

No log is no pass.

  $ echo true > scan.sh; sed -i 's/mode = "advisory"/mode = "blocking"/' .forge/pipelines/asked.toml; git add -A; git commit -q -m "no log"
  $ forge run "odd" --pipeline asked --agent replay:agent.toml | grep scan
  hh:mm:ss  scan                    failed (round 1 of 3): no SARIF log was written: out/*.sarif
  hh:mm:ss  scan                    the run failed: `scan` failed: no SARIF log was written: out/*.sarif
  run 4 failed: `scan` failed: no SARIF log was written: out/*.sarif
