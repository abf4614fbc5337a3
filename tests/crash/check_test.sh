#!/bin/sh
# check_test.sh FORGE: check.pl is content with a run that was not interrupted, and finds every kind of damage.
set -eu
forge=$1
. "$(dirname "$0")/lib.sh"

make_template
add_unsaved_work
new_repository
(cd "$repo" && "$forge" run "make three files" --pipeline crash --agent "replay:$here/agent.toml" --auto) >"$work/out" 2>&1 ||
  { cat "$work/out"; exit 1; }
check 1 "an uninterrupted run"
cp -a "$repo" "$work/good"

# finds TEXT COMMAND: after COMMAND in the repository, check.pl says TEXT.
finds() {
  (cd "$repo" && eval "$2") >/dev/null 2>&1
  "$here/check.pl" "$forge" "$repo" 1 "$work/before" "HOME=$HOME" >"$work/wrong" 2>&1 && fail "not found: $1"
  grep -qF -e "$1" "$work/wrong" || { fail "not said: $1"; cat "$work/wrong"; }
  rm -rf "$repo" "$TMPDIR"
  mkdir "$TMPDIR"
  cp -a "$work/good" "$repo"
}

tree=$(git -C "$repo" rev-parse 'forge/run-001^{tree}')
finds 'the checkout lost: /.env' 'rm .env'
finds 'the checkout has now: /yours.txt' 'echo more >>yours.txt'
finds 'the checkout has now: /untracked.txt 100755' 'chmod +x untracked.txt'
finds 'the checkout lost: index' 'git reset -q'
finds 'the checkout lost: stash' 'git stash drop -q'
finds 'refs/heads/other' 'git branch -q -D other'
finds 'the checkout has now: .git/config' 'git config user.name other'
finds 'the checkout has now: .git/hooks/pre-commit' 'touch .git/hooks/pre-commit'
finds 'refs/forge/1/b/6 is missing' 'git update-ref -d refs/forge/1/b/6'
finds 'is not at refs/forge/1/tip' 'git update-ref refs/heads/forge/run-001 refs/forge/1/unsquashed-1'
finds 'the commit of a is not on the branch' 'git update-ref -d refs/forge/1/unsquashed-1'
finds 'is on refs/heads/forge/run-001 twice' \
  "new=\$(git log -1 --format=%B forge/run-001 | git commit-tree $tree -p forge/run-001) &&
   git update-ref refs/heads/forge/run-001 \$new && git update-ref refs/forge/1/tip \$new"
finds 'a commit of no unit' \
  "new=\$(git commit-tree $tree -p forge/run-001 -m mine) && git update-ref refs/heads/forge/run-001 \$new && git update-ref refs/forge/1/tip \$new"
finds 'git fsck: missing blob' 'rm -f .git/objects/$(git rev-parse forge/run-001:README.md | sed "s|^..|&/|")'
finds 'a lock is left' 'touch .git/refs/heads/main.lock'
finds 'left in TMPDIR' 'touch "$TMPDIR/stray"'
finds 'left in TMPDIR' 'mkdir "$TMPDIR/forge-unit-of-no-engine"'
finds 'git cannot find the worktree' "git worktree add -q --detach '$work/gone' && rm -rf '$work/gone'"
(sleep 1000 & echo $! >"$work/pid") >/dev/null 2>&1
finds "process $(cat "$work/pid") is left: sleep" true
kill "$(cat "$work/pid")"
echo "$failures failures"
[ $failures -eq 0 ]
