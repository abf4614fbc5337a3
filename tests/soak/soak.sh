#!/bin/sh
# soak.sh FORGE [RUNS [AT_ONCE]]: many runs in one repository, first serial, then parallel. All end as expected, nothing
# is left behind (processes, worktrees, locks), and the store stays fast: measured by the number of system calls of
# `forge status`, which does not depend on the load.
set -eu
forge=$(readlink -f "$1")
runs=${2:-200} at_once=${3:-20}
[ -n "${TMPDIR:-}" ] || [ ! -w /dev/shm ] || export TMPDIR=/dev/shm
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export HOME="$work/home" GIT_AUTHOR_NAME=Ada GIT_AUTHOR_EMAIL=ada@example.org GIT_COMMITTER_NAME=Ada GIT_COMMITTER_EMAIL=ada@example.org
mkdir "$work/home" "$work/repo"
cd "$work/repo"
git init -q -b main .
printf 'test:\n\t@test -s greeting.txt\n' >Makefile
echo hello >greeting.txt
git add . && git commit -q -m "a greeting"
cat >"$work/agent.toml" <<'END'
[[turn]]
stage  = "patch"
repeat = true
text   = "Done."
result = { status = "done", summary = "greets" }
  [[turn.write]]
  path    = "greeting.txt"
  content = "hello, world\n"
END
export FORGE_AGENT="replay:$work/agent.toml"

fail() {
  echo "soak: $*"
  exit 1
}
one() { "$forge" "greet the world in greeting.txt" --auto >"$work/out.$1" 2>&1 || { cat "$work/out.$1"; return 1; }; }
# The cost of `forge status` for the newest run, compared with that of the first run.
# (The leak check of a sanitizer build cannot work below strace.)
look() { ASAN_OPTIONS=detect_leaks=0 strace -c -o "$work/calls" "$forge" status "$1" >/dev/null && awk '/total/ { print $(NF == 4 ? 3 : 4) }' "$work/calls"; }

one 1 || fail "the first run failed"
before=0
command -v strace >/dev/null && before=$(look 1)
i=1
while [ "$i" -lt "$runs" ]; do
  i=$((i + 1))
  one "$i" || fail "run $i failed"
done

i=0
pids=
while [ "$i" -lt "$at_once" ]; do
  i=$((i + 1))
  one "side.$i" &
  pids="$pids $!"
done
for pid in $pids; do wait "$pid" || fail "one of $at_once runs side by side failed"; done

all=$((runs + at_once))
done_runs=$("$forge" list --json | grep -o '"status":"completed"' | wc -l)
[ "$done_runs" = "$all" ] || fail "$done_runs of $all runs are completed"
branches=$(git for-each-ref 'refs/heads/forge/*' | wc -l)
[ "$branches" = "$all" ] || fail "$branches branches for $all runs"
[ "$(git rev-parse HEAD)" = "$(git rev-parse main)" ] && [ "$(cat greeting.txt)" = hello ] || fail "the checkout was touched"
"$forge" doctor >"$work/doctor" 2>&1 || { cat "$work/doctor"; fail "the doctor is not content"; }
[ "$(git worktree list | wc -l)" -le $((at_once + 1)) ] || fail "worktrees pile up: $(git worktree list | wc -l)"
left=$(ps -eo args | grep -F "$work" | grep -cv -e grep -e soak.sh || true)
[ "$left" = 0 ] || fail "$left processes are left"
if [ "$before" != 0 ]; then
  after=$(look "$runs")
  [ "$after" -le $((before * 2)) ] || fail "forge status makes $after system calls after $all runs, $before after the first"
fi
echo "soak: $runs runs one after another and $at_once side by side, all completed, nothing left; forge status: $before system calls at first, ${after:-?} at last"
