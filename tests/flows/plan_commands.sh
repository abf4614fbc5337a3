#!/bin/sh
# plan_commands.sh FORGE: `!plan` and `forge plan`, row by row of the command reference, and the life of a plan.
. "$(dirname "$0")/lib.sh"

builders() { step one one.txt; step two two.txt; }
# An approved plan of two steps, as plan-001.
approved() {
  two_steps "Two files" "Write two files that greet." >"$work/two.md"
  run forge plan import "$work/two.md"
  run forge plan approve 1
}

scenario "!plan and !plan help list the commands"
expect 0 forge chat --once '!plan'
help=$out
says '**!plan commands:**'
for word in '<description>' list show approve close phases run skip audit; do says "\`!plan $word"; done
expect 0 forge chat --once '!plan help'
is help "$out" "$help"

scenario "!plan <description> makes a numbered plan from the template"
expect 0 forge chat --once '!plan Add webhook support for external notifications'
says 'Plan created: **plan-001**'
says 'File: `.forge/plans/plan-001-add-webhook-support-for-external-notifications.md`'
says 'Description: Add webhook support for external notifications'
is status "$(plan_status 001)" DRAFT
for part in Objective Scope Changes Risks Testing 'Audit Log' 'Implementation Notes'; do has "$(plan_file 001)" "## $part"; done
has "$(plan_file 001)" '# Plan: Add webhook support for external notifications'
expect 0 forge chat --once '!plan Another one'
says 'Plan created: **plan-002**'

scenario "a template of the project's own is filled in, each token once and literally"
mkdir -p .forge/plans
cat >.forge/plans/.plan-template.md <<'END'
# Plan: {{TITLE}}

**ID:** {{PLAN_ID}}
**Bead:** {{BEAD_ID}}
**Created:** {{DATE}}
**Status:** DRAFT | REVIEW | APPROVED
**Project:** {{PROJECT}}

## Objective

Ours: {{TITLE}}
END
expect 0 forge plan new 'Cost $& of {{PLAN_ID}}' --task b-7
has "$(plan_file 001)" '# Plan: Cost $& of {{PLAN_ID}}'
has "$(plan_file 001)" '**ID:** plan-001'
has "$(plan_file 001)" '**Bead:** b-7'
has "$(plan_file 001)" '**Project:** repo'
has "$(plan_file 001)" 'Ours: Cost $& of {{PLAN_ID}}'
is status "$(plan_status 001)" DRAFT
lacks "$(plan_file 001)" '{{DATE}}'

scenario "!plan list has one line for each plan, with status, title and task"
run forge plan new 'First thing' --task abc1
run forge plan new 'Second thing'
run forge plan close 2
expect 0 forge chat --once '!plan list'
is list "$out" '- `plan-001` [DRAFT] — First thing (task: `abc1`)
- `plan-002` [CLOSED] — Second thing'

scenario "!plan show takes a plan id or a task id: header, objective, latest audit"
two_steps "Two files" "Write two files that greet." >"$work/two.md"
run forge plan new --from "$work/two.md" --task abc1
for name in plan-001 1 001 abc1; do
  expect 0 forge chat --once "!plan show $name"
  says '**plan-001** — Two files'
  says 'Status: DRAFT'
  says 'Task: `abc1`'
  says 'Project: repo'
  says 'Created: 20'
  says '**Objective:** Write two files that greet.'
  says '**Latest audit:** (no audit yet)'
done
expect 2 forge chat --once '!plan show plan-009'
says 'Plan not found: plan-009'

scenario "!plan approve sets APPROVED; a plan that is being built is refused"
builders | agent
approved
is status "$(plan_status 001)" APPROVED
expect 0 forge plan run-one 1
is status "$(plan_status 001)" IMPLEMENTING
expect 1 forge chat --once '!plan approve plan-001'
is status "$(plan_status 001)" IMPLEMENTING

scenario "!plan close sets CLOSED from anywhere but IMPLEMENTING"
builders | agent
approved
expect 0 forge plan run-one 1
expect 1 forge chat --once '!plan close plan-001'
says IMPLEMENTING
is status "$(plan_status 001)" IMPLEMENTING
expect 0 forge plan run 1
is status "$(plan_status 001)" DONE
expect 0 forge chat --once '!plan close plan-001'
says 'Plan **plan-001** closed.'
is status "$(plan_status 001)" CLOSED

scenario "!plan cancel stops the run and cancels the plan: the gap of the reference is closed"
builders | agent
approved
expect 0 forge plan run-one 1
expect 0 forge chat --once '!plan cancel plan-001'
says 'Plan **plan-001** cancelled.'
is status "$(plan_status 001)" CANCELLED
expect 1 forge chat --once '!plan run plan-001'
says 'Plan plan-001 has status CANCELLED — must be APPROVED or IMPLEMENTING to run.'

