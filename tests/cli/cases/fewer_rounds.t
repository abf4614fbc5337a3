Rounds that are not needed are not made, and what was decided or proved is known to those who judge.

  $ . "$DATA/pipelines.sh"; forge init >/dev/null
  $ echo one > f.txt; git add -A; git commit -q -m start
  $ printf "*.toml\nplan.md\nsaid\n" >> .git/info/exclude
  $ show() { grep -v "run [0-9]* started$\| running$\|  [ab] started\|  [ab]: \|size \|^next\|land it\|changed \|verified "; }
  $ turn() { printf '[[turn]]\n%s\ntext = "%s"\n' "$1" "$2"; }

A debate without objections ends there; when all is conceded there is nothing to rebut.

  $ pipeline debated <<'END'
  > [[stage]]
  > name = "work"
  > role = "engineer"
  > [[stage]]
  > name = "debate"
  > kind = "panel"
  > aggregate = "dialectic"
  > result = true
  > verdict = "DEBATE.md"
  > sees = ["diff"]
  > on_revision = "work"
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
  > = commit
  > END
  $ { turn 'role = "engineer"
  > repeat = true' "Done."; printf '  [[turn.run]]\n  command = "echo more >> f.txt"\n'
  >   turn 'member = "challenge"
  > iteration = 1' '**Verdict:** Revision Required'; echo 'result = { objections = [{ id = "R1", text = "it leaks", severity = "high" }] }'
  >   turn 'member = "defence"' '**Verdict:** Approved'; echo 'result = { answers = [{ id = "R1", answer = "concede" }] }'
  >   turn 'member = "challenge"
  > iteration = 2' '**Verdict:** Approved'; echo 'result = { objections = [] }'; } > debate.toml
  $ forge run debate --pipeline debated --agent replay:debate.toml | show
  hh:mm:ss  work                    done in TIME: Done.
  hh:mm:ss  debate                  challenge started
  hh:mm:ss  debate                  challenge: revision
  hh:mm:ss  debate                  defence started
  hh:mm:ss  debate                  defence: approved
  hh:mm:ss  debate                  asks for changes (round 1 of 3): 1 objections conceded, 0 resolved, 0 open
  hh:mm:ss  work #2                 started
  hh:mm:ss  work #2                 done in TIME: Done.
  hh:mm:ss  debate #2               challenge started
  hh:mm:ss  debate #2               challenge: approved
  hh:mm:ss  debate #2               approved
  hh:mm:ss  commit                  done in TIME: commit HASH
  run 1 has completed
    6 units
    unverified: no test command was run; set one: forge config set verify "make test"
  $ forge log 1 --json | grep -c member-unasked
  3
  $ forge findings 1
  ID  STATE  SEVERITY  FROM              PLACE  WHAT
  F1  fixed  high      debate.challenge  -      it leaks (not raised again in round 2)

A panel that sent the work back asks only who wanted changes, and shows what is new since.

  $ pipeline gatedwork <<'END'
  > [[stage]]
  > name = "work"
  > role = "engineer"
  > [[stage]]
  > name = "gates"
  > kind = "panel"
  > verdict = "GATES.md"
  > sees = ["diff"]
  > on_revision = "work"
  >   [[stage.member]]
  >   name = "a"
  >   role = "reviewer"
  >   [[stage.member]]
  >   name = "b"
  >   role = "reviewer"
  > = commit
  > END
  $ { turn 'role = "engineer"
  > iteration = 1' "Done."; printf '  [[turn.run]]\n  command = "echo first >> f.txt"\n'
  >   turn 'role = "engineer"
  > iteration = 2' "Done."; printf '  [[turn.run]]\n  command = "echo second >> f.txt"\n'
  >   turn 'member = "a"
  > iteration = 1' '**Verdict:** Approved'
  >   turn 'member = "b"
  > iteration = 1' '**Verdict:** Revision Required'; echo 'result = { approved = false, findings = [{ severity = "medium", text = "no second line", file = "f.txt", line = 2, fix = "add it" }] }'
  >   turn 'member = "b"
  > iteration = 2' '**Verdict:** Approved'; } > gates.toml
  $ forge run gates --pipeline gatedwork --agent replay:gates.toml | show
  hh:mm:ss  work                    done in TIME: Done.
  hh:mm:ss  gates                   asks for changes (round 1 of 3): 1 of 2 members ask for changes
  hh:mm:ss  work #2                 started
  hh:mm:ss  work #2                 done in TIME: Done.
  hh:mm:ss  gates #2                approved
  hh:mm:ss  commit                  done in TIME: commit HASH
  run 2 has completed
    6 units
    unverified: no test command was run; set one: forge config set verify "make test"
  $ told() { grep -l "$2" .forge/state/runs/"$1"/units/*/prompt.md | tail -1; }
  $ grep -E '^[+](first|second)|^- F1' "$(told 002 'since you looked')"
  - F1: f.txt:2: no second line
  +second

A decision stands: what was answered `follow-up` is not fixed by other words, and is not asked again.

  $ pipeline triaged <<'END'
  > [[stage]]
  > name = "work"
  > role = "engineer"
  > [[stage]]
  > name = "review"
  > role = "reviewer"
  > verdict = "REVIEW.md"
  > result = true
  > sees = ["diff"]
  > on_revision = "work"
  > [[stage]]
  > name = "findings"
  > kind = "check"
  > checks = ["findings"]
  > [[stage]]
  > name = "triage"
  > kind = "ask"
  > when = "artifact FINDINGS.md min=1"
  > question = "What now?"
  > options = ["keep", "fix", "follow-up"]
  > shows = "FINDINGS.md"
  > unattended = "fix"
  >   [stage.on_revision]
  >   name = "fix-found"
  >   role = "engineer"
  >   sees = ["FINDINGS.md"]
  >   then = "review"
  > = commit
  > END
  $ { turn 'role = "engineer"
  > repeat = true' "Done."; printf '  [[turn.run]]\n  command = "echo more >> f.txt"\n'
  >   turn 'stage = "review"
  > iteration = 1' '**Verdict:** Approved'; echo 'result = { approved = true, findings = [{ severity = "low", text = "the name says nothing", file = "f.txt", line = 1 }, { severity = "medium", text = "a typo", file = "f.txt", line = 20, fix = "mroe: more" }] }'
  >   turn 'stage = "review"
  > iteration = 2' '**Verdict:** Approved'; echo 'result = { approved = true, findings = [{ severity = "low", text = "find a better word for it", file = "f.txt", line = 2 }] }'; } > triage.toml
  $ forge run triage --pipeline triaged --agent replay:triage.toml | show
  hh:mm:ss  work                    done in TIME: Done.
  hh:mm:ss  review                  started
  hh:mm:ss  review                  approved
  hh:mm:ss  findings                passed
  hh:mm:ss  triage                  asks: What now?
  run 3 waits for an answer
    3 units
  run 3 question 1 (triage): What now?
    about    FINDINGS.md
    answers  keep, fix, follow-up
    type     forge answer 3 keep --go
  $ forge answer 3 follow-up --comment "F2: fix" >/dev/null; forge resume 3 | show
  hh:mm:ss  fix-found               started
  hh:mm:ss  fix-found               done in TIME: Done.
  hh:mm:ss  review #2               started
  hh:mm:ss  review #2               approved
  hh:mm:ss  findings #2             passed
  hh:mm:ss  commit                  done in TIME: commit HASH
  run 3 has completed
    7 units
    unverified: no test command was run; set one: forge config set verify "make test"
  $ forge findings 3
  ID  STATE      SEVERITY  FROM    PLACE     WHAT
  F1  follow-up  low       review  f.txt:1   the name says nothing
  F2  fixed      medium    review  f.txt:20  a typo (a person asked for it to be fixed)
  F3  follow-up  low       review  f.txt:2   find a better word for it (decided with F1)
  $ grep -A1 '[*]F2[*]' "$(told 003 'Fix: ')"
  - **F2** f.txt:20: a typo (medium, open)
    Fix: mroe: more
  $ grep -E 'decided these|^- F1' "$(told 003 'decided these')"
  A person decided these findings. Do not raise them again, in whatever words.
  - F1: f.txt:1: the name says nothing (follow-up)

Unattended, medium and worse is fixed, and the rest waits for `forge triage`.

  $ forge run triage --pipeline triaged --agent replay:triage.toml --auto | show
  hh:mm:ss  work                    done in TIME: Done.
  hh:mm:ss  review                  started
  hh:mm:ss  review                  approved
  hh:mm:ss  findings                passed
  hh:mm:ss  triage                  not asked: the run is unattended; answered `F2: fix`
  hh:mm:ss  triage                  asks for changes: Fix these findings, and only these: F2
  hh:mm:ss  fix-found               started
  hh:mm:ss  fix-found               done in TIME: Done.
  hh:mm:ss  review #2               started
  hh:mm:ss  review #2               approved
  hh:mm:ss  findings #2             passed
  hh:mm:ss  triage #2               not asked: the run is unattended; no decision yet
  hh:mm:ss  commit                  done in TIME: commit HASH
  run 4 has completed
    7 units
    unverified: no test command was run; set one: forge config set verify "make test"
    findings  2 open: forge triage 4
  $ forge findings 4
  ID  STATE  SEVERITY  FROM    PLACE     WHAT
  F1  open   low       review  f.txt:1   the name says nothing (the run was unattended: no decision yet)
  F2  fixed  medium    review  f.txt:20  a typo (medium or worse: an unattended run has it fixed)
  F3  open   low       review  f.txt:2   find a better word for it (the run was unattended: no decision yet)
  [1]

Unattended, a form that is not reached ends the run; nobody is asked about it.

  $ pipeline formed <<'END'
  > = plan
  > [[stage]]
  > name = "form"
  > kind = "check"
  > checks = ["structure"]
  > on_revision = "plan"
  > max_iterations = 2
  > END
  $ printf '[[turn]]\nrole = "planner"\nrepeat = true\ntext = """\n# Plan: x\n\n## Steps\n\n### Step one: x\n- Do: x\n"""\n' > formed_agent.toml
  $ forge run form --pipeline formed --agent replay:formed_agent.toml --auto > said; echo $?; show < said
  4
  hh:mm:ss  plan                    done in TIME: plan with 1 step
  hh:mm:ss  plan                    the plan has 1 step
  hh:mm:ss  form                    failed (round 1 of 2): Missing section: Objective (and 4 more)
  hh:mm:ss  plan #2                 started
  hh:mm:ss  plan #2                 done in TIME: plan with 1 step
  hh:mm:ss  form #2                 failed (round 2 of 2): Missing section: Objective (and 4 more)
  hh:mm:ss  form #2                 `form` still fails after 2 rounds: Missing section: Objective (and 4 more)
  hh:mm:ss  form #2                 the run failed: `form` still fails after 2 rounds: Missing section: Objective (and 4 more)
  run 5 failed: `form` still fails after 2 rounds: Missing section: Objective (and 4 more)
    0 of 1 steps, 4 units
  $ forge questions 5
  no open questions

What passed before the work, and what was not run, is told to the reviewer and in the report. What is red today is told to the planner.

  $ pipeline proved <<'END'
  > [[stage]]
  > name = "today"
  > kind = "check"
  > commands = ["project"]
  > mode = "baseline"
  > [[stage]]
  > name = "look"
  > role = "researcher"
  > sees = ["objective", "baseline"]
  > produces = "NOTES.md"
  > = build
  > END
  $ pipeline proved-step <<'END'
  > [[stage]]
  > name = "before"
  > kind = "check"
  > commands = ["step"]
  > mode = "baseline"
  > [[stage]]
  > name = "work"
  > role = "engineer"
  > [[stage]]
  > name = "verify"
  > kind = "check"
  > commands = ["step"]
  > [[stage]]
  > name = "review"
  > role = "reviewer"
  > verdict = "REVIEW.md"
  > sees = ["step", "baseline", "commands"]
  > on_revision = "work"
  > = commit
  > END
  $ printf '# Plan: files\n\n## Steps\n\n### Step one: a file\n- Do: make it\n- Verify: `test -f made.txt`, `test -f f.txt`\n' > plan.md
  $ { turn 'role = "researcher"' 'Notes.'
  >   turn 'role = "engineer"' 'Done. I ran `touch made.txt` and `make check`.'; printf '  [[turn.run]]\n  command = "touch made.txt"\n'
  >   turn 'role = "reviewer"' '**Verdict:** Approved'; } > proved_agent.toml
  $ forge config set verify "test -f missing.txt" >/dev/null
  $ forge run proofs --pipeline proved --plan plan.md --agent replay:proved_agent.toml | show
  hh:mm:ss  today                   0 of 1 verify commands pass before the work
  hh:mm:ss  look                    started
  hh:mm:ss  look                    done in TIME: Notes.
  hh:mm:ss  build                   1 step to do
  hh:mm:ss  one before              1 of 2 verify commands pass before the work
  hh:mm:ss  one work                started
  hh:mm:ss  one work                done in TIME: Done. I ran `touch made.txt` and `make check`.
  hh:mm:ss  one verify              passed
  hh:mm:ss  one review              started
  hh:mm:ss  one review              approved
  hh:mm:ss  one commit              done in TIME: commit HASH
  hh:mm:ss  one                     step done
  hh:mm:ss  build                   all steps done
  run 6 has completed
    1 of 1 steps, 7 units
  $ grep -A3 'before any work' "$(told 006 'before any work')" | grep -v '^```'
  The engine ran the project's verify commands before any work:
  - `test -f missing.txt` fails (exit 1)
  $ grep -A9 'of this step before the work' "$(told 006 'of this step before the work')" | grep -v '^```\|^commands\|^$'
  The engine ran the verify commands of this step before the work:
  - `test -f made.txt` fails (exit 1)
  - `test -f f.txt` passes: it passed already, so it proves nothing of the work
  The commands that the agents ran:
  Commands that `work` ran, by the report of its program:
  - `touch made.txt`
  Its answer says that it ran these too, which is unsupported: no event shows it.

  $ forge report 6 | grep Note
  Note: `test -f missing.txt` failed before the run began.
  Note: `test -f f.txt` of step one passed before the work: it proves nothing of that step alone.
  Note: Unsupported: `work` of step one says that it ran `make check`, and no event shows it.

The setting `verify_before` turns that off, and without any command nothing is started.

  $ forge config set verify_before false >/dev/null
  $ forge run proofs --pipeline proved --plan plan.md --agent replay:proved_agent.toml | show
  hh:mm:ss  look                    done in TIME: Notes.
  hh:mm:ss  build                   1 step to do
  hh:mm:ss  one work                started
  hh:mm:ss  one work                done in TIME: Done. I ran `touch made.txt` and `make check`.
  hh:mm:ss  one verify              passed
  hh:mm:ss  one review              started
  hh:mm:ss  one review              approved
  hh:mm:ss  one commit              done in TIME: commit HASH
  hh:mm:ss  one                     step done
  hh:mm:ss  build                   all steps done
  run 7 has completed
    1 of 1 steps, 5 units
