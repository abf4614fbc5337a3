#!/bin/sh
# native.sh FORGE LLM: draft-audit, modules and forge through the native runtimes, with a provider that says what a script says
# (docs/testing.md): real requests, real tools, no network beyond this machine.
. "$(dirname "$0")/lib.sh"
. "$(dirname "$0")/provider.sh"
llm=$2

for runtime in anthropic openai openai-responses; do
  scenario "draft-audit through the native runtime $runtime: drafted, audited, approved, built with tools, audited again"
  {
    printf '{"scenarios": {"da": {"rules": [\n'
    two_steps "Two files" "Write two files that greet." | rule 'Write the whole plan: Objective'
    printf '**Concern 1: small**\n**Severity: low**\n\n**Verdict:** Ready to approve\n' | rule 'would make this plan fail'
    printf '**Severity: none**\n\n**Verdict:** Ready to approve\n' | rule 'Compare what was built'
    writes '### Step one: write one\\n\\n**Do' call-one one.txt one
    writes '### Step two: write two\\n\\n**Do' call-two two.txt two
    nothing_more
    printf ']}}}\n'
  } >"$work/script.json"
  serve
  expect 3 forge run "write two files" --pipeline draft-audit --agent "$runtime:$provider/s/da"
  says 'The plan passed its audit'
  expect 0 forge answer 1 yes
  expect 0 forge resume 1
  is commits "$(git log --format=%s main..forge/run-001 | tr '\n' '|')" 'plan-001 two: write two|plan-001 one: write one|'
  is one.txt "$(git show forge/run-001:one.txt)" one
  is status "$(plan_status 001)" DONE
  # Control flow costs nothing: five stages that ask, and two calls that come back with a tool's result.
  is requests "$(grep -c '"path"' "$work/asked.jsonl")" 7
  expect 0 forge cost 1
  unserve
done

scenario "modules through the native runtime: planned, approved, built, reviewed, three lenses, one commit, and no lesson where all went well"
{
  printf '{"scenarios": {"mo": {"rules": [\n'
  two_steps "Two modules" "Write two modules that greet." | rule 'Plan two to seven modules'
  approves 'Interfaces first'
  approves 'Review the whole change against the objective: does it do all'
  printf 'Nothing.\n\n**Verdict:** Approved\n\n```json\n{"approved": true, "findings": []}\n```\n' | rule 'Look only at this:'
  printf 'One.\n\n```json\n{"facts": [{"category": "convention", "text": "Greetings are one line each."}]}\n```\n' | rule 'Commands that prove things here'
  writes '### Step one: write one\\n\\n**Do' call-one one.txt one
  writes '### Step two: write two\\n\\n**Do' call-two two.txt two
  nothing_more
  printf ']}}}\n'
} >"$work/script.json"
serve
expect 3 forge run "two modules that greet" --pipeline modules --agent "anthropic:$provider/s/mo"
says '[forge] ## Proposed Plan'
expect 0 forge answer 1 yes
expect 0 forge resume 1
says '[forge] ✓ two: DONE "write two" — score 1.0, 1 check passed'
says '[forge] Must-fix (≥2 lenses): 0 findings — RELEASE CLEAR'
says '[forge] ## Forge Complete'
is commits "$(git log --format=%s main..forge/run-001 | tr '\n' '|')" 'two modules that greet|'
expect 0 forge memory list
silent 'Greetings are one line each.'
unserve

scenario "forge through the native runtime, quick: one request to write, one to say so, and the proof"
printf 'test:\n\t@test -s notes/greeting.txt\n' >Makefile && mkdir notes && echo 'Greet in lower case.' >notes/AGENTS.md
git add Makefile notes && git commit -q -m tests
{
  printf '{"scenarios": {"fo": {"rules": [\n'
  writes 'This is a small, clear change' call-patch notes/greeting.txt hello
  nothing_more
  printf ']}}}\n'
} >"$work/script.json"
serve
expect 0 forge "write a greeting into notes/greeting.txt" --agent "anthropic:$provider/s/fo"
says 'size quick: it is clear and names one file'
says 'verified  1 command passed'
is requests "$(grep -c '"path"' "$work/asked.jsonl")" 2
is "rules of the directory, shown once" "$(grep -c 'rules for files in notes.*Greet in lower case.' "$work/asked.jsonl")" 1
expect 0 forge land 1
is greeting "$(cat notes/greeting.txt)" hello
unserve

scenario "forge through the native runtime, standard: planned, checked, audited, approved, built, reviewed, learned"
{
  printf '{"scenarios": {"fo": {"rules": [\n'
  two_steps "Two files" "Write two files that greet." | rule 'Write the plan: objective'
  printf '**Concern 1: small**\n**Severity: low**\n\n**Verdict:** Ready to approve\n' | rule 'What would make this plan fail'
  approves 'You see the step and the diff'
  approves 'Review the whole change against the objective'
  printf 'Nothing is wrong now.\n' | rule 'Update the repository'
  printf 'None.\n\n```json\n{"facts": []}\n```\n' | rule 'What should the next run'
  writes '### Step one: write one\\n\\n**Do' call-one one.txt one
  writes '### Step two: write two\\n\\n**Do' call-two two.txt two
  nothing_more
  printf ']}}}\n'
} >"$work/script.json"
serve
expect 3 forge "write two greetings into files of their own" --agent "openai:$provider/s/fo"
says 'run 1 question 1 (approve): Build this plan?'
expect 0 forge answer 1 yes
expect 0 forge resume 1
says '2 of 2 steps'
says 'verified  2 commands passed'
is commits "$(git log --format=%s main..forge/run-001 | sort | tr '\n' '|')" 'one: write one|two: write two|'
unserve

finish
