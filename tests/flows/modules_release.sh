#!/bin/sh
# modules_release.sh FORGE: the pipeline `modules` after its modules: three lenses on the whole, what is learned.
. "$(dirname "$0")/lib.sh"
. "$(dirname "$0")/modules_lib.sh"

# seen MEMBER ROUND FINDINGS: a lens that asks for changes.
seen() {
  printf '[[turn]]\nstage = "lenses"\nmember = "%s"\niteration = %s\ntext = "Look.\\n\\n**Verdict:** Revision Required"\nresult = { approved = false, findings = [ %s ] }\n' "$1" "$2" "$3"
}

scenario "two lenses on one finding block the release: fixed, looked at again, and the fix is in the release"
finding='{ severity = "high", category = "contract-mismatch", file = "a.txt", line = 1, element = "greet", text = "greet has no name" }'
{
  plan; workers; reviews
  for member in contracts races; do
    printf '[[turn]]\nstage = "lenses"\nmember = "%s"\niteration = 1\ntext = "One.\\n\\n**Verdict:** Revision Required"\nresult = { approved = false, findings = [ %s ] }\n' "$member" "$finding"
  done
  printf '[[turn]]\nstage = "fix"\ntext = "Fixed."\nresult = { status = "done", summary = "Fixed." }\n[[turn.write]]\npath = "a.txt"\ncontent = "fixed\\n"\n'
  lenses; learns
} | agent
begin
go_on
is exit "$status" 0
says '[forge] Must-fix (≥2 lenses): 1 findings — RELEASE BLOCKED'
says '[forge] Must-fix (≥2 lenses): 0 findings — RELEASE CLEAR'
is a.txt "$(git show forge/run-001:a.txt)" fixed
is commits "$(release)" 'three modules that greet|'

scenario "what one lens sees is advice: in the summary, and not in the way"
{
  plan; workers; reviews
  printf '[[turn]]\nstage = "lenses"\nmember = "races"\ntext = "One.\\n\\n**Verdict:** Approved"\nresult = { approved = true, findings = [ { severity = "low", category = "style", file = "b.txt", line = 1, text = "could be longer" } ] }\n'
  lenses; learns
} | agent
begin
go_on
is exit "$status" 0
says '[forge] Advisory (1 lens): 1 findings — logged, not blocking'
says '**Advisory findings:**'
says 'b.txt:1: could be longer (races)'

scenario "a fix after the lenses is in the branch without the squash, too"
{
  plan; workers; reviews
  for member in contracts races; do
    printf '[[turn]]\nstage = "lenses"\nmember = "%s"\niteration = 1\ntext = "One.\\n\\n**Verdict:** Revision Required"\nresult = { approved = false, findings = [ %s ] }\n' "$member" "$finding"
  done
  printf '[[turn]]\nstage = "fix"\ntext = "Fixed."\nresult = { status = "done", summary = "Fixed." }\n[[turn.write]]\npath = "a.txt"\ncontent = "fixed\\n"\n'
  lenses; learns
} | agent
begin --no-wip-squash
go_on
is exit "$status" 0
is a.txt "$(git show forge/run-001:a.txt)" fixed

scenario "one lens alone blocks when it calls a failure silent, and gives it the highest severity"
silent_failure='{ severity = "high", category = "silent-failure", file = "b.txt", line = 1, element = "left", text = "errors are swallowed" }'
{
  plan; workers; reviews
  seen races 1 "$silent_failure"
  printf '[[turn]]\nstage = "fix"\ntext = "Fixed."\nresult = { status = "done", summary = "Fixed." }\n[[turn.write]]\npath = "b.txt"\ncontent = "left, loudly\\n"\n'
  lenses; learns
} | agent
begin
go_on
is exit "$status" 0
says '[forge] Must-fix (≥2 lenses): 1 findings — RELEASE BLOCKED'
is b.txt "$(git show forge/run-001:b.txt)" 'left, loudly'

scenario "findings that are never fixed block the release: a person is asked, nothing is squashed"
{
  plan; workers; reviews
  for round in 1 2 3; do seen contracts $round "$finding"; seen races $round "$finding"; done
  printf '[[turn]]\nstage = "fix"\nrepeat = true\ntext = "Fixed, I think."\nresult = { status = "done", summary = "Fixed." }\n'
  printf '  [[turn.run]]\n  command = "echo more >> a.txt"\n'
  lenses; learns
} | agent
begin
go_on
is exit "$status" 3
says 'still asks for changes after 3 rounds'
says 'answers  retry, accept, stop'
is wip "$(git log --format=%s main..forge/run-001 | grep -c '^forge wip')" 3

scenario "a lens that gives no answer is named; two that answer decide"
{
  plan; workers; reviews
  printf '[[turn]]\nstage = "lenses"\nmember = "races"\nrepeat = true\nfail = "permanent"\ntext = "no such model"\n'
  lenses; learns
} | agent
begin
go_on
is exit "$status" 0
says 'races gave no usable answer'
says '[forge] Phase 4.5 Self-Consistency: 2 lenses complete'

scenario "one lens alone decides nothing: the run fails, and is not released"
{
  plan; workers; reviews
  printf '[[turn]]\nstage = "lenses"\nmember = "races"\nrepeat = true\nfail = "permanent"\n'
  printf '[[turn]]\nstage = "lenses"\nmember = "contracts"\nrepeat = true\nfail = "permanent"\n'
  lenses; learns
} | agent
begin
go_on
is exit "$status" 4
says 'only 1 of 3 members gave a usable answer'

scenario "failures on the way become failure patterns, and the next planner is told of them"
{
  plan; work m1 a.txt base; work m2 b.txt wrong; work m3 c.txt right
  printf '[[turn]]\nstage = "diagnose"\ntext = "Stuck."\nresult = { classification = "stuck", evidence = "no left", suggestion = "write left" }\n'
  printf '[[turn]]\nstage = "debug"\ntext = "Mended."\nresult = { status = "done", summary = "Wrote left", cause = "the word was missing" }\n[[turn.write]]\npath = "b.txt"\ncontent = "left\\n"\n'
  reviews; lenses; learns
} | agent
begin
go_on
is exit "$status" 0
expect 0 forge memory list
says 'failure_pattern'
says 'Stage validate of step m2 failed'
plan | agent
run forge run "other modules" --pipeline modules
says '**Known risks from memory:**'
says '- Stage validate of step m2 failed'
expect 0 grep -lF 'Stage validate of step m2 failed' .forge/state/runs/002/units/*/prompt.md

scenario "a worker's concerns are in the summary"
{
  plan; work m2 b.txt left; work m3 c.txt right
  printf '[[turn]]\nstage = "work"\nstep = "m1"\ntext = "Done."\nresult = { status = "concerns", summary = "Done, but.", concerns = [ "a.txt will not do for Greek" ] }\n[[turn.write]]\npath = "a.txt"\ncontent = "base\\n"\n'
  reviews; lenses; learns
} | agent
begin
go_on
is exit "$status" 0
says '| m1: the base | ✓ DONE | 1 | 1.0 | a.txt will not do for Greek |'

finish
