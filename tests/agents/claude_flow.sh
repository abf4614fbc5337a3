#!/bin/sh
# claude_flow.sh FORGE LLM PROGRAMS: the default pipeline with the real Claude Code, whose provider says what a script says.
# Called by `./dev test-agents`; PROGRAMS is where npm put the programs.
. "$(dirname "$0")/../flows/lib.sh"
. "$(dirname "$0")/../flows/provider.sh"
llm=$(readlink -f "$2")
PATH=$3:$PATH

# claude: where the program looks for its provider and its settings.
claude() {
  serve
  export FORGE_AGENT=claude CLAUDE_CONFIG_DIR="$HOME/.claude" ANTHROPIC_BASE_URL="$provider/s/$1" ANTHROPIC_API_KEY=any
  export DISABLE_AUTOUPDATER=1 CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1
  unset FORGE_MODEL
}

scenario "forge with Claude Code, quick: the program writes with its own tool, the project's command proves it"
printf 'test:\n\t@test -s greeting.txt\n' >Makefile && git add Makefile && git commit -q -m tests
{
  printf '{"scenarios": {"fo": {"rules": [\n'
  writes_at 'This is a small, clear change' call_patch greeting.txt hello
  printf '{"text": "x"}\n'
  printf ']}}}\n'
} >"$work/script.json"
claude fo
expect 0 forge "write a greeting into greeting.txt"
says 'size quick: it is clear and names one file'
says 'verified  1 command passed'
expect 0 forge land 1
is greeting "$(cat greeting.txt)" hello
unserve

scenario "forge with Claude Code, standard: planned, checked, audited, approved, built side by side, reviewed"
{
  printf '{"scenarios": {"fo": {"rules": [\n'
  two_steps "Two files" "Write two files that greet." | rule 'Write the plan: objective'
  printf '**Concern 1: small**\n**Severity: low**\n\n**Verdict:** Ready to approve\n' | rule 'What would make this plan fail'
  approves 'You see the step and the diff'
  approves 'Review the whole change against the objective'
  printf 'None.\n\n```json\n{"facts": []}\n```\n' | rule 'What should the next run'
  writes_at '### Step one: write one\\n\\n**Do' call_one one.txt one
  writes_at '### Step two: write two\\n\\n**Do' call_two two.txt two
  printf '{"text": "x"}\n'
  printf ']}}}\n'
} >"$work/script.json"
claude fo
expect 3 forge "write two greetings into files of their own" --no-docs
expect 0 forge answer 1 yes
expect 0 forge resume 1
says '2 of 2 steps'
is commits "$(git log --format=%s main..forge/run-001 | sort | tr '\n' '|')" 'one: write one|two: write two|'
unserve

finish
