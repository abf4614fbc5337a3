#!/bin/sh
# What people did by hand with `forge shell` is told, and survives an engine that is killed and a disk that is full.
. "$(dirname "$0")/lib.sh"
. "$(dirname "$0")/shell_lib.sh"

scenario "a step done by hand is told by status and report, and is the step's change"
project
sed -i '/^- Writes: .one.txt/s/$/, `more.txt`/' "$work/agent.toml"
expect 3 forge run --auto "two files"
expect 0 forge diff 1 one
says '+one'
hand fix <<'END'
echo right >one.txt
echo more >more.txt
END
SHELL=$work/fix expect 0 forge shell 1 one --done
expect 0 forge status 1
says 'by hand    step one: done by hand by ada: more.txt, one.txt (kept in refs/forge/1/one/hand-1)'
expect 0 forge status 1 --json
says '"as":"done","by":"ada","note":null,"kept":"1/one/hand-1","files":["more.txt","one.txt"],"more_files":0}]'
for form in --text --html --md --json; do
  [ $form != --text ] || form=
  # shellcheck disable=SC2086  # no word, or one
  expect 0 forge report 1 $form
  [ "$form" = --md ] || says 'done by hand by ada: more.txt, one.txt (kept in refs/forge/1/one/hand-1)'
done
expect 0 forge diff 1 one
says '+right'
says '+more'
expect 0 forge diff 1 one --stat
says '2 files changed'

scenario "what an agent does after that is the step's change again, with what was done by hand"
failed_step
hand start <<'END'
echo half >half.txt
END
SHELL=$work/start expect 0 forge shell 1 one --hand-back 'mind half.txt'
expect 0 forge diff 1 one --stat
says 'half.txt'
expect 3 forge resume 1
expect 0 forge diff 1 one
says '+half'
says '+one'
before=$out
SHELL=true expect 0 forge shell 1 one --as-it-was
expect 0 forge diff 1 one
is 'the diff after nothing was done' "$out" "$before"
expect 0 forge report 1
says 'one: handed back to the agent by ada with the note "mind half.txt": half.txt (kept in refs/forge/1/one/hand-1)'
says 'one: opened in a shell by ada and left as it was: nothing was changed'
expect 0 forge status 1
silent 'left as it was'

scenario "a step that was settled while it was open takes no work, and says where the work is kept"
project
sed 's/^\*\*Writes:\*\* `one.txt`/&\n**Checkpoint:** true/' "$data/two_steps.md" >"$work/looked.md"
expect 0 forge plan import "$work/looked.md"
expect 0 forge plan approve 1
FORGE_AGENT=replay:$data/plan_agent.toml expect 3 forge plan run 1
hand late <<END
echo right >one.txt
cd '$PWD' && forge answer 1 yes >/dev/null
END
SHELL=$work/late expect 1 forge shell 1 one --done
says 'run 1: step `one` is done since you opened it; what you did is kept in refs/forge/1/one/hand-1'
says 'forge rescue 1/one/hand-1 --branch NAME'
is 'the file that is kept' "$(git show "$(kept):one.txt")" right
expect 0 forge status 1
silent 'open in a shell'

scenario "a second note before the agent took the step up does not replace the first"
failed_step
expect 0 forge pause 1
SHELL=true expect 0 forge shell 1 one --hand-back 'the first word'
SHELL=true expect 0 forge shell 1 one --hand-back 'the second word'
expect 3 forge resume 1
prompt=$(grep -l 'the first word' .forge/state/runs/001/units/*/prompt.md | head -n 1)
[ -n "$prompt" ] || fail "no prompt has the first note"
[ -z "$prompt" ] || has "$prompt" 'the second word'

# prompts_of STAGE: of step one, in the order in which they were written.
prompts_of() {
  forge log 1 --json | python3 -c '
import json, sys
for line in sys.stdin:
    event = json.loads(line)
    if event["kind"] == "unit-started" and event["step"] == "one" and event["stage"] == sys.argv[1] and "agent" in line:
        print(".forge/state/runs/001/units/%d/prompt.md" % event["data"]["unit"])' "$1"
}

scenario "the note reaches every later attempt and repair until the step is done, and nobody after that"
failed_step
before=$(prompts_of implement | wc -l)
SHELL=true expect 0 forge shell 1 one --hand-back 'mind the gap'
expect 3 forge resume 1
told=$(prompts_of implement | tail -n +$((before + 1)))
[ "$(echo "$told" | wc -l)" -gt 1 ] || fail "the agent was asked only once"
for prompt in $told; do has "$prompt" 'A person has worked on this step and hands it back to you: mind the gap'; done
is 'the first one says it' "$(grep -c 'mind the gap' "$(echo "$told" | head -n 1)")" 1
hand fix <<'END'
echo right >one.txt
END
SHELL=$work/fix expect 0 forge shell 1 one --done
expect 0 forge resume 1
is 'prompts of step two with the note' "$(grep -l 'mind the gap' .forge/state/runs/001/units/*/prompt.md | wc -l)" "$(echo "$told" | wc -l)"