scenario "!plan phases makes steps from the changes: a module with its test, the rest by directory, an audit last"
cat >"$work/changes.md" <<'END'
# Plan: Webhooks

## Objective

Webhooks for notifications.

## Changes

- `src/webhook.ts` — the handler
- `src/webhook.test.ts` — its test
- `docs/webhook.md` — how to use it

## Testing

- `true`
END
expect 0 forge plan new --from "$work/changes.md"
expect 0 forge chat --once '!plan phases plan-001'
says '**Phases for plan-001** (hash: `'
is phases "$(printf '%s\n' "$out" | grep -c '^\[ \] ')" 3
says 'Implement src/ (2 files) [implement]'
says '[audit] (depends: '
expect 0 forge chat --once '!plan phases --regenerate plan-001'
has "$(plan_file 001)" '## Steps'
has "$(plan_file 001)" '`src/webhook.test.ts`'

scenario "the most files of one phase is a setting"
{ printf '# Plan: Many\n\n## Objective\n\nMany files at once.\n\n## Changes\n\n'; for n in 1 2 3 4; do echo "- \`src/f$n.c\` - one"; done; } >"$work/many.md"
expect 0 forge plan new --from "$work/many.md"
expect 0 forge chat --once '!plan phases --regenerate 1'
is phases "$(printf '%s\n' "$out" | grep -c '\[implement\]')" 1
expect 0 env PLAN_PHASE_MAX_CONTEXT_FILES=2 forge chat --once '!plan phases --regenerate 1'
is phases "$(printf '%s\n' "$out" | grep -c '\[implement\]')" 2

scenario "a plan that names no files is read, implemented and audited"
printf '# Plan: Vague\n\n## Objective\n\nMake it nicer in general.\n\n## Changes\n\nWhatever it takes.\n' >"$work/vague.md"
expect 0 forge plan new --from "$work/vague.md"
expect 0 forge chat --once '!plan phases 1'
says '[read]'
says '[implement]'
says '[audit]'

scenario "the five marks: pending, done, failed, skipped; and in progress while a step waits"
{ step one one.txt; printf '[[turn]]\nstage = "implement"\nstep = "two"\nfail = "permanent"\n'; } | agent
approved
run forge plan run 1
expect 0 forge chat --once '!plan phases 1'
says '[x] **one:** write one [implement]'
says '[!] **two:** write two [implement] (depends: one)'
expect 0 forge chat --once '!plan skip 1'
says 'Skipped **two**: write two (was failed)'
expect 0 forge chat --once '!plan phases 1'
says '[-] **two:**'

scenario "!plan run executes every phase that is left, and says which"
builders | agent
approved
expect 0 forge chat --once '!plan run plan-001'
says 'Running all phases for **plan-001** — starting one: write one...'
says 'Plan run complete for **plan-001**: 2 phases executed ('
says '[x] one: write one ('
says '[x] two: write two ('
expect 0 forge chat --once '!plan run plan-001'
says 'All phases already complete for plan-001.'

scenario "!plan run-one executes the next phase, run-phase the one that is named"
builders | agent
approved
expect 0 forge chat --once '!plan run-one plan-001'
says 'Running one: write one...'
says 'Phase **one** done: write one'
expect 0 forge chat --once '!plan run-phase plan-001 two'
says 'Phase **two** done: write two'
is status "$(plan_status 001)" DONE

scenario "a phase that fails says how to retry and how to skip"
{ printf '[[turn]]\nstage = "implement"\nstep = "one"\nfail = "permanent"\ntext = "Build error in one.txt"\n'; builders; } | agent
approved
expect 4 forge chat --once '!plan run-one plan-001'
says 'Phase **one** failed: '
says 'Build error in one.txt'
says 'Use `!plan run plan-001` to retry or `!plan skip plan-001` to skip.'
expect 0 forge chat --once '!plan run plan-001'
says 'Plan run complete for **plan-001**: 2 phases executed'

scenario "!plan skip lets what depends on the phase go on; nothing to skip says so"
{ printf '[[turn]]\nstage = "implement"\nstep = "one"\nfail = "permanent"\n'; step two two.txt; } | agent
approved
expect 1 forge chat --once '!plan skip plan-001'
says 'Nothing to skip.'
expect 4 forge chat --once '!plan run plan-001'
expect 0 forge chat --once '!plan skip plan-001'
says 'Skipped **one**: write one (was failed)'
expect 0 forge chat --once '!plan run plan-001'
says '[x] two: write two ('
is status "$(plan_status 001)" DONE

