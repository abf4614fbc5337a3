#!/bin/sh
# reading_steps.sh FORGE: a step of the kind `read` or `audit` changes nothing in any pipeline, and what it found reaches
# the steps that depend on it.
. "$(dirname "$0")/lib.sh"

# reading KIND: a plan of a step that reads or audits, and one that builds on it.
reading() {
  two_steps "Greet" "Two greetings." | sed -e "s/^### Step one: write one/### Step look: look around/" \
    -e 's/^\*\*Do:\*\* write one.txt/**Do:** Say how people greet each other here./' \
    -e "s/^\*\*Writes:\*\* \`one.txt\`/**Kind:** $1/" -e '/test -s one.txt/d' -e 's/^\*\*Depends:\*\* one/**Depends:** look/'
}
# agents: what those of `forge`, `draft-audit` and `plan` say to such a plan.
agents() {
  for stage in implement read; do
    printf '[[turn]]\nstage = "%s"\nstep = "look"\nrepeat = true\ntext = "FOUND: people say hello."\n' "$stage"
    # Who audits in the place of who builds says in the same form what is wrong.
    printf 'result = { status = "concerns", summary = "Looked.", concerns = ["high: README.md:1 greets nobody"] }\n'
  done
  printf '[[turn]]\nstage = "implement"\nstep = "two"\ntext = "Done."\nresult = { status = "done", summary = "Done." }\n'
  printf '[[turn.write]]\npath = "two.txt"\ncontent = "hello\\n"\n'
  printf '[[turn]]\nstage = "review"\nrepeat = true\ntext = "**Verdict:** Approved"\nresult = { findings = [] }\n'
  for stage in audit audit-code; do
    printf '[[turn]]\nstage = "%s"\nrepeat = true\ntext = "FOUND: people say hello.\\n\\n**Verdict:** Ready to approve"\n' "$stage"
  done
}
# prompt_of STEP: the last prompt of a unit that works on it.
prompt_of() {
  for unit in .forge/state/runs/001/units/*/; do
    grep -q "### Step $1:" "$unit/prompt.md" 2>/dev/null && grep -q '^The step ' "$unit/prompt.md" && cp "$unit/prompt.md" "$work/$1.md"
  done
}

for kind in read audit; do
  for pipeline in forge draft-audit plan; do
    scenario "a step of the kind $kind changes nothing in $pipeline, and the next one reads what it found"
    reading "$kind" >plan.md
    agents | agent
    expect 0 forge run --execute plan.md --pipeline "$pipeline" --auto
    silent 'look verify'
    silent 'look review'
    is "what look commits" "$(printf '%s\n' "$out" | sed -n 's/.*look commit .*: //p')" 'nothing changed'
    prompt_of look
    has "$work/look.md" 'It lets you change no file. It keeps your whole answer'
    lacks "$work/look.md" 'It takes your changes'
    prompt_of two
    has "$work/two.md" 'What step look (look around) found, on which this step depends'
    has "$work/two.md" 'FOUND: people say hello'
    lacks "$work/two.md" 'is in the working directory already'
    [ "$kind $pipeline" != "audit forge" ] || { expect 1 forge findings 1 && says 'README.md:1 greets nobody'; }
  done
done

# seat FILE: an agent that writes it, whatever it was asked for.
seat() {
  printf '#!/bin/sh\ncat >/dev/null\necho hacked >%s\necho FOUND: hello\necho "**Verdict:** Ready to approve"\n' "$1" >"$work/seat.sh"
  chmod +x "$work/seat.sh"
}

scenario "what a step of the kind read writes without a sandbox is refused"
reading read >plan.md
seat HACK.txt
forge config set sandbox off >/dev/null
for pipeline in forge plan; do
  run env FORGE_AGENT="command:$work/seat.sh" forge run --execute plan.md --pipeline "$pipeline" --auto
  [ "$status" != 0 ] || fail "exit 0"
  says 'a step of the kind `read` changes no file, and files have changed: they were set back'
done
is "what was committed" "$(git log --branches --format= --name-only | grep -c HACK)" 0

scenario "in your checkout what changed meanwhile may be yours: it is told, nobody is blamed, and no file of yours is touched"
reading read >plan.md
echo '*.log' >.gitignore
git add .gitignore && git commit -q -m ignore
forge config set sandbox off >/dev/null
echo mine >mine.txt
seat HACK.txt
run env FORGE_AGENT="command:$work/seat.sh" forge run --execute plan.md --pipeline forge --isolation shared --auto
silent 'changes no file'
is "how look ends" "$(forge status 1 --json | grep -o '"step":"look"[^}]*"status":"[a-z]*"' | sed 's/.*"status"://')" '"done"'
[ "$(forge log 1 | grep -c 'files changed in your checkout while a step of the kind `read` was read: HACK.txt. The agent ran without a sandbox')" -ge 1 ] ||
  { out=$(forge log 1) fail "the log does not name the file"; }
is "your files" "$(cat mine.txt HACK.txt | paste -sd ' ')" 'mine hacked'

scenario "what a person changes by hand in a step that reads is theirs to repair: no agent is asked for it"
reading read >plan.md
{ printf '[[turn]]\nstage = "implement"\nstep = "look"\nrepeat = true\nfail = "permanent"\n' && agents; } | agent
forge config set verify '! test -e stray.txt' >/dev/null
expect 4 forge run --execute plan.md --pipeline forge --auto
printf '#!/bin/sh\necho stray >stray.txt\n' >"$work/hand"
chmod +x "$work/hand"
SHELL=$work/hand expect 0 forge shell 1 look --done
asked=$(forge log 1 --json | grep '"step":"look"' | grep -c '"kind":"unit-started".*"agent"')
run forge resume 1
says 'refuses what was changed by hand in step look, and an agent may not write in a step of the kind `read`'
is "agents asked for look" "$(forge log 1 --json | grep '"step":"look"' | grep -c '"kind":"unit-started".*"agent"')" "$asked"

scenario "what git ignores may change"
reading read >plan.md
echo '*.log' >.gitignore
git add .gitignore && git commit -q -m ignore
forge config set sandbox off >/dev/null
seat build.log
run env FORGE_AGENT="command:$work/seat.sh" forge run --execute plan.md --pipeline forge --isolation shared --auto
silent 'changes no file'
is "what it built" "$(cat build.log)" hacked

scenario "where steps are runs, one that reads or audits is a run that only looks, and nothing of it is merged"
reading read | sed -e 's/^### Step two: .*/### Step two: compare/' -e 's/^\*\*Do:\*\* write two.txt.*/**Do:** Compare it./' \
  -e 's/^\*\*Writes:\*\* `two.txt`/**Kind:** audit/' -e '/test -s two.txt/d' >"$work/plan.md"
cat >"$work/seat.sh" <<SEAT
#!/bin/sh
cat >/dev/null
case \$FORGE_STAGE in
plan | roadmap) cat "$work/plan.md" ;;
read) echo hacked >HACK.txt && echo "FOUND: people say hello." ;;
audit) echo hacked >HACK.txt && printf '{"summary": "FOUND: people say hello.", "findings": [{"severity": "high", "title": "no greeting", "text": "README.md greets nobody", "file": "README.md", "line": 1}]}\n' ;;
digest) printf 'Nothing is open.\n\n\`\`\`json\n{"approved": true, "findings": []}\n\`\`\`\n' ;;
*) echo "A document of more than one hundred characters, which says what is wanted, what is there and what is not, and no more than that."
  echo "**Verdict:** Approved" ;;
