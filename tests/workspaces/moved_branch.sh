#!/bin/sh
# git fails right after it moved the run's branch, and for some commands after that (a full disk does this): the merge
# is done, so no step is done again, and each step is on the branch once.
#   moved_branch.sh FORGE
set -eu
forge=$(readlink -f "$1")
work=$(mktemp -d "${TMPDIR:-/tmp}/forge-moved.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
mkdir -p "$work/bin" "$work/home" "$work/repo/.forge/pipelines"
export FORGE_WORKSPACE_MIN_FREE=0 FORGE_MIN_FREE_MEMORY=0 HOME="$work/home" REAL_GIT MARK="$work/full"
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null
export GIT_AUTHOR_NAME=t GIT_AUTHOR_EMAIL=t@localhost GIT_COMMITTER_NAME=t GIT_COMMITTER_EMAIL=t@localhost
REAL_GIT=$(command -v git)
fail() { echo "FAILED: $1"; tail -30 "$work/out" 2>/dev/null || :; exit 1; }

# After the branch moved: that command fails, and so do the next ones that write, until as many as $FULL have failed.
# With PART=branch git was stopped between two refs: it has moved the branch only. A shortage is tried again at no cost;
# any other error would fail the step.
cat > "$work/bin/git" <<'EOF'
#!/bin/sh
full() { echo "fatal: write error: $WHY" >&2; exit 128; }
case " $* " in
  *" update-ref --stdin "*)
    read -r first; [ "$first" != start ] || exit 1  # the git that stays: it must do without
    input=$(mktemp "$MARK.in.XXXXXX"); { printf '%s\n' "$first"; cat; } > "$input"
    if [ -s "$MARK" ]; then count=$(cat "$MARK"); echo $((count - 1)) > "$MARK"; [ "$count" -le 1 ] && rm -f "$MARK"; full; fi
    if [ "$PART" = branch ] && grep -q 'update refs/heads/forge/' "$input"; then
      grep 'update refs/heads/forge/' "$input" > "$input.part" && mv "$input.part" "$input"
    fi
    "$REAL_GIT" "$@" < "$input"; status=$?
    if [ $status = 0 ] && grep -q 'update refs/heads/forge/' "$input"; then echo "$FULL" > "$MARK"; [ "$FULL" -gt 0 ] || rm -f "$MARK"; full; fi
    exit $status ;;
  *" write-tree "*|*" add "*|*" commit-tree "*|*" hash-object "*)
    if [ -s "$MARK" ]; then count=$(cat "$MARK"); echo $((count - 1)) > "$MARK"; [ "$count" -le 1 ] && rm -f "$MARK"; full; fi ;;
esac
exec "$REAL_GIT" "$@"
EOF
chmod +x "$work/bin/git"

cd "$work/repo"
git init -q -b main && printf '.forge/\n' > .gitignore && git add .gitignore && git commit -q -m start
printf 'name = "m"\nabout = "test"\n[[stage]]\nname = "build"\nkind = "each"\npipeline = "m-step"\n' > .forge/pipelines/m.toml
printf 'name = "m-step"\nabout = "test"\n[[stage]]\nname = "implement"\nrole = "engineer"\n[[stage]]\nname = "commit"\nkind = "integrate"\nretry = 0\n' > .forge/pipelines/m-step.toml
printf '# Plan: m\n\n## Steps\n\n### Step s1: first\n- Do: a line\n\n### Step s2: second\n- Do: a line\n- Depends: s1\n\n### Step s3: third\n- Do: a line\n- Depends: s2\n' > "$work/plan.md"
run=0
export FULL PART WHY
while read -r FULL PART WHY; do
  run=$((run + 1))
  full="$WHY, $FULL commands, $PART"
  rm -f "$MARK"
  PATH="$work/bin:$PATH" timeout 120 "$forge" run "full: $full" --pipeline m --plan "$work/plan.md" --auto \
    --agent 'command:echo "$FORGE_STEP $FORGE_UNIT" >> lines.txt; echo done' > "$work/out" 2>&1 </dev/null || fail "run $run ($full) did not complete"
  [ "$(git show "forge/run-00$run:lines.txt" | wc -l)" = 3 ] || fail "run $run: a step is missing or was done twice"
  [ "$(git rev-list --count "main..forge/run-00$run")" = 3 ] || fail "run $run: not one commit for each step"
done <<EOF
0 all No space left on device
1 all No space left on device
2 all No space left on device
0 branch No space left on device
1 branch No space left on device
0 all Input/output error
0 branch Input/output error
1 branch Input/output error
EOF
PATH="$work/bin:$PATH" "$forge" doctor > "$work/out" 2>&1 || fail "the doctor finds something"
echo "moved branch: a merge that is done stays done"
