Several reviewers of one change: Forge computes the result, however they answer.

  $ forge init >/dev/null; mkdir -p .forge/pipelines
  $ cat > .forge/pipelines/lensed.toml <<'END'
  > name  = "lensed"
  > about = "work, three lenses, fix"
  > [[stage]]
  > name = "work"
  > role = "engineer"
  > [[stage]]
  > name = "fix"
  > role = "engineer"
  > when = "after lenses = revision"
  > [[stage]]
  > name = "lenses"
  > kind = "panel"
  > aggregate = "lenses"
  > result = true
  > verdict = "LENSES.md"
  > sees = ["diff"]
  > on_revision = "fix"
  > max_iterations = 2
  > retry = 0
  > on_exhausted = "block"
  >   [[stage.member]]
  >   name = "a"
  >   role = "reviewer"
  >   [[stage.member]]
  >   name = "b"
  >   role = "reviewer"
  >   [[stage.member]]
  >   name = "c"
  >   role = "reviewer"
  > [[stage]]
  > name = "commit"
  > kind = "integrate"
  > END
  $ work() { printf '[[turn]]\nrole = "engineer"\nrepeat = true\ntext = "Done."\n  [[turn.run]]\n  command = "echo more >> f.txt"\n'; }
  $ member() { # NAME ITERATION VERDICT FINDINGS
  >   printf '[[turn]]\nmember = "%s"\niteration = %s\ntext = "**Verdict:** %s"\nresult = { approved = %s, findings = [%s] }\n' "$1" "$2" "$3" "$(test "$3" = Approved && echo true || echo false)" "$4"; }
  $ at() { printf '{ severity = "%s", file = "f.txt", line = %s, text = "%s", category = "%s" }' "$1" "$2" "$3" "$4"; }
  $ play() { git add -A; git commit -q -m more >/dev/null 2>&1; forge run "$1" --pipeline lensed --agent "replay:$2" | grep -v " running$\|run [0-9]* started$\|^next\|started\|  [abc]: "; }

The members contradict each other: a finding that one member alone raises is advice, and stays advice.

  $ { work; member a 1 "Revision Required" "$(at low 3 "I would not" style)"; member b 1 Approved ""; member c 1 Approved ""; } > contradict.toml
  $ play contradict contradict.toml
  hh:mm:ss  work                    done in TIME: Done.
  hh:mm:ss  lenses                  approved
  hh:mm:ss  commit                  done in TIME: commit HASH
  run 1 has completed
    5 units
    changed   1 file, +1 -0, on forge/run-001
    unverified: no test command was run; set one: forge config set verify "make test"
    findings  1 open: forge triage 1

Two members report the same place: the work goes back and is fixed before the change is done.

  $ { work; member a 1 "Revision Required" "$(at high 3 "lost" data)"; member b 1 Approved "$(at medium 6 "gone" data)"; member c 1 Approved ""
  >   for s in a b c; do member $s 2 Approved ""; done; } > agree.toml
  $ play agree agree.toml
  hh:mm:ss  work                    done in TIME: Done.
  hh:mm:ss  lenses                  asks for changes (round 1 of 2): 1 findings must be fixed, 0 are advice
  hh:mm:ss  fix                     done in TIME: Done.
  hh:mm:ss  lenses #2               approved
  hh:mm:ss  commit                  done in TIME: commit HASH
  run 2 has completed
    8 units
    changed   1 file, +2 -0, on forge/run-002
    unverified: no test command was run; set one: forge config set verify "make test"
  $ forge findings 2 | grep -c fixed
  2

One member gives no answer: it is named, and the other two decide. If two give none, nothing is decided, and that is not a pass.

  $ { work; printf '[[turn]]\nmember = "a"\nfail = "empty"\nrepeat = true\n'; member b 1 Approved ""; member c 1 Approved ""; } > silent.toml
  $ play silent silent.toml
  hh:mm:ss  work                    done in TIME: Done.
  hh:mm:ss  lenses                  a gave no usable answer: empty: the agent gave no answer
  hh:mm:ss  lenses                  approved
  hh:mm:ss  commit                  done in TIME: commit HASH
  run 3 has completed
    5 units
    changed   1 file, +1 -0, on forge/run-003
    unverified: no test command was run; set one: forge config set verify "make test"
  $ { work; printf '[[turn]]\nmember = "a"\nfail = "empty"\nrepeat = true\n[[turn]]\nmember = "b"\nfail = "garbage"\nrepeat = true\n'; member c 1 Approved ""; } > two.toml
  $ play two two.toml | grep -v "gave no"
  hh:mm:ss  work                    done in TIME: Done.
  hh:mm:ss  lenses                  the run failed: panel `lenses`: only 1 of 3 members gave a usable answer
  run 4 failed: panel `lenses`: only 1 of 3 members gave a usable answer
    4 units

