#!/bin/sh
# modules.sh FORGE: the pipeline `modules`: what is said before it begins, plan, check, approval, modules, review, validation,
# repair.
. "$(dirname "$0")/lib.sh"
. "$(dirname "$0")/modules_lib.sh"

scenario "the banner comes first, and nothing runs before the plan was approved"
{ plan; workers; reviews; lenses; learns; } | agent
begin
is exit "$status" 3
is banner "$(printf '%s\n' "$out" | sed -n 3p)" 'plan → execute → validate → learn'
says '[forge] Phase 1: Planning — exploring codebase...'
silent Starting
[ -z "$(git for-each-ref refs/heads/forge)" ] || [ -z "$(git log --format=%s main..forge/run-001)" ] || fail "something was built"

scenario "the approval screen: table, order, warnings, overlap, known risks, and the question"
mkdir -p "$HOME"
run forge memory add "forge workflow failure: two workers clobbered one file" --category failure_pattern --scope global
{ plan; } | agent
begin
says '[forge] ## Proposed Plan'
says '**Objective:** three modules that greet'
says '**Modules:** 3 | **Execution:** '
says '| # | Module | Files | Depends On | Complexity | Verify |'
says '| m1 | the base | a.txt | — | simple | test -s a.txt |'
says '| m2 | the left side | b.txt | m1 | medium | test -s b.txt, grep -q left b.txt |'
says '**Execution order:**'
says '1. m1 (no dependencies)'
says '2. m2, m3 in parallel (after m1)'
says '**Warnings:** None'
says '**🔥 File overlap risk:** None'
says '**Known risks from memory:**'
says '- forge workflow failure: two workers clobbered one file'
says '[forge] Proceed with this plan? (yes / modify / abort)'
says 'answers  yes, modify, abort'
expect 0 grep -lF 'two workers clobbered one file' .forge/state/runs/001/units/*/prompt.md

scenario "files that two modules write, and uncommitted ones that a module writes, stand out"
three_modules | sed -e 's/^\*\*Writes:\*\* `c.txt`/**Writes:** `b.txt`/' -e '/Step m3/,$ s/^\*\*Depends:\*\* m1/**Depends:** m2/' | turn plan | agent
echo mine >a.txt
begin
says '[forge] Uncommitted changes in your checkout: a.txt'
says 'will NOT see them'
says 'm2 and m3 both edit b.txt'
says 'a.txt has uncommitted changes that m1 will not see'

scenario "errors of the plan go back to the planner before a person is asked"
{ three_modules | sed 's/^\*\*Depends:\*\* m1$/**Depends:** m3/' | turn plan 'iteration = 1'; three_modules | turn plan; } | agent
begin
is exit "$status" 3
says '[forge] ## Proposed Plan'
says '2. m2, m3 in parallel (after m1)'
out=$(cat .forge/state/runs/001/units/*/prompt.md)
says 'm3'

