The chat: what a run asks is told with its answers, and hints name commands of the chat.

  $ cat > ../agent.toml <<'END'
  > [[turn]]
  > stage = "implement"
  > step = "one"
  > text = "x"
  > result = { status = "done", summary = "x" }
  > [[turn.write]]
  > path = "one.txt"
  > content = "one\n"
  > [[turn]]
  > stage = "implement"
  > step = "two"
  > text = "x"
  > result = { status = "done", summary = "x" }
  > [[turn.write]]
  > path = "two.txt"
  > content = "two\n"
  > [[turn]]
  > stage = "repair"
  > repeat = true
  > text = "x"
  > result = { status = "done", summary = "x" }
  > END
  $ export FORGE_AGENT="replay:$(cd .. && pwd)/agent.toml"
  $ mkdir -p .forge && echo 'verify = ["false"]' > .forge/config.toml
  $ cp "$DATA/two_steps.md" ../two.md
  $ forge plan import ../two.md > /dev/null && forge plan approve 1 > /dev/null
  $ forge chat --once '!plan run-phase 1 two'
  step `two` cannot start yet: it depends on step `one`, which is pending
    hint: !plan steps plan-001
  [1]
  $ forge chat --once '!plan run-one 1' | tail -n 1
  Phase **one** done: write one
  $ forge chat --once '!plan approve 1'
  run 1 is not waiting for approval: it is paused
    hint: !plan run plan-001
  [1]

An edit of a plan that rests is approved like any other.

  $ sed -i 's/that greet/that greet all/' .forge/plans/plan-001-two-files.md
  $ forge chat --once '!plan approve 1'
  Plan **plan-001** approved for implementation.
  $ forge chat --once '!plan run 1' | tail -n 1
  Plan run stopped: it asks: `false` still fails, and the repair changed nothing. Answer with `!plan answer plan-001 retry`. 1/1 phases completed.
  $ forge chat --once '!forge 1'
  Plan run stopped: it asks: `false` still fails, and the repair changed nothing. Answer with `!plan answer plan-001 retry`. No phase was started.
  [3]
  $ forge chat --once '!plan land 1'
  plan-001 is not finished: its run is waiting.
  **plan-001** asks (verify): `false` still fails, and the repair changed nothing
  \> $ false (exit 1)
  - `retry` — try again, with what you add
  - `accept` — go on although it failed; the report says so
  - `stop` — the run fails here; `!forge plan-001` tries again
  Answer with `!plan answer plan-001 retry`; more words are a comment.
  [1]
  $ forge chat --once '!plan show 1' | tail -n 8
  File: `.forge/plans/plan-001-two-files.md`

  **plan-001** asks (verify): `false` still fails, and the repair changed nothing
  \> $ false (exit 1)
  - `retry` — try again, with what you add
  - `accept` — go on although it failed; the report says so
  - `stop` — the run fails here; `!forge plan-001` tries again
  Answer with `!plan answer plan-001 retry`; more words are a comment.
  $ forge chat --once '!plan answer 1 yes'
  question 1 has no option `yes`
    hint: answer one of: retry, accept, stop; more words are a comment
  [2]
  $ forge chat --once '!plan answer 1 accept'
  Answered `accept`. Continue with `!plan run plan-001`.
  $ forge chat --once '!forge 1' | tail -n 3 | sed 's/([0-9]*s)/(TIME)/'
  Plan run complete for **plan-001**: 0 phases executed (TIME)
  Verification: 2 commands passed, 1 failed.
  Branch: `forge/run-001`. Land it with `!plan land plan-001`.
  $ forge chat --once '!plan land 1' | head -n 1
  **plan-001** landed on `main` (fast-forward).
  $ forge chat --once '!forge 1'
  All phases already complete for plan-001.

A plan that is closed or cancelled stays so.

  $ forge plan import ../two.md > /dev/null && forge chat --once '!plan close 2'
  Plan **plan-002** closed.
  $ forge chat --once '!plan approve 2'
  plan-002 is CLOSED
    hint: create a new plan: !plan <description>
  [1]
  $ forge plan import ../two.md > /dev/null && forge chat --once '!plan cancel 3'
  Plan **plan-003** cancelled.
  $ forge chat --once '!plan approve 3'
  plan-003 is CANCELLED
    hint: create a new plan: !plan <description>
  [1]
  $ forge chat --once '!plan skip-to 3 two'
  plan-003 has status CANCELLED: it must be APPROVED or IMPLEMENTING to run
    hint: create a new plan: !plan <description>
  [1]
  $ forge chat --once '!forge 3'
  Plan plan-003 has status CANCELLED — must be APPROVED or IMPLEMENTING to run.
  [1]

A run of another pipeline asks in its own words.

  $ mkdir -p .forge/pipelines && cat > .forge/pipelines/halves.toml <<'END'
  > name = "halves"
  > about = "asks which half comes first"
  > [[stage]]
  > name = "plan"
  > role = "drafter"
  > sees = ["objective"]
  > produces = "plan"
  > [[stage]]
  > name = "decide"
  > kind = "ask"
  > question = """Which half first?
  > left: the smaller one"""
  > options = ["left", "right"]
  > END
  $ { printf "[[turn]]\nstage = \"plan\"\ntext = '''\n"; cat ../two.md; printf "'''\n"; } > ../agent.toml
  $ forge run "write the halves" --pipeline halves > /dev/null
  [3]
  $ forge chat --once '!forge 4'
  **plan-004** asks (decide): Which half first?
  - `left` — the smaller one
  - `right`
  Answer with `!plan answer plan-004 left`; more words are a comment.
  [3]
  $ forge chat --once '!plan approve 4'
  run 4 is not waiting for approval: it is waiting
    hint: !plan show plan-004
  [1]
  $ forge chat --once '!plan show 4' | tail -n 5

  **plan-004** asks (decide): Which half first?
  - `left` — the smaller one
  - `right`
  Answer with `!plan answer plan-004 left`; more words are a comment.

Where the pipeline takes no changes to its plan, the chat says what it takes.

  $ . "$DATA/setup.sh"; forge run "two files" > /dev/null
  [3]
  $ forge chat --once '!plan modify 5 use one file'
  The pipeline of plan-005 takes no changes here: it asks for yes or no. Say `!plan answer plan-005 yes`.
  [1]
