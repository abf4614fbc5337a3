#!/bin/sh
# budget_inside.sh FORGE LLM: a budget binds inside a unit, with a provider that calls tools for ever and with a program that says
# what it uses: at most one answer too much, the work is kept, the run asks, and after `extend` it goes on from there.
. "$(dirname "$0")/lib.sh"
. "$(dirname "$0")/provider.sh"
llm=$2

pipeline_one() {
  mkdir -p .forge/pipelines
  printf 'name = "one"\nabout = "one agent"\n[[stage]]\nname = "write"\nrole = "executor"\n[[stage]]\nname = "commit"\nkind = "integrate"\n' >.forge/pipelines/one.toml
}
# tokens RUN: what it has spent, as the store has it
tokens() { forge status "$1" --json | sed 's/.*"tokens":\([0-9]*\),.*/\1/'; }

for runtime in anthropic openai; do
  scenario "$runtime: a budget of 1000 tokens stops a unit that would ask forty times, after its ninth answer"
  pipeline_one
  awk 'BEGIN {
    printf "{\"scenarios\": {\"work\": {\"turns\": ["
    for (i = 1; i <= 40; i++) {
      printf "{\"text\": \"I work.\", \"usage\": {\"input\": 100, \"output\": 20}"
      if (i < 20) printf ", \"tools\": [{\"id\": \"c%d\", \"name\": \"Write\", \"args\": {\"file_path\": \"f%d.txt\", \"content\": \"%d\"}}]", i, i, i
      printf "}%s", i < 40 ? "," : ""
    }
    print "]}}}"
  }' >"$work/script.json"
  serve
  expect 3 forge run "write files" --pipeline one --agent "$runtime:$provider/s/work" --budget-tokens 1000 --auto
  is requests "$(grep -c '"path"' "$work/asked.jsonl")" 9
  run forge questions
  says '1080 of 1000 tokens used; extend it?'
  expect 0 forge log 1
  says 'stopped: the budget of the run is used up: 1080 of 1000 tokens used'
  # Forty answers of 120 would be 4800.
  expect 0 forge answer 1 extend --comment 3000
  expect 0 forge resume 1
  is files "$(git ls-tree --name-only forge/run-001 | grep -c '^f[0-9]*.txt$')" 19
  is requests "$(grep -c '"path"' "$work/asked.jsonl")" 20
  says 'completed'
  unserve
done

scenario "command: a program that says what it uses is stopped, and what it said before is kept"
pipeline_one
cat >"$work/agent.sh" <<'EOF'
cat >/dev/null
[ -f begun.txt ] && { echo more >>begun.txt; echo 'Done.'; exit; }
echo begun >begun.txt
echo 'FORGE-USAGE {"input_tokens": 600}'
echo 'FORGE-USAGE {"input_tokens": 1200}'
exec sleep 1000
EOF
expect 3 forge run "begin" --pipeline one --agent "command:sh $work/agent.sh" --budget-tokens 1000 --auto
run forge questions
says '1200 of 1000 tokens used; extend it?'
expect 0 forge answer 1 extend
expect 0 forge resume 1
is begun.txt "$(git show forge/run-001:begun.txt | tr '\n' ' ')" 'begun more '

scenario "a unit that was stopped waits while another one has the rest of the budget in hand, and starts once more"
mkdir -p .forge/pipelines
printf 'name = "all"\nabout = "steps"\n[[stage]]\nname = "each"\nkind = "each"\npipeline = "part"\nmax_concurrent = 2\n' >.forge/pipelines/all.toml
printf 'name = "part"\nabout = "one unit"\n[[stage]]\nname = "look"\nrole = "researcher"\n' >.forge/pipelines/part.toml
printf '# Plan: look\n\n## Steps\n\n### Step a: a\n- Do: look\n\n### Step b: b\n- Do: look\n' >"$work/plan.md"
expect 0 forge config set sandbox off
mkfifo "$work/go"
# The one that says it last is stopped; the other one has 600 in hand until it ends.
cat >"$work/agent.sh" <<EOF
cat >/dev/null
echo "\$FORGE_STEP" >>"$work/starts"
[ ! -e "$work/extended" ] || { echo Done.; exit; }
echo 'FORGE-USAGE {"input_tokens": 600}'
cat "$work/go" >/dev/null
echo Done.
EOF
forge run look --pipeline all --plan "$work/plan.md" --agent "command:sh $work/agent.sh" --budget-tokens 1000 --auto >"$work/out" 2>&1 &
until forge log 1 2>/dev/null | grep -q 'stopped: the budget'; do :; done
: >"$work/go"
wait $!
is "its end" "$?" 3
is starts "$(grep -c . "$work/starts")" 2
expect 0 forge log 1
says 'the rest of the budget is in use by 1 other unit'
run forge questions
says '1200 of 1000 tokens used; extend it?'
touch "$work/extended"
expect 0 forge answer 1 extend
expect 0 forge resume 1
is starts "$(grep -c . "$work/starts")" 3

scenario "what cannot be true is not taken off: it is refused, and said"
pipeline_one
cat >"$work/agent.sh" <<'EOF'
cat >/dev/null
echo x >x.txt
echo 'Done.'
echo 'FORGE-USAGE {"input_tokens": -500, "output_tokens": 40, "usd": -5}'
EOF
expect 0 forge run "x" --pipeline one --agent "command:sh $work/agent.sh" --auto
is tokens "$(tokens 1)" 40
run cat .forge/state/runs/*/units/*/events.jsonl
says 'is not counted: input_tokens -500, usd -5'
run forge cost 1
says 'unknown'
says 'the price of 1 agent unit is unknown (a model that was not named): name it in .forge/models.toml'
run forge status 1
says '1 agent unit at an unknown price'

finish