A malformed finding is kept as reported, with notes.

  $ { work; member a 1 "Revision Required" '{ severity = "low", file = "/etc/passwd", line = -7, text = "odd" }, { severity = "high", text = "no place at all", category = "Silent Failure" }'
  >   member b 1 Approved ""; member c 1 Approved ""; for s in a b c; do member $s 2 Approved ""; done; } > rubbish.toml
  $ play rubbish rubbish.toml
  hh:mm:ss  work                    done in TIME: Done.
  hh:mm:ss  lenses                  asks for changes (round 1 of 2): 1 findings must be fixed, 1 are advice
  hh:mm:ss  fix                     done in TIME: Done.
  hh:mm:ss  lenses #2               approved
  hh:mm:ss  commit                  done in TIME: commit HASH
  run 5 has completed
    7 units
    changed   1 file, +2 -0, on forge/run-005
    unverified: no test command was run; set one: forge config set verify "make test"
  $ forge findings 5 --json | grep -o '"notes":\["[^]]*\]'
  "notes":["line -7 is not a line","/etc/passwd is not a path in this repository"]

All members approve everything: Forge reports that; evidence is a separate check.

  $ { work; for s in a b c; do member $s 1 Approved ""; done; } > all.toml
  $ play all all.toml
  hh:mm:ss  work                    done in TIME: Done.
  hh:mm:ss  lenses                  approved
  hh:mm:ss  commit                  done in TIME: commit HASH
  run 6 has completed
    5 units
    changed   1 file, +1 -0, on forge/run-006
    unverified: no test command was run; set one: forge config set verify "make test"

