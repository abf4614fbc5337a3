#!/bin/sh
# The disk of the worktrees is full in the middle of a checkout: the run waits and says why, no step fails and no attempt is
# counted, earlier work is on the branch, no partial checkout is left, and the run completes once there is space.
#   full_disk.sh FORGE. Needs root (a small file system is mounted); skipped otherwise.
set -eu
forge=$1
[ "$(id -u)" = 0 ] || { echo "skipped: only root can mount a small file system"; exit 77; }
work=$(mktemp -d "${TMPDIR:-/tmp}/forge-full.XXXXXX")
mkdir -p "$work/cache" "$work/home" "$work/repo/.forge/pipelines"
mount -t tmpfs -o size=64m none "$work/cache" 2>/dev/null || { rm -rf "$work"; echo "skipped: this machine does not allow mounts"; exit 77; }
trap 'umount -l "$work/cache"; rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
export FORGE_WORKSPACE_MIN_FREE=0 HOME="$work/home" XDG_CACHE_HOME="$work/cache" XDG_CONFIG_HOME="$work/config" XDG_DATA_HOME="$work/data"
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null
export GIT_AUTHOR_NAME=t GIT_AUTHOR_EMAIL=t@localhost GIT_COMMITTER_NAME=t GIT_COMMITTER_EMAIL=t@localhost
fail() { echo "FAILED: $1"; tail -20 "$work/out" 2>/dev/null || :; exit 1; }

cd "$work/repo"
git init -q -b main
printf '.forge/\n' > .gitignore
mkdir big
i=0; while [ $i -lt 40 ]; do head -c 250000 /dev/urandom > "big/$i"; i=$((i + 1)); done   # 10 MB
git add . && git commit -q -m start
before=$(git rev-parse HEAD; find . -path ./.git -prune -o -path ./.forge -prune -o -type f -print0 | sort -z | xargs -0 sha256sum)

printf 'name = "full"\nabout = "test"\n[[stage]]\nname = "build"\nkind = "each"\npipeline = "full-step"\n' > .forge/pipelines/full.toml
printf 'name = "full-step"\nabout = "test"\n[[stage]]\nname = "implement"\nrole = "engineer"\nretry = 0\n[[stage]]\nname = "commit"\nkind = "integrate"\n' > .forge/pipelines/full-step.toml
printf '# Plan: full\n\n## Steps\n\n### Step s1: first\n- Do: a file\n- Writes: file.txt\n' > "$work/plan.md"
start() { timeout 120 "$forge" run full --pipeline full --plan "$work/plan.md" --agent 'command:echo work >file.txt; echo done' --auto >"$work/out" 2>&1; }

start || fail "a run with room for it fails"
[ "$(git show forge/run-001:file.txt)" = work ] || fail "the first run's work is not on its branch"
"$forge" workspaces clean >"$work/out" 2>&1 || fail "workspaces clean"
mount -o remount,size=6m "$work/cache"

start_there() { exec timeout 120 "$forge" run full --pipeline full --plan "$work/plan.md" --agent 'command:echo work >file.txt; echo done' --auto; }
start_there >"$work/run" 2>&1 &
run=$!
until "$forge" status 2 >"$work/out" 2>&1 && grep -q 'waiting .*the disk is full' "$work/out"; do
  kill -0 "$run" 2>/dev/null || fail "the run ended on a full disk: $(cat "$work/run")"
done
"$forge" status 2 --json >"$work/out"
grep -q '"status":"active"' "$work/out" || fail "the run does not wait"
grep -q '"steps_done":0.*"status":"running"' "$work/out" || fail "the step is not running"
[ "$(git show forge/run-001:file.txt)" = work ] || fail "the first run's work is lost"
used=$(du -sk "$work/cache" | cut -f1)
[ "$used" -lt 7000 ] || fail "partial checkouts pile up: $used kB"
"$forge" doctor >"$work/out" 2>&1 || fail "the doctor finds something"

mount -o remount,size=64m "$work/cache"
wait "$run" || fail "it does not go on when there is room: $(cat "$work/run")"
"$forge" status 2 --json >"$work/out"
grep -q '"attempts":1,' "$work/out" || fail "the full disk counted as an attempt"
[ "$(git show forge/run-002:file.txt)" = work ] || fail "its work is not on its branch"
after=$(git rev-parse HEAD; find . -path ./.git -prune -o -path ./.forge -prune -o -type f -print0 | sort -z | xargs -0 sha256sum)
[ "$before" = "$after" ] || fail "the user's checkout was touched"
echo "full disk: waited, kept the work, continued"
