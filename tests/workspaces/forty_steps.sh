#!/bin/sh
# Forty steps, eight at a time, through the binary: some fail at first, some conflict, some write undeclared files, while
# the user continues to work. At the end the branch has the result of a serial run, everything that was ever written is
# still reachable, and the user's checkout is as the user left it.
#   forty_steps.sh FORGE [SEED]
set -eu
forge=$1 seed=${2:-7}
work=$(mktemp -d "${TMPDIR:-/tmp}/forge-forty.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
export FORGE_WORKSPACE_MIN_FREE=0 HOME="$work/home" XDG_CACHE_HOME="$work/cache" XDG_CONFIG_HOME="$work/config" XDG_DATA_HOME="$work/data"
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null
export GIT_AUTHOR_NAME=t GIT_AUTHOR_EMAIL=t@localhost GIT_COMMITTER_NAME=t GIT_COMMITTER_EMAIL=t@localhost
repo="$work/repo"
mkdir -p "$HOME" "$repo/.forge/pipelines"
fail() { echo "FAILED: $1"; cat "$work/out" 2>/dev/null | tail -20 || true; exit 1; }

cd "$repo"
git init -q -b main
seq 1 200 > shared.txt          # many edit it, each its own line: merges cleanly
echo base > hot.txt             # s10 and s20 write the same line of it: a conflict
printf 'mine\n' > user.txt
printf '.forge/\n' > .gitignore
git add . && git commit -q -m start
printf 'unsaved\n' >> user.txt  # a dirty tree
echo new > untracked.txt

cat > .forge/pipelines/forty.toml <<'EOF'
name  = "forty"
about = "what the test of forty steps drives"
[[stage]]
name           = "build"
kind           = "each"
pipeline       = "forty-step"
max_concurrent = 8
EOF
cat > .forge/pipelines/forty-step.toml <<'EOF'
name  = "forty-step"
about = "one of forty"
[[stage]]
name = "implement"
role = "engineer"
[[stage]]
name           = "verify"
kind           = "check"
commands       = ["step"]
on_revision    = "implement"
max_iterations = 5
[[stage]]
name           = "commit"
kind           = "integrate"
on_revision    = "implement"
max_iterations = 5
EOF

# The plan and what the agents do. s7, s14 … are wrong at first; s5, s15 … declare nothing and edit a line each of
# shared.txt; s10 and s20 want the same line of hot.txt; s17 writes what it did not declare; s2 waits until s1 is
# merged and passes alone, but not together with it.
awk -v seed="$seed" -v plan="$work/plan.md" -v agent="$work/agent.toml" '
function turn(i, round) {
  printf "[[turn]]\nstage = \"implement\"\nstep = \"s%d\"\niteration = %d\ndelay_ms = %d\ntext = \"done\"\n", i, round, rand() * 300 > agent
}
function run(line) { printf "[[turn.run]]\ncommand = \"\"\"\n%s\n\"\"\"\n", line > agent }
BEGIN {
  srand(seed)
  print "# Plan: forty\n\n## Steps\n" > plan
  for (i = 1; i <= 40; i++) {
    printf "### Step s%d: file %d\n", i, i > plan
    if (i % 10 != 5 && i != 10 && i != 20) printf "- Writes: `f%d.txt`%s\n", i, i == 2 ? ", `both.txt`" : "" > plan
    needs = ""
    for (k = 0; k < 2; k++) if (i > 4 && i != 20 && rand() < 0.4) { n = int(rand() * (i - 1)) + 1; if (n != 10) needs = needs (needs == "" ? "" : ", ") "s" n }
    if (needs != "") printf "- Depends: %s\n", needs > plan
    verify = "grep -q ok f" i ".txt"
    if (i == 2) verify = verify " && { ! test -e f1.txt || test -e both.txt; }"
    printf "- Verify: `%s`\n\n", verify > plan
    wrong = i % 7 == 0
    turn(i, 1)
    run("echo " (wrong ? "wrong-" i : "ok " i) " > f" i ".txt")
    if (i % 10 == 5) run("sed -i " i * 4 "s/$/-s" i "/ shared.txt")
    if (i == 10 || i == 20) run("if grep -q base hot.txt; then echo from-s" i " > hot.txt; else echo from-s" i " >> hot.txt; fi")
    if (i == 2) run("n=0; until git log --format=%s forge/run-001 | grep -q s1: || [ $n -gt 600 ]; do n=$((n + 1)); sleep 0.1; done")
    if (i == 17) run("echo not mine > stray.txt")
    for (round = 2; round <= 5; round++) {
      turn(i, round)
      run("echo ok " i " > f" i ".txt")
      if (i == 10 || i == 20) run("sed -i -e /^base/d -e \047/^[<=>|]/d\047 hot.txt")
      if (i == 2) run("touch both.txt")
      if (i == 17) run("rm -f stray.txt")
    }
  }
}'

before=$(git rev-parse HEAD; git stash list; git status --porcelain; sha256sum .git/index .git/config user.txt untracked.txt shared.txt)
"$forge" run "forty files" --pipeline forty --plan "$work/plan.md" --agent "replay:$work/agent.toml" --auto > "$work/out" 2>&1 ||
  fail "the run ended with $?"
"$forge" status 1 --json > "$work/status.json" || fail "status"
grep -q '"status":"completed"' "$work/status.json" || fail "not completed"
after=$(git rev-parse HEAD; git stash list; git status --porcelain; sha256sum .git/index .git/config user.txt untracked.txt shared.txt)
[ "$before" = "$after" ] || fail "the checkout changed: $before / $after"

# The result of a serial run.
seq 1 200 | awk '{ print (NR % 40 == 20 && NR <= 160) ? $0 "-s" NR / 4 : $0 }' > "$work/shared"
git show forge/run-001:shared.txt | diff - "$work/shared" > "$work/diff" || fail "shared.txt: $(cat "$work/diff")"
i=1
while [ $i -le 40 ]; do
  [ "$(git show "forge/run-001:f$i.txt")" = "ok $i" ] || fail "f$i.txt: $(git show "forge/run-001:f$i.txt")"
  i=$((i + 1))
done
[ "$(git show forge/run-001:hot.txt | sort | tr '\n' ' ')" = "from-s10 from-s20 " ] || fail "hot.txt: $(git show forge/run-001:hot.txt)"
git cat-file -e forge/run-001:stray.txt 2>/dev/null && fail "stray.txt was merged"
grep -q 's2 commit .*passes alone, fails together' "$work/out" || fail "s2 was not verified on the merged tree"
git cat-file -e forge/run-001:both.txt || fail "s2 was merged red"
[ "$(git show forge/run-001:user.txt)" = mine ] || fail "the user's unsaved edit was taken"

# Nothing that an agent wrote is lost, not even failed work.
for i in 7 14 21 28 35; do
  found=no
  for ref in $(git for-each-ref --format='%(refname)' "refs/forge/1/s$i/"); do
    git show "$ref:f$i.txt" 2>/dev/null | grep -q "wrong-$i" && found=yes
  done
  [ $found = yes ] || fail "the first attempt of s$i is lost"
done
# One commit for each step, no more.
commits=$(git log --format=%s main..forge/run-001 | sort | uniq -c | awk '$1 != 1' | wc -l)
[ "$commits" = 0 ] || fail "a step was committed twice"
[ "$(git rev-list --count main..forge/run-001)" = 40 ] || fail "$(git rev-list --count main..forge/run-001) commits"
"$forge" doctor > "$work/doctor" 2>&1 || fail "doctor: $(cat "$work/doctor")"
echo "forty steps, $(grep -c ' implement.* started' "$work/out") attempts: the tree that a serial run would make"
