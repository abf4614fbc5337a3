#!/bin/sh
# blind_test.sh FORGE [no-mounts]: the members of a panel are a program that tries to read what it must not see: the store,
# the answers of other members, the documents of plans (also those in git), other worktrees, the home directory. What it could read is its
# answer, which Forge keeps. With no-mounts the sandbox must hide all of it with Landlock alone.
set -u
forge=$(readlink -f "$1")
mode=${2:-}
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
mkdir -p .forge/pipelines .forge/plans
echo "Review 1: what another member said" >.forge/plans/old.md
cat >.forge/pipelines/panel.toml <<'END'
name  = "panel"
about = "write, then two blind reviewers and one who is shown both answers"
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
[[stage]]
name = "commit"
kind = "integrate"
END
# Prints what it could read, one line each, and its verdict. It lies in the checkout, above the store.
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
try plans "cat $root/repo/.forge/plans/*"
try committed "cat .forge/plans/old.md"
try key "cat $root/home/.ssh/id_key $root/home/notes.txt"
cat "$root/repo/.forge/state/forge.db" >/dev/null  # its refusal is printed, and so it is recorded
try write "echo x >stray.txt && cat stray.txt"
case $prompt in *secret-word-of-member-one*) echo "prompt: of member one" ;; *) echo "prompt: of no member" ;; esac
[ "$FORGE_MEMBER" = one ] && echo secret-word-of-member-one
echo
echo "**Verdict:** Approved"
END
chmod +x spy.sh
echo "$work" >spy.root
mkdir -p "$HOME/.cache/forge/worktrees/of-another-run" && echo theirs >"$HOME/.cache/forge/worktrees/of-another-run/note.txt"
mkdir "$HOME/.ssh" && echo secret >"$HOME/.ssh/id_key" && echo secret >"$HOME/notes.txt"
git add -A && git commit -q -m first || exit 2
"$forge" doctor --json >"$work/doctor"
if ! grep -q '"sandbox","health":"ok"' "$work/doctor"; then
  echo "skipped: this kernel has no Landlock, and bubblewrap is not installed"
  exit 77
fi
if [ "$mode" = no-mounts ] && ! grep -q 'no mounts of its own' "$work/doctor"; then
  echo "skipped: mounts cannot be taken away here (no user namespaces)"
  exit 77
fi
"$forge" run "look around" --pipeline panel --agent "command:$work/repo/spy.sh" >"$work/said" 2>&1
status=$?
[ $status = 0 ] || { cat "$work/said"; echo "FAILED: the run ended with $status"; exit 1; }

failed=0
answer() { cat ".forge/state/runs/001/artifacts/run/gates.$1.md"; }
for member in one two three; do
  for place in store files answers plans committed workspaces home key write; do
    answer $member | grep -q "^$place: nothing" || { echo "FAILED: member $member, $place: $(answer $member | grep "^$place")"; failed=1; }
  done
done
answer three | grep -q "^prompt: of no member" || { echo "FAILED: member three was shown the answer of member one"; failed=1; }
answer two | grep -q "^prompt: of member one" || { echo "FAILED: member two was not shown the answer of member one"; failed=1; }
attempts=$(grep -l '"attempt":true' .forge/state/runs/001/units/*/events.jsonl 2>/dev/null | wc -l)
[ "$attempts" = 3 ] || { echo "FAILED: attempts of $attempts members are recorded, not of 3"; failed=1; }
[ $failed = 0 ] && echo "three members could read only what they were given"
exit $failed