scenario "!plan skip-to skips what stands before a phase"
step two two.txt | agent
approved
expect 0 forge chat --once '!plan skip-to plan-001 two'
says 'Skipped **one**: write one (was pending)'
expect 0 forge chat --once '!plan run plan-001'
is status "$(plan_status 001)" DONE

scenario "!plan audit stops at the structure when that is not sound, and asks no agent"
printf '[[turn]]\nstage = "nobody"\ntext = "x"\n' | agent
run forge plan new 'Only the template'
expect 1 forge chat --once '!plan audit plan-001'
says 'Auditing **plan-001**...'
says 'Audit complete for **plan-001** — review 1, verdict: **medium** (needs revision). See `!plan show plan-001` for details.'
printf '# Plan: Less\n\n**ID:** plan-002\n\n## Objective\n\nA plan without most sections.\n' >.forge/plans/plan-002-less.md
expect 1 forge chat --once '!plan audit plan-002'
says 'verdict: **high** (needs revision)'
has "$(plan_file 002)" 'Missing section: Scope'

scenario "!plan audit asks the auditor when the structure holds, and keeps both as one review"
printf '**Concern 1: small**\n**Severity: low**\n\n**Verdict:** Ready to approve\n' | turn plan-audit 'repeat = true' | agent
two_steps "Two files" "Write two files that greet." >"$work/two.md"
run forge plan import "$work/two.md"
expect 0 forge chat --once '!plan audit plan-001'
says 'Audit complete for **plan-001** — review 1, verdict: **low** (ready to approve). See `!plan show plan-001` for details.'
expect 0 forge chat --once '!plan audit plan-001'
says 'review 2'
is reviews "$(grep -c '^### Review' "$(plan_file 001)")" 2
expect 0 forge chat --once '!plan show plan-001'
says '**Latest audit:** Ready to approve'

scenario "an auditor that fails leaves no review"
printf '[[turn]]\nstage = "plan-audit"\nfail = "permanent"\ntext = "no such model"\n' | agent
two_steps "Two files" "Write two files that greet." >"$work/two.md"
run forge plan import "$work/two.md"
run forge chat --once '!plan audit plan-001'
[ "$status" != 0 ] || fail "exit 0"
says 'no such model'
lacks "$(plan_file 001)" '### Review'

scenario "a DRAFT does not run"
run forge plan new 'Only the template'
expect 1 forge chat --once '!plan run plan-001'
says 'Plan plan-001 has status DRAFT — must be APPROVED or IMPLEMENTING to run.'

scenario "approving and auditing make nothing stale; an edit of what matters does, and says what changed"
{ builders; printf '**Severity: low**\n' | turn plan-audit; } | agent
approved
expect 0 forge plan audit 1
expect 0 forge plan show 1
silent 'since it was approved'
sed -i 's/write two.txt/write two.txt twice/' "$(plan_file 001)"
expect 1 forge chat --once '!plan run plan-001'
says 'Plan file has changed since it was approved.'
says '!plan approve plan-001'
expect 0 forge chat --once '!plan approve plan-001'
expect 0 forge chat --once '!plan run plan-001'

scenario "a plan that is edited while it is built asks for a new approval before the next step"
builders | agent
approved
expect 0 forge plan run-one 1
sed -i 's/write two.txt/write two.txt twice/' "$(plan_file 001)"
expect 3 forge plan run 1
says 'the plan changed after it was approved'
is commits "$(git log --format=%s main..forge/run-001 | tr '\n' '|')" 'plan-001 one: write one|'
expect 0 forge chat --once '!plan approve 1'
expect 0 forge chat --once '!plan run 1'
is status "$(plan_status 001)" DONE

scenario "every step is a commit of its own, named after plan and step, and only what it changed is in it"
builders | agent
approved
echo mine >mine.txt
git add mine.txt
expect 0 forge plan run 1
is commits "$(git log --format=%s main..forge/run-001 | tr '\n' '|')" 'plan-001 two: write two|plan-001 one: write one|'
is files "$(git show --format= --name-only forge/run-001 | tr '\n' '|')" 'two.txt|'
is "the user's index" "$(git diff --cached --name-only)" mine.txt

scenario "regenerate with --keep-done keeps what is done and unchanged"
cat >"$work/changes.md" <<'END'
# Plan: Two modules

## Objective

Two modules in two directories.

## Changes

- `a/one.txt` - the first
- `b/two.txt` - the second

## Testing

