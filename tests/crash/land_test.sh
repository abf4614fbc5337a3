#!/bin/sh
# Kills `forge land`, and the git that it started, with SIGKILL: at named points and at COUNT moments (20). Then lands
# again. The work is on the branch once, edits in other files are unchanged, and no lock or stray file is left.
#   land_test.sh FORGE [COUNT]
set -eu
forge=$1 count=${2:-20}
. "$(dirname "$0")/lib.sh"

make_template
new_repository
(cd "$repo" && "$forge" run "make three files" --pipeline crash --agent "replay:$here/agent.toml" --auto) >"$work/out" 2>&1 ||
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
  rm -f "$repo/.git/index.lock"
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

echo "$kills kills, $failures failures"
[ $failures -eq 0 ]
