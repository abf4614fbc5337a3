#!/bin/sh
# sent_back.sh FORGE: what the form of a plan sends back, how an unattended run ends over it, and what an agent that
# stopped reads with the answer.
. "$(dirname "$0")/lib.sh"
export FORGE_WORKSPACE_MIN_FREE=0 FORGE_MIN_FREE_MEMORY=0 FORGE_SANDBOX=off

# project: an agent per stage of `forge`. Round N of `plan` gives $work/plan.N.md, or else $work/plan.md.
project() {
  export FORGE_AGENT="command:sh $work/agent.sh"
  two_steps "Two greetings" "There are two greetings." >"$work/plan.md"
  cat >"$work/agent.sh" <<END
cat >/dev/null
case \$FORGE_STAGE in
  plan) cat "$work/plan.\$FORGE_ITERATION.md" 2>/dev/null || cat "$work/plan.md"; exit ;;
  audit) printf '**Verdict:** Ready to approve\n'; exit ;;
  review) printf '**Verdict:** Approved\n\n\`\`\`json\n{"findings":[]}\n\`\`\`\n'; exit ;;
  implement)
    if [ "\$FORGE_STEP" = one ] && [ -e "$work/stops" ]; then
      rm "$work/stops"
      printf 'I stop.\n\`\`\`json\n{"status":"blocked","summary":"I stop.","blocker":"is n inclusive?"}\n\`\`\`\n'
      exit
    fi
    echo hello >"\$FORGE_STEP.txt" ;;
esac
printf 'Done.\n\`\`\`json\n{"status":"done","summary":"Done.","cause":"known","facts":[]}\n\`\`\`\n'
END
}
start() { run forge run "Two greetings" --pipeline forge --size standard --auto; }
lines_with() { printf '%s\n' "$out" | grep -c "$1"; }

scenario "a step that nothing proves goes back to the planner once, with the command"
project
sed 's/test -s two.txt/test -f README.md/' "$work/plan.md" >"$work/plan.1.md"
start
is exit "$status" 0
says 'step two: its verify command passes before the work, so it proves nothing of it: `test -f README.md`'
grep -q 'proves nothing of it: `test -f README.md`' .forge/state/runs/001/units/*/prompt.md || fail "the planner is not told"

scenario "only once: then those who judge the plan are told"
project
sed -i 's/test -s two.txt/test -f README.md/' "$work/plan.md"
start
is exit "$status" 0
is "sent back" "$(lines_with 'proves nothing of it')" 1
grep -q 'Every verify command of two passes before the work' .forge/state/runs/001/units/*/prompt.md || fail "the auditor is not told"

scenario "a plan that says why it passes is taken as it is"
project
sed -i 's/^\*\*Verify:\*\* `test -s two.txt`/**Verify:** `test -f README.md`\n**Passes today:** it must stay/' "$work/plan.md"
start
is exit "$status" 0
silent 'proves nothing of it'

for pipeline in forge gated slice draft-audit milestone modules sprint; do
  scenario "$pipeline: an unattended run fails over the form of its plan and asks nothing"
  project
  sed -i 's/^None worth naming.*/TBD/' "$work/plan.md"
  long='It is known where this goes, and the code has been read for it, file by file and line by line, so far as it matters.'
  sed -i "s/  audit)/  precedent|research|clarify|discuss|intake|vision) echo '$long'; printf '\`\`\`json\\\\n{\"questions\":[]}\\\\n\`\`\`\\\\n'; exit ;;\n  challenge) printf '**Verdict:** Approved\\\\n'; exit ;;\n  draft|roadmap|repair-form) cat \"\$work_plan\"; exit ;;\n  audit)/" "$work/agent.sh"
  sed -i "s|\"\$work_plan\"|\"$work/plan.md\"|" "$work/agent.sh"
  run forge run "Two greetings" --pipeline $pipeline --auto --visions none
  is exit "$status" 4
  says 'Risks'
  is questions "$(forge questions --json | grep -c '"question":[0-9]')" 0
done

scenario "an agent that stopped reads its own words and the answer"
project
touch "$work/stops"
start
is exit "$status" 3
expect 0 forge answer 1 retry -m 'yes, inclusive'
expect 0 forge resume 1
prompt=$(grep -l 'You stopped before your work was done, and said: is n inclusive?' .forge/state/runs/001/units/*/prompt.md)
has "${prompt:-no prompt}" 'A person answers: yes, inclusive'

finish
