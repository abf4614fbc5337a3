#!/bin/sh
# forge eval: suites, trials apart from the user's files, hidden checks, resuming, comparing (docs/eval.md).
here=$(dirname "$0")
. "$here/lib.sh"

# A suite of two tasks in $work/suite: `one` wants the word "right" in one.txt, `two` wants it in two.txt.
suite() {
  mkdir -p "$work/suite"
  printf 'name = "pair"\n' >"$work/suite/suite.toml"
  for task in one two; do
    mkdir -p "$work/suite/tasks/$task/repo" "$work/suite/tasks/$task/check"
    printf 'objective = "Write the word into %s.txt"\ntest = "test -f %s.txt"\ncheck = "sh hidden.sh"\n' $task $task \
      >"$work/suite/tasks/$task/task.toml"
    echo wrong >"$work/suite/tasks/$task/repo/$task.txt"
    echo "grep -qx right $task.txt # secret-$task" >"$work/suite/tasks/$task/check/hidden.sh"
  done
}

# writer WORD...: what agents of the tasks one and two write, as $work/one.toml and $work/two.toml.
writer() {
  for task in one two; do
    word=$1
    shift
    cat >"$work/$task.toml" <<END
[[turn]]
stage = "patch"
repeat = true
text = "Written."
result = { status = "done", summary = "Written." }
usage = { input_tokens = 1000, output_tokens = 200, usd = 0.02 }
[[turn.write]]
path = "$task.txt"
content = "$word\n"
[[turn]]
stage = "review"
repeat = true
text = "Fine.\n\n**Verdict:** Approved"
usage = { input_tokens = 500, output_tokens = 100, usd = 0.01 }
END
  done
}

scenario "a suite is run apart from the user's files, and the hidden check decides"
suite
writer right nearly
refs=$(git rev-parse HEAD; git for-each-ref)
expect 0 forge eval "$work/suite" --pipeline quick --agent "replay:$work/{task}.toml"
says 'one, quick @ replay:'
says 'not solved, 2 units'
says 'the hidden check failed'
says '1 of 2'
is "the status of the checkout" "$(git status --porcelain)" ''
is "refs and commits" "$(git rev-parse HEAD; git for-each-ref)" "$refs"
[ ! -e .forge/state ] || fail "the user's project got a store"
has .forge/eval/pair/index.html 'hidden check failed'
expect 0 forge eval "$work/suite" --pipeline quick --agent "replay:$work/{task}.toml" --json
says '"solved":1'
says '"usd_per_solved":0.06'
says '"form_rounds":{"mean":0'
silent 'running'
is "worktrees of trials that are over" "$(find "$HOME/.cache/forge/eval" -mindepth 1 2>/dev/null)" ''
expect 1 forge eval "$work/suite" --pipeline quick --agent "replay:$work/{task}.toml" --fail-under 60
expect 0 forge eval "$work/suite" --pipeline quick --agent "replay:$work/{task}.toml" --fail-under 50

scenario "an agent cannot read the hidden check, even where a setting opens the place above it"
suite
rm -r "$work/suite/tasks/two"
cat >"$work/agent.sh" <<END
#!/bin/sh
prompt=\$(cat)
{ cat "$work/open.txt" "$work/suite/tasks/one/check/hidden.sh"; find "$work" -name hidden.sh; printf '%s\n' "\$prompt"; } >one.txt 2>/dev/null
echo right >>one.txt
printf 'Done.\n\n**Verdict:** Approved\n\n\`\`\`json\n{"status": "done", "summary": "done"}\n\`\`\`\n'
END
chmod +x "$work/agent.sh"
echo open-text >"$work/open.txt"
printf 'grep -qx right one.txt && grep -q open-text one.txt && ! grep -q secret-one one.txt && ! grep -q hidden.sh one.txt\n' >"$work/suite/tasks/one/check/hidden.sh"
sed -i '1s/^/# secret-one\n/' "$work/suite/tasks/one/check/hidden.sh"
if forge doctor 2>&1 | grep -qi 'landlock\|bubblewrap'; then
  FORGE_SANDBOX_READ=$work expect 0 forge eval "$work/suite" --pipeline quick --agent "command:$work/agent.sh" --fail-under 100
fi

