#!/bin/sh
# draft_audit_control.sh FORGE: draft-audit under way: cancelled, several at once, its models and runtimes, the project's
# rules, roles that only read, failed steps tried again, the audit of the code.
. "$(dirname "$0")/lib.sh"

draft() { two_steps "Two files" "Write two files that greet." | turn draft "$@"; }
builders() { step one one.txt; step two two.txt; }
clean_code() { printf '**Severity: none**\n\n**Verdict:** Ready to approve\n' | turn audit-code "$@"; }
# A turn that says it has begun and waits until it is let go on, or ended.
waits() {
  printf '[[turn.run]]\ncommand = "echo begun > %s/begun; cat %s/go"\n' "$work" "$work"
}
fifos() { mkfifo "$work/begun" "$work/go"; export FORGE_SANDBOX=off; }
has_begun() { read -r _ <"$work/begun"; }

for stage in draft audit revise; do
  scenario "a forge is cancelled in the middle of its $stage: the plan is CANCELLED, nothing goes on"
  fifos
  {
    case $stage in
      draft) draft; waits ;;
      audit) draft; audit low; waits ;;
      revise) draft; audit high; two_steps "Two files" "Later." | turn revise; waits ;;
    esac
  } | agent
  forge chat --once '!forge write two files' >"$work/said" 2>&1 </dev/null &
  driver=$!
  has_begun
  expect 0 forge chat --once '!forge status'
  says 'A forge is currently running.'
  expect 0 forge chat --once '!forge cancel'
  says 'Forge cancel requested.'
  wait "$driver"
  is "its exit" "$?" 5
  out=$(cat "$work/said")
  says 'Forge cancelled. Plan plan-001 was cancelled.'
  [ "$stage" = draft ] || is status "$(plan_status 001)" CANCELLED
  expect 0 forge chat --once '!forge status'
  says 'No forge running.'
  expect 1 forge chat --once '!forge cancel'
  says 'No forge running to cancel.'
  unset FORGE_SANDBOX
done

scenario "several forges at once, each with its own plan; status names them, cancel asks which"
fifos
mkfifo "$work/go2" "$work/begun2"
{ draft; waits; } | agent
forge chat --once '!forge write two files' >"$work/first" 2>&1 </dev/null &
first=$!
has_begun
# The second one waits at a place of its own.
{ draft; printf '[[turn.run]]\ncommand = "echo begun > %s/begun2; cat %s/go2"\n' "$work" "$work"; audit low 'repeat = true'; } >"$work/second.toml"
FORGE_AGENT="replay:$work/second.toml" forge chat --once '!forge write two other files' >"$work/second" 2>&1 </dev/null &
second=$!
read -r _ <"$work/begun2"
expect 0 forge chat --once '!forge status'
says '2 forges are currently running:'
says '- `plan-001` — write two files'
says '- `plan-002` — write two other files'
expect 1 forge chat --once '!forge cancel'
says 'Name one: `!forge cancel <plan-id>`'
expect 1 env FORGE_MAX_FORGES=1 forge chat --once '!forge a third'
says 'A forge is already running. Use `!forge cancel` to stop it first.'
echo go >"$work/go2"
wait "$second"
is "the second's exit" "$?" 3
is "the second plan" "$(plan_status 002)" REVIEW
expect 0 forge chat --once '!forge cancel'
wait "$first"
is "the first's exit" "$?" 5
unset FORGE_SANDBOX

scenario "several forges in one chat at a terminal, each to its end"
{ draft; audit low; } | agent
out=$(printf '!forge first thing\n!forge second thing\n' | script -qec 'forge chat' /dev/null 2>&1 | tr -d '\r')
for plan in 001 002; do
  says "Forge complete. Plan plan-$plan ready for review (1 round, "
  is "plan-$plan" "$(plan_status $plan)" REVIEW
done

scenario "drafter and auditor have models of their own"
{ draft; audit high 'iteration = 1'; two_steps "Two files" "Write two files that greet well." | turn revise; audit low; } | agent
expect 3 env FORGE_DRAFTER_MODEL=model-of-drafts FORGE_AUDITOR_MODEL=model-of-audits forge chat --once '!forge write two files'
is drafts "$(grep -l '"model": "model-of-drafts"' .forge/state/runs/001/units/*/request.json | wc -l)" 2
is audits "$(grep -l '"model": "model-of-audits"' .forge/state/runs/001/units/*/request.json | wc -l)" 2

scenario "drafter and auditor have runtimes of their own; one that is not there is said before anything starts"
draft >"$work/drafter.toml"
audit low >"$work/auditor.toml"
printf '[[turn]]\nstage = "nobody"\ntext = "x"\n' | agent
expect 3 env FORGE_DRAFTER_RUNTIME="replay:$work/drafter.toml" FORGE_AUDITOR_RUNTIME="replay:$work/auditor.toml" forge chat --once '!forge write two files'
is status "$(plan_status 001)" REVIEW
expect 2 env FORGE_AUDITOR_RUNTIME=command:no-such-program-anywhere forge run "x" --pipeline draft-audit
says 'no-such-program-anywhere'

