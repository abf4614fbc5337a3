#!/bin/sh
# Taking a step over by hand: `forge shell`, its three ways out, a step that is running, and shells, engines and terminals
# that die in between.
. "$(dirname "$0")/lib.sh"
. "$(dirname "$0")/shell_lib.sh"

scenario "work done by hand is verified, reviewed and merged like any work, and no agent is asked again"
failed_step
hand fix <<'END'
test "$FORGE_WORKTREE" != "" || exit 1
pwd >"$HOME/where"
echo right >one.txt
END
SHELL=$work/fix expect 0 forge shell 1 one --done
says 'step one of run 1 is open in'
says '  one.txt'
says 'what you did is kept in refs/forge/1/one/hand-1'
says 'step one of run 1 is done by hand; it is verified next'
says 'next: forge resume 1'
expect 0 forge resume 1
says '2 of 2 steps'
is 'what is on the branch' "$(on_branch one.txt)" right
case $(cat "$HOME/where") in "$HOME"/.cache/*) ;; *) fail "worked in $(cat "$HOME/where")" ;; esac
expect 0 forge log 1
says 'done by hand by ada'
is 'agents asked for step one' "$(forge log 1 --json | grep '"step":"one"' | grep -c '"kind":"unit-started".*"agent"')" 2

scenario "work done by hand that fails its verification goes back to the agent"
failed_step
hand wrong <<'END'
echo wrong >one.txt
END
SHELL=$work/wrong expect 0 forge shell 1 one --done
expect 3 forge resume 1
says 'run 1 waits for an answer'
is 'what is on the branch' "$(on_branch one.txt)" ''

scenario "what is outside the step's paths is found, as with any work"
project
expect 3 forge run --auto "two files"
hand stray <<'END'
echo right >one.txt
echo stray >elsewhere.txt
END
SHELL=$work/stray expect 0 forge shell 1 one --done
expect 3 forge resume 1
expect 0 forge status 1
says 'elsewhere.txt'

scenario "the agent goes on from there, and is told the note"
failed_step
hand start <<'END'
echo "half" >half.txt
END
SHELL=$work/start expect 0 forge shell 1 one --hand-back 'the word is in half.txt'
says 'step one of run 1 goes back to the agent with your note'
expect 3 forge resume 1
prompt=$(ls -d .forge/state/runs/001/units/*/prompt.md | while read -r file; do grep -l 'the word is in half.txt' "$file"; done)
[ -n "$prompt" ] || fail "no prompt has the note"
last=$(git for-each-ref --sort=-committerdate --format='%(refname)' 'refs/forge/1/one/[0-9]*' | while read -r ref; do git ls-tree --name-only "$ref" | grep -q '^half.txt$' && echo "$ref"; done)
[ -n "$last" ] || fail "the agent's next attempt does not contain what was handed back"