scenario "variants and runs are tried side by side and compared without flattery"
suite
writer right right
cp "$work/one.toml" "$work/good-one.toml"
cp "$work/two.toml" "$work/good-two.toml"
writer wrong wrong
expect 0 forge eval "$work/suite" --pipeline quick --agent "replay:$work/good-{task}.toml" --agent "replay:$work/{task}.toml" --runs 2 --jobs 2 --out res
says '4 of 4'
says '0 of 4'
says 'no difference shown: 2 tasks differ, too few to show one'
expect 2 forge eval --compare res res
says 'holds several variants'
says 'res#2'
expect 0 forge eval --compare 'res#1' 'res#2'
says 'paired by task, 2 tasks'
says 'too few to show one'
expect 0 forge eval --compare 'res#1' 'res#2' --json
says '"shown":false'
expect 2 forge eval --compare res
expect 2 forge eval --compare 'res#3' nowhere
is "trials" "$(find res -name result.json | wc -l)" 8

scenario "a variant has the same number in the table, on the page and in --compare"
suite
writer right right
cp "$work/one.toml" "$work/a-good.toml"
writer wrong wrong
cp "$work/one.toml" "$work/b-bad.toml"
expect 0 forge eval "$work/suite" --task one --pipeline quick --agent "replay:$work/b-bad.toml" --agent "replay:$work/a-good.toml" --out res
says "A: quick @ replay:$work/b-bad.toml"
expect 0 forge eval --compare 'res#1' 'res#2'
says "A: res#1 (quick @ replay:$work/b-bad.toml)"
says "B: res#2 (quick @ replay:$work/a-good.toml)"
cp "$work/one.toml" "$work/0-third.toml"
expect 0 forge eval "$work/suite" --task one --pipeline quick --agent "replay:$work/0-third.toml" --agent "replay:$work/a-good.toml" --out res --json
says '"number":3,"pipeline":"quick","agent":"replay:'"$work/0-third.toml"
says '"number":2,"pipeline":"quick","agent":"replay:'"$work/a-good.toml"
has res/index.html 'Variant 3 (A) and variant 2 (B)'
expect 0 forge eval --compare 'res#3' 'res#1'
says "A: res#3 (quick @ replay:$work/0-third.toml)"
expect 2 forge eval --compare 'res#4' 'res#1'
says 'res has no finished trial of a variant 4'
says 'res#2 (quick'

scenario "a killed evaluation continues where it was, and what is over is not run again"
suite
writer right right
expect 0 forge eval "$work/suite" --pipeline quick --agent "replay:$work/{task}.toml" --out whole --json
whole=$(printf '%s\n' "$out" | tail -n 1 | sed 's/.*"trials":\[//; s/"skipped".*//' | grep -o '"units":[0-9]*\|"tokens":[0-9]*\|"solved":[a-z]*' | tr '\n' ' ')
kills=0
for hit in 2 4 5 6 7 8 9; do
  FORGE_CRASH=record-after:$hit run forge eval "$work/suite" --pipeline quick --agent "replay:$work/{task}.toml" --out res
  if [ "$status" -ge 128 ]; then
    kills=$((kills + 1))
  fi
  if [ -f res/trials/one/*/1/result.json ]; then
    [ -n "${first:-}" ] || first=$(stat -c '%i %Y' res/trials/one/*/1/result.json)
  fi
done
[ "$kills" -ge 3 ] || fail "only $kills kills"
expect 0 forge eval "$work/suite" --pipeline quick --agent "replay:$work/{task}.toml" --out res --json
is "the result" "$(printf '%s\n' "$out" | tail -n 1 | sed 's/.*"trials":\[//; s/"skipped".*//' | grep -o '"units":[0-9]*\|"tokens":[0-9]*\|"solved":[a-z]*' | tr '\n' ' ')" "$whole"
[ -n "${first:-}" ] || fail "no trial was over before the last command"
is "the first result" "$(stat -c '%i %Y' res/trials/one/*/1/result.json)" "$first"