scenario "the project's rules are before drafter, auditor, reviser and engineer, as rules"
mkdir -p .context
echo 'Nobody uses threads here.' >.context/project.md
echo 'Tabs, never blanks.' >AGENTS.md
git add . && git commit -qm rules
{ draft; audit high 'iteration = 1'; two_steps "Two files" "Write two files that greet well." | turn revise; audit low 'iteration = 2'; builders; clean_code; } | agent
run forge run "write two files" --pipeline draft-audit
run forge answer 1 yes
expect 0 forge resume 1
for unit in .forge/state/runs/001/units/*/prompt.md; do
  has "$unit" 'Nobody uses threads here.'
  has "$unit" 'Tabs, never blanks.'
  has "$unit" 'Keep to these rules'
done
expect 0 grep -l 'a concern that contradicts them is not a concern' .forge/state/runs/001/units/*/prompt.md

says prompt.md

scenario "without such files nothing is said of them"
{ draft; audit low; } | agent
run forge run "write two files" --pipeline draft-audit
out=$(cat .forge/state/runs/001/units/*/prompt.md)
silent '.context/project.md'
silent 'AGENTS.md'

scenario "the drafter is given the template, with the form of a step"
mkdir -p .forge/plans
printf '# Plan: {{TITLE}}\n\n**ID:** {{PLAN_ID}}\n\n## Objective\n\n_Why at all?_\n\n## Customers\n\n_Who asked?_\n' >.forge/plans/.plan-template.md
{ draft; audit low; } | agent
run forge run "write two files" --pipeline draft-audit
prompt=.forge/state/runs/001/units/1/prompt.md
[ -e "$prompt" ] || prompt=$(ls .forge/state/runs/001/units/*/prompt.md | head -n 1)
has "$prompt" '## Customers'
has "$prompt" '_Who asked?_'
has "$prompt" '### Step ID: TITLE'
lacks "$prompt" '{{TITLE}}'

scenario "drafter and auditor only read: what their commands write does not happen, and reaches no branch"
{
  draft; printf '[[turn.run]]\ncommand = "echo x > stray.txt || true"\n'
  audit low; printf '[[turn.run]]\ncommand = "echo x > stray2.txt || true"\n'
  builders; clean_code
} | agent
run forge run "write two files" --pipeline draft-audit
run forge answer 1 yes
expect 0 forge resume 1
is stray "$(git ls-tree -r --name-only forge/run-001 | grep stray)" ''
[ ! -e stray.txt ] && [ ! -e stray2.txt ] || fail "the user's checkout was written to"
is asked "$(ls .forge/state/runs/001/units/*/request.json | wc -l)" 5
for tool in Write Edit; do
  is "who has $tool: the two engineers" "$(grep -l "\"$tool\"" .forge/state/runs/001/units/*/request.json | wc -l)" 2
done
is "who can read" "$(grep -l '"Read"' .forge/state/runs/001/units/*/request.json | wc -l)" 5

scenario "the steps run one after the other, each committed as plan and step, and the whole is audited: DONE"
{ draft; audit low; builders; clean_code; } | agent
run forge run "write two files" --pipeline draft-audit
is status "$(plan_status 001)" REVIEW
run forge plan approve 1
is status "$(plan_status 001)" APPROVED
expect 0 forge plan run 1
says 'audit-code'
is status "$(plan_status 001)" DONE
has "$(plan_file 001)" 'Stage: audit-code'
is commits "$(git log --format=%s main..forge/run-001 | tr '\n' '|')" 'plan-001 two: write two|plan-001 one: write one|'

scenario "the audit of the code sends it back, the fix is committed with the whole, and the audit is repeated"
{
  draft; audit low; builders
  printf '**Concern 1: no greeting**\n**Severity: high**\n\n**Verdict:** Needs revision\n' | turn audit-code 'iteration = 1'
  printf '[[turn]]\nstage = "fix"\ntext = "Mended."\nresult = { status = "done", summary = "Mended." }\n[[turn.write]]\npath = "one.txt"\ncontent = "hello\\n"\n'
  clean_code 'iteration = 2'
} | agent
run forge run "write two files" --pipeline draft-audit
run forge answer 1 yes
expect 0 forge resume 1
says 'audit-code              asks for changes (round 1 of 3)'
is greeting "$(git show forge/run-001:one.txt)" hello
is status "$(plan_status 001)" DONE
is "last commit" "$(git log -1 --format=%s forge/run-001)" 'plan-001: Mended.'

scenario "an audit of the code that never ends asks a person; the plan stays AUDITING"
{
  draft; audit low; builders
  printf '**Concern 1: no greeting**\n**Severity: high**\n\n**Verdict:** Needs revision\n' | turn audit-code 'repeat = true'
  printf '[[turn]]\nstage = "fix"\nrepeat = true\ntext = "Mended."\nresult = { status = "done", summary = "Mended." }\n'
  printf '  [[turn.run]]\n  command = "echo more >> one.txt"\n'
} | agent
run forge run "write two files" --pipeline draft-audit
run forge answer 1 yes
expect 3 forge resume 1
says 'still asks for changes after 3 rounds'
is status "$(plan_status 001)" AUDITING

