#!/bin/sh
# Kills `forge land` and `forge undo`, and the git that they started, with SIGKILL: at named points and at COUNT moments (20).
# Then lands or undoes again. The work is on the branch once, or not at all, edits in other files are unchanged, and no lock
# or stray file is left. A tree that has not been verified is never on the branch.
#   land_test.sh FORGE [COUNT]
set -eu
forge=$1 count=${2:-20}
. "$(dirname "$0")/lib.sh"

make_template
new_repository
# One of its commands looks for a file that only a moved branch has.
sed 's/ && grep -q right b.txt`/ \&\& grep -q right b.txt \&\& test ! -e broken.txt`/' "$here/agent.toml" >"$work/agent.toml"
(cd "$repo" && "$forge" run "make three files" --pipeline crash --agent "replay:$work/agent.toml" --auto) >"$work/out" 2>&1 ||
  { cat "$work/out"; echo "the run fails"; exit 1; }
# Enough files that a kill can happen in the middle.
git -C "$repo" worktree add -q --detach "$work/more" forge/run-001
seq 2000 | (cd "$work/more" && while read -r n; do echo "file $n" > "many-$n"; done)
git -C "$work/more" add -A && git -C "$work/more" commit -q -m many
git -C "$repo" update-ref refs/heads/forge/run-001 "$(git -C "$work/more" rev-parse HEAD)"
git -C "$repo" update-ref refs/forge/1/tip "$(git -C "$work/more" rev-parse HEAD)"
git -C "$repo" worktree remove --force "$work/more"
start=$(git -C "$repo" rev-parse main)
wanted=$(git -C "$repo" rev-parse 'forge/run-001^{tree}')

reset() {
  # What a killed git leaves behind, and tells the user to remove.
  rm -f "$repo/.git/index.lock" "$repo/.git/HEAD.lock" "$repo/.git/refs/heads/main.lock"
  git -C "$repo" update-ref -d refs/forge/1/landing
  git -C "$repo" reset -q --hard "$start"
  git -C "$repo" clean -qfd
  echo edited >> "$repo/yours.txt"
}
land_there() { cd "$repo" && exec "$forge" land 1 $1; }
land_again() {
  (land_there "$2") >"$work/out" 2>&1 || { fail "$1: does not land"; cat "$work/out"; return; }
  [ "$(git -C "$repo" rev-parse 'main^{tree}')" = "$wanted" ] || fail "$1: another tree"
  [ "$(git -C "$repo" status --porcelain)" = " M yours.txt" ] || { fail "$1: the checkout"; git -C "$repo" status --porcelain | head -5; }
  [ "$(git -C "$repo" log --format=%s "$start..main" | sort | uniq -d)" = "" ] || fail "$1: landed twice"
  git -C "$repo" rev-parse -q --verify refs/forge/1/landing >/dev/null && fail "$1: the intention is left" || true
  fsck=$(git -C "$repo" fsck --no-dangling --no-progress 2>&1) || fail "$1: git fsck: $fsck"
}

for how in "" --squash --merge; do
  for point in land-made land-intended landed; do
    reset
    code=0
    (export FORGE_CRASH=$point; land_there "$how") >"$work/out" 2>&1 || code=$?
    [ $code -eq 137 ] || { fail "$point $how: was not killed"; continue; }
    kills=$((kills + 1))
    land_again "$point $how" "$how"
  done
done

reset
began=$(now_ms)
land_again "without a kill" ""
duration=$(($(now_ms) - began))
n=0
while [ $n -lt "$count" ]; do
  n=$((n + 1))
  how=$([ $((n % 2)) -eq 0 ] && echo --squash || echo "")
  reset
  land_there "$how" >"$work/out" 2>&1 &
  pid=$!
  wait_ms $((duration * n / count))
  # git first, so that it cannot finish the landing.
  children=$(ps -o pid= --ppid "$pid" 2>/dev/null || true)
  for child in $children "$pid"; do kill -9 "$child" 2>/dev/null || true; done
  code=0
  wait "$pid" 2>/dev/null || code=$?
  [ $code -ne 137 ] || kills=$((kills + 1))
  land_again "after $n" "$how"
done

# Where the branch has moved, the merged tree is verified first: the branch is where it was, or landed and verified.
passes=$start
git -C "$repo" reset -q --hard "$start"
echo more > "$repo/more.txt" && git -C "$repo" add more.txt && git -C "$repo" commit -q -m more
start=$(git -C "$repo" rev-parse main)
wanted=$(git -C "$repo" merge-tree --write-tree main forge/run-001)
for point in land-made land-verified land-intended landed; do
  reset
  code=0
  (export FORGE_CRASH=$point; land_there "") >"$work/out" 2>&1 || code=$?
  [ $code -eq 137 ] || { fail "moved, $point: was not killed"; cat "$work/out"; continue; }
  kills=$((kills + 1))
  [ "$point" = landed ] || [ "$(git -C "$repo" rev-parse main)" = "$start" ] || fail "moved, $point: the branch moved"
  land_again "moved, $point" ""