scenario "modify goes back to the planner with the person's words, and the plan is shown again"
{ plan; three_modules ' in French' | turn plan; } | agent
begin
expect 0 forge answer 1 modify --comment 'say it in French'
expect 3 forge resume 1
says '[forge] Phase 1: Planning — revising the plan...'
says '[forge] ## Proposed Plan'
expect 0 grep -lF 'say it in French' .forge/state/runs/001/units/*/prompt.md
has "$(plan_file 001)" 'in French'

scenario "abort stops entirely"
plan | agent
begin
expect 0 forge answer 1 abort
expect 0 forge status 1
says cancelled
[ -z "$(git log --format=%s main..forge/run-001 2>/dev/null)" ] || fail "something was built"

scenario "modules run in the order of their dependencies, with status lines, and end in one release commit with all work"
{ plan; workers; reviews; lenses; learns; } | agent
begin
go_on
is exit "$status" 0
says '[forge] Phase 2: Executing m1...'
says '[forge] ▶ m1: Starting "the base"...'
says '[forge] ✓ m1: VALIDATED — score 1.0'
says '[forge] ✓ m1: DONE "the base" — score 1.0, 1 check passed'
says '[forge] Progress: 1/3 modules done | 0 failed | 2 remaining'
says '[forge] ▶ m2: Starting "the left side"...'
says '[forge] ✓ m2: DONE "the left side" — score 1.0, 2 checks passed'
says '[forge] Progress: 3/3 modules done | 0 failed | 0 remaining'
says '[forge] Phase 4.5 Self-Consistency: 3 lenses complete'
says '[forge] Must-fix (≥2 lenses): 0 findings — RELEASE CLEAR'
says '[forge] Advisory (1 lens): 0 findings — logged, not blocking'
silent '[forge] Phase 5: Learning...'  # nothing went wrong and nobody decided anything
is commits "$(release)" 'three modules that greet|'
for file in a.txt b.txt c.txt; do git cat-file -e "forge/run-001:$file" || fail "$file is not in the release"; done
is "the user's checkout" "$(git status --short)" '?? .forge/'

scenario "the summary: objective, modules, retries, a table, learnings"
{ plan; workers; reviews; lenses; learns; } | agent
begin
run forge answer 1 yes --comment 'keep them short'
run forge resume 1
says '[forge] Phase 5: Learning...'
says '[forge] ## Forge Complete'
says '**Objective:** three modules that greet'
says '**Modules:** 3/3 completed'
says '**Retries:** 0'
says '| Module | Status | Attempts | Score | Notes |'
says '| m1: the base | ✓ DONE | 1 | 1.0 | — |'
says '**Learnings saved:** '
silent '**Learnings saved:** 0'
expect 0 forge memory list
says 'Greetings are one line each.'
silent 'success_pattern'  # nor is the usual size of a plan
silent 'test_command'  # commands of steps are no facts

# A plan of one module.
one_module() { three_modules | sed '/^### Step m2/,$d; /^- `[bc].txt`/d' | turn plan; }

scenario "one module is built without a review of its own: the whole is reviewed"
{ one_module; work m1 a.txt base; reviews; lenses; learns; } | agent
begin
says '**Lite:** one module has no review of its own'
go_on
is exit "$status" 0
is "reviews of the module" "$(grep -l "Interfaces first" .forge/state/runs/001/units/*/prompt.md | wc -l)" 0
is a.txt "$(git show forge/run-001:a.txt)" base

scenario "--full reviews the only module, too"
{ one_module; work m1 a.txt base; reviews; lenses; learns; } | agent
begin --full
silent '**Lite:**'
go_on
is exit "$status" 0
expect 0 forge log 1
says 'm1 review'

