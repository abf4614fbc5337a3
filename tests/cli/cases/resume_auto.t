`--auto` of `forge resume`, `answer`, `retry` and `skip` means what it means for `forge run`, and holds for the rest of the run.

  $ . "$DATA/pipelines.sh"; forge init >/dev/null
  $ printf "*.toml\nout\n" >> .git/info/exclude
  $ pipeline asks <<'END'
  > [[stage]]
  > name       = "first"
  > kind       = "ask"
  > question   = "First?"
  > unattended = "approve"
  > [[stage]]
  > name = "work"
  > role = "researcher"
  > [[stage]]
  > name       = "second"
  > kind       = "ask"
  > question   = "Second?"
  > unattended = "approve"
  > [[stage]]
  > name = "more"
  > role = "researcher"
  > [[stage]]
  > name     = "third"
  > kind     = "ask"
  > question = "Only a person knows?"
  > END
  $ replay <<'END'
  > [[turn]]
  > role   = "researcher"
  > text   = "Done."
  > repeat = true
  > END
  $ asks() { forge run "ask me" --pipeline asks --agent replay:agent.toml >out; echo "exit $?"; }
  $ told() { forge log "$1" --json | grep -c '"control": *"auto"'; }

An open question is answered as the pipeline says, and so are those that come later. What only a person can answer is asked.

  $ asks
  exit 3
  $ forge resume 1 --auto | grep -v "started$\|  running"
  hh:mm:ss  work                    done in TIME: Done.
  hh:mm:ss  second                  approved without a person: the run is unattended
  hh:mm:ss  more                    done in TIME: Done.
  hh:mm:ss  third                   asks: Only a person knows?
  run 1 waits for an answer
    2 units
  run 1 question 3 (third): Only a person knows?
    answers  yes, no
    type     forge answer 1 yes --go
  $ forge questions 1
  run 1 question 3 (third): Only a person knows?
    answers  yes, no
    type     forge answer 1 yes --go
  $ forge answer 1 yes --go >out; told 1
  1

It survives a crash: the next engine asks nothing either.

  $ asks
  exit 3
  $ FORGE_CRASH=record-after:2 forge resume 2 --auto >out 2>&1; echo "exit $?"
  exit 137
  $ told 2; forge resume 2 >out; echo "exit $?"; forge questions 2 | head -2
  1
  exit 3
  run 2 question 3 (third): Only a person knows?
    answers  yes, no

With an answer, without --go: nothing runs the run, and when something does it asks only what only a person can answer.

  $ asks
  exit 3
  $ forge answer 3 yes --auto
  run 3: answered `yes`; the run is active
    nothing runs run 3 now
  next: forge resume 3
  $ forge resume 3 >out; echo "exit $?"; forge questions 3 | head -2
  exit 3
  run 3 question 3 (third): Only a person knows?
    answers  yes, no

With a retry.

  $ forge run "fail" --pipeline asks --agent "command:test -e $PWD/ok && echo Done." >out; forge answer 4 yes --go >out; echo "exit $?"
  exit 4
  $ touch ok; forge retry 4 --go --auto >out; echo "exit $?"; forge questions 4 | head -2
  exit 3
  run 4 question 3 (third): Only a person knows?
    answers  yes, no

The runs that do the steps are told too: one that waits goes on.

  $ pipeline below <<'END'
  > [[stage]]
  > name       = "sure"
  > kind       = "ask"
  > question   = "Sure?"
  > unattended = "approve"
  > [[stage]]
  > name     = "look"
  > role     = "researcher"
  > produces = "LOOK.md"
  > END
  $ pipeline above <<'END'
  > [[stage]]
  > name     = "parts"
  > kind     = "each"
  > over     = "runs"
  > pipeline = "below"
  > END
  $ forge run "the parts" --pipeline above --execute "$DATA/two_steps.md" --agent replay:agent.toml >out; echo "exit $?"; forge questions 6
  exit 3
  run 6 question 1 (sure): Sure?
    answers  yes, no
    type     forge answer 6 yes --go
  $ forge resume 5 --auto >out; echo "exit $?"; forge questions 6; told 5; told 6
  exit 0
  no open questions
  1
  1

`forge plan run --auto` holds for a run that has begun, too: an open checkpoint is passed over.

  $ sed 's/^\*\*Writes:\*\* `one.txt`/&\n**Checkpoint:** true/' "$DATA/two_steps.md" > looked.md
  $ export FORGE_AGENT="replay:$DATA/plan_agent.toml"; forge plan import looked.md >out; grep -o "plan-[0-9]*" out | head -1
  plan-008
  $ forge plan approve 8 >out; forge plan run 8 >out; echo "exit $?"; forge questions 8 | head -1
  exit 3
  run 8 question 1 (one): step one (write one) is done and has a checkpoint; continue with what depends on it?
  $ forge plan run 8 --auto >out; echo "exit $?"; forge log 8 | grep -o "checkpoint passed over.*"
  exit 0
  checkpoint passed over: the run is unattended

A run that has ended asks nothing.

  $ forge cancel 3 >out; forge resume 3 --auto
  forge: run 3 was cancelled
    hint: start a new one: forge run
  [1]
  $ forge resume --help | grep -e "--auto  "
    --auto       from now on do not ask where the pipeline can continue alone, as `forge run --auto`