scenario "as it was: the worktree is restored, the question is still open, and what was typed is kept"
failed_step
hand fix <<'END'
echo right >one.txt
echo more >more.txt
END
SHELL=$work/fix expect 0 forge shell 1 one --as-it-was
says 'step one of run 1 is as it was; forge rescue 1/one/hand-1 --branch NAME brings your work back'
is 'what is kept' "$(git show refs/forge/1/one/hand-1:more.txt)" more
worktree=$(echo "$HOME"/.cache/forge/worktrees/*/run-001/steps)
[ ! -e "$worktree/more.txt" ] || fail "more.txt is still there"
is 'the question' "$(forge questions 1 --json | grep -c '"status":"open"')" 1
expect 0 forge rescue 1/one/hand-1 --branch saved
is 'what was rescued' "$(git show saved:one.txt)" right

scenario "nothing was changed: there is nothing to keep"
failed_step
SHELL=true expect 0 forge shell 1 one --as-it-was
says 'nothing was changed'
is 'what is kept' "$(kept)" ''

scenario "a step that has not started gets a worktree, and what was done there is its work"
project
sed -i '/^- Depends: one/d' "$work/agent.toml"
expect 3 forge run --auto "two files"
hand fix <<'END'
echo right >one.txt
END
hand two <<'END'
test ! -e one.txt && echo second >two.txt
END
SHELL=$work/two expect 0 forge shell 1 two --done
SHELL=$work/fix expect 0 forge shell 1 one --done
expect 0 forge resume 1
is 'what is on the branch' "$(on_branch one.txt) $(on_branch two.txt)" 'right second'
is 'agents asked for step two' "$(forge log 1 --json | grep '"step":"two"' | grep -c '"kind":"unit-started".*"agent"')" 0

scenario "what cannot be opened is refused, with what to type"
failed_step
expect 2 forge shell 1 one
says 'without a terminal Forge cannot ask what your work is'
says '--done, --hand-back NOTE or --as-it-was'
expect 2 forge shell 1 one --done --as-it-was
says 'give one of --done, --hand-back and --as-it-was'
expect 1 forge shell 1 two --done
says 'run 1: step `two` waits for other steps'
expect 1 forge shell 1 three --done
says 'run 1: the plan has no step `three`'
SHELL=/no/such/shell expect 2 forge shell 1 one --done
says 'set SHELL to a shell that is installed'
expect 0 forge status 1
silent 'by hand'
expect 0 forge cancel 1
expect 1 forge shell 1 one --done
says 'run 1: the run has ended (cancelled)'
says 'forge/run-001'

scenario "a step that is running has to be paused first"
project
mkfifo "$work/began" "$work/go"
cat >"$work/agent.sh" <<END
#!/bin/sh
case \$FORGE_UNIT in 1) cat "$work/plan.md" ;; *) echo began >"$work/began"; read -r word <"$work/go"; echo right >one.txt; echo done ;; esac
END
chmod +x "$work/agent.sh"
sed -n '/^# Plan/,/^"""/p' "$work/agent.toml" | sed '/^"""/,$d' >"$work/plan.md"
FORGE_AGENT="command:$work/agent.sh" forge run --auto "two files" >"$work/out" 2>&1 &
engine=$!
read -r word <"$work/began"
SHELL=true expect 1 forge shell 1 one --done
says 'run 1: step `one` is running'
says 'pause it first: forge pause 1; when it has stopped: forge shell 1 one'
expect 0 forge pause 1
echo go >"$work/go"
wait "$engine"
SHELL=true expect 0 forge shell 1 one --as-it-was

scenario "a shell command that is killed loses nothing: the step stays open, status says so, and the next shell finds the files"
failed_step
mkfifo "$work/typed"
hand stay <<END
echo right >one.txt
echo precious >notes.txt
echo typed >"$work/typed"
exec sleep 600
END
SHELL=$work/stay forge shell 1 one --done >"$work/out" 2>&1 &
holder=$!
read -r word <"$work/typed"
child=$(cat /proc/$holder/task/$holder/children)
expect 0 forge status 1
says "by hand    step one is open in a shell of ada (process $holder), in"
expect 1 forge shell 1 one --done
says "step \`one\` is already open in a shell of ada (process $holder)"
says 'leave that shell first'
expect 1 forge skip 1 one
says 'is open in a shell of ada'
kill -KILL "$holder"
wait "$holder" 2>/dev/null
for one in $child; do kill -KILL "$one" 2>/dev/null; done
expect 0 forge status 1
says 'which has ended; its files are in'
says 'decide: forge shell 1 one'
silent ': open in a shell'
expect 0 forge workspaces clean 1
hand look <<'END'
cat notes.txt >"$HOME/seen"
END
SHELL=$work/look expect 0 forge shell 1 one --as-it-was
says 'what you did is kept in refs/forge/1/one/hand-1'
is 'what is kept' "$(git show refs/forge/1/one/hand-1:notes.txt)" precious
[ ! -e "$HOME/seen" ] || fail "another shell was opened to decide about the first one's files"

scenario "the same, and the person goes on where they were"
failed_step
mkfifo "$work/typed"
hand stay <<END
echo right >one.txt
echo typed >"$work/typed"
exec sleep 600
END
SHELL=$work/stay forge shell 1 one --done >"$work/out" 2>&1 &
holder=$!
read -r word <"$work/typed"
child=$(cat /proc/$holder/task/$holder/children)
kill -KILL "$holder"
wait "$holder" 2>/dev/null
for one in $child; do kill -KILL "$one" 2>/dev/null; done
expect 3 forge resume 1
expect 0 forge shell 1 one --done
says 'step one of run 1 is done by hand'
expect 0 forge resume 1
is 'what is on the branch' "$(on_branch one.txt)" right

scenario "a shell that dies of a signal decides nothing, whatever the option says"
failed_step
hand killed <<'END'
echo precious >notes.txt
kill -KILL $$
END
SHELL=$work/killed expect 3 forge shell 1 one --done
says 'a signal ended the shell'
says 'what you did is kept in refs/forge/1/one/hand-1'
says 'step one of run 1 stays open; your files are in'
is 'what is kept' "$(git show refs/forge/1/one/hand-1:notes.txt)" precious
expect 0 forge status 1
says 'decide: forge shell 1 one'
expect 0 forge shell 1 one --as-it-was
EDITOR=$work/killed expect 3 forge shell 1 one --editor --done --json
says '"as":null'
says '"kept":"1/one/hand-1","files":["notes.txt"]'

scenario "an editor that ends with 127 after it was used has been used"
failed_step
hand editor <<'END'
echo precious >notes.txt
exit 127
END
EDITOR=$work/editor expect 3 forge shell 1 one --editor --done
says 'does not start (exit code 127)'
says 'what you did is kept in refs/forge/1/one/hand-1'
says 'step one of run 1 stays open; your files are in'
expect 0 forge shell 1 one --as-it-was
EDITOR=/no/such/editor expect 2 forge shell 1 one --editor --done
says 'set EDITOR to an editor that is installed'
expect 0 forge status 1
silent 'by hand'

scenario "a second shell on what was given back and not used yet finds it, and adds to it"
failed_step
expect 0 forge pause 1
hand first <<'END'
echo first >first.txt
END
hand second <<'END'
cat first.txt >"$HOME/seen"
echo right >one.txt
END
SHELL=$work/first expect 0 forge shell 1 one --hand-back 'mind first.txt'
SHELL=$work/second expect 0 forge shell 1 one --as-it-was
is 'what the second shell saw' "$(cat "$HOME/seen")" first
worktree=$(echo "$HOME"/.cache/forge/worktrees/*/run-001/steps)
is 'where it is as it was' "$(cat "$worktree/first.txt")" first
SHELL=$work/second expect 0 forge shell 1 one --done
is 'what was given back' "$(git show refs/forge/1/one/hand-2:first.txt) $(git show refs/forge/1/one/hand-2:one.txt)" 'first right'