scenario "what git ignores is not kept, and Forge says so"
project
printf '.forge/\n*.log\nout/\n' >.gitignore && git add .gitignore && git commit -q -m ignored
expect 3 forge run --auto "two files"
hand noise <<'END'
echo a >a.log
mkdir out && echo b >out/b && echo c >out/c
END
SHELL=$work/noise expect 0 forge shell 1 one --as-it-was
says 'nothing was changed'
says 'not kept, because git ignores them: a.log and 1 more'
SHELL=$work/noise expect 0 forge shell 1 one --as-it-was --json
says '"kept":null,"files":[],"ignored":["a.log","out/"]'
hand one <<'END'
echo right >one.txt
rm -rf out
echo a >a.log
END
SHELL=$work/one expect 0 forge shell 1 one --as-it-was
says 'what you did is kept in refs/forge/1/one/hand-1'
says 'not kept, because git ignores it: a.log'

# Step one asks while step two works in its own worktree, so an engine lives; a person has step one open.
# held: the shell's process is $holder; what a person types next is a word into $work/more, and it leaves the shell.
held() {
  project
  mkfifo "$work/began" "$work/go" "$work/typed" "$work/more"
  sed -i -e '/^- Depends: one/d' -e '/^- Writes: .one.txt/s/$/, `first.txt`, `half.txt`/' "$work/agent.toml"
  sed -n '/^# Plan/,/^"""/p' "$work/agent.toml" | sed '/^"""/,$d' >"$work/plan.md"
  sed -i '/^kind *= "each"/a max_concurrent = 2' .forge/pipelines/small.toml
  cat >"$work/agent.sh" <<END
#!/bin/sh
case \$FORGE_STAGE.\$FORGE_STEP in
  plan.*) cat "$work/plan.md" ;;
  *.two) [ -e "$work/again" ] || { touch "$work/again"; echo began >"$work/began"; read -r word <"$work/go"; }; echo two >two.txt; echo done ;;
  *) [ ! -e half.txt ] || echo right >one.txt; echo wrong >>one.txt; echo done ;;
esac
END
  chmod +x "$work/agent.sh"
  export FORGE_AGENT="command:$work/agent.sh"
  forge run --auto "two files" >"$work/out" 2>&1 </dev/null &
  engine=$!
  read -r word <"$work/began"
  while ! forge questions 1 --json | grep -q '"status":"open"'; do :; done
  hand stay <<END
echo first >first.txt
echo typed >"$work/typed"
read -r word <"$work/more"
echo right >one.txt
echo half >half.txt
END
  SHELL=$work/stay forge shell 1 one "$@" >"$work/shell" 2>&1 &
  holder=$!
  read -r word <"$work/typed"
}

for way in "--done" "--hand-back mind-the-gap"; do
  scenario "an engine that is killed while a person works loses nothing ($way)"
  # shellcheck disable=SC2086  # an option and its value
  held $way
  kill -KILL "$engine"
  wait "$engine" 2>/dev/null
  expect 0 forge status 1
  says "by hand    step one is open in a shell of ada (process $holder), in"
  echo more >"$work/more"
  wait "$holder"
  is 'the exit code of the shell' "$?" 0
  has "$work/shell" 'what you did is kept in refs/forge/1/one/hand-1'
  is 'what is kept' "$(git show refs/forge/1/one/hand-1:first.txt) $(git show refs/forge/1/one/hand-1:one.txt)" 'first right'
  expect 0 forge status 1
  says 'step one: '
  run forge resume 1
  case $way in
    --done) is 'what is on the branch' "$(on_branch one.txt) $(on_branch first.txt) $(on_branch two.txt)" 'right first two' ;;
    *)
      [ -n "$(grep -l 'mind-the-gap' .forge/state/runs/001/units/*/prompt.md)" ] || fail "no prompt has the note"
      is 'what is on the branch' "$(on_branch first.txt)" first
      ;;
  esac
done

scenario "an engine that is killed and resumed while a person works leaves the step theirs"
held --done
kill -KILL "$engine"
wait "$engine" 2>/dev/null
expect 3 forge resume 1
says 'run 1 waits for an answer'
is 'what is on the branch' "$(on_branch two.txt)" two
echo more >"$work/more"
wait "$holder"
is 'the exit code of the shell' "$?" 0
expect 0 forge resume 1
is 'what is on the branch' "$(on_branch one.txt) $(on_branch first.txt)" 'right first'

# Every write, new file and sync of the command fails once. It may refuse; what was typed is in the worktree or kept.
for call in write create sync; do
  scenario "a disk that is full while a step is held loses nothing ($call)"
  failed_step
  worktree=$(echo "$HOME"/.cache/forge/worktrees/*/run-001/steps)
  hand fix <<END
echo right >one.txt
touch "$work/typed"
END
  n=1
  while [ $n -lt 300 ]; do
    SHELL=$work/fix FORGE_FAULT=$call:$n:ENOSPC run forge shell 1 one --done
    [ $status != 0 ] || break
    [ $status -lt 128 ] || fail "$call $n: ended with $status"
    if [ -e "$work/typed" ]; then
      kept=$(git for-each-ref --format='%(refname)' 'refs/forge/1/one/hand-*' | head -n 1)
      { [ -n "$kept" ] && git show "$kept:one.txt" || cat "$worktree/one.txt"; } >"$work/found" 2>/dev/null
      grep -q right "$work/found" || fail "$call $n: what was typed is lost"
    fi
    n=$((n + 1))
  done
  [ $n -gt 1 ] || fail "no fault happened"
  [ $status = 0 ] || fail "it never succeeds"
  expect 0 forge resume 1
  is "what is on the branch" "$(on_branch one.txt)" right
done

finish
