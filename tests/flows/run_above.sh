#!/bin/sh
# run_above.sh FORGE: a run that does a step of another run's plan knows what was decided there, and that run what it cost.
. "$(dirname "$0")/lib.sh"
naive=$(readlink -f "$(dirname "$0")/../naive")/agent.pl
export FORGE_WORKSPACE_MIN_FREE=0 FORGE_MIN_FREE_MEMORY=0 FORGE_SANDBOX=off

# project rounds|slices|lazy: what is not named here does just what its prompt asks for.
project() {
  export FORGE_AGENT="command:sh $work/agent.sh"
  cat >"$work/agent.sh" <<END
prompt=\$(cat)
naive() { printf '%s\n' "\$prompt" | perl "$naive" || exit; }
case "$1 \$FORGE_PIPELINE \$FORGE_STAGE \$FORGE_ITERATION" in
  "rounds sprint plan "*) naive | sed 's/^## Scope$/&\n\nSCOPEWORD: only ASCII letters./; s/^## Risks$/&\n\n- RISKWORD. Mitigation: look./' ;;
  "rounds sprint intake "*) naive; printf '\n1. REQUIREWORD: a note never has a tab.\n' ;;
  "rounds task review-code 1") printf '**Verdict:** Revision Required\n\n\`\`\`json\n{"findings":[{"severity":"medium","title":"CHILDFAULT","text":"why","file":"notes/one.txt","line":1}]}\n\`\`\`\n' ;;
  "slices milestone roadmap "*) naive | sed 's/^## Scope$/&\n\nSCOPEWORD: only ASCII letters./; s/^### Step s2.*/&\n\n**Depends:** s1\n**Risk:** high/' ;;
  "slices slice complete "*) naive; printf '\nDELIVERWORD: the first note is there.\n' ;;
  "slices milestone discuss "*) naive; printf '\nDECIDEWORD: a note never has a tab.\n' ;;
  "slices milestone research "*) naive; printf '\nFOUNDWORD: README.md:1 names the notes.\n' ;;
  "lazy task implement 1") printf "# Progress\n\n**Status:** done\n\n**Summary:** Nothing yet.\n" ;;
  *) naive ;;
esac
END
}
# lacking RUN WORD: prompts of its agents that do not have it.
lacking() { grep -L "$2" ".forge/state/runs/$1"/units/*/prompt.md | wc -l | tr -d ' '; }

scenario "what was decided above reaches every agent that plans, builds or judges a task, and its rounds those who look back"
project rounds
run forge run "Add two notes: notes/one.txt says one, notes/two.txt says two.
OBJECTWORD: no new dependency." --pipeline sprint
expect 0 forge answer 1 yes -m "PERSONWORD use capital letters"
run forge resume 1
expect 0 forge answer 1 yes -m "ROADWORD the second task leaves the first alone"
expect 0 forge resume 1
for word in OBJECTWORD SCOPEWORD RISKWORD REQUIREWORD PERSONWORD ROADWORD; do
  is "without $word" "$(lacking 002 "$word")" 0
done
out=$(forge prompt 1 retrospective --round 1)
says "done by a run of its own"
says "review-code: sent the work back once"
says CHILDFAULT
out=$(forge prompt 1 learn --round 1)
says "review-code: sent the work back once"

scenario "who researches or plans a slice knows what the milestone decided and found, also what no person was asked about"
project slices
run forge run "Add two notes: notes/one.txt says one, notes/two.txt says two.
OBJECTWORD: no new dependency." --pipeline milestone
expect 0 forge answer 1 yes -m "ROADWORD the second slice leaves the first alone"
expect 0 forge resume 1
for stage in research plan; do
  out=$(forge prompt 2 $stage --round 1)
  for word in OBJECTWORD SCOPEWORD ROADWORD DECIDEWORD FOUNDWORD; do says $word; done
  silent DELIVERWORD
done
says "The other steps of the run above"
says "(to come, risk high, depends on s1)"
for stage in radar research plan; do
  out=$(forge prompt 3 $stage --round 1)
  says "first those that this one depends on"
  says ", on which this step depends ---"
  says DELIVERWORD
  is "reports in $stage" "$(printf '%s\n' "$out" | grep -c DELIVERWORD)" 1
done

scenario "a task proves its work by the verify command of its step"
project lazy
run forge run "Add two notes: notes/one.txt says one, notes/two.txt says two." --pipeline sprint
expect 0 forge answer 1 yes
run forge resume 1
expect 0 forge answer 1 yes
expect 0 forge resume 1
out=$(forge prompt 2 implement --round 2)
says "What failed"
says "notes/one.txt"

finish
