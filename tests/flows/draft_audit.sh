#!/bin/sh
# draft_audit.sh FORGE: `!forge` and the pipeline draft-audit, from the objective to the plan that a person reads.
. "$(dirname "$0")/lib.sh"

draft() { two_steps "Two files" "Write two files that greet." | turn draft "$@"; }
revision() { two_steps "Two files" "Write two files that greet, round $1." | turn revise; }
clean_code() { printf '**Severity: none**\n\n**Verdict:** Ready to approve\n' | turn audit-code 'repeat = true'; }

scenario "a draft that the audit passes is ready for review after one round"
{ draft; audit low; } | agent
expect 3 forge chat --once '!forge write two files'
says 'Starting forge: write two files'
says 'Forging plan-001... Drafting (reading codebase)'
says 'Forging plan-001... Draft complete. Audit round 1/5...'
says 'Forge complete. Plan plan-001 ready for review (1 round, '
says 'Approve it with `!plan approve plan-001`'
is status "$(plan_status 001)" REVIEW
has "$(plan_file 001)" '### Review 1'
has "$(plan_file 001)" '**Status:** COMPLETE'
lacks "$(plan_file 001)" CAP_REACHED
is "the user's files" "$(git status --short)" '?? .forge/'

scenario "medium concerns are revised and audited again; every review is kept, and the progress says so"
{ draft; audit medium 'iteration = 1'; revision 1; audit high 'iteration = 2'; revision 2; audit low 'iteration = 3'; } | agent
expect 3 forge chat --once '!forge write two files'
says 'Forging plan-001... Audit round 1 found medium concerns. Revising...'
says 'Forging plan-001... Revision complete. Audit round 2/5...'
says 'Forging plan-001... Audit round 2 found high concerns. Revising...'
says 'Forge complete. Plan plan-001 ready for review (3 rounds, '
for review in 1 2 3; do has "$(plan_file 001)" "### Review $review"; done
has "$(plan_file 001)" 'a medium matter'
has "$(plan_file 001)" 'a high matter'
has "$(plan_file 001)" 'a low matter'
has "$(plan_file 001)" 'that greet, round 2.'
lacks "$(plan_file 001)" 'that greet, round 1.'
is status "$(plan_status 001)" REVIEW

scenario "the rounds are capped: CAP_REACHED in the plan, REVIEW, and a person may approve all the same"
{ draft; audit high 'repeat = true'; revision 1; revision 2; step one one.txt; step two two.txt; clean_code; } | agent
export FORGE_MAX_AUDIT_ROUNDS=2
expect 3 forge chat --once '!forge write two files'
says 'Forge stopped after 2 audit rounds — concerns remain. Review manually: `!plan show plan-001`'
silent 'ready for review'
expect 3 forge chat --once '!forge plan-001'
says '**plan-001** asks (audit): '
says 'Answer with `!plan answer plan-001 '
has "$(plan_file 001)" 'VERDICT: CAP_REACHED'
is status "$(plan_status 001)" REVIEW
for review in 1 2; do has "$(plan_file 001)" "### Review $review"; done
expect 0 forge chat --once '!plan show plan-001'
says '**Latest audit:** Needs revision'
expect 0 forge chat --once '!plan approve plan-001'
says 'Plan **plan-001** approved for implementation.'
is status "$(plan_status 001)" APPROVED
expect 0 forge chat --once '!plan run plan-001'
says 'Plan run complete for **plan-001**: 2 phases executed'
is status "$(plan_status 001)" DONE
unset FORGE_MAX_AUDIT_ROUNDS

# The table of verdicts: severity, whether it loops.
for severity in high medium; do
  scenario "an audit with severity $severity asks for a revision"
  { draft; audit "$severity" 'iteration = 1'; revision 1; audit low; } | agent
  expect 3 forge run "write two files" --pipeline draft-audit
  says 'audit                   asks for changes (round 1 of 5)'
  is rounds "$(grep -c '^### Review' "$(plan_file 001)")" 2
done
for text in '**Severity: low**' 'It is ready to approve.'; do
  scenario "an audit that says: $text, does not"
  { draft; printf '%s\n' "$text" | turn audit; } | agent
  expect 3 forge run "write two files" --pipeline draft-audit
  says 'asks: The plan passed its audit. Build it?'
  is rounds "$(grep -c '^### Review' "$(plan_file 001)")" 1
done

scenario "an audit that cannot be read is never taken for a yes: asked again, then the run stops and a person decides"
{ draft; echo 'Nice plan.' | turn audit 'repeat = true'; } | agent
expect 4 forge run "write two files" --pipeline draft-audit
says 'the audit cannot be read'
says 'forge retry 1'
is status "$(plan_status 001)" DRAFT

