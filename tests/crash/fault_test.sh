#!/bin/sh
# Fails system calls of a real `forge run`, `forge resume` and `forge land` (FORGE_FAULT, src/os/fault.h): each call site
# with each error that the call can give, one fault at a time. Whatever failed, at once or after another try without
# faults: the run comes to the same end as an undisturbed one, no step fails for a shortage, exit 0 means completed, no
# process crashes, hangs or is left over, and the checkout is untouched (check.pl).
#   fault_test.sh FORGE COUNT [SEED]      COUNT faults, that the seed chooses
#   fault_test.sh FORGE all [PART PARTS]  every fault, or a part of them
#   fault_test.sh FORGE only FILE         the lines of FILE: SCENARIO SPEC
set -eu
forge=$1 what=$2 seed=${FORGE_SEED:-1}
shift 2
. "$(dirname "$0")/lib.sh"
unset FORGE_SEED
patience=120  # seconds until a command counts as hung; one takes less than two
met=0 tried=0

# A call that fails after an answer makes Forge ask again: the agent answers the same as often as it is asked.
sed '/^repeat/d; s/^\[\[turn\]\]$/&\nrepeat = true/' "$here/agent.toml" >"$work/agent.toml"
bounded() { (cd "$repo" && exec timeout -k 5 "$patience" "$forge" "$@"); }
start() { bounded run "make three files" --pipeline crash --agent "replay:$work/agent.toml" --auto; }
resume() { bounded resume 1; }
land() { bounded land 1; }

# What a trial begins with: the repository and the worktrees, at the same paths as before.
keep_as() {
  mkdir -p "$work/kept/$1"
  cp -a "$repo" "$work/kept/$1/repo"
  cp -a "$XDG_CACHE_HOME" "$work/kept/$1/cache" 2>/dev/null || mkdir "$work/kept/$1/cache"
}
begin() {
  rm -rf "$repo" "$XDG_CACHE_HOME" "$TMPDIR"
  mkdir "$TMPDIR"
  cp -a "$work/kept/$1/repo" "$repo"
  cp -a "$work/kept/$1/cache" "$XDG_CACHE_HOME"
}

digest() {
  git -C "$repo" rev-parse 'forge/run-001^{tree}'
  git -C "$repo" log --format=%s main..forge/run-001 | sort
}
done_there() { bounded status 1 --json 2>/dev/null | grep -q '"status":"completed"'; }

finish() {
  tries=0
  until done_there; do
    tries=$((tries + 1))
    if [ $tries -gt 3 ]; then
      fail "$1: does not finish"
      sed 's/^/    /' "$work/first" "$work/out"
      bounded status 1 || true
      return 1
    fi
    if bounded status 1 >"$work/out" 2>&1; then
      { bounded retry 1; resume; } >"$work/out" 2>&1 || true
    else
      start >"$work/out" 2>&1 || true
    fi
  done
}

check_run() {
  digest >"$work/digest" 2>&1 || true
  cmp -s "$work/reference" "$work/digest" || fail "$1: another end: $(diff "$work/reference" "$work/digest" || true)"
  # A broken disk, or one that lies, may fail a step; a machine that is short of something may not.
  case $1 in
    *:EIO | *:lost) ;;
    *)
      bounded log 1 --json >"$work/log"
      if grep -q '"kind":"step-failed"' "$work/log"; then fail "$1: $(grep step-failed "$work/log")"; fi
      ;;
  esac
  check 1 "$1"
}

check_land() {
  code=0
  land >"$work/out" 2>&1 || code=$?
  [ $code -eq 0 ] || { fail "$1: does not land"; sed 's/^/    /' "$work/first" "$work/out"; }
  [ "$(git -C "$repo" rev-parse main)" = "$landed" ] || fail "$1: main is not at the run's branch"
  git -C "$repo" status --porcelain >"$work/status"
  cmp -s "$work/status" "$work/status-landed" || { fail "$1: the checkout"; diff "$work/status-landed" "$work/status" || true; }
  cat "$repo/.env" "$repo/untracked.txt" "$repo/staged.txt" "$repo/yours.txt" | cmp -s - "$work/yours" || fail "$1: your files"
}

# trial SCENARIO SPEC
trial() {
  tried=$((tried + 1)) before=$failures
  begin "$1"
  rm -f "$work/hits"
  code=0
  (export FORGE_FAULT="$2@$work/hits"; "$1") >"$work/first" 2>&1 || code=$?
  if [ -e "$work/hits" ]; then met=$((met + 1)); fi
  [ "$code" -lt 124 ] || fail "$1 $2: exit $code"
  if [ "$1" = land ]; then
    # A claim must hold at once.
    [ "$code" -ne 0 ] || [ "$(git -C "$repo" rev-parse main)" = "$landed" ] || fail "$1 $2: exit 0, and not landed"
    check_land "$1 $2"
  else
    [ "$code" -ne 0 ] || done_there || fail "$1 $2: exit 0, and not completed"
    if finish "$1 $2"; then check_run "$1 $2"; fi
  fi
  [ $failures -eq "$before" ] || { echo "  with the fault it said:"; sed 's/^/    /' "$work/first"; }
}

# note SCENARIO: what it calls, without faults.
note() {
  begin "$1"
  (export FORGE_FAULT="any:1-:noted@$work/one"; "$1") >"$work/out" 2>&1 || { cat "$work/out"; echo "$1 fails without a fault"; exit 1; }
  sed "s/^/$1 /" "$work/one" >>"$work/noted"
  rm "$work/one"
}

make_template
add_unsaved_work
new_repository
keep_as start
note start
digest >"$work/reference"
keep_as land
# Killed while two steps are under way, one of them integrated.
begin start
(export FORGE_CRASH=ref-moved:1; start) >"$work/out" 2>&1 && { echo "the run to resume was not killed"; exit 1; }
keep_as resume
note resume
note land
landed=$(git -C "$repo" rev-parse forge/run-001)
[ "$(git -C "$repo" rev-parse main)" = "$landed" ] || { echo "forge land did not land"; exit 1; }
git -C "$repo" status --porcelain >"$work/status-landed"
cat "$repo/.env" "$repo/untracked.txt" "$repo/staged.txt" "$repo/yours.txt" >"$work/yours"

"$here/fault_list.pl" "$work/noted" counts
case $what in
  all) "$here/fault_list.pl" "$work/noted" all "${1:-1}" "${2:-1}" >"$work/list" ;;
  only) cp "$1" "$work/list" ;;
  *) "$here/fault_list.pl" "$work/noted" "$what" "${1:-$seed}" >"$work/list" ;;
esac
# A site that was not reached again is no failure: threads may take turns in another order.
while read -r scenario spec <&3; do trial "$scenario" "$spec"; done 3<"$work/list"
echo "$met of $tried faults were met, $failures failures"
[ $failures -eq 0 ]
