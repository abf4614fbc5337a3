A document that is too short for the gate behind it: its author is told the length, and answers again. No person is
asked about it.

  $ forge init >/dev/null; mkdir -p .forge/pipelines
  $ cat > .forge/pipelines/short.toml <<'END'
  > name  = "short"
  > about = "needs, then work"
  > [[stage]]
  > name = "intake"
  > role = "discusser"
  > produces = "NEEDS.md"
  > prompt = "What is needed?"
  > [[stage]]
  > name = "work"
  > role = "engineer"
  > sees = ["NEEDS.md"]
  > gate = "artifact NEEDS.md min=30"
  > [[stage]]
  > name = "commit"
  > kind = "integrate"
  > END
  $ cat > agent.toml <<'END'
  > [[turn]]
  > stage = "intake"
  > attempt = 1
  > text = "Fine."
  > [[turn]]
  > stage = "intake"
  > attempt = 2
  > text = "1. It says hello to everybody who asks."
  > [[turn]]
  > stage = "work"
  > text = "Done."
  > END
  $ printf '[[turn]]\nstage = "intake"\nrepeat = true\ntext = "Fine."\n' > stub.toml
  $ git add -A; git commit -q -m "set up"
  $ forge run "greet" --pipeline short --agent replay:agent.toml --auto > log; grep intake log | grep -v " running$"
  hh:mm:ss  intake                  retries after malformed: the document `NEEDS.md` is too short: it has 5 characters of the 30 that it needs at least
  hh:mm:ss  intake                  started (attempt 2)
  hh:mm:ss  intake                  done in TIME: 1. It says hello to everybody who asks.
  $ grep -h "at least" .forge/state/runs/001/units/*/prompt.md
  Your final message becomes the document `NEEDS.md`: write the whole document and nothing else. It has at least 30 characters.
  Your final message becomes the document `NEEDS.md`: write the whole document and nothing else. It has at least 30 characters.
  Your last attempt did not count: the document `NEEDS.md` is too short: it has 5 characters of the 30 that it needs at least.
  $ forge run "greet" --pipeline short --agent replay:stub.toml --auto > log
  [4]
  $ grep "^run 2" log
  run 2 started
  run 2 failed: malformed: the document `NEEDS.md` is too short: it has 5 characters of the 30 that it needs at least
  $ forge questions 2
  no open questions