scenario "an error while forging leaves the plan a DRAFT, and it can be gone on with"
{ draft; printf '[[turn]]\nstage = "audit"\nfail = "permanent"\ntext = "no such model"\n'; audit low; } | agent
expect 4 forge chat --once '!forge write two files'
says 'Forge failed during plan-001: '
says 'no such model'
says 'Partial plan saved: `!plan show plan-001`'
is status "$(plan_status 001)" DRAFT
expect 3 forge chat --once '!forge plan-001'
says 'Forge complete. Plan plan-001 ready for review'
is status "$(plan_status 001)" REVIEW

scenario "a draft that failed before a plan was written is shown, and can be gone on with"
{ printf '[[turn]]\nstage = "draft"\nfail = "permanent"\ntext = "no such model"\n'; draft; audit low; } | agent
expect 4 forge chat --once '!forge write two files'
says 'Forge failed during plan-001: '
says 'Nothing was drafted yet. Try again with `!forge plan-001`, or cancel it with `!plan cancel plan-001`.'
expect 0 forge chat --once '!plan show plan-001'
says '**plan-001** — write two files'
says 'no such model'
expect 3 forge chat --once '!forge plan-001'
says 'Forge complete. Plan plan-001 ready for review'
is status "$(plan_status 001)" REVIEW

scenario "a draft that failed before a plan was written can be cancelled"
printf '[[turn]]\nstage = "draft"\nfail = "permanent"\ntext = "no such model"\n' | agent
expect 4 forge chat --once '!forge write two files'
expect 0 forge chat --once '!plan cancel plan-001'
says 'Plan **plan-001** cancelled.'
expect 0 forge chat --once '!plan show plan-001'
says 'cancelled'

scenario "!plan modify asks for changes; the plan is reworked and audited again"
{ draft; audit low 'iteration = 1'; two_steps "Two files" "Write two files that greet politely." | turn rework; audit low 'iteration = 2'; } | agent
expect 3 forge chat --once '!forge write two files'
expect 2 forge chat --once '!plan modify plan-001'
says 'Usage: `!plan modify <plan-id|task-id> <text>`'
expect 3 forge chat --once '!plan modify plan-001 greet politely'
says 'Changes to **plan-001** requested.'
says 'Forge complete. Plan plan-001 ready for review'
has "$(plan_file 001)" 'greet politely'

scenario "!plan land lands what was built"
{ draft; audit low; step one one.txt; step two two.txt; clean_code; } | agent
run forge chat --once '!forge write two files'
expect 1 forge chat --once '!plan land 1'
run forge chat --once '!plan approve 1'
expect 0 forge chat --once '!plan run 1'
says 'Branch: `forge/run-001`. Land it with `!plan land plan-001`.'
expect 0 forge chat --once '!plan land 1'
says '**plan-001** landed on `main`'
[ -s one.txt ] || fail "nothing landed"

scenario "the structural check comes before the auditor and costs no audit round"
{ two_steps "Two files" "Write two files that greet." | sed '/^## Risks/,/^None worth/d' | turn draft; two_steps "Two files" "Write two files that greet." | turn repair-form; audit low; } | agent
expect 3 forge run "write two files" --pipeline draft-audit
says 'structure               failed (round 1 of 10)'
is reviews "$(grep -c '^### Review' "$(plan_file 001)")" 1

scenario "the draft keeps the plan's header, and what drafts say around the plan is left out"
{ { echo 'Here is the plan:'; echo; two_steps "Two files" "Write two files that greet."; } | turn draft; audit low; } | agent
expect 3 forge run "write two files" --pipeline draft-audit
has "$(plan_file 001)" '**ID:** plan-001'
has "$(plan_file 001)" '## Implementation Notes'
lacks "$(plan_file 001)" 'Here is the plan'

scenario "everything in the chat can be done with commands: run, answer, resume"
{ draft; audit low; step one one.txt; step two two.txt; clean_code; } | agent
expect 3 forge run "write two files" --pipeline draft-audit
expect 0 forge answer 1 yes
expect 0 forge resume 1
is status "$(plan_status 001)" DONE
is commits "$(git log --format=%s main..forge/run-001 | tr '\n' '|')" 'plan-001 two: write two|plan-001 one: write one|'

scenario "modify sends the person's words to the reviser, and the new plan is audited and shown again"
{ draft; audit low 'iteration = 1'; two_steps "Two files" "Write two files in French." | turn rework; audit low 'iteration = 2'; } | agent
expect 3 forge run "write two files" --pipeline draft-audit
expect 0 forge answer 1 modify --comment 'in French, please'
expect 3 forge resume 1
has "$(plan_file 001)" 'in French.'
expect 0 grep -rlF 'in French, please' .forge/state/runs/001/units
is reviews "$(grep -c '^### Review' "$(plan_file 001)")" 2

finish
