A step of the kind `audit` changes nothing. Where a pipeline has a review of its own for audits, that review may have
things changed: they are checked like any work, before the review looks again and after it.

  $ . "$DATA/pipelines.sh"; forge init >/dev/null
  $ pipeline audited <<'END'
  > = plan
  > = build
  > END
  $ pipeline audited-step <<'END'
  > [[stage]]
  > name = "work"
  > role = "engineer"
  > sees = ["step", "failures", "reviews"]
  > [[stage]]
  > name = "judge"
  > role = "reviewer"
  > when = "require step.kind == audit"
  > sees = ["diff"]
  > verdict = "REVIEW.md"
  > on_revision = "work"
  > [[stage]]
  > name = "verify"
  > kind = "check"
  > commands = ["sh check.sh"]
  > on_revision = "work"
  > max_iterations = 3
  > = merge
  > END
  $ cat > agent.toml <<'END'
  > [[turn]]
  > stage = "plan"
  > text = """
  > # A plan
  > ## Steps
  > ### Step look: look at the words
  > **Kind:** audit
  > **Do:** Say what is wrong with the words.
  > """
  > [[turn]]
  > stage = "work"
  > text = "FOUND: a word is missing."
  > [[turn]]
  > stage = "judge"
  > text = "**Verdict:** Needs revision\n\nConcern 1: add the word."
  > [[turn]]
  > stage = "work"
  > text = "Added."
  >   [[turn.write]]
  >   path = "words.txt"
  >   content = "wrong"
  > [[turn]]
  > stage = "judge"
  > text = "**Verdict:** Approved"
  > [[turn]]
  > stage = "work"
  > text = "Corrected."
  >   [[turn.write]]
  >   path = "words.txt"
  >   content = "right"
  > [[turn]]
  > stage = "judge"
  > text = "**Verdict:** Approved"
  > END
  $ echo 'test ! -e words.txt || grep right words.txt' > check.sh; git add -A; git commit -q -m "set up"
  $ forge run "look" --pipeline audited --agent replay:agent.toml --auto > log; echo $?; grep " look " log | grep -v " running$" | sed 's/ in TIME//'
  0
  hh:mm:ss  look work               started
  hh:mm:ss  look work               done in TIME: FOUND: a word is missing.
  hh:mm:ss  look judge              started
  hh:mm:ss  look judge              asks for changes (round 1 of 3): Verdict:** Needs revision
  hh:mm:ss  look work #2            started
  hh:mm:ss  look work #2            done in TIME: Added.
  hh:mm:ss  look judge #2           started
  hh:mm:ss  look judge #2           approved
  hh:mm:ss  look verify             failed (round 1 of 3): sh check.sh (exit 1)
  hh:mm:ss  look work #3            started
  hh:mm:ss  look work #3            done in TIME: Corrected.
  hh:mm:ss  look judge #3           started
  hh:mm:ss  look judge #3           approved
  hh:mm:ss  look verify #2          passed
  hh:mm:ss  look merge              done in TIME: commit HASH
  hh:mm:ss  look                    step done
  $ git show forge/run-001:words.txt
  right
