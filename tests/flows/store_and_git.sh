#!/bin/sh
# What the store says of a run and what git holds of it must agree: where they do not, the run stops and asks. Nothing is
# claimed that is not on the branch, and nothing that git has is lost.
. "$(dirname "$0")/lib.sh"
export FORGE_WORKSPACE_MIN_FREE=0 FORGE_MIN_FREE_MEMORY=0 FORGE_SANDBOX=off
repo=

# project COUNT: a plan of that many steps, each after the one before; the agent of step sN writes sN.txt and then runs
# $work/during, if there is one, with the step's name.
project() {
  repo=$PWD
  export FORGE_AGENT="command:sh $work/agent.sh"
  mkdir -p .forge/pipelines
  printf '.forge/\n' >.gitignore && git add .gitignore && git commit -q -m ignore
  printf 'name = "row"\nabout = "steps"\n[[stage]]\nname = "build"\nkind = "each"\npipeline = "row-step"\n' >.forge/pipelines/row.toml
  printf 'name = "row-step"\nabout = "a step"\n[[stage]]\nname = "work"\nrole = "engineer"\n[[stage]]\nname = "merge"\nkind = "integrate"\nhow = "commit"\n' >.forge/pipelines/row-step.toml
  printf '# Plan: a row\n\n## Steps\n' >../plan.md
  n=0
  while [ $n -lt "$1" ]; do
    n=$((n + 1))
    printf '\n### Step s%s: write s%s\n- Do: write `s%s.txt`\n' $n $n $n >>../plan.md
    [ $n = 1 ] || printf -- '- Depends: s%s\n' $((n - 1)) >>../plan.md
  done
  cat >../agent.sh <<END
step=s\$((\$(ls s*.txt 2>/dev/null | wc -l) + 1))
echo "\$step" >"\$step.txt"
[ ! -x "$work/during" ] || "$work/during" "\$step"
echo done
END
}

during() { cat >"$work/during" && chmod +x "$work/during"; }
start() { forge run row --pipeline row --plan ../plan.md --auto --agent "command:sh $work/agent.sh"; }
on_branch() { git ls-tree --name-only "${1:-forge/run-001}" | grep -c '^s[0-9]'; }

scenario "a branch that is moved back in mid-run stops the run"
project 5
during <<EOF2
#!/bin/sh
[ "\$1" != s4 ] || [ -e "$work/moved" ] || { touch "$work/moved" && git -C "$repo" branch -f forge/run-001 main; }
EOF2
expect 3 start
says "question"
expect 0 forge questions
says "forge/run-001"
says "git branch -f forge/run-001 $(git rev-parse refs/forge/1/tip)"
is "what is done while it waits" "$(forge status 1 --json | grep -o '"steps_done":[0-9]*')" '"steps_done":3'
expect 0 forge answer 1 restore
expect 0 forge resume 1
is "the branch" "$(on_branch)" 5

scenario "a branch that is moved back after the last merge does not end as completed"
project 2
printf '[[stage]]\nname = "look"\nrole = "reviewer"\n' >>.forge/pipelines/row.toml
sed -i "s|^step=|[ -e s2.txt ] \&\& { git -C '$repo' branch -f forge/run-001 main; echo fine; exit; }\nstep=|" "$work/agent.sh"
expect 3 start
says "question"
expect 0 forge answer 1 restore
is "the branch" "$(on_branch)" 2
is "the run" "$(forge status 1 --json | grep -o '"status":"completed"')" '"status":"completed"'

