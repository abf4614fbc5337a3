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

units() { forge log 1 --json | grep '"kind":"unit-started"' | grep -c "\"stage\":\"$1\""; }

scenario "a fixer that changes nothing fixes nothing: neither it nor the reviewer is asked again"
project true
run forge run "Two greetings" --pipeline forge --size standard --auto
is findings "$(findings)" "F1 open"
is "the units that fix" "$(units fix-found)" 1
is "the reviews" "$(units review)" 1

scenario "a change that does not fix it: the reviewer reads the number"
project 'echo more >>two.txt'
run forge run "Two greetings" --pipeline forge --size standard --auto
is findings "$(findings)" "F1 open"
prompt=$(forge prompt 1 review --round 2)
is "told in round 2" "$(printf '%s\n' "$prompt" | grep -c -- '- F1: one.txt:1')" 1
is "the fixer's report" "$(printf '%s\n' "$prompt" | grep -c 'fix-found (asked for by triage): Done by the agent')" 1

scenario "a change that the reviewer no longer complains of fixes it"
project 'echo good >one.txt'
expect 0 forge run "Two greetings" --pipeline forge --size standard --auto
is findings "$(findings)" "F1 fixed"

# decided ROUND2: as above, but a person answers follow-up about F1 and has F2 fixed; the reviewer then says ROUND2.
decided() {
  project 'echo good >two.txt'
  cat >"$work/review.sh" <<END
one='"title":"An odd name","text":"It says little.","file":"one.txt","line":1'
two='{"severity":"low","title":"A bad word","text":"It is bad.","file":"two.txt","line":1}'
case \$FORGE_ITERATION in
  1) verdict=Approved found="{\"severity\":\"low\",\$one},\$two" ;;
  2) verdict="Revision Required" found="$1" ;;
  *) verdict=Approved found= ;;
esac
printf '**Verdict:** %s\n\n\`\`\`json\n{"findings":[%s]}\n\`\`\`\n' "\$verdict" "\$found"
END
  sed -i "s|^  review)|  review) sh $work/review.sh; exit ;;\n  never)|" "$work/agent.sh"
  run forge run "Two greetings" --pipeline forge --size standard
  run forge answer 1 yes
  run forge resume 1
  run forge answer 1 follow-up --comment "F2: fix"
  run forge resume 1
}
rounds() { forge log 1 --json | grep '"kind":"unit-started"' | grep -c '"stage":"fix"'; }

scenario "what a person left for later is not sent to be fixed when its reviewer repeats it"
decided '{\"severity\":\"medium\",$one}'
is findings "$(findings)" "F1 follow-up
F2 fixed"
is "rounds of fixing" "$(rounds)" 0
is "the fixer is not told of it" "$(forge prompt 1 review --round 2 | grep -c 'An odd name')" 1

scenario "nor when another thing is found beside it: the fixer is told it as decided"
decided '{\"severity\":\"medium\",$one},{\"severity\":\"medium\",\"title\":\"New\",\"text\":\"New.\",\"file\":\"two.txt\"}'
is "rounds of fixing" "$(rounds)" 1
is "told as decided" "$(forge prompt 1 fix --round 1 | grep -A1 'They were decided, .* Leave them' | grep -c 'Leave them')" 1
is "F1" "$(findings | head -1)" "F1 follow-up"

# put_off ROUND2: F1 is low, F2 is medium and is fixed by the unattended run; the reviewer then says ROUND2.
put_off() {
  project 'echo good >two.txt'
  cat >"$work/review.sh" <<END
one='"title":"An odd name","text":"It says little.","file":"one.txt","line":1'
two='{"severity":"medium","title":"A bad word","text":"$(yes 'It is bad.' | head -60 | tr '\n' ' ')That is all.","fix":"Say good.","file":"two.txt","line":1}'
case \$FORGE_ITERATION in
  1) verdict=Approved found="{\"severity\":\"low\",\$one},\$two" ;;
  2) $1 ;;
  *) verdict=Approved found= ;;
esac
printf '**Verdict:** %s\n\n\`\`\`json\n{"findings":[%s]}\n\`\`\`\n' "\$verdict" "\$found"
END
  sed -i "s|^  review)|  review) sh $work/review.sh; exit ;;\n  never)|" "$work/agent.sh"
  run forge run "Two greetings" --pipeline forge --size standard --auto
}

scenario "what an unattended run put off is not open in later rounds, and stays as it is"
put_off 'verdict=Approved found='
is findings "$(findings)" "F1 open
F2 fixed"
is "the fixer is told all of F2" "$(forge prompt 1 fix-found --round 1 | grep -c 'It is bad\. That is all\.$\|^  Fix: Say good\.$')" 2
prompt=$(forge prompt 1 review --round 2)
is "told as put off" "$(printf '%s\n' "$prompt" | grep -A1 'were put off' | grep -c -- '- F1: one.txt:1: An odd name')" 1
is "not told as open" "$(printf '%s\n' "$prompt" | sed -n '/they are open/,/^$/p' | grep -c 'F1')" 0

scenario "a review that asks for nothing else does not send the work back"
put_off 'verdict="Revision Required" found="{\"severity\":\"low\",$one,\"same_as\":\"F1\"}"'
is findings "$(findings)" "F1 open
F2 fixed"
is "rounds of fixing" "$(rounds)" 0

finish
