#!/bin/sh
# plan_chat.sh FORGE: a person and a plan in the chat, from a plan written by hand to the commits: what is asked, told and
# done again.
. "$(dirname "$0")/lib.sh"

draft() { two_steps "Two files" "Write two files that greet." | turn draft "$@"; }
revision() { two_steps "Two files" "Write two files that greet, round $1." | turn revise; }
clean_code() { printf '**Severity: none**\n\n**Verdict:** Ready to approve\n' | turn audit-code 'repeat = true'; }
broken_one() { printf '[[turn]]\nstage = "implement"\nstep = "one"\nfail = "permanent"\ntext = "Build error in one.txt"\n'; }
# Two steps that need nothing of each other, approved as plan-001.
side_by_side() {
  two_steps "Two files" "Write two files that greet." | sed '/^\*\*Depends:/d' >"$work/two.md"
  run forge plan import "$work/two.md"
  run forge plan approve 1
}

scenario "a step that failed alone is retried by the run that its message names"
{ broken_one; step one one.txt; step two two.txt; } | agent
side_by_side
expect 4 forge chat --once '!plan run-phase 1 one'
says 'Use `!plan run plan-001` to retry'
expect 0 forge chat --once '!plan run plan-001'
says 'Plan run complete for **plan-001**: 2 phases executed'
is status "$(plan_status 001)" DONE

scenario "run-one takes up the step that failed before those that have not begun"
{ broken_one; step one one.txt; step two two.txt; } | agent
side_by_side
expect 4 forge plan run-step 1 one
expect 0 forge plan run-one 1
says 'one                     step done'
silent 'two implement'

scenario "!forge on a plan written by hand audits and revises it until it is ready, and drafts nothing"
{ audit medium 'iteration = 1'; revision 1; audit low 'iteration = 2'; } | agent
two_steps "Two files" "Write two files that greet." >"$work/two.md"
run forge plan new --from "$work/two.md"
expect 3 forge chat --once '!forge 1'
silent Draft
says 'Forging plan-001... Audit round 1/5...'
says 'Forging plan-001... Audit round 1 found medium concerns. Revising...'
says 'Forge complete. Plan plan-001 ready for review (2 rounds, '
is status "$(plan_status 001)" REVIEW
expect 0 forge plan show 1
says 'Scope: Two text files at the top of the repository, nothing else.'

scenario "what an audit asks for is told by its high and medium concerns, worst first, and not by its first line"
{
  draft
  printf 'A wonderfully clear plan.\n\n**Concern 1: a nit**\n**Severity: low**\n\n**Concern 2: wrong order**\n**Severity: medium**\n\n**Concern 3: loses data**\n**Severity: high**\n\n**Verdict:** Needs revision\n' |
    turn audit 'repeat = true'
  revision 1
} | agent
export FORGE_MAX_AUDIT_ROUNDS=2
expect 3 forge run "write two files" --pipeline draft-audit
says 'asks for changes (round 1 of 2): Concern 3: loses data; Concern 2: wrong order'
silent 'wonderfully'
unset FORGE_MAX_AUDIT_ROUNDS

