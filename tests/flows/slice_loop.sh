#!/bin/sh
# slice_loop.sh FORGE: the loop of a slice: its plan check counts, its review never stops it, and who is blocked asks.
. "$(dirname "$0")/lib.sh"
naive=$(readlink -f "$(dirname "$0")/../naive")/agent.pl
export FORGE_WORKSPACE_MIN_FREE=0 FORGE_MIN_FREE_MEMORY=0 FORGE_SANDBOX=off
two_notes="Add two notes: notes/one.txt says one, notes/two.txt says two."

# agents CASES: each line of the case on standard input is a branch on "STAGE MEMBER ITERATION STEP"; what it does not name
# does just what its prompt asks for.
agents() {
  export FORGE_AGENT="command:sh $work/agent.sh"
  {
    cat <<END
prompt=\$(cat)
naive() { printf '%s\n' "\$prompt" | perl "$naive" || exit; }
# scores FAILING...: of a plan; the others pass, but for \$warned.
scores() {
  printf '\n\`\`\`json\n{"dimensions": ['
  between=
  for name in completeness dependencies risk_coverage acceptance_observable scope_alignment decisions_honored expected_output_realistic; do
    score=pass
    for failing; do [ "\$failing" != "\$name" ] || score=fail; done
    why="about \$name"
    [ "\$name" != "\$warned" ] || { score=warn; why="WARNWORD: step s1 says nothing of the last line"; }
    printf '%s{"dimension": "%s", "score": "%s", "reason": "%s"}' "\$between" "\$name" "\$score" "\$why"
    between=', '
  done
  printf ']}\n\`\`\`\n'
}
objects() { printf '**Verdict:** Revision Required\n\n\`\`\`json\n{"objections": [{"id": "R1", "title": "LOCKWORD is missing", "text": "why", "severity": "high", "file": "notes/one.txt"}]}\n\`\`\`\n'; }
answers() { printf '**Verdict:** Approved\n\n\`\`\`json\n{"answers": [{"id": "R1", "answer": "%s", "text": "because"}]}\n\`\`\`\n' "\$1"; }
withdraws() { printf '**Verdict:** Approved\n\n\`\`\`json\n{"objections": [{"id": "R1", "position": "withdrawn", "text": "WITHDRAWWORD"}]}\n\`\`\`\n'; }
keeps() { printf '**Verdict:** Approved\n\n\`\`\`json\n{"objections": [{"id": "R1", "position": "kept"}]}\n\`\`\`\n'; }
blocked() { printf '\n\`\`\`json\n{"status": "blocked", "summary": "none", "blocker": "%s"}\n\`\`\`\n' "\$1"; }
case "\$FORGE_STAGE \${FORGE_MEMBER:--} \$FORGE_ITERATION \${FORGE_STEP:--}" in
END
    cat
    printf '  *) naive ;;\nesac\n'
  } >"$work/agent.sh"
}
slice() { run forge run "$two_notes" --pipeline slice --size complex "$@"; }
artifact() { cat ".forge/state/runs/001"*/artifacts/run/"$1"; }

scenario "failing dimensions of a plan are counted: three, then two, then none passes in the third round"
agents <<'END'
  "plan-check - 1 -") scores completeness dependencies scope_alignment ;;
  "plan-check - 2 -") scores completeness scope_alignment ;;
END
slice
is "exit" "$status" 0
out=$(artifact PLAN-CHECK.md)
says "| dimension | round 1 | round 2 | round 3 | by | reason |"
says "| completeness | fail | fail | pass |"
says "| dependencies | fail | pass | pass |"
says "**Verdict:** Approved"
out=$(forge log 1)
says "3 of 10 dimensions fail: completeness, dependencies, scope_alignment"
says "2 of 10 dimensions fail: completeness, scope_alignment"
out=$(forge prompt 1 plan --round 2)
says "medium: completeness"
says "about dependencies"
out=$(forge prompt 1 plan-check --round 2)
says "What the engine can tell of the plan"
says "- must_haves_wellformed: warn."
says "All else that it can tell passes."

scenario "as many failing dimensions as in the round before end the loop in a question"
agents <<'END'
  "plan-check - "*) scores completeness dependencies scope_alignment ;;
END
slice
run forge questions
says "makes no progress: 3 failures, 3 the round before"
says "accept"
run forge status 1
says "plan-check"
expect 0 forge answer 1 accept
expect 0 forge resume 1

