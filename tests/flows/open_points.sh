#!/bin/sh
# open_points.sh FORGE: the points that a milestone's slices left open: how an unattended run decides, how they are
# fixed and judged by their numbers, and what the prompts on the way say of them.
. "$(dirname "$0")/lib.sh"
naive=$(readlink -f "$(dirname "$0")/../naive")/agent.pl
export FORGE_WORKSPACE_MIN_FREE=0 FORGE_MIN_FREE_MEMORY=0 FORGE_SANDBOX=off

# project SEVERITY FIX: `digest` lists one point of SEVERITY, `refactor` runs FIX, and round N of
# `review-refactor` gives $work/review.N, or else approves. Any other stage does just what its prompt asks for.
project() {
  export FORGE_AGENT="command:sh $work/agent.sh"
  cat >"$work/agent.sh" <<END
prompt=\$(cat)
naive() { printf '%s\n' "\$prompt" | perl "$naive" || exit; }
block() { printf '\n\`\`\`json\n%s\n\`\`\`\n' "\$1"; }
case "\$FORGE_PIPELINE \$FORGE_STAGE" in
  "milestone digest") echo "LEFTWORD is left open."; block '{"findings":[{"severity":"$1","title":"The note is short","text":"It says little.","file":"README.md","line":1}]}' ;;
  "milestone refactor") $2; block '{"status":"done","summary":"The readme now tells what the notes are about, and where someone may search for them, in the folder of notes"}' ;;
  "milestone review-refactor") cat "$work/review.\$FORGE_ITERATION" 2>/dev/null || { printf 'LONGWORD it is settled.\n\n**Verdict:** Approved\n'; block '{"findings":[]}'; } ;;
  *" plan-check"|"slice review") printf 'CHECKWORD it all holds.\n'; naive ;;
  *) naive ;;
esac
END
}
start() { run forge run "Add two notes: notes/one.txt says one, notes/two.txt says two." --pipeline milestone "$@"; }
findings() { forge findings 1 --json | tr "{" "\n" | sed -n "s|.*\"finding\":\"\(F[0-9]*\)\".*\"state\":\"\([a-z-]*\)\".*|\1 \2|p"; }
# prompt RUN STAGE ROUND: what the unit was told.
prompt() { out=$(forge prompt "$1" "$2" --round "$3"); }

scenario "points that are all low are noted for later when no person is asked, and the log says so"
project low true
start --auto
is exit "$status" 0
says 'not asked: the run is unattended; answered `follow-up`'
silent "refactor                started"
is findings "$(findings)" "F1 follow-up"
run forge memory list
says "Review follow-up (F1 of run 1)"
out=$(forge prompt 1 complete --round 1)
says "- F1, low, follow-up: The note is short (README.md:1)"
run forge report 1
says 'not asked: the run is unattended; answered `follow-up`'

scenario "a point of medium is fixed, and whoever judges it knows its number"
project medium 'echo "notes are short" >>README.md'
start --auto
is exit "$status" 0
says 'not asked: the run is unattended; answered `refactor`'
is findings "$(findings)" "F1 fixed"
run forge findings 1
says '`review-refactor` approved'
prompt 1 review-refactor 1
says "- F1, medium: The note is short (README.md:1)"
says "The points of \`OPEN-POINTS.md\` have their numbers there."
says "The diff of what was done after the steps"
says "+notes are short"
silent "+++ b/notes/one.txt"
silent LEFTWORD
prompt 1 refactor 1
says "Fix each point of OPEN-POINTS.md, or say why not"
says "- F1, medium: The note is short (README.md:1)"
silent "step may write"
prompt 1 complete 1
says "refactor (asked for by triage)"
says "- F1, medium, fixed: The note is short (README.md:1)"
says '`REFACTOR_REVIEW.md`'
silent LEFTWORD
prompt 1 discuss 1
says "It asks no person in this run: where your task has you ask one, decide as you would recommend, say why, and list no question."
is "subject" "$(git log -1 --format=%s forge/run-001)" "The readme now tells what the notes are about"

title="a slice knows what is older than the slice before it, and what the engine ran"
prompt 2 plan 1
says "--- RESEARCH.md of run 1 ---"
prompt 3 plan 1
says "--- RESEARCH.md of run 1, from before any step: the code has changed since ---"
says '`RESEARCH.md`:'
silent CHECKWORD
prompt 3 complete 1
says "What the engine ran on this work, and how it ended"
silent CHECKWORD

