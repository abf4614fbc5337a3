What an answer says was done is held against what its program reports, also the texts of its result.

  $ mkdir -p .forge/pipelines
  $ cat > .forge/pipelines/told.toml <<'END'
  > name = "told"
  > about = "work and review"
  > [[stage]]
  > name = "work"
  > role = "engineer"
  > result = true
  > [[stage]]
  > name = "review"
  > role = "reviewer"
  > verdict = "REVIEW.md"
  > sees = ["diff", "commands"]
  > on_revision = "work"
  > [[stage]]
  > name = "commit"
  > kind = "integrate"
  > END
  $ cat > agent.toml <<'END'
  > [[turn]]
  > stage = "work"
  > text = "I wrote the test first; it failed. I ran `touch made.txt` and `make all`."
  > result = { status = "done", summary = "did it; ran `tox`" }
  >   [[turn.run]]
  >   command = "touch made.txt"
  > [[turn]]
  > stage = "review"
  > text = "Fine.\n\n**Verdict:** Approved"
  > END
  $ git add -A; git commit -q -m "set up"
  $ forge run "make it" --pipeline told --agent replay:agent.toml >/dev/null; echo $?
  0
  $ grep -h -A8 '^Commands that' .forge/state/runs/001/units/*/prompt.md
  Commands that `work` ran, by the report of its program:
  - `touch made.txt`
  Its answer says that it ran these too, which is unsupported: no event shows it.
  - `make all`
  - `tox`
  Its answer says this, which is unsupported: no command failed before the work.
  - "I wrote the test first; it failed."
  ```
  $ forge report 1 | grep Unsupported
  Note: Unsupported: `work` says that it ran `make all`, and no event shows it.
  Note: Unsupported: `work` says that it ran `tox`, and no event shows it.
  Note: Unsupported: `work` says "I wrote the test first; it failed.", and no command failed before the work.
