#!/bin/sh
# findings_sent.sh FORGE: what is sent to be fixed stays open with its number until a change was made and reviewed.
. "$(dirname "$0")/lib.sh"
export FORGE_WORKSPACE_MIN_FREE=0 FORGE_MIN_FREE_MEMORY=0 FORGE_SANDBOX=off

# project FIX: an agent per stage of `forge`; the reviewer finds one thing as long as `bad` stands in one.txt, in other
# words each round. `fix-found` runs FIX.
project() {
  two_steps "Two greetings" "There are two greetings." >"$work/plan.md"
  export FORGE_AGENT="command:sh $work/agent.sh"
  cat >"$work/agent.sh" <<END
cat >/dev/null
case \$FORGE_STAGE in
  plan) cat "$work/plan.md"; exit ;;
  audit) printf '**Verdict:** Ready to approve\n'; exit ;;
  implement) echo bad >"\$FORGE_STEP.txt" ;;
  fix-found) $1 ;;
  review)
    printf '**Verdict:** Approved\n\n\`\`\`json\n{"findings":['
    ! grep -q bad one.txt || printf '{"severity":"medium","title":"words of round %s","text":"it is wrong","file":"one.txt","line":1}' "\$FORGE_ITERATION"
    printf ']}\n\`\`\`\n'
    exit ;;
esac
printf 'Done.\n\`\`\`json\n{"status":"done","summary":"Done by the agent.","cause":"known","facts":[]}\n\`\`\`\n'
END
}
findings() { forge findings 1 --json | tr "{" "\n" | sed -n "s|.*\"finding\":\"\(F[0-9]*\)\".*\"state\":\"\([a-z-]*\)\".*|\1 \2|p"; }

scenario "a fixer that changes nothing fixes nothing, and the reviewer reads the number"
project true
run forge run "Two greetings" --pipeline forge --size standard --auto
is findings "$(findings)" "F1 deferred"
prompt=$(forge prompt 1 review --round 2)
is "told in round 2" "$(printf '%s\n' "$prompt" | grep -c -- '- F1: one.txt:1')" 1
is "the fixer's report" "$(printf '%s\n' "$prompt" | grep -c 'fix-found (asked for by triage): Done by the agent')" 1

scenario "a change that the reviewer no longer complains of fixes it"
project 'echo good >one.txt'
expect 0 forge run "Two greetings" --pipeline forge --size standard --auto
is findings "$(findings)" "F1 fixed"

finish
