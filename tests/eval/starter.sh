#!/bin/sh
# starter.sh FORGE: takes the built-in suite through the binary twice: with an agent that applies the reference solutions,
# and with one that only adds a file. Every check must pass on the solution and fail on what the task began with. Tasks
# whose interpreter is missing are counted as skipped.
set -eu
forge=$(readlink -f "$1")
solutions=$(cd "$(dirname "$0")/solutions" && pwd)
[ -n "${TMPDIR:-}" ] || [ ! -w /dev/shm ] || export TMPDIR=/dev/shm
work=$(readlink -f "$(mktemp -d)")
[ -n "${FORGE_KEEP:-}" ] || trap 'rm -rf "$work"' EXIT
# shellcheck disable=SC2046  # a list of names
unset $(env | sed -n 's/^\(FORGE_[A-Z_]*\|XDG_[A-Z_]*\|GIT_[A-Z_]*\)=.*/\1/p')
# The interpreters of the system first: those that a version manager keeps in a home are not readable with another HOME.
export HOME="$work/home" USER=ada PATH="/usr/bin:$PATH" FORGE_WORKSPACE_MIN_FREE=0 FORGE_MIN_FREE_MEMORY=0
mkdir "$work/home" "$work/repo" "$work/solve" "$work/idle"
cd "$work/repo"
git init -q -b main . && git -c user.name=a -c user.email=a@localhost commit -q --allow-empty -m first

# script COMMAND: an agent that runs it in the stage `patch`.
script() {
  cat <<END
[[turn]]
stage = "patch"
repeat = true
text = "Done."
result = { status = "done", summary = "Done." }
[[turn.run]]
command = '''
$1
'''
[[turn]]
stage = "review"
repeat = true
text = "Fine.\n\n**Verdict:** Approved"
END
}

for patch in "$solutions"/*.patch; do
  task=$(basename "$patch" .patch)
  { printf 'git apply <<"END OF PATCH"\n' && cat "$patch" && printf 'END OF PATCH'; } >"$work/command"
  script "$(cat "$work/command")" >"$work/solve/$task.toml"
  script 'echo looked at it >NOTES.txt' >"$work/idle/$task.toml"
done

status=0
"$forge" eval starter --pipeline quick --agent "replay:$work/solve/{task}.toml" --agent "replay:$work/idle/{task}.toml" \
  --jobs 2 --out "$work/results" >"$work/log" 2>&1 || status=$?
skipped=$(grep -c '^skipped: ' "$work/log" || true)
ran=$((12 - skipped))
if [ "$status" != 0 ] || ! grep -q "^1  *$ran of $ran " "$work/log" || ! grep -q "^2  *0 of $ran " "$work/log"; then
  cat "$work/log"
  echo "exit $status; wanted: $ran of $ran with the solutions, 0 of $ran without"
  exit 1
fi
[ "$(ls "$solutions" | wc -l)" = 12 ] || { echo "not twelve solutions"; exit 1; }
# "Not solved" because the check ran and failed, for no other reason.
failed=$(grep -h '/idle/' "$work/results/trials"/*/*/1/result.json | grep -c '"check":"failed"' || true)
[ "$failed" = "$ran" ] || { echo "only $failed checks failed on what the task began with"; exit 1; }
grep '^skipped: ' "$work/log" || true
echo "$ran tasks, $skipped skipped"
