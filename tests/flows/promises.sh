#!/bin/sh
# Sentences of docs/recovery.md and docs/workspaces.md that no other test holds.
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
    printf '\n### Step s%s: write s%s\n- Do: write it\n' $n $n >>../plan.md
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
start() { forge run row --pipeline row --plan ../plan.md --auto; }
steps_on() { git ls-tree --name-only "$1" | grep -c '^s[0-9]'; }
status_of() { forge status "$1" --json | grep -o '"status":"[a-z]*"' | head -n 1 | cut -d '"' -f 4; }

scenario "a resume approves nothing"
project 1
printf '[[stage]]\nname = "agree"\nkind = "ask"\nquestion = "Go on?"\n' >.forge/pipelines/ask.toml
sed -i '1i name = "ask"\nabout = "asks"' .forge/pipelines/ask.toml
expect 3 forge run ask --pipeline ask
expect 3 forge resume 1
is "the run" "$(status_of 1)" waiting
expect 0 forge questions
says "Go on?"

scenario "after abandon and git branch -D every attempt is still there"
project 2
during <<EOF2
#!/bin/sh
[ "\$1" != s2 ] || { echo broken; exit 1; }
EOF2
sed -i 's/^echo done/[ ! -e s2.txt ] || exit 1\n&/' "$work/agent.sh"
run start
before=$(git for-each-ref --format='%(refname)' refs/forge/1/s1 refs/forge/1/s2)
expect 0 forge abandon 1
git branch -q -D forge/run-001
is "the refs" "$(git for-each-ref --format='%(refname)' refs/forge/1/s1 refs/forge/1/s2)" "$before"
is "the attempt that failed" "$(git show "$(echo "$before" | grep 's2/[0-9]*$' | head -n 1):s2.txt")" s2
expect 0 forge log 1
expect 0 forge rescue
says "1/s2/"
expect 0 forge doctor

scenario "keep: the run continues from where you put its branch, and what it had merged stays in a ref"
project 4
during <<EOF2
#!/bin/sh
[ "\$1" != s3 ] || [ -e "$work/moved" ] || { touch "$work/moved" && git -C "$repo" branch -f forge/run-001 main; }
EOF2
expect 3 start
merged=$(git rev-parse refs/forge/1/tip)
expect 0 forge answer 1 keep
run forge resume 1
is "what it had merged" "$(git rev-parse refs/forge/1/replaced-1)" "$merged"
is "what it had merged holds" "$(steps_on refs/forge/1/replaced-1)" 2
is "what the branch lacks" "$(git ls-tree --name-only forge/run-001 | grep -c '^s1\.txt')" 0

scenario "land runs pre-push with --pr, and never pre-commit"
project 1
expect 0 start
mkdir -p .git/hooks
for hook in pre-commit pre-push; do
  printf '#!/bin/sh\necho %s >>"%s/hooks"\n' $hook "$work" >.git/hooks/$hook
  chmod +x .git/hooks/$hook
done
git init -q --bare ../hub.git && git remote add origin ../hub.git
mkdir ../less
for program in git sh sed; do ln -s "$(command -v $program)" ../less/$program; done
expect 0 env PATH="$work/less:$root/bin" forge land 1 --pr
is "the hooks" "$(cat "$work/hooks")" pre-push
git switch -q -c other main
echo more >more.txt && git add more.txt && git commit -q --no-verify -m more
expect 0 forge land 1 --squash
is "the hooks" "$(cat "$work/hooks")" pre-push
git -C ../hub.git branch -q -D forge/run-001
expect 0 env PATH="$work/less:$root/bin" forge land 1 --pr --no-verify
is "the hooks" "$(cat "$work/hooks")" pre-push

scenario "an engine in another container that lost its run ends its agent and says which process has the run"
apart="unshare --pid --fork --mount-proc --kill-child"
[ "$(id -u)" = 0 ] || apart="unshare -Ur --pid --fork --mount-proc --kill-child"
if $apart true 2>/dev/null; then
  project 2
  mkfifo "$work/at" "$work/never"
  during <<EOF2
#!/bin/sh
[ "\$1" != s2 ] || [ -e "$work/again" ] || { touch "$work/again"; echo >"$work/at"; read -r _ <"$work/never"; echo woke >"$work/woke"; }
EOF2
  FORGE_LEASE=2 $apart forge run row --pipeline row --plan ../plan.md --auto >"$work/said" 2>&1 &
  engine=$!
  read -r _ <"$work/at"
  expect 0 forge resume 1 --take-over
  wait $engine
  [ $? != 0 ] || fail "the engine that lost its run ended as if it had completed it"
  has "$work/said" "run 1 was taken over by process "
  [ ! -e "$work/woke" ] || fail "its agent went on"
  is "the run" "$(status_of 1)" completed
  is "the branch" "$(git log --format=%s main..forge/run-001 | sort | tr '\n' ';')" "plan-001 s1: write s1;plan-001 s2: write s2;"
else
  echo "skipped: this user may not make a container"
fi
finish