scenario "Ctrl-C stops cleanly, and the same command continues"
suite
writer right right
mkfifo "$work/begun" "$work/go"
printf '[[turn]]\nstage = "patch"\ntext = "Written."\nresult = { status = "done", summary = "Written." }\n' >"$work/first.toml"
printf '[[turn.write]]\npath = "one.txt"\ncontent = "right\\n"\n' >>"$work/first.toml"
printf '[[turn.run]]\ncommand = "echo begun >%s/begun; cat %s/go"\n' "$work" "$work" >>"$work/first.toml"
cat "$work/one.toml" >>"$work/first.toml"
mv "$work/first.toml" "$work/one.toml"
export FORGE_SANDBOX=off
forge eval "$work/suite" --pipeline quick --agent "replay:$work/{task}.toml" --out res >"$work/log" 2>&1 </dev/null &
process=$!
read -r _ <"$work/begun"
kill -INT $process
echo go >"$work/go"
wait $process
status=$?
out=$(cat "$work/log")
is "the exit code" "$status" 3
says 'unfinished: one'
says 'unfinished: two'
says 'continue: run the same command again'
expect 0 forge eval "$work/suite" --pipeline quick --agent "replay:$work/{task}.toml" --out res
says '2 of 2'
unset FORGE_SANDBOX

scenario "two evaluations do not work on one directory"
suite
writer right right
mkfifo "$work/begun" "$work/go"
printf '[[turn]]\nstage = "patch"\ntext = "Written."\nresult = { status = "done", summary = "Written." }\n' >"$work/first.toml"
printf '[[turn.write]]\npath = "one.txt"\ncontent = "right\\n"\n' >>"$work/first.toml"
printf '[[turn.run]]\ncommand = "echo begun >%s/begun; cat %s/go"\n' "$work" "$work" >>"$work/first.toml"
cat "$work/one.toml" >>"$work/first.toml"
mv "$work/first.toml" "$work/one.toml"
export FORGE_SANDBOX=off
forge eval "$work/suite" --pipeline quick --agent "replay:$work/{task}.toml" --out res >"$work/log" 2>&1 </dev/null &
process=$!
read -r _ <"$work/begun"
run forge eval "$work/suite" --pipeline quick --agent "replay:$work/{task}.toml" --out res
[ "$status" -ne 0 ] || fail "a second evaluation began on the same directory"
says 'another `forge eval` is at work on'
says '--out DIR'
echo go >"$work/go"
wait $process || fail "the first evaluation failed: $(cat "$work/log")"
unset FORGE_SANDBOX

scenario "a task whose budget runs out is not solved, and the others are tried"  # the commands before the work are a unit too
suite
writer right right
printf '[budget]\nunits = 2\n' >>"$work/suite/tasks/one/task.toml"
expect 0 forge eval "$work/suite" --pipeline quick --agent "replay:$work/{task}.toml"
says 'one, quick @'
says 'not solved, 1 unit,'
says 'budget'
says '1 of 2'

scenario "the budget of units counts checks as well, the column UNITS does not"
suite
writer right right
rm -r "$work/suite/tasks/two"
mkdir -p .forge/pipelines
cat >.forge/pipelines/checked.toml <<'END'
name = "checked"
about = "check, patch and commit"
[[stage]]
name = "today"
kind = "check"
commands = ["project"]
[[stage]]
name = "patch"
role = "engineer"
result = true
prompt = "Do it."
[[stage]]
name = "commit"
kind = "integrate"
how = "commit"
message = "{title}"
END
printf '[budget]\nunits = 1\n' >>"$work/suite/tasks/one/task.toml"
expect 0 forge eval "$work/suite" --pipeline checked --agent "replay:$work/{task}.toml"
says 'not solved, 0 units,'
says 'budget'

scenario "rounds that are lost to form are counted"
suite
writer right right
rm -r "$work/suite/tasks/two"
{ printf '[[turn]]\nstage = "patch"\ntext = "Written, and I forgot the block."\n\n'; cat "$work/one.toml"; } >"$work/first.toml"
mv "$work/first.toml" "$work/one.toml"
expect 0 forge eval "$work/suite" --pipeline quick --agent "replay:$work/{task}.toml" --json
says '"solved":1'
says '"form_rounds":{"mean":1'

scenario "the agent that knows nothing but its prompt solves a task without a round for form"
mkdir -p "$work/suite/tasks/note/repo" "$work/suite/tasks/note/check"
printf 'name = "naive"\n' >"$work/suite/suite.toml"
printf 'objective = "Add the note notes/one.txt that says one."\ntest = "test -s notes/one.txt"\ncheck = "sh hidden.sh"\n' \
  >"$work/suite/tasks/note/task.toml"
