# Sourced: a repository of its own in $root, with an agent, and a home.
set -u
forge=$(readlink -f "$1")
root=$(readlink -f "$(mktemp -d)")
chmod 755 "$root"
mkdir "$root/home" "$root/repo" "$root/tmp"
# shellcheck disable=SC2046  # a list of names
unset $(env | sed -n 's/^\(FORGE_[A-Z_]*\|XDG_[A-Z_]*\|GIT_[A-Z_]*\)=.*/\1/p')
export HOME="$root/home" TMPDIR="$root/tmp" GIT_AUTHOR_NAME=Ada GIT_AUTHOR_EMAIL=ada@example.org \
  GIT_COMMITTER_NAME=Ada GIT_COMMITTER_EMAIL=ada@example.org
cd "$root/repo" || exit 2
git init -q -b main . || exit 2
mkdir -p .forge/pipelines .forge/roles
"$forge" doctor --json >"$root/doctor"
grep -q '"sandbox","health":"ok"' "$root/doctor" || { rm -rf "$root"; echo "skipped: this kernel enforces no sandbox"; exit 77; }
powers() { grep -o '"sandbox"[^}]*' "$root/doctor" | cut -c 1-600; }

failed=0
fail() {
  echo "FAILED: $*"
  failed=1
}