A debate: what is conceded is fixed before the run completes, what is withdrawn is settled, and what both sides insist on waits for a person.

  $ cat > .forge/pipelines/debated.toml <<'END'
  > name  = "debated"
  > about = "work, debate, fix, and ask about what is left"
  > [[stage]]
  > name = "work"
  > role = "engineer"
  > [[stage]]
  > name = "fix"
  > role = "engineer"
  > when = "after review = revision"
  > [[stage]]
  > name = "review"
  > kind = "panel"
  > aggregate = "dialectic"
  > result = true
  > verdict = "REVIEW.md"
  > sees = ["diff"]
  > on_revision = "fix"
  > max_iterations = 2
  >   [[stage.member]]
  >   name = "challenge"
  >   role = "challenger"
  >   [[stage.member]]
  >   name = "defence"
  >   role = "defender"
  >   after = ["challenge"]
  >   [[stage.member]]
  >   name = "rebuttal"
  >   role = "challenger"
  >   after = ["challenge", "defence"]
  > [[stage]]
  > name = "commit"
  > kind = "integrate"
  > END
  $ { work
  >   printf '[[turn]]\nmember = "challenge"\niteration = 1\ntext = "**Verdict:** Revision Required"\nresult = { objections = [ { id = "R1", text = "leaks", severity = "high", file = "f.txt", line = 1 }, { id = "R2", text = "slow", severity = "medium", file = "f.txt", line = 2 }, { id = "R3", text = "ugly", severity = "medium" } ] }\n'
  >   printf '[[turn]]\nmember = "defence"\niteration = 1\ntext = "**Verdict:** Approved"\nresult = { answers = [ { id = "R1", answer = "concede" }, { id = "R2", answer = "defend", text = "measured" }, { id = "R3", answer = "defend", text = "taste" } ] }\n'
  >   printf '[[turn]]\nmember = "rebuttal"\niteration = 1\ntext = "**Verdict:** Revision Required"\nresult = { objections = [ { id = "R1", position = "kept" }, { id = "R2", position = "withdrawn" }, { id = "R3", position = "kept" } ] }\n'
  >   printf '[[turn]]\nmember = "challenge"\niteration = 2\ntext = "**Verdict:** Approved"\nresult = { objections = [ { id = "R2", text = "slow", severity = "medium", file = "f.txt", line = 2 }, { id = "R3", text = "ugly", severity = "medium" } ] }\n'
  >   printf '[[turn]]\nmember = "defence"\niteration = 2\ntext = "**Verdict:** Approved"\nresult = { answers = [ { id = "R2", answer = "defend", text = "measured" }, { id = "R3", answer = "defend", text = "taste" } ] }\n'
  >   printf '[[turn]]\nmember = "rebuttal"\niteration = 2\ntext = "**Verdict:** Approved"\nresult = { objections = [ { id = "R2", position = "withdrawn" }, { id = "R3", position = "kept" } ] }\n'
  > } > debate.toml
  $ git add -A; git commit -q -m debate
  $ forge run "debate" --pipeline debated --agent replay:debate.toml | grep -v " running$\|run [0-9]* started$\|^next"
  hh:mm:ss  work                    done in TIME: Done.
  hh:mm:ss  review                  challenge started
  hh:mm:ss  review                  challenge: revision
  hh:mm:ss  review                  defence started
  hh:mm:ss  review                  defence: approved
  hh:mm:ss  review                  rebuttal started
  hh:mm:ss  review                  rebuttal: revision
  hh:mm:ss  review                  asks for changes (round 1 of 2): 1 objections conceded, 1 resolved, 1 open
  hh:mm:ss  fix                     started
  hh:mm:ss  fix                     done in TIME: Done.
  hh:mm:ss  review #2               challenge started
  hh:mm:ss  review #2               challenge: approved
  hh:mm:ss  review #2               defence started
  hh:mm:ss  review #2               defence: approved
  hh:mm:ss  review #2               rebuttal started
  hh:mm:ss  review #2               rebuttal: approved
  hh:mm:ss  review #2               approved
  hh:mm:ss  commit                  done in TIME: commit HASH
  run 7 has completed
    9 units
    changed   1 file, +2 -0, on forge/run-007
    unverified: no test command was run; set one: forge config set verify "make test"
    findings  1 deferred: forge triage 7
  $ forge findings 7
  ID  STATE     SEVERITY  FROM              PLACE    WHAT
  F1  fixed     high      review.challenge  f.txt:1  leaks (not raised again in round 2)
  F2  rejected  medium    review.challenge  f.txt:2  slow (resolved: the challenger withdrew it after the defence)
  F3  deferred  medium    review.challenge  -        ugly (open: it was defended, and the challenger keeps it)

What was withdrawn and is not raised again was not fixed: it stays rejected.

  $ sed 's/\[ { id = "R2", text[^}]*}, /[ /' debate.toml > again.toml
  $ git add -A; git commit -q -m again
  $ forge run "debate again" --pipeline debated --agent replay:again.toml | grep completed
  run 8 has completed
  $ forge findings 8
  ID  STATE     SEVERITY  FROM              PLACE    WHAT
  F1  fixed     high      review.challenge  f.txt:1  leaks (not raised again in round 2)
  F2  rejected  medium    review.challenge  f.txt:2  slow (resolved: the challenger withdrew it after the defence)
  F3  deferred  medium    review.challenge  -        ugly (open: it was defended, and the challenger keeps it)

A remark of a challenger that approves needs no answer.

  $ { work
  >   printf '[[turn]]\nmember = "challenge"\niteration = 1\ntext = "**Verdict:** Approved"\nresult = { objections = [ { id = "R1", text = "late", severity = "low", file = "f.txt", line = 1 } ] }\n'
  > } > remark.toml
  $ git add -A; git commit -q -m remark
  $ forge run "remark" --pipeline debated --agent replay:remark.toml | grep completed
  run 9 has completed
  $ forge findings 9
  ID  STATE     SEVERITY  FROM              PLACE    WHAT
  F1  deferred  low       review.challenge  f.txt:1  late (a remark: its challenger approved, and asked for no answer)