esac
SEAT
chmod +x "$work/seat.sh"
forge config set sandbox off >/dev/null
for pipeline in sprint milestone; do
  run env FORGE_AGENT="command:$work/seat.sh" forge run "Look around" --pipeline "$pipeline"
  while [ "$status" = 3 ]; do
    forge answer yes >/dev/null 2>&1 || break
    run env FORGE_AGENT="command:$work/seat.sh" forge resume
  done
  is "how $pipeline ends" "$status" 0
done
is "the pipelines of its steps" "$(forge list --all --json | grep -o '"pipeline":"look"' | wc -l)" 4
is "what was committed" "$(git log --branches --format= --name-only | grep -c HACK)" 0
audits=$(forge list --all --json | tr '{' '\n' | sed -n 's/.*"run":\([0-9]*\),.*"pipeline":"look".*/\1/p')
found=0
for audit in $audits; do ! forge findings "$audit" | grep -q 'high.*README.md:1.*no greeting' || found=$((found + 1)); done
is "audits that report a finding" "$found" 2
grep -lq 'FOUND: people say hello' .forge/state/runs/001/units/*/prompt.md || fail "no stage of the sprint is told what was found"

scenario "a step whose kind is changed gets another run, and its old one is abandoned"
reading read >"$work/plan.md"
cat >"$work/seat.sh" <<SEAT
#!/bin/sh
cat >/dev/null
case \$FORGE_STAGE in
plan | roadmap) cat "$work/plan.md" ;;
read) exit 1 ;;
*) echo "A document of more than one hundred characters, which says what is wanted, what is there and what is not, and no more than that."
  echo "**Verdict:** Approved" ;;
esac
SEAT
chmod +x "$work/seat.sh"
forge config set sandbox off >/dev/null
run env FORGE_AGENT="command:$work/seat.sh" forge run "Look around" --pipeline sprint
while [ "$status" = 3 ] && ! forge list --all --json | grep -q '"pipeline":"look"'; do
  forge answer yes >/dev/null 2>&1 || break
  run env FORGE_AGENT="command:$work/seat.sh" forge resume
done
sed -i 's/^\*\*Kind:\*\* read/**Writes:** `look.txt`\n**Verify:** `test -s look.txt`/' "$(plan_file 001)"
expect 3 env FORGE_AGENT="command:$work/seat.sh" forge plan run 1
expect 0 forge answer 1 yes
run env FORGE_AGENT="command:$work/seat.sh" forge resume 1
kinds=$(forge list --all --json | tr '{' '\n' | sed -n 's/.*"pipeline":"\(look\|task\)".*"status":"\([a-z]*\)".*/\1 \2/p' | sort | head -n 2 | tr '\n' ',')
case $kinds in
  "look abandoned,task "*) ;;
  *) fail "the runs of the step are: $kinds" ;;
esac

finish