scenario "what the engine can tell of a plan counts, whatever the reviewer says"
agents <<'END'
  "plan - 1 -") naive | sed 's/^\*\*Done when:\*\*.*/&\n**Must-haves:**\n- expected_output: ["notes\/one.txt"]/' ;;
  "plan - "*) naive | sed '/^\*\*Must-haves/d; /expected_output/d' ;;
  "plan-check - "*) scores ;;
END
slice
is "exit" "$status" 0
out=$(forge log 1)
says "1 of 10 dimensions fails: expected_output_realistic"

scenario "a warning of the plan check reaches the steps that it names and who judges the whole, and no triage"
agents <<'END'
  "plan-check - 1 -") warned=scope_alignment; scores completeness ;;
  "plan-check - "*) warned=scope_alignment; scores ;;
END
slice
is "exit" "$status" 0
out=$(forge prompt 1 plan --round 2)
says "Warned of, which blocks nothing:"
says WARNWORD
out=$(forge prompt 1 execute s1 --round 1)
says "What the reviewers of the plan remarked when they approved it."
says "WARNWORD: step s1 says nothing of the last line"
out=$(forge prompt 1 execute s2 --round 1)
silent WARNWORD
out=$(forge prompt 1 review --member challenge --round 1)
says "What the reviewers of the plan warned of when they let it pass."
says WARNWORD
run forge findings 1
silent WARNWORD
out=$(forge prompt 1 plan-check --round 1)
says "The reason of a warning is told to those who do the steps that it names"

scenario "an advisory plan check stops nothing, and a disabled one asks nobody"
agents <<'END'
  "plan-check - "*) scores completeness dependencies scope_alignment ;;
END
FORGE_PLAN_CHECK=advisory slice
is "exit" "$status" 0
run forge findings 1
says "completeness"
run forge log 1
says "3 of 10 dimensions fail"
FORGE_PLAN_CHECK=disabled run forge run "Add the note notes/three.txt that says three." --pipeline slice --size complex
is "exit" "$status" 0
run forge prompt 2 plan-check --round 1
is "a prompt of the plan check" "$status" 2

scenario "a challenger without a usable answer stops no slice, and what was not challenged is said"
agents <<'END'
  "review challenge "*) echo "Nothing to say." ;;
END
slice
is "exit" "$status" 0
run forge status 1
says "\`challenge\` gave no usable answer, so nothing was challenged"

scenario "a defender without a usable answer leaves the objections open"
agents <<'END'
  "review challenge "*) objects ;;
  "review defence "*) echo "Nothing to say." ;;
END
slice
is "exit" "$status" 0
run forge findings 1
says "LOCKWORD is missing"
says "deferred"

scenario "a fix that fails leaves its objections open, and the slice closes with them listed"
agents <<'END'
  "review challenge "*) objects ;;
  "review defence "*) answers concede ;;
  "review-fix "*) echo "I could not." ;;
END
slice
is "exit" "$status" 0
run forge status 1
says "\`review-fix\` failed, so what it was to fix stays open"
run forge findings 1 --json
says "LOCKWORD is missing"
says "conceded: the defence conceded it; \`review-fix\` failed"
says '"state":"open"'

scenario "objections that stay open are asked about at once where the setting says so"
agents <<'END'
  "review challenge "*) objects ;;
  "review defence "*) answers defend ;;
  "review rebuttal "*) keeps ;;
END
FORGE_REVIEW_ASK=pause slice
run forge questions
says "leaves objections open"
says "R1, high: LOCKWORD is missing (notes/one.txt)"
expect 0 forge answer 1 fix -m "FIXWORD: take the lock"
run forge resume 1
out=$(forge prompt 1 review-fix --round 1)
says FIXWORD
says "LOCKWORD is missing"
run forge questions
says "leaves objections open"
expect 0 forge answer 1 accept
expect 0 forge resume 1

scenario "they are asked about too when who was to fix them fails, or the last round leaves them"
agents <<'END'
  "review challenge "*) objects ;;
  "review defence "*) answers concede ;;
  "review-fix - 1 "*) echo "I could not." ;;
END
FORGE_REVIEW_ASK=pause slice
run forge questions
says "\`review-fix\` failed"
says "What it was to fix is open. Fix them, or accept the work with them open?"
says "R1, high: LOCKWORD is missing (notes/one.txt)"
expect 0 forge answer 1 fix -m "FIXWORD: take the lock"
run forge resume 1
out=$(forge prompt 1 review-fix --round 2)
says FIXWORD
run forge questions
says "still asks for changes"
says "Fix them, or accept the work with them open?"
expect 0 forge answer 1 accept
expect 0 forge resume 1
run forge findings 1
says "LOCKWORD is missing"