echo "# Notes" >"$work/suite/tasks/note/repo/README.md"
echo "test -s notes/one.txt" >"$work/suite/tasks/note/check/hidden.sh"
naive=$(readlink -f "$here/../naive/agent.pl")
expect 0 forge eval "$work/suite" --pipeline quick --agent "command:$naive" --out res-words
says 'solved, 2 units, tokens and cost unknown'
says 'unknown  unknown'
silent '$0'
for pipeline in quick forge bug; do
  expect 0 forge eval "$work/suite" --pipeline $pipeline --agent "command:$naive" --fail-under 100 --json --out "res-$pipeline"
  says '"solved":1'
  says '"form_rounds":{"mean":0'
done

scenario "a suite that is wrong names every mistake, and nothing runs"
suite
printf 'objectiv = "x"\ncheck = 3\n' >"$work/suite/tasks/one/task.toml"
printf 'colour = 1\n' >>"$work/suite/suite.toml"
rm "$work/suite/tasks/two/task.toml"
expect 2 forge eval "$work/suite" --agent "replay:$work/{task}.toml"
says "suite.toml:2:1: unknown key \`colour\`"
says "one/task.toml:1:1: unknown key \`objectiv\`"
says 'did you mean `objective`'
says 'one/task.toml:2:9'
says 'tasks/two'
expect 2 forge eval nowhere
says 'built in: starter'
suite
writer right right
expect 2 forge eval "$work/suite" --agent "replay:$work/{task}.toml" --pipeline nonesuch
says 'no pipeline named `nonesuch`'
expect 2 forge eval "$work/suite" --agent "replay:$work/absent.toml" --pipeline quick
expect 2 forge eval "$work/suite" --task three --agent "replay:$work/{task}.toml"
says 'its tasks: one, two'
[ -z "$(find . -name result.json)" ] || fail "a trial ran"

scenario "a check that passes before the work is a mistake of the suite"
suite
writer right right
sed -i 's/^check = .*/check = "true"/' "$work/suite/tasks/two/task.toml"
expect 2 forge eval "$work/suite" --pipeline quick --agent "replay:$work/{task}.toml"
says 'suite has 1 problem'
says 'tasks/two/task.toml:3:9: the check passes on the repository as it is'
[ -z "$(find . -name result.json)" ] || fail "a trial ran"
expect 0 forge eval "$work/suite" --pipeline quick --agent "replay:$work/{task}.toml" --task one
says '1 of 1'
echo "echo again >>$work/again; grep -qx right one.txt" >"$work/suite/tasks/one/check/hidden.sh"
FORGE_SANDBOX=off expect 0 forge eval "$work/suite" --pipeline quick --agent "replay:$work/{task}.toml" --task one --fresh
FORGE_SANDBOX=off expect 0 forge eval "$work/suite" --pipeline quick --agent "replay:$work/{task}.toml" --task one --runs 2
is "checks: one before the work, one of each trial" "$(grep -c again "$work/again")" 3

scenario "a task whose program is missing is skipped, and the result says so"
suite
writer right right
sed -i '1i needs = ["no-such-program"]' "$work/suite/tasks/two/task.toml"
expect 0 forge eval "$work/suite" --pipeline quick --agent "replay:$work/{task}.toml"
says 'skipped: two: not installed: no-such-program'
says '1 of 1'

scenario "results of another suite or pipeline are not mixed"
suite
writer right right
expect 0 forge eval "$work/suite" --pipeline quick --agent "replay:$work/{task}.toml" --task one
echo '# stricter' >>"$work/suite/tasks/one/check/hidden.sh"
expect 2 forge eval "$work/suite" --pipeline quick --agent "replay:$work/{task}.toml" --task one
says 'has changed since these trials ran'
expect 0 forge eval "$work/suite" --pipeline quick --agent "replay:$work/{task}.toml" --task one --fresh
says '1 of 1'