scenario "killed before it had the worktree: what an agent left there is not what a person did"
failed_step
worktree=$(echo "$HOME"/.cache/forge/worktrees/*/run-001/steps)
echo agent >"$worktree/agent.txt"
FORGE_CRASH=hand-taken run forge shell 1 one --as-it-was
[ "$status" != 0 ] || fail "was not killed"
hand look <<'END'
ls >"$HOME/seen"
END
SHELL=$work/look expect 0 forge shell 1 one --as-it-was
says 'nothing was changed'
lacks "$HOME/seen" agent.txt
is 'what is kept by hand' "$(kept)" ''
git for-each-ref --format='%(refname)' refs/forge/1 >"$work/refs"
has "$work/refs" /left-1

scenario "an engine that was killed with the step in flight does not keep it from a person"
project
mkfifo "$work/began"
cat >"$work/agent.sh" <<END
#!/bin/sh
case \$FORGE_UNIT in 1) cat "$work/plan.md" ;; *) echo began >"$work/began"; exec sleep 600 ;; esac
END
chmod +x "$work/agent.sh"
sed -n '/^# Plan/,/^"""/p' "$work/agent.toml" | sed '/^"""/,$d' >"$work/plan.md"
FORGE_AGENT="command:$work/agent.sh" forge run --auto "two files" >"$work/out" 2>&1 &
engine=$!
read -r word <"$work/began"
kill -KILL "$engine"
wait "$engine" 2>/dev/null
SHELL=true expect 0 forge shell 1 one --as-it-was
says 'step one of run 1 is as it was'

scenario "a shell that outlives its forge is still there; and what it left when the run ends is kept"
failed_step
mkfifo "$work/typed"
hand stay <<END
echo precious >notes.txt
echo typed >"$work/typed"
exec sleep 600
END
SHELL=$work/stay forge shell 1 one --done >"$work/out" 2>&1 &
holder=$!
read -r word <"$work/typed"
child=$(cat /proc/$holder/task/$holder/children)
kill -KILL "$holder"
wait "$holder" 2>/dev/null
SHELL=true expect 1 forge shell 1 one --as-it-was
says 'step `one` is still open: process'
says 'forge shell 1 one --take-over'
for one in $child; do kill -KILL "$one" 2>/dev/null; while [ -e "/proc/$one/cwd/." ]; do :; done; done
expect 0 forge cancel 1
expect 0 forge status 1
says 'keep them: forge shell 1 one'
expect 1 forge shell 1 one --done
says 'run 1: the run has ended (cancelled); what you did is kept in refs/forge/1/one/hand-1'
is 'what is kept' "$(git show refs/forge/1/one/hand-1:notes.txt)" precious
expect 0 forge status 1
silent 'by hand'

scenario "a forge shell that is told to end tells the shell, keeps the files and leaves the step open"
failed_step
mkfifo "$work/typed"
hand stay <<END
echo precious >notes.txt
echo typed >"$work/typed"
exec sleep 600
END
SHELL=$work/stay forge shell 1 one --done >"$work/out" 2>&1 &
holder=$!
read -r word <"$work/typed"
kill -TERM "$holder"
wait "$holder"
is 'its exit code' "$?" 3
has "$work/out" 'step one of run 1 stays open'
is 'what is kept' "$(git show refs/forge/1/one/hand-1:notes.txt)" precious
expect 0 forge shell 1 one --as-it-was

scenario "a plan that was edited since does not move what a killed shell left; and a shell can be replaced by force"
failed_step
mkfifo "$work/typed"
hand stay <<END
echo precious >notes.txt
echo typed >"$work/typed"
exec sleep 600
END
SHELL=$work/stay forge shell 1 one --done >"$work/out" 2>&1 &
holder=$!
read -r word <"$work/typed"
child=$(cat /proc/$holder/task/$holder/children)
sed -i '/Depends: *one/d' "$(plan_file 001)"
run forge answer 1 retry
expect 0 forge log 1
says "the plan was edited by hand"
expect 1 forge shell 1 one --as-it-was
says 'leave that shell first'
expect 0 forge shell 1 one --take-over --as-it-was
says 'what you did is kept in refs/forge/1/one/hand-1'
is 'what is kept' "$(git show refs/forge/1/one/hand-1:notes.txt)" precious
kill -KILL "$holder"
wait "$holder" 2>/dev/null
for one in $child; do kill -KILL "$one" 2>/dev/null; done
expect 0 forge status 1
silent 'by hand'

scenario "killed while it saves, at each point: the files are in the worktree or under a ref"
for point in hand-taken hand-commit hand-kept; do
  scenario "killed at $point"
  failed_step
  hand fix <<'END'
echo right >one.txt
END
  SHELL=$work/fix FORGE_CRASH=$point run forge shell 1 one --done
  [ "$status" != 0 ] || fail "was not killed"
  SHELL=$work/fix expect 0 forge shell 1 one --done
  expect 0 forge resume 1
  is "what is on the branch after $point" "$(on_branch one.txt)" right
done

scenario "a run that ends while a person works leaves the files alone, and the shell keeps them"
failed_step
hand cancel <<'END'
echo precious >notes.txt
(cd "$REPO" && forge cancel 1 >/dev/null)
test -s notes.txt && echo still >still.txt
END
REPO=$PWD SHELL=$work/cancel expect 1 forge shell 1 one --done
says 'the run has ended (cancelled)'
says 'what you did is kept in refs/forge/1/one/hand-1'
is 'what is kept' "$(git show refs/forge/1/one/hand-1:still.txt)" still

scenario "work that cannot be saved stays in the worktree, and the next shell saves it"
failed_step
hand fix <<'END'
echo right >one.txt
END
git update-ref refs/forge/1/one/hand-1/in-the-way HEAD
SHELL=$work/fix expect 2 forge shell 1 one --done
says 'keep your work'
says 'and step one of run 1 stays open'
says 'forge shell 1 one'
git update-ref -d refs/forge/1/one/hand-1/in-the-way
expect 0 forge shell 1 one --done
expect 0 forge resume 1
is 'what is on the branch' "$(on_branch one.txt)" right

scenario "on a terminal Forge asks what it is; Enter alone decides nothing, and later leaves it open"
failed_step
hand fix <<'END'
echo right >one.txt
END
printf '\nlater\n' | script -qec "SHELL=$work/fix forge shell 1 one" /dev/null >"$work/screen"
has "$work/screen" 'nothing is decided; choose one of: done, hand-back, as-it-was, later'
has "$work/screen" 'step one of run 1 stays open; your files are in'
expect 0 forge status 1
says 'decide: forge shell 1 one'
printf 'hand-back\n\nhand\nmind the gap\n' | script -qec 'SHELL=true forge shell 1 one' /dev/null >"$work/screen"
has "$work/screen" 'nothing is decided: the agent needs a note'
has "$work/screen" 'goes back to the agent with your note'

scenario "a terminal that is closed: the files are kept, and the step stays open"
failed_step
mkfifo "$work/typed" "$work/close"
hand stay <<END
echo precious >notes.txt
echo typed >"$work/typed"
exec sleep 600
END
SHELL=$work/stay "$here/on_terminal.py" "$work/screen" "$work/close" forge shell 1 one >"$work/pid" &
read -r word <"$work/typed"
echo now >"$work/close"
wait $!
holder=$(cat "$work/pid")
while [ -e "/proc/$holder" ] && ! grep -q '^State:.Z' "/proc/$holder/status" 2>/dev/null; do :; done
is 'what is kept' "$(git show refs/forge/1/one/hand-1:notes.txt)" precious
expect 0 forge status 1
says 'decide: forge shell 1 one'

scenario "an editor instead of a shell, and the run goes on at once"
failed_step
hand editor <<'END'
test "$1" = . && echo right >one.txt
END
EDITOR=$work/editor expect 0 forge shell 1 one --editor --done --go
says '2 of 2 steps'
is 'what is on the branch' "$(on_branch one.txt)" right

scenario "for scripts: one line of JSON"
failed_step
hand fix <<'END'
echo right >one.txt
END
SHELL=$work/fix expect 0 forge shell 1 one --done --json
says '"run":1,"step":"one","as":"done","note":null,"directory":"'
says '"kept":"1/one/hand-1","files":["one.txt"]'

finish