# What a restored copy of the store does not know. The copy is made while the agent of s2 works; s3 is merged, and then the
# engine is killed.
restored() {
  project 5
  mkdir "$work/copy"
  during <<EOF2
#!/bin/sh
[ "\$1" != s2 ] || cp "$repo"/.forge/state/forge.db* "$work/copy"
EOF2
  FORGE_CRASH=integrated:3 run start
  is "exit of the killed engine" "$status" 137
  rm -f "$work/during" .forge/state/forge.db*
  cp "$work"/copy/* .forge/state/
}
each_once() { is "$1" "$(git log --format=%s main..forge/run-001 | sort | tr '\n' ';')" "$2"; }
all_five="plan-001 s1: write s1;plan-001 s2: write s2;plan-001 s3: write s3;plan-001 s4: write s4;plan-001 s5: write s5;"

scenario "a store that is older than git: adopt what git has"
restored
expect 1 forge doctor
says "git is ahead of the journal"
expect 3 forge resume 1
expect 0 forge questions
says "count s2, s3 as done"
expect 0 forge answer 1 adopt
expect 0 forge resume 1
each_once "the branch" "$all_five"
is "the files" "$(on_branch)" 5
expect 0 forge doctor

scenario "a store that is older than git: do the work again"
restored
before=$(git rev-parse forge/run-001)
expect 3 forge resume 1
expect 2 forge answer 1 restore
says "answer one of: adopt, redo, abandon"
is "the branch after an answer that is not offered" "$(git rev-parse forge/run-001)" "$before"
expect 0 forge answer 1 redo
expect 0 forge resume 1
each_once "the branch" "$all_five"
is "the files" "$(on_branch)" 5
is "what was on the branch" "$(git rev-parse refs/forge/1/replaced-1)" "$before"
is "numbers given out twice" "$(git for-each-ref --format='%(refname)' refs/forge/1 | sed -n 's|.*/\([0-9]*\)$|\1|p' | sort | uniq -d)" ""

scenario "a git without the merged work of the journal does not begin again"
restored
git for-each-ref --format='delete %(refname)' refs/forge/1 refs/heads/forge | git update-ref --stdin
expect 1 forge doctor
says "git has nothing of run 1"
expect 1 forge resume 1
says "git has nothing of run 1, but the journal has merged work up to"
expect 0 forge abandon 1

scenario "a store that is older than git: give up"
restored
expect 3 forge resume 1
expect 0 forge answer 1 abandon
is "the run" "$(forge status 1 --json | grep -o '"status":"abandoned"')" '"status":"abandoned"'

scenario "a store that is older than git: what the run did after its steps is not adopted, and not done twice"
project 2
cat >>.forge/pipelines/row.toml <<END
[[stage]]
name = "docs"
role = "engineer"
[[stage]]
name = "commit"
kind = "integrate"
how = "commit"
END
sed -i "s|^step=|[ ! -e s2.txt ] \|\| { echo documented >>README.md; echo fine; exit; }\nstep=|" "$work/agent.sh"
mkdir "$work/copy"
during <<EOF2
#!/bin/sh
[ "\$1" != s2 ] || [ -e "$work/copy/forge.db" ] || cp "$repo"/.forge/state/forge.db* "$work/copy"
EOF2
expect 0 start
rm -f .forge/state/forge.db*
cp "$work"/copy/* .forge/state/
expect 3 forge resume 1
expect 0 forge questions
silent "adopt"
says "redo: put the branch back"
expect 0 forge answer 1 redo
expect 0 forge resume 1
is "the readme" "$(git show forge/run-001:README.md | grep -c documented)" 1
expect 0 forge doctor

# A write-ahead log that lost its end, or has garbage there: SQLite goes back to the last transaction that is whole.
# damaged COMMAND: an engine was killed, and COMMAND changed the log $wal of $size bytes.
damaged() {
  project 5
  FORGE_CRASH=integrated:4 run start
  is "exit of the killed engine" "$status" 137
  wal=.forge/state/forge.db-wal
  size=$(stat -c %s $wal)
  eval "$1"
  expect 1 forge doctor
  says "git is ahead of the journal"
  expect 3 forge resume 1
  says "question"
  expect 0 forge questions
  says "The store is an older copy, or it lost its last changes"
  says "adopt: keep the branch and count"
  says "redo: put the branch back"
  says "abandon: end the run"
}

scenario "a write-ahead log that was cut: the run stops and tells what git has, and its work is adopted"
damaged 'truncate -s $((size * 3 / 4)) $wal'
expect 0 forge answer 1 adopt
expect 0 forge resume 1
each_once "the branch" "$all_five"
expect 0 forge doctor

scenario "a write-ahead log with garbage: the run stops and tells what git has, and the work is done again"
damaged 'head -c $((size / 4)) /dev/urandom | dd of=$wal bs=1 seek=$((size * 3 / 4)) conv=notrunc status=none'
expect 0 forge answer 1 redo
expect 0 forge resume 1
each_once "the branch" "$all_five"
expect 0 forge doctor

scenario "a write-ahead log that is all garbage: the run is not there, and git has its work"
project 3
FORGE_CRASH=integrated:3 run start
head -c 4096 /dev/zero >.forge/state/forge.db-wal
expect 0 forge doctor
says "git has work of run 1, which is not in the store"
expect 2 forge resume 1
says "run 1 is not in the store, but git has work of it"
says "forge rescue 1"
expect 0 forge rescue 1
expect 0 start
says "run 2 "

# stopped AT: an engine that was stopped with SIGSTOP while the agent of that step worked; $engine is its process.
stopped() {
  project 3
  mkfifo "$work/at" "$work/never"
  during <<EOF2
#!/bin/sh
[ "\$1" != $1 ] || [ -e "$work/again" ] || { touch "$work/again"; echo >"$work/at"; read -r _ <"$work/never"; exit 1; }
EOF2
  (exec forge run row --pipeline row --plan ../plan.md --auto --agent "command:sh $work/agent.sh" >"$work/said" 2>&1) &
  engine=$!
  read -r _ <"$work/at"
  kill -STOP $engine
}
# An agent that still waits ends. Opened for reading and writing, the pipe waits for no reader.
let_go() { exec 9<>"$work/never" && echo >&9 && exec 9>&-; }
# The old engine was killed: it never wakes up in the middle of a git command.
woken() {
  wait $engine
  [ $? = 137 ] || fail "the stopped engine was not killed"
  let_go
  each_once "the branch" "plan-001 s1: write s1;plan-001 s2: write s2;plan-001 s3: write s3;"
  is "the run" "$(forge status 1 --json | grep -o '"status":"completed"')" '"status":"completed"'
}

scenario "a stopped engine loses its run when the lease has run out, and is killed"
export FORGE_LEASE=1
stopped s2
tries=0
until run forge resume 1 && [ "$status" = 0 ]; do
  tries=$((tries + 1))
  [ $tries -lt 400 ] || { fail "it is never taken over"; break; }
done
woken
unset FORGE_LEASE

scenario "resume --take-over does not wait for the lease"
stopped s2
expect 1 forge resume 1
expect 0 forge resume 1 --take-over
woken

scenario "a run of a stopped engine can be cancelled when the lease has run out"
export FORGE_LEASE=1
stopped s2
tries=0
until run forge cancel 1 && [ "$status" = 0 ]; do
  tries=$((tries + 1))
  [ $tries -lt 400 ] || { fail "it cannot be cancelled"; break; }
done
wait $engine
[ $? = 137 ] || fail "the stopped engine was not killed"
let_go
unset FORGE_LEASE

# lost COMMAND: an engine whose store goes while the agent of s2 works.
lost() {
  project 3
  during <<EOF2
#!/bin/sh
[ "\$1" != s2 ] || [ -e "$work/gone" ] || { touch "$work/gone"; cd "$repo" && $1; }
EOF2
  run start
}

scenario "git clean in mid-run: the engine notices and writes the store again"
lost 'git clean -fdxq'
[ "$status" != 0 ] || fail "it claims to be well"
says "was deleted while run 1 was running"
expect 0 forge list
says "row"
expect 0 forge resume 1
each_once "the branch" "plan-001 s1: write s1;plan-001 s2: write s2;plan-001 s3: write s3;"

scenario "another store in its place is not overwritten"
# At once, as the engine sees it: it is stopped meanwhile, or it would find a deleted store.
lost 'engine=$(ps -o ppid= -p $PPID) && kill -STOP $engine && rm -rf .forge && mkdir -p .forge/state && : >.forge/state/forge.db; kill -CONT $engine'
[ "$status" != 0 ] || fail "it claims to be well"
says "was replaced while run 1 was running"
[ -s .git/forge/store-1.db ] || fail "the engine's store is not saved"
expect 0 forge doctor
says "git has work of run 1, which is not in the store"
says ".git/forge/store-1.db"

scenario "runs are found by their refs alone, and their numbers are not given out again"
project 2
expect 0 start
git update-ref refs/forge/1/s1/left-1 "$(git commit-tree -p main -m left "$(git rev-parse 'forge/run-001^{tree}')")"
rm -rf .forge/state .forge/plans
expect 0 forge doctor
says "git has work of run 1, which is not in the store"
expect 0 forge rescue
says "1/s1/left-1"
expect 0 forge rescue 1
says "1/s1/left-1"
expect 0 start
says "run 2 "

scenario "temporary directories of killed engines go with the take-over, or with doctor"
export TMPDIR="$work/tmp" && mkdir "$TMPDIR"
project 3
during <<EOF2
#!/bin/sh
[ "\$1" != s2 ] || [ -e "$work/killed" ] || { touch "$work/killed"; kill -9 \$(cat "$work/engine"); }
EOF2
(echo "$(exec sh -c 'echo $PPID')" >"$work/engine"; exec forge run row --pipeline row --plan ../plan.md --auto --agent "command:sh $work/agent.sh" >"$work/said" 2>&1)
temps() { find "$TMPDIR" -maxdepth 1 -name 'forge-unit-*' | wc -l; }
[ "$(temps)" -gt 0 ] || fail "the kill left nothing: the test proves nothing"
expect 0 forge doctor
says "of engines that were killed"
is "left after doctor" "$(temps)" 0
expect 0 forge resume 1
is "left at the end" "$(temps)" 0
unset TMPDIR

scenario "doctor does not judge a run that is running"
project 2
during <<EOF2
#!/bin/sh
[ "\$1" = s2 ] || exit 0
cd "$repo" && git branch -q -D forge/run-001
forge doctor >"$work/doctor" 2>&1
git rev-parse -q --verify refs/heads/forge/run-001 >"$work/made"
EOF2
expect 0 start
has "$work/doctor" "run 1 is running"
lacks "$work/doctor" "wrong"
is "the branch that doctor made" "$(cat "$work/made")" ""
is "the branch" "$(on_branch)" 2

scenario "doctor tells of a deleted branch and does not make it"
project 2
FORGE_CRASH=integrated:1 run start
is "exit of the killed engine" "$status" 137
git branch -q -D forge/run-001
expect 1 forge doctor
says "the branch forge/run-001 of run 1 was deleted"
is "the branch that doctor made" "$(git branch --list forge/run-001)" ""
expect 0 forge resume 1
is "the branch" "$(on_branch)" 2
expect 0 forge doctor

finish