scenario "a worker that says it changed a file that it never wrote: its reviewer and the report are told"
{
  plan
  printf '[[turn]]\nstage = "work"\nstep = "m1"\ntext = "Done."\nresult = { status = "done", summary = "a.txt is there.", files_changed = ["a.txt", "src/never.txt"] }\n[[turn.write]]\npath = "a.txt"\ncontent = "base\\n"\n'
  work m2 b.txt left; work m3 c.txt right; reviews; lenses; learns
} | agent
begin
go_on
is exit "$status" 0
prompt=$(grep -lzP 'Interfaces first' .forge/state/runs/001/units/*/prompt.md | xargs grep -l 'src/never.txt' | head -n 1)
has "$prompt" 'Its answer says that it changed these files, which is unsupported: its work holds no change of them.'
expect 0 forge log 1
says 'says that it changed src/never.txt, and did not'
expect 0 forge report 1
says 'that it changed `src/never.txt`, and its work holds no change of it'

scenario "--no-wip-squash keeps the commits of the modules"
{ plan; workers; reviews; lenses; learns; } | agent
begin --no-wip-squash
go_on
is exit "$status" 0
is commits "$(git log --format=%s main..forge/run-001 | sort | tr '\n' '|')" 'forge wip: m1 the base|forge wip: m2 the left side|forge wip: m3 the right side|'

scenario "a module's prompt holds the source of what it depends on, as it is"
{ plan; workers; reviews; lenses; learns; } | agent
begin
go_on
prompt=$(grep -lzP 'The step to do:\n`+\n### Step m2: the left side' .forge/state/runs/001/units/*/prompt.md | head -n 1)
has "$prompt" '--- a.txt (of step m1: the base) ---'
has "$prompt" 'base: greet(name)'
has "$prompt" 'read them in the source, assume nothing'
first=$(grep -lzP 'The step to do:\n`+\n### Step m1: the base' .forge/state/runs/001/units/*/prompt.md | head -n 1)
lacks "$first" '(of step'

scenario "every module is reviewed; errors go back to the worker before validation, with the sources"
{
  plan; workers
  printf '[[turn]]\nstage = "review"\nstep = "m1"\niteration = 1\ntext = "The name is wrong.\\n\\n**Verdict:** Revision Required"\n'
  printf '[[turn]]\nstage = "rework"\nstep = "m1"\ntext = "Mended."\nresult = { status = "done", summary = "Mended." }\n[[turn.write]]\npath = "a.txt"\ncontent = "better\\n"\n'
  reviews; lenses; learns
} | agent
begin
go_on
is exit "$status" 0
says 'm1 review: asks for changes (round 1 of 2)'
is a.txt "$(git show forge/run-001:a.txt)" better

scenario "a validation that fails: overseer, then debugger with the overseer's word; then it is accepted"
{
  plan; work m1 a.txt base; work m2 b.txt wrong; work m3 c.txt right
  printf '[[turn]]\nstage = "diagnose"\ntext = "Stuck."\nresult = { classification = "stuck", evidence = "b.txt was written without left", suggestion = "write left" }\n'
  printf '[[turn]]\nstage = "debug"\ntext = "Mended."\nresult = { status = "done", summary = "Wrote left", cause = "the word was missing" }\n[[turn.write]]\npath = "b.txt"\ncontent = "left\\n"\n'
  reviews; lenses; learns
} | agent
begin
go_on
is exit "$status" 0
says '[forge] ✗ m2: VALIDATION FAILED — score 0.5, retrying'
says '[forge] ✗ m2: FAILED "the left side" — score 0.5, 1/2 checks passed — retrying (1/3)'
says '[forge] 🔧 m2: Debug attempt 1/3 — "the left side"'
says '[forge] ✓ m2: DONE "the left side" — score 1.0, 2 checks passed'
says '**Retries:** 1'
says '| m2: the left side | ✓ DONE | 2 | 1.0 | Wrote left |'
prompt=$(grep -lF 'b.txt was written without left' .forge/state/runs/001/units/*/prompt.md | head -n 1)
has "$prompt" 'Stuck'
has "$prompt" 'write left'
has "$prompt" '$ grep -q left b.txt'

scenario "blocked by the overseer: no debugger, evidence and way out, the others go on, the run says what is left"
{
  plan; work m1 a.txt base; work m2 b.txt wrong; work m3 c.txt right
  printf '[[turn]]\nstage = "diagnose"\ntext = "Blocked."\nresult = { classification = "blocked", evidence = "no database here", suggestion = "start the database" }\n'
  reviews; lenses; learns
} | agent
begin
go_on
is exit "$status" 4
says '[forge] ⊘ m2: BLOCKED (overseer) — escalating to user'
says '[forge] Evidence: no database here'
says '[forge] Suggested unblock: start the database'
silent 'Debug attempt'
says '[forge] ✓ m3: DONE'
says '[forge] ## Forge Stopped'
says '**Modules:** 2/3 completed'
says '| m2: the left side | ⊘ BLOCKED | 1 | 0.5 | '
says 'forge retry 1'

scenario "three debuggers at most: gave up, the module is blocked and the rest is kept"
{
  plan; work m1 a.txt base; work m2 b.txt '' ; work m3 c.txt right
  for n in 1 2 3; do
    printf '[[turn]]\nstage = "diagnose"\niteration = %s\ntext = "Stuck."\nresult = { classification = "stuck", evidence = "same", suggestion = "other" }\n' "$n"
    printf '[[turn]]\nstage = "debug"\niteration = %s\ntext = "Tried."\nresult = { status = "done", summary = "Tried", cause = "unknown" }\n[[turn.write]]\npath = "b.txt"\ncontent = "try %s\\n"\n' "$n" "$n"
  done
  reviews; lenses; learns
} | agent
begin
go_on
is exit "$status" 4
says 'Debug attempt 1/3'
out_all=$out
case $out_all in
  *'GAVE UP after 3 attempts'* | *'STAGNANT — escalating to user'*) ;;
  *) fail "neither given up nor stagnant" ;;
esac

