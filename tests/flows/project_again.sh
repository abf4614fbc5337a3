#!/bin/sh
# project_again.sh FORGE: what the engine ran as the project's commands before the work proves the result too, also where
# they are only detected.
. "$(dirname "$0")/lib.sh"
export FORGE_WORKSPACE_MIN_FREE=0 FORGE_MIN_FREE_MEMORY=0 FORGE_SANDBOX=off

# project: `make test` passes today; no setting names it. The plan's own command says nothing about it.
project() {
  printf 'test:\n\tgrep -qx sound state.txt\n' >Makefile
  printf 'sound\n' >state.txt
  git add . && git commit -q -m sound
  two_steps "Two greetings" "There are two greetings." |
    sed 's/^\(\*\*Writes:\*\* `one.txt`\)/\1, `state.txt`, `Makefile`/' >"$work/plan.md"
}

# agent_does COMMANDS: what the first step does besides its file. `repair` makes `make test` pass again, if $work/mends is there.
agent_does() {
  export FORGE_AGENT="command:sh $work/agent.sh"
  cat >"$work/agent.sh" <<END
cat >/dev/null
case \$FORGE_STAGE in
  implement) [ "\$FORGE_STEP" = two ] || { $1; }; echo hello >"\$FORGE_STEP.txt" ;;
  repair) [ ! -e "$work/mends" ] || { echo sound >state.txt; git checkout -q HEAD~2 -- Makefile 2>/dev/null; } ;;
  review) printf '**Verdict:** Approved\n\n\`\`\`json\n{"findings":[]}\n\`\`\`\n'; exit ;;
  audit) printf '**Verdict:** Ready to approve\n'; exit ;;
esac
printf 'Done.\n\`\`\`json\n{"status":"done","summary":"Done.","cause":"known","facts":[]}\n\`\`\`\n'
END
}

for pipeline in plan forge; do
  scenario "$pipeline: a work that breaks the detected command is repaired before it is verified"
  project
  touch "$work/mends"
  agent_does 'echo broken >state.txt'
  expect 0 forge run --execute "$work/plan.md" --pipeline $pipeline --auto
  says 'make test (exit 2)'
  is "state.txt on the branch" "$(git show forge/run-001:state.txt)" sound
  has "$(grep -l 'exit 2' .forge/state/runs/001/units/*/prompt.md | head -n 1)" '$ make test'

  scenario "$pipeline: a work that breaks it for good is not completed"
  project
  agent_does 'echo broken >state.txt'
  run forge run --execute "$work/plan.md" --pipeline $pipeline --auto
  [ "$status" != 0 ] || fail "exit 0"
  silent 'run completed'

  scenario "$pipeline: a work that removes the command does not escape it"
  project
  agent_does 'rm Makefile'
  run forge run --execute "$work/plan.md" --pipeline $pipeline --auto
  [ "$status" != 0 ] || fail "exit 0"
  says 'make test'
done

scenario "the small way of forge knows what was red before"
project
printf 'unsound\n' >state.txt
git commit -q -a -m red
agent_does true
sed -i 's/implement)/patch)/' "$work/agent.sh"
run forge run "Add a greeting" --size quick --auto
[ "$status" != 0 ] || fail "exit 0"
says '`make test` fails as it did before any work'
has "$(ls .forge/state/runs/001/units/*/prompt.md | head -n 1)" '`make test` fails (exit 2)'

finish