scenario "an objection that was withdrawn is told to the next round with its number and the answers to it"
agents <<'END'
  "review challenge 1 "*) printf '**Verdict:** Revision Required\n\n```json\n{"objections": [{"id": "R1", "title": "LOCKWORD is missing", "text": "why", "severity": "high", "file": "notes/one.txt"}, {"id": "R2", "title": "It is slow", "text": "why", "severity": "high"}]}\n```\n' ;;
  "review defence 1 "*) printf '**Verdict:** Approved\n\n```json\n{"answers": [{"id": "R1", "answer": "defend", "text": "DEFENDWORD"}, {"id": "R2", "answer": "concede", "text": "yes"}]}\n```\n' ;;
  "review rebuttal 1 "*) withdraws ;;
  "review-fix "*) naive ;;
END
slice
is "exit" "$status" 0
out=$(forge prompt 1 review --member challenge --round 2)
says "You raised these before, and they were withdrawn in the debate. They are settled"
says "- F1: notes/one.txt: LOCKWORD is missing"
says DEFENDWORD
says WITHDRAWWORD
says "- F2: It is slow"
is "the withdrawn objection" "$(printf '%s\n' "$out" | grep -c LOCKWORD)" 1
out=$(cat .forge/state/runs/001*/units/*/prompt.md | grep -B1 WITHDRAWWORD)
says "- R1, high: LOCKWORD is missing (notes/one.txt)"

scenario "a blocked task is a question in its own words; the others go on, and the answer goes into the retry"
agents <<'END'
  "plan - "*) naive | sed 's/^\*\*Depends:\*\* s1/**Depends:** none/' ;;
  "execute - "*" s1")
    case $prompt in
      *ANSWERWORD*) naive ;;
      *) blocked "which KEYWORD is it?" ;;
    esac ;;
END
slice
run forge questions
says "which KEYWORD is it?"
run forge status 1
is "the other task" "$(git show forge/run-001:notes/two.txt 2>&1 | wc -l | tr -d ' ')" 1
expect 0 forge answer 1 retry -m "ANSWERWORD: the second"
expect 0 forge resume 1
out=$(cat .forge/state/runs/001*/units/*/prompt.md | grep -A3 "which KEYWORD")
says "A person answers: ANSWERWORD: the second"

scenario "a task whose repairs are used up is a question too, and the others go on"
agents <<'END'
  "plan - "*) naive | sed 's/^\*\*Depends:\*\* s1/**Depends:** none/' ;;
  "execute - "*" s1" | "repair - "*" s1")
    case $prompt in
      *ANSWERWORD*) naive ;;
      *) printf '```json\n{"status": "done", "cause": "none", "summary": "It is there."}\n```\n' ;;
    esac ;;
END
slice
run forge questions
says "\`verify\` failed: test -s notes/one.txt"
says "retry, accept, stop"
is "the other task" "$(git show forge/run-001:notes/two.txt 2>&1 | wc -l | tr -d ' ')" 1
expect 0 forge answer 1 retry -m "ANSWERWORD: write it"
expect 0 forge resume 1

scenario "a blocked task of a slice is a question of the milestone, while its other slices go on"
agents <<'END'
  "roadmap - "*) naive | sed 's/^\*\*Depends:\*\* s1/**Depends:** none/' ;;
  "execute - "*)
    case $prompt in
      *ANSWERWORD*) naive ;;
      *"### Step s1: write notes/one.txt"*) blocked "which KEYWORD is it?" ;;
      *) naive ;;
    esac ;;
END
run forge run "Add two notes in two slices:
- notes/one.txt says one
- notes/three.txt says three" --pipeline milestone
run forge answer 1 yes
run forge resume 1
run forge questions
says "which KEYWORD is it?"
is "the other slice" "$(git show forge/run-001:notes/three.txt 2>&1 | wc -l | tr -d ' ')" 1
blocked_run=$(forge questions --json | sed -n 's/.*"run":\([0-9]*\).*/\1/p' | head -n 1)
expect 0 forge answer "$blocked_run" retry -m "ANSWERWORD: the second"
expect 0 forge resume 1
is "the blocked slice" "$(git show forge/run-001:notes/one.txt 2>&1 | wc -l | tr -d ' ')" 1

finish