Nothing to prove yet.
END
expect 0 forge plan new --from "$work/changes.md"
expect 0 forge plan steps 1 --regenerate
first=$(sed -n 's/^### Step \([^:]*\):.*/\1/p' "$(plan_file 001)" | head -n 1)
step "$first" a/one.txt | agent
run forge plan approve 1
expect 0 forge plan run-one 1
sed -i 's/- the second/- the second, better/' "$(plan_file 001)"
expect 1 forge chat --once '!plan phases --regenerate 1'
expect 0 forge chat --once '!plan phases --regenerate --keep-done 1'
says "[x] **$first:**"
sed -i 's/^- `a\/one.txt`/- `0\/new.txt` - comes first now\n&/' "$(plan_file 001)"
has "$(plan_file 001)" 'comes first now'
expect 0 forge chat --once '!plan phases --regenerate --keep-done 1'
says "[x] **$first:** Implement one.txt"
says '[ ] **phase-4:** Implement new.txt'

scenario "phases by kind: read and audit only read, implement writes; the audit of the plan's code has a fix loop"
printf '# Plan: Vague\n\n## Objective\n\nMake it nicer in general.\n\n## Changes\n\nWhatever it takes.\n' >"$work/vague.md"
expect 0 forge plan new --from "$work/vague.md"
{
  printf '[[turn]]\nstage = "read"\ntext = "It is a sample."\n'
  printf '[[turn]]\nstage = "implement"\ntext = "Nicer."\nresult = { status = "done", summary = "Nicer." }\n[[turn.write]]\npath = "nice.txt"\ncontent = "nice\\n"\n'
  printf '**Concern 1: not nice enough**\n**Severity: high**\n\n**Verdict:** Needs revision\n' | turn audit 'iteration = 1'
  printf '[[turn]]\nstage = "fix"\ntext = "Nicer still."\nresult = { status = "done", summary = "Nicer still." }\n[[turn.write]]\npath = "nice.txt"\ncontent = "nicer\\n"\n'
  printf '**Severity: none**\n\n**Verdict:** Ready to approve\n' | turn audit 'iteration = 2'
} | agent
run forge plan approve 1
expect 0 forge plan run 1
is status "$(plan_status 001)" DONE
is nice.txt "$(git show forge/run-001:nice.txt)" nicer
is "who may write: implement and fix" "$(grep -l '"Write"' .forge/state/runs/001/units/*/request.json | wc -l)" 2
is asked "$(ls .forge/state/runs/001/units/*/request.json | wc -l)" 5

scenario "an audit of the code that is never content blocks its phase"
{
  printf '[[turn]]\nstage = "read"\ntext = "It is a sample."\n'
  printf '[[turn]]\nstage = "implement"\ntext = "Nicer."\nresult = { status = "done", summary = "Nicer." }\n[[turn.write]]\npath = "nice.txt"\ncontent = "nice\\n"\n'
  printf '**Concern 1: not nice enough**\n**Severity: high**\n\n**Verdict:** Needs revision\n' | turn audit 'repeat = true'
  printf '[[turn]]\nstage = "fix"\nrepeat = true\ntext = "Nicer still."\nresult = { status = "done", summary = "Nicer still." }\n'
} | agent
printf '# Plan: Vague\n\n## Objective\n\nMake it nicer in general.\n\n## Changes\n\nWhatever it takes.\n' >"$work/vague.md"
run forge plan new --from "$work/vague.md"
run forge plan approve 1
expect 4 forge plan run 1
says '`audit` still asks for changes, and the revision changed nothing'

scenario "how long an agent may take is a setting: of a phase, and of a forge"
printf '[[turn]]\nrepeat = true\nfail = "hang"\n' | agent
approved
expect 4 env PLAN_PHASE_TIMEOUT_MS=1000 forge chat --once '!plan run-one 1'
says 'no answer within 1.0s'
expect 4 env FORGE_TIMEOUT_MS=1000 forge chat --once '!forge write two files'
says 'no answer within 1.0s'

scenario "switched off by settings: plan commands, forge commands, phases"
expect 1 env DISCOCLAW_PLAN_COMMANDS_ENABLED=false forge chat --once '!plan list'
says 'not a command'
expect 1 env DISCOCLAW_FORGE_COMMANDS_ENABLED=0 forge chat --once '!forge status'
says 'not a command'
run forge plan new 'Something'
for word in phases run run-one skip; do
  expect 1 env PLAN_PHASES_ENABLED=false forge chat --once "!plan $word 1"
  says 'Phase decomposition is disabled. Set PLAN_PHASES_ENABLED=true to enable.'
done

scenario "the phases file of the reference comes in and goes out"
builders | agent
approved
expect 0 forge plan run-one 1
expect 0 forge plan export 1 --format phases
says '# Phases: plan-001'
says '**Status:** done'
says '**Status:** pending'
printf '%s\n' "$out" >"$work/plan-001-phases.md"
expect 0 forge plan import "$work/plan-001-phases.md"
says '2 steps from phases'

finish
