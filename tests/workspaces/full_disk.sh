#!/bin/sh
# The disk of the worktrees is full in the middle of a checkout: the step fails and says so, earlier work is on the
# branch, no partial checkout is left, and the run completes once there is space.
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

if start; then fail "a checkout of 10 MB went into 6"; fi
"$forge" status 2 >"$work/out" 2>&1 || :
grep -q 'the disk is full' "$work/out" || fail "no message says that the disk is full"
"$forge" status 2 --json >"$work/out"
grep -q '"status":"failed"' "$work/out" || fail "the run is in no clear state"
[ "$(git show forge/run-001:file.txt)" = work ] || fail "the first run's work is lost"
used=$(du -sk "$work/cache" | cut -f1)
[ "$used" -lt 1000 ] || fail "half a checkout was left lying about: $used kB"
"$forge" doctor >"$work/out" 2>&1 || fail "the doctor finds something"

mount -o remount,size=64m "$work/cache"
timeout 120 "$forge" retry 2 >"$work/out" 2>&1 || fail "it does not go on when there is room"
timeout 120 "$forge" resume 2 >>"$work/out" 2>&1 || :
[ "$(git show forge/run-002:file.txt)" = work ] || fail "its work is not on its branch"
after=$(git rev-parse HEAD; find . -path ./.git -prune -o -path ./.forge -prune -o -type f -print0 | sort -z | xargs -0 sha256sum)
[ "$before" = "$after" ] || fail "the user's checkout was touched"
echo "full disk: reported it, kept the work, continued"
