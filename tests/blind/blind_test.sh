#!/bin/sh
# blind_test.sh FORGE: the seats of a panel are a program that goes looking: for the store, for what the other seats said, for
# the workspace of a step, for what it is not to see in its prompt. What it found is its answer, which Forge keeps.
set -u
forge=$(readlink -f "$1")
work=$(mktemp -d)
work=$(readlink -f "$work")
trap 'rm -rf "$work"' EXIT
mkdir "$work/home" "$work/repo"
# shellcheck disable=SC2046  # a list of names
unset $(env | sed -n 's/^\(FORGE_[A-Z_]*\|XDG_[A-Z_]*\|GIT_[A-Z_]*\)=.*/\1/p')
export HOME="$work/home" GIT_AUTHOR_NAME=Ada GIT_AUTHOR_EMAIL=ada@example.org GIT_COMMITTER_NAME=Ada \
  GIT_COMMITTER_EMAIL=ada@example.org
cd "$work/repo" || exit 2
git init -q -b main . || exit 2
mkdir -p .forge/pipelines
cat >.forge/pipelines/panel.toml <<'END'
name  = "panel"
about = "write, then two blind readers and one who is given both"
[[stage]]
name = "write"
role = "engineer"
[[stage]]
name = "gates"
kind = "panel"
aggregate = "all-pass"
verdict = "GATES.md"
sees = ["objective"]
  [[stage.member]]
  name = "one"
  role = "reviewer"
  [[stage.member]]
  name = "two"
  role = "reviewer"
  after = ["one"]
  [[stage.member]]
  name = "three"
  role = "reviewer"
END
# Says what it could read, one line each, and its verdict.
cat >spy.sh <<'END'
#!/bin/sh
try() {
  if [ -n "$(eval "$2" 2>/dev/null | head -c 1)" ]; then echo "$1: READ"; else echo "$1: nothing"; fi
}
[ "$FORGE_ROLE" = reviewer ] || { echo secret-of-the-writer >note.txt; echo written; exit 0; }
prompt=$(cat)
root=$(cat spy.root)
try store "cat $root/repo/.forge/state/*.db"
try files "find $root/repo/.forge/state -type f"
try answers "cat $root/repo/.forge/state/runs/*/artifacts/*/*"
try workspaces "find $root/home/.cache/forge -type f -name note.txt -not -path \"$PWD/*\""
try home "ls $root/home"
cat "$root/repo/.forge/state/forge.db" >/dev/null  # not in secret: what it is refused is recorded
try write "echo x >stray.txt && cat stray.txt"
case $prompt in *secret-word-of-seat-one*) echo "prompt: of seat one" ;; *) echo "prompt: of nobody" ;; esac
[ "$FORGE_MEMBER" = one ] && echo secret-word-of-seat-one
echo
echo "**Verdict:** Approved"
END
chmod +x spy.sh
echo "$work" >spy.root
mkdir -p "$HOME/.cache/forge/worktrees/of-another-run" && echo theirs >"$HOME/.cache/forge/worktrees/of-another-run/note.txt"
git add -A && git commit -q -m first || exit 2
if ! "$forge" doctor --json | grep -q '"sandbox","health":"ok"'; then
  echo "skipped: no sandbox on this machine, so nothing could stop it"
  exit 77
fi
"$forge" run "look around" --pipeline panel --agent "command:$work/repo/spy.sh" >"$work/said" 2>&1
status=$?
[ $status = 0 ] || { cat "$work/said"; echo "FAILED: the run ended with $status"; exit 1; }

failed=0
answer() { cat ".forge/state/runs/001/artifacts/run/gates.$1.md"; }
for seat in one two three; do
  for place in store files answers workspaces write; do
    answer $seat | grep -q "^$place: nothing" || { echo "FAILED: seat $seat, $place: $(answer $seat | grep "^$place")"; failed=1; }
  done
done
answer three | grep -q "^prompt: of nobody" || { echo "FAILED: seat three was shown what seat one said"; failed=1; }
answer two | grep -q "^prompt: of seat one" || { echo "FAILED: seat two was not shown what it is stacked on"; failed=1; }
attempts=$(grep -l '"attempt":true' .forge/state/runs/001/units/*/events.jsonl 2>/dev/null | wc -l)
[ "$attempts" = 3 ] || { echo "FAILED: attempts of $attempts seats are recorded, not of 3"; failed=1; }
[ $failed = 0 ] && echo "three seats looked and saw nothing but what they were given"
exit $failed