scenario "a worker that says it is blocked asks a person; the answer reaches it, and the module is done"
{
  plan; work m1 a.txt base; work m3 c.txt right
  printf '[[turn]]\nstage = "work"\nstep = "m2"\ntext = "No."\nresult = { status = "blocked", summary = "stuck", blocker = "which left?" }\n'
  work m2 b.txt left; reviews; lenses; learns
} | agent
begin
go_on
is exit "$status" 3
says 'which left?'
expect 0 forge answer 1 retry --comment "the far left"
run forge resume 1
grep -qi "the far left" .forge/state/runs/001/units/*/prompt.md || fail "the answer is in no prompt"
says '3/3 completed'

scenario "a worker that lacks something fails its module, with its reason"
{
  plan; work m1 a.txt base; work m3 c.txt right
  printf '[[turn]]\nstage = "work"\nstep = "m2"\nrepeat = true\nfail = "external"\ntext = "there is no left"\n'
  reviews; lenses; learns
} | agent
begin
go_on
is exit "$status" 4
says 'm2: '
says 'there is no left'
says '[forge] Progress: 2/3 modules done | 1 failed | 0 remaining'

scenario "when every module is blocked, it says what went wrong and what to do next"
{
  plan
  printf '[[turn]]\nstage = "work"\nrepeat = true\nfail = "external"\ntext = "no compiler here"\n'
} | agent
begin
go_on
is exit "$status" 4
says '**Modules:** 0/3 completed'
says 'no compiler here'
says 'next: forge retry 1'
[ -z "$(git log --format=%s main..forge/run-001)" ] || fail "something was committed"

scenario "a worker that dies in silence is said to be dead"
{
  plan; work m1 a.txt base; work m3 c.txt right
  printf '[[turn]]\nstage = "work"\nstep = "m2"\nrepeat = true\nfail = "timeout"\ntext = "no word and no change for 600 s"\n'
  reviews; lenses; learns
} | agent
begin
go_on
is exit "$status" 4
says '[forge] ⊘ m2: WORKER DEAD ('

scenario "an unfinished run of the last day is offered when another begins"
{ plan; three_modules | turn plan; } | agent
begin
run forge run "three more modules" --pipeline modules
says '[forge] Unfinished: run 1 (0/3 modules, '
says '[forge] To resume it: forge resume 1'

# at_terminal LINES COMMAND: what a person sees who types these lines at a terminal.
at_terminal() { out=$(printf "$1" | script -qec "$2" /dev/null 2>&1 | tr -d '\r'); }

scenario "at a terminal: uncommitted changes are asked about, the plan is asked about, and yes goes on to the end"
{ plan; workers; reviews; lenses; learns; } | agent
echo mine >mine.txt
at_terminal 'go on\nyes\n' 'forge run "three modules that greet" --pipeline modules'
says '[forge] What now? (commit / lite / go on)'
says '[forge] ## Proposed Plan'
says '[yes/modify/abort/later]'
says '[forge] ## Forge Complete'
is commits "$(release)" 'three modules that greet|'

scenario "at a terminal: the answer "commit" starts nothing"
plan | agent
echo mine >mine.txt
at_terminal 'commit\n' 'forge run "three modules that greet" --pipeline modules'
says '[forge] Nothing was started.'
expect 0 forge list
says 'no runs'

scenario "at a terminal: an unfinished run is gone on with instead"
{ plan; workers; reviews; lenses; learns; } | agent
begin
at_terminal 'yes\nyes\n' 'forge run "three other modules" --pipeline modules'
says '[forge] Resume it instead? (yes / no)'
says '[forge] ## Forge Complete'
is commits "$(release)" 'three modules that greet|'

scenario "--lite: no worktrees, one module after the other, in the checkout"
{ plan; workers; reviews; lenses; learns; } | agent
begin --lite
go_on
is exit "$status" 0
for file in a.txt b.txt c.txt; do [ -s "$file" ] || fail "$file is not in the checkout"; done
says '[forge] Phase 4.5 Self-Consistency: 3 lenses complete'
lens=$(grep -lF 'check-then-use' .forge/state/runs/001/units/*/prompt.md | head -n 1)
has "$lens" '+++ b/a.txt'
has "$lens" '+base: greet(name)'
expect 2 forge run "x" --pipeline modules --lite --isolation worktree

scenario "--plan-only ends with the approved plan"
plan | agent
begin --plan-only
go_on
is exit "$status" 0
[ -z "$(git log --format=%s main..forge/run-001 2>/dev/null)" ] || fail "something was built"

finish
