#!/bin/sh
# decisions.sh FORGE: what agents decide on the way is numbered, told to those whom it binds, and named where a plan goes against it.
. "$(dirname "$0")/lib.sh"
naive=$(readlink -f "$(dirname "$0")/../naive")/agent.pl
export FORGE_WORKSPACE_MIN_FREE=0 FORGE_MIN_FREE_MEMORY=0 FORGE_SANDBOX=off

# deciders: who executes a step says what it decided; the second says the same once more. The plan check of run 3 finds in
# its first round that the plan goes against D1.
deciders() {
  export FORGE_AGENT="command:sh $work/agent.sh"
  cat >"$work/agent.sh" <<END
prompt=\$(cat)
naive() { printf '%s\n' "\$prompt" | perl "$naive" || exit; }
score() { printf '%s{"dimension": "%s", "score": "%s", "reason": "%s"}' "\$@"; }
case "\$FORGE_PIPELINE \$FORGE_STAGE \$FORGE_ITERATION \$FORGE_RUN" in
  "task-unit execute "* | "slice execute "*)
    naive | sed 's/^{"/{"decisions": ["Notes end with DECIDEDWORD, because a reader asks for it."], "/' ;;
  "milestone roadmap "*) naive ;;
  "slice plan-check 1 3")
    printf '\n\`\`\`json\n{"dimensions": ['
    score '' decisions_honored fail 'step s1 goes against D1'
    score ', ' scope_alignment pass 'within'
    printf ']}\n\`\`\`\n' ;;
  *) naive ;;
esac
END
}

scenario "a decision has a number, is told to the steps behind it, and stands once however often it is said"
deciders
expect 0 forge run "Add two notes: notes/one.txt says one, notes/two.txt says two." --pipeline slice --size complex
out=$(forge prompt 1 execute s2 --round 1)
says "What agents decided on the way, with its number"
says "- D1 (run 1, step s1): Notes end with DECIDEDWORD, because a reader asks for it."
out=$(forge prompt 1 complete --round 1)
says "D1 (run 1, step s1)"
silent "D2"
out=$(forge prompt 1 execute s1 --round 1)
silent "What agents decided on the way"
says '"decisions"'

scenario "a decision of one slice binds the next, and a plan that goes against it is named by its words"
deciders
run forge run "Add two notes in two slices:
- notes/one.txt says one
- notes/two.txt says two" --pipeline milestone
expect 0 forge answer 1 yes
expect 0 forge resume 1
out=$(forge prompt 3 plan --round 1)
says "- D1 (run 2, step s1): Notes end with DECIDEDWORD"
out=$(forge log 3)
says "1 of 10 dimensions fails: decisions_honored"
out=$(forge prompt 3 plan --round 2)
says "step s1 goes against D1 (D1: Notes end with DECIDEDWORD, because a reader asks for it.)"
out=$(forge prompt 1 complete --round 1)
says "D1 (run 2, step s1)"

scenario "a section of a prompt has a budget, and what that leaves out is counted and named"
deciders
FORGE_PROMPT_BUDGET_DECISIONS=10 FORGE_PROMPT_BUDGET_RULES=20 run forge run "Add two notes: notes/one.txt says one, notes/two.txt says two." --pipeline slice --size complex
seq 1 100 | sed 's/^/- rule /' >AGENTS.md
run forge prompt 1 execute s2 --sizes
says "work: decisions"
out=$(printf '%s\n' "$out" | sed 's/  */ /g')
says " 10 D1"
says " 20 the rest of AGENTS.md"
run forge prompt 1 execute s2 --json
says '"budget":10,"left_out":["D1"]'
out=$(forge prompt 1 execute s2 2>/dev/null)
says "(left out, for want of room: D1)"

finish