done
# The step's command fails there.
git -C "$repo" reset -q --hard "$passes"
echo broken > "$repo/broken.txt" && git -C "$repo" add broken.txt && git -C "$repo" commit -q -m broken
start=$(git -C "$repo" rev-parse main)
for point in land-made land-verified none; do
  reset
  code=0
  (export FORGE_CRASH=$point; land_there "") >"$work/out" 2>&1 || code=$?
  [ $code -eq $([ $point = none ] && echo 1 || echo 137) ] || { fail "broken, $point: exit $code"; cat "$work/out"; }
  [ "$(git -C "$repo" rev-parse main)" = "$start" ] || fail "broken, $point: the branch moved"
  [ "$(git -C "$repo" status --porcelain)" = " M yours.txt" ] || fail "broken, $point: the checkout"
done
start=$passes

undo_there() { cd "$repo" && exec "$forge" undo; }
# undo_again WHAT: it is undone, by this call or by the one that was killed.
undo_again() {
  (undo_there) >"$work/out" 2>&1 || grep -q "no landing to undo" "$work/out" || { fail "$1: cannot be undone"; cat "$work/out"; return; }
  [ "$(git -C "$repo" rev-parse main)" = "$start" ] || fail "$1: the branch is elsewhere"
  [ "$(git -C "$repo" status --porcelain)" = " M yours.txt" ] || { fail "$1: the checkout"; git -C "$repo" status --porcelain | head -5; }
  [ ! -e "$repo/.git/index.lock" ] || fail "$1: a lock is left"
  git -C "$repo" rev-parse -q --verify forge/run-001 >/dev/null || fail "$1: the work is gone"
}
for how in "" --squash; do
  for point in undo-intended undo-files undone; do
    reset
    (land_there "$how") >"$work/out" 2>&1 || { fail "undo, $point $how: does not land"; cat "$work/out"; continue; }
    code=0
    (export FORGE_CRASH=$point; undo_there) >"$work/out" 2>&1 || code=$?
    [ $code -eq 137 ] || { fail "undo, $point $how: was not killed"; cat "$work/out"; continue; }
    kills=$((kills + 1))
    undo_again "undo, $point $how"
  done
done
n=0
while [ $n -lt $((count / 2)) ]; do
  n=$((n + 1))
  reset
  (land_there "") >"$work/out" 2>&1 || fail "undo after $n: does not land"
  undo_there >"$work/out" 2>&1 &
  pid=$!
  wait_ms $((duration * 2 * n / count))
  children=$(ps -o pid= --ppid "$pid" 2>/dev/null || true)
  for child in $children "$pid"; do kill -9 "$child" 2>/dev/null || true; done
  code=0
  wait "$pid" 2>/dev/null || code=$?
  [ $code -ne 137 ] || kills=$((kills + 1))
  undo_again "undo after $n"
done

# A run that began with uncommitted changes: after a kill, a landing that is refused leaves them in the checkout.
new_repository
echo changed >> "$repo/yours.txt" && echo new > "$repo/new.txt" && echo staged > "$repo/staged.txt" && git -C "$repo" add staged.txt
(cd "$repo" && "$forge" run "make three files" --pipeline crash --agent "replay:$work/agent.toml" --auto --include-changes) >"$work/out" 2>&1 ||
  { cat "$work/out"; fail "the run with changes"; }
git -C "$repo" status --porcelain >"$work/status"
for point in land-marked land-aside land-intended; do
  code=0
  (export FORGE_CRASH=$point; land_there "") >"$work/out" 2>&1 || code=$?
  [ $code -eq 137 ] || { fail "changes, $point: was not killed"; cat "$work/out"; continue; }
  kills=$((kills + 1))
  echo "in the way" > "$repo/a.txt"
  ! (land_there "") >"$work/out" 2>&1 || fail "changes, $point: lands over a file"
  rm "$repo/a.txt"
  git -C "$repo" status --porcelain | cmp -s - "$work/status" || { fail "changes, $point: the checkout"; git -C "$repo" status --porcelain; }
  [ "$(cat "$repo/new.txt" "$repo/staged.txt")" = "new
staged" ] || fail "changes, $point: the files"
done
code=0
(export FORGE_CRASH=landed; land_there "") >"$work/out" 2>&1 || code=$?
[ $code -eq 137 ] || fail "changes, landed: was not killed"
(land_there "") >"$work/out" 2>&1 || { fail "changes: does not land"; cat "$work/out"; }
[ -z "$(git -C "$repo" status --porcelain)" ] || { fail "changes, landed: the checkout"; git -C "$repo" status --porcelain; }

echo "$kills kills, $failures failures"
[ $failures -eq 0 ]