scenario "a step that fails is tried again from what was there before it, and the success is committed"
{
  draft; audit low
  printf '[[turn]]\nstage = "implement"\nstep = "one"\nfail = "permanent"\ntext = "it broke"\n[[turn.write]]\npath = "one.txt"\ncontent = "broken\\n"\n[[turn.write]]\npath = "left.txt"\ncontent = "left over\\n"\n'
  builders; clean_code
} | agent
run forge run "write two files" --pipeline draft-audit
run forge answer 1 yes
echo edited >>README.md
expect 4 forge resume 1
is status "$(plan_status 001)" IMPLEMENTING
expect 0 forge plan run 1
is one.txt "$(git show forge/run-001:one.txt)" one
is "what the failed try left" "$(git ls-tree --name-only forge/run-001 left.txt)" ''
is commits "$(git log --format=%s main..forge/run-001 | tr '\n' '|')" 'plan-001 two: write two|plan-001 one: write one|'
is "the user's edit" "$(git diff --name-only)" README.md
expect 0 forge rescue 1
says one

scenario "in the checkout itself (isolation shared) a retry takes back exactly what the failed try changed"
printf '[[turn]]\nstage = "implement"\nstep = "one"\nfail = "permanent"\n[[turn.write]]\npath = "README.md"\ncontent = "broken\\n"\n[[turn.write]]\npath = "left.txt"\ncontent = "left\\n"\n[[turn.write]]\npath = "kept.txt"\ncontent = "left\\n"\n' >"$work/agent.toml"
builders >>"$work/agent.toml"
two_steps "Two files" "Write two files that greet." >"$work/two.md"
run forge plan import "$work/two.md"
run forge plan approve 1
echo 'edited by the user' >README.md
expect 4 forge plan run 1 --isolation shared
is "what the failed try left" "$(cat README.md)" broken
echo 'mended by hand' >kept.txt
expect 0 forge plan run 1
is "the user's edit" "$(cat README.md)" 'edited by the user'
[ ! -e left.txt ] || fail "left.txt is still there"
is "what was changed since" "$(cat kept.txt)" 'mended by hand'
expect 0 grep -h 'is not reverted' .forge/state/runs/001/units/*/events.jsonl
is one.txt "$(cat one.txt)" one

scenario "verify commands that fail send the step back to the engineer with their output, at most three times"
{
  draft; audit low
  printf '[[turn]]\nstage = "implement"\nstep = "one"\niteration = 1\ntext = "Done, tests pass."\nresult = { status = "done", summary = "Done, tests pass." }\n'
  builders; clean_code
} | agent
run forge run "write two files" --pipeline draft-audit
run forge answer 1 yes
expect 0 forge resume 1
says 'one verify              failed (round 1 of 3)'
expect 0 grep -l 'test -s one.txt' .forge/state/runs/001/units/*/prompt.md

scenario "--plan-only stops when the plan is approved, and the plan can be run later"
{ draft; audit low; } | agent
run forge run "write two files" --pipeline draft-audit --plan-only
run forge answer 1 yes
expect 0 forge resume 1
[ -z "$(git log --format=%s main..forge/run-001 2>/dev/null)" ] || fail "something was built"

scenario "!forge plan-NNN goes on: an approved plan is built, one without a run is audited and revised"
{ draft; audit low; builders; clean_code; } | agent
run forge chat --once '!forge write two files'
run forge chat --once '!plan approve 1'
expect 0 forge chat --once '!forge plan-001'
says 'Plan run complete for **plan-001**'
two_steps "More" "Write two more files, later." >"$work/two.md"
run forge plan import "$work/two.md"
{ audit high 'iteration = 1'; two_steps "More" "Write two more files, much later." | turn revise; audit low; } | agent
expect 3 forge chat --once '!forge 2'
says 'Forge complete. Plan plan-002 ready for review (2 rounds'
is reviews "$(grep -c '^### Review' "$(plan_file 002)")" 2
is status "$(plan_status 002)" REVIEW

scenario "!forge help lists its commands; without a plan a number finds none"
expect 0 forge chat --once '!forge'
says '**!forge commands:**'
says '- `!forge <description>` — auto-draft and audit a plan'
says '- `!forge status` — check if a forge is running'
says 'cancel the running forge'
expect 2 forge chat --once '!forge 18'
says 'No plan found matching "18"'

scenario "the call to action can be switched off; nothing is approved by itself either way"
{ draft; audit low; } | agent
expect 3 env FORGE_AUTO_IMPLEMENT=false forge chat --once '!forge write two files'
silent 'Approve it with'
is status "$(plan_status 001)" REVIEW

finish