scenario "progress follows verify, audit, fix and the audit after it; the end names the proof; the fix is titled by what it holds"
{
  draft
  audit low
  step one one.txt
  step two two.txt
  printf '**Concern 1: one greets nobody**\n**Severity: high**\n\n**Verdict:** Needs revision\n' | turn audit-code 'iteration = 1'
  printf '[[turn]]\nstage = "fix"\ntext = "x"\nresult = { status = "done", summary = "Greet by name in one.txt." }\n[[turn.write]]\npath = "one.txt"\ncontent = "fixed\\n"\n'
  printf '**Severity: none**\n\n**Verdict:** Ready to approve\n' | turn audit-code 'iteration = 2'
} | agent
mkdir -p .forge
printf 'verify = ["test -s one.txt"]\n' >.forge/config.toml
run forge chat --once '!forge write two files'
expect 0 grep -lF 'test -s one.txt' .forge/state/runs/001/units/*/prompt.md
run forge chat --once '!plan approve 1'
expect 0 forge chat --once '!plan run 1'
says 'Verifying the whole (verify)...'
says 'Auditing the result (audit-code, round 1 of 3)...'
says 'Fixing what audit-code found (fix)...'
says 'Verifying the whole (verify, round 2)...'
says 'Auditing the result (audit-code, round 2 of 3)...'
says 'Verification: 2 commands passed.'
says 'Branch: `forge/run-001`. Land it with `!plan land plan-001`.'
is commits "$(git log --format=%s main..forge/run-001 | head -n 1)" 'plan-001: Greet by name in one.txt.'

scenario "a plan whose steps were all skipped is not offered for landing, and a skipped stage is not called verifying"
{ printf '[[turn]]\nstage = "implement"\nrepeat = true\nfail = "permanent"\ntext = "no"\n'; clean_code; } | agent
side_by_side
run forge chat --once '!plan run 1'
run forge chat --once '!plan skip 1'
run forge chat --once '!plan run 1'
run forge chat --once '!plan skip 1'
expect 0 forge chat --once '!plan run 1'
says 'Plan run complete for **plan-001**: 0 phases executed'
silent 'Land it'
silent '(contracts)'

scenario "an untracked file in the way of a landing is told in words of the chat"
{ step one one.txt; step two two.txt; clean_code; } | agent
side_by_side
run forge chat --once '!plan run 1'
echo mine >one.txt
expect 1 forge chat --once '!plan land 1'
says 'hint: commit or move these files and land again'
silent '--branch'

scenario "work without a summary is titled by what it was for, and never by the objective"
{
  draft
  audit low
  step one one.txt
  step two two.txt
  printf '**Concern 1: one greets nobody**\n**Severity: high**\n\n**Verdict:** Needs revision\n' | turn audit-code 'iteration = 1'
  printf '[[turn]]\nstage = "fix"\ntext = "x"\nresult = { status = "done", summary = "" }\n[[turn.write]]\npath = "one.txt"\ncontent = "fixed\\n"\n'
  printf '**Severity: none**\n\n**Verdict:** Ready to approve\n' | turn audit-code 'iteration = 2'
} | agent
run forge chat --once '!forge write two files'
run forge chat --once '!plan approve 1'
expect 0 forge chat --once '!plan run 1'
is commits "$(git log --format=%s main..forge/run-001 | head -n 1)" 'plan-001: Fix what audit-code found'

scenario "changes that a person asks for are not called the audit's"
{ draft; audit low 'iteration = 1'; two_steps "Two files" "Write two files that greet politely." | turn rework; audit low 'iteration = 2'; } | agent
run forge chat --once '!forge write two files'
expect 3 forge chat --once '!plan modify 1 greet politely'
says 'Changes to **plan-001** requested. Revising it...'
silent 'found low concerns'
expect 3 forge chat --once '!forge 1'
says 'Plan plan-001 is ready for review.'
silent '0 rounds'

for pipeline in plan draft-audit; do
  scenario "the project's test command proves the whole in $pipeline"
  { draft; audit low; step one one.txt; step two two.txt; clean_code; printf '[[turn]]\nstage = "repair"\nrepeat = true\ntext = "x"\nresult = { status = "done", summary = "x" }\n'; } | agent
  mkdir -p .forge
  printf 'verify = ["! test -s two.txt"]\n' >.forge/config.toml
  case $pipeline in
    plan) side_by_side ;;
    *)
      run forge chat --once '!forge write two files'
      run forge chat --once '!plan approve 1'
      ;;
  esac
  run forge plan run 1
  [ "$status" != 0 ] || fail "the run completed though the project's command fails"
  says '! test -s two.txt'
done

scenario "a plan's Heartbeat says that a long step still runs, in lines and in the chat"
{ step one one.txt 'delay_ms = 2500'; step two two.txt 'delay_ms = 2500'; } | agent
two_steps "Two files" "Write two files that greet." | sed 's/^# Plan.*/&\n\n**Heartbeat:** 1s/' >"$work/two.md"
run forge plan import "$work/two.md"
run forge plan approve 1
expect 0 forge plan run-one 1
says 'one implement           still running (1'
expect 0 forge chat --once '!plan run 1'
says 'Still running **plan-001**: two: write two (1s)'

scenario "forge land does not choose a cancelled run"
{ step one one.txt; step two two.txt; } | agent
side_by_side
run forge plan run 1
run forge plan import "$work/two.md"
run forge plan approve 2
run forge plan skip-to 2 two
run forge chat --once '!plan cancel 2'
expect 0 forge land
says 'run 1 landed on main'