scenario "a project's own pipeline is tried"
suite
writer right right
mkdir -p .forge/pipelines
cat >.forge/pipelines/mine.toml <<'END'
name = "mine"
about = "patch and commit"
[[stage]]
name = "patch"
role = "engineer"
result = true
prompt = "Do it."
[[stage]]
name = "commit"
kind = "integrate"
how = "commit"
message = "{title}"
END
expect 0 forge eval "$work/suite" --pipeline mine --agent "replay:$work/{task}.toml"
says 'solved, 1 unit,'
sed -i 's/Do it./Do it well./' .forge/pipelines/mine.toml
expect 2 forge eval "$work/suite" --pipeline mine --agent "replay:$work/{task}.toml"

scenario "a new suite can be run as it is"
expect 0 forge eval new mine
says 'mine/tasks/rounding/task.toml'
expect 1 forge eval new mine
(cd mine/tasks/rounding/repo && sh tests/run.sh >/dev/null) || fail "the tests of the sample fail before the work"
cat >"$work/agent.toml" <<'END'
[[turn]]
stage = "patch"
text = "Mended."
result = { status = "done", summary = "Mended." }
[[turn.run]]
command = "sed -i 's|int(.*) / 100|count * cents / 100|' invoice.sh"
[[turn]]
stage = "review"
text = "Fine.\n\n**Verdict:** Approved"
END
expect 0 forge eval mine --pipeline quick --fail-under 100
says '1 of 1'
says 'page: .forge/eval/mine/index.html'
title="a second new suite has results of its own, also if its folder's name is none for a suite"
expect 0 forge eval new größe
sed -i 's/^objective = """/&Bills are wrong. /' größe/tasks/rounding/task.toml
expect 0 forge eval größe --pipeline quick
says 'page: .forge/eval/größe/index.html'

scenario "a repository's own commits become tasks, and the others are named with the reason"
mkdir tests
printf 'add() { echo $(($1 + $2)); }\n' >calc.sh
printf '. ./calc.sh\n[ "$(add 1 2)" = 3 ]\n' >tests/test_calc.sh
git add -A && git commit -q -m 'add numbers'
printf 'sub() { echo $(($1 - $2)); }\n' >>calc.sh
printf '[ "$(sub 5 2)" = 3 ]\n' >>tests/test_calc.sh
git add -A && git commit -q -m 'subtract numbers

`sub A B` prints the difference.'
echo '# a comment' >>calc.sh
echo '# another' >>tests/test_calc.sh
git commit -q -am 'comments'
echo more >>README.md && git commit -q -am 'only words'
echo '# third' >>tests/test_calc.sh && git commit -q -am 'only tests'
printf 'mul() { echo 0; }\n' >>calc.sh
printf '[ "$(mul 2 3)" = 6 ]\n' >>tests/test_calc.sh
git commit -q -am 'multiply, wrongly'
git status --porcelain >"$work/before"
expect 0 forge eval from-history "$work/past" --test 'sh tests/test_calc.sh'
says 'subtract numbers: task subtract-numbers-'
says 'comments: dropped: its tests pass without its code as well'
says 'only words: dropped: it adds or changes no test'
says 'only tests: dropped: it changes tests only'
says 'multiply, wrongly: dropped: the test command fails on the commit itself'
says '2 tasks of 6 commits'
is "the status of the checkout" "$(git status --porcelain)" "$(cat "$work/before")"
expect 0 forge eval from-history --commits 5 --test 'sh tests/test_calc.sh' --json
says '"tasks":1'
says '/repo/repo-history"'
rm -r repo-history
expect 1 forge eval from-history "$work/none" --commits 1 --test 'sh tests/test_calc.sh'
cat >"$work/agent.toml" <<'END'
[[turn]]
stage = "patch"
text = "Done."
result = { status = "done", summary = "Done." }
[[turn.run]]
command = "git log --all --format=%s > seen.txt; printf 'sub() { echo $(($1 - $2)); }\n' >> calc.sh; [ ! -e .git/FETCH_HEAD ]"
[[turn]]
stage = "review"
text = "Fine.\n\n**Verdict:** Approved"
END
task=$(basename "$work/past/tasks/subtract-numbers-"*)
expect 0 forge eval "$work/past" --pipeline quick --task "$task" --fail-under 100
says '1 of 1'
seen=$(git -C .forge/eval/past/trials/"$task"/*/1/repo show forge/run-001:seen.txt)
is "what the agent saw of the history" "$(echo "$seen" | tr '\n' '|')" 'add numbers|first|'

finish
