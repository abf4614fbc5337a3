Those who review see what the engine ran; those who sum up see what the steps, and the runs of steps, reported and where work was sent back.

  $ . "$DATA/pipelines.sh"; forge init >/dev/null
  $ pipeline outer <<'END'
  > = plan
  > [[stage]]
  > name = "parts"
  > kind = "each"
  > over = "runs"
  > pipeline = "inner"
  > [[stage]]
  > name = "sum"
  > role = "completer"
  > sees = ["results"]
  > produces = "SUM.md"
  > END
  $ pipeline inner <<'END'
  > [[stage]]
  > name = "work"
  > role = "engineer"
  > result = true
  > [[stage]]
  > name = "verify"
  > kind = "check"
  > commands = ["test -s a.txt"]
  > on_revision = "work"
  > [[stage]]
  > name = "review"
  > role = "supervisor"
  > sees = ["diff", "checks"]
  > verdict = "REVIEW.md"
  > on_revision = "work"
  > [[stage]]
  > name = "note"
  > role = "completer"
  > sees = ["setbacks"]
  > produces = "NOTE.md"
  > = commit
  > END
  $ cat > agent.toml <<'END'
  > [[turn]]
  > stage = "plan"
  > text = """
  > # Plan: One part
  > ## Objective
  > One part.
  > ## Steps
  > ### Step a: the part
  > - Do: write a.txt
  > - Writes: `a.txt`
  > - Verify: `test -s a.txt`
  > """
  > [[turn]]
  > stage = "work"
  > iteration = 1
  > text = "Nothing yet."
  > result = { status = "done", summary = "Nothing yet." }
  > [[turn]]
  > stage = "work"
  > repeat = true
  > text = "Written."
  > result = { status = "done", summary = "Written." }
  >   [[turn.run]]
  >   command = "echo one >> a.txt"
  > [[turn]]
  > stage = "review"
  > iteration = 1
  > text = "The word is too short.\n\n**Verdict:** Revision Required"
  > [[turn]]
  > stage = "review"
  > text = "Long enough.\n\n**Verdict:** Approved"
  > [[turn]]
  > stage = "note"
  > text = "A file was written."
  > [[turn]]
  > stage = "sum"
  > text = "All is well."
  > END
  $ git add -A; git commit -q -m "set up"
  $ forge run "one part" --pipeline outer --agent replay:agent.toml --auto > log; echo $?
  0
  $ find_prompt() { grep -l "$2" .forge/state/runs/$1/units/*/prompt.md | sort -V | head -1; }

The reviewer: what the engine ran, and how it ended.

  $ sed -n '/^What the engine ran/,$p' "$(find_prompt 002 'The diff:')" | sed 's/^\$/ran:/'
  What the engine ran on this work, and how it ended:
  ```
  ran: test -s a.txt
    passed (exit 0)
  ```

The note of the run: each setback with what was said.

  $ sed -n '/^What failed/,$p' "$(find_prompt 002 'What failed or was sent back')" | sed 's/^\$/ran:/'
  What failed or was sent back on the way:
  ```
  - verify: sent the work back once
  ran: test -s a.txt
  exit 1
  - review: sent the work back once
  The word is too short.

  **Verdict:** Revision Required
  ```

The sum of its parent: the last document and the last review of the run.

  $ sed -n '/^What those who did/,$p' "$(find_prompt 001 'What those who did the steps')"
  What those who did the steps report, in the order of their work: where two reports differ, the later counts:
  ```
  --- step a: the part ---
  NOTE.md of run 2:
  A file was written.
  REVIEW.md of run 2:
  Long enough.

  **Verdict:** Approved
  ```