scenario "a text that begins with a plan or nearly with a command makes no plan"
two_steps "Two files" "Write two files that greet." >"$work/two.md"
run forge plan new --from "$work/two.md"
for text in '!plan plan-001' '!plan 1 show' '!plan modfy plan-001 be nice to all of them' '!forge plan-001 skip files'; do
  expect 2 forge chat --once "$text"
  says 'Nothing was created'
done
is plans "$(ls .forge/plans/*.md | wc -l)" 1

scenario "what a run asks is told with the chat's own commands, and answered there"
{ step one one.txt; step two two.txt; printf '[[turn]]\nstage = "repair"\nrepeat = true\ntext = "x"\nresult = { status = "done", summary = "x" }\n'; } | agent
mkdir -p .forge
printf 'verify = ["false"]\n' >.forge/config.toml
side_by_side
expect 1 forge chat --once '!plan answer 1 yes'
says 'plan-001 asks nothing.'
expect 3 forge chat --once '!plan run 1'
says 'Answer with `!plan answer plan-001 retry`.'
silent 'forge answer'
expect 1 forge chat --once '!plan approve 1'
says '!plan cancel plan-001'
expect 0 forge chat --once '!plan answer 1 accept the command is wrong'
says 'Answered `accept`. Continue with `!plan run plan-001`.'
expect 0 forge chat --once '!plan run 1'
says 'Plan run complete for **plan-001**'

scenario "a step that works is stopped before it counts as skipped; one whose engine is gone is not in progress"
{ step one one.txt 'delay_ms = 20000'; step one one.txt 'delay_ms = 20000'; step two two.txt; } | agent
two_steps "Two files" "Write two files that greet." >"$work/two.md"
run forge plan import "$work/two.md"
run forge plan approve 1
forge plan run 1 >"$work/log" 2>&1 &
engine=$!
for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
  grep -q 'one implement .* started' "$work/log" && break
  sleep 0.2
done
run forge chat --once '!plan phases 1'
says '[~] **one:**'
expect 1 forge chat --once '!plan run 1'
is "what it says while it runs" "$out" 'plan-001 is already running. Wait for it, or stop it with `!plan cancel plan-001`.'
expect 1 forge chat --once '!plan land 1'
is "what it says while it runs" "$out" 'plan-001 is still running. Wait for it, or stop it with `!plan cancel plan-001`.'
kill -9 $engine
wait $engine 2>/dev/null
run forge chat --once '!plan phases 1'
says '[ ] **one:**'
: >"$work/log"
forge plan run 1 >"$work/log" 2>&1 &
engine=$!
for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
  grep -q 'one implement' "$work/log" && break
  sleep 0.2
done
expect 0 forge chat --once '!plan skip 1'
case $out in
  'Stopping and skipping **one**: write one (was in-progress)' | 'Skipped **one**: write one (was in-progress)') ;;
  *) fail "it does not say what becomes of the step" ;;
esac
wait $engine
is "the end of the run" "$?" 0
run forge chat --once '!plan phases 1'
says '[-] **one:**'

scenario "all remaining steps run after a run-one that was killed; a cancelled plan has no step that is running"
{ step one one.txt 'delay_ms = 2500'; step one one.txt; step two two.txt 'delay_ms = 20000'; } | agent
two_steps "Two files" "Write two files that greet." >"$work/two.md"
run forge plan import "$work/two.md"
run forge plan approve 1
# started STEP COMMAND...: in the background, until the step has begun.
started() {
  wanted=$1
  shift
  : >"$work/log"
  "$@" >"$work/log" 2>&1 &
  engine=$!
  for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
    grep -q "$wanted implement .* started" "$work/log" && break
    kill -0 $engine 2>/dev/null || break
    sleep 0.5
  done
}
started one forge plan run-one 1
kill -9 $engine
wait $engine 2>/dev/null
started two forge plan run 1
grep -q 'two implement .* started' "$work/log" || fail "the run is still limited to one step: $(cat "$work/log")"
expect 0 forge chat --once '!plan cancel 1'
wait $engine
is status "$(plan_status 001)" CANCELLED
lacks "$(plan_file 001)" '**State:** running'
has "$(plan_file 001)" '**State:** done'

finish