scenario "a point that its reviewer names again stays open until a round approves without it"
project medium 'echo more >>README.md'
cat >"$work/review.1" <<'END'
**Verdict:** Revision Required

```json
{"findings":[{"severity":"medium","title":"Still short","text":"One word more.","same_as":"F1"}]}
```
END
start --auto
is exit "$status" 0
is findings "$(findings)" "F1 fixed"
prompt 1 complete 1
says "refactor (asked for by triage, review-refactor)"

scenario "an approval of work that changed nothing fixes nothing"
project medium true
start --auto
is findings "$(findings)" "F1 open"

scenario "a point of a slice that is listed by its number is one point, and settled once"
project low true
sed -i 's|^  "milestone digest")|  "slice review challenge") printf "**Verdict:** Approved\\n"; block "{\\"objections\\":[{\\"id\\":\\"R1\\",\\"title\\":\\"The note is short\\",\\"text\\":\\"It says little.\\",\\"severity\\":\\"low\\",\\"file\\":\\"notes/one.txt\\"}]}" ;;\n&|; s|FORGE_STAGE" in|FORGE_STAGE${FORGE_MEMBER:+ $FORGE_MEMBER}" in|; s|"line":1}|"line":1,"same_as":"2:F1, 3:F1"}|; s|\*" plan-check"|*" plan-check"*|; s|"slice review")|"slice review "*)|' "$work/agent.sh"
start --auto
is exit "$status" 0
prompt 1 digest 1
says "- 2:F1, low: The note is short (notes/one.txt)"
says "its number where the reports give one"
run forge findings 1
says "F1"
silent "left by run 2"
run forge findings 2
says "follow-up"
says "with F1 of run 1"
expect 0 forge triage 1 2:F1 --as keep --reason "short is good"
run forge findings 1
says "short is good"
run forge findings 3
says "short is good"
expect 0 forge triage 3 F1 --as rejected --reason "as it was asked"
run forge findings 1
says "as it was asked"

scenario "with a person there, what is written may ask them"
project low true
start
prompt 1 discuss 1
silent "It asks no person"

scenario "a point of severity high that a slice left is listed, though the agent that gathers them names none"
project low true
sed -i 's|^  "milestone digest") .*|  "slice review challenge") printf "**Verdict:** Approved\\n"; block "{\\"objections\\":[{\\"id\\":\\"R1\\",\\"title\\":\\"The note is short\\",\\"text\\":\\"It says little.\\",\\"severity\\":\\"high\\",\\"file\\":\\"notes/one.txt\\"}]}" ;;\n  "milestone digest") echo none; block "{\\"findings\\":[]}" ;;|; s|FORGE_STAGE" in|FORGE_STAGE${FORGE_MEMBER:+ $FORGE_MEMBER}" in|; s|\*" plan-check"|*" plan-check"*|; s|"slice review")|"slice review "*)|' "$work/agent.sh"
start
expect 3 forge answer 1 yes --go
says "run 1 question 2 (triage)"
prompt 1 digest 1
says "- 2:F1, high: The note is short (notes/one.txt)"
out=$(cat .forge/state/runs/001*/artifacts/run/OPEN-POINTS.md*)
says "The note is short"
expect 0 forge answer 1 keep --go
run forge findings 2
says "with F1 of run 1"

scenario "the comment on a list of points names exceptions, and follow-up runs"
project medium 'echo "notes are short" >>README.md'
sed -i 's|"line":1}\]|"line":1},{"severity":"low","title":"OTHERWORD is unclear","text":"Say which.","file":"notes/two.txt","line":1}]|' "$work/agent.sh"
start
expect 3 forge answer 1 yes --go
expect 2 forge answer 1 refactor -m "F1: fix; F9: follow-up"
says "F9"
expect 0 forge answer 1 refactor -m "F1: fix; F2: follow-up spawn" --go
is findings "$(findings | tr '\n' ' ')" "F1 fixed F2 follow-up "
run forge memory list
says "Review follow-up (F2 of run 1)"
is "runs for it" "$(forge list --all --json | grep -c OTHERWORD)" 1

finish
