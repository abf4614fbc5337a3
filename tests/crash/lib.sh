# Sourced by the crash tests, which set `forge` first: an environment of their own below $work, and repositories that are
# copied instead of made.
here=$(cd "$(dirname "$0")" && pwd)
forge=$(readlink -f "$forge")
# In memory: a kill loses nothing that the kernel holds, and a run waits for a disk longer than it computes.
[ -n "${TMPDIR:-}" ] || [ ! -w /dev/shm ] || TMPDIR=/dev/shm
work=$(mktemp -d "${TMPDIR:-/tmp}/forge-crash.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
export TMPDIR="$work/tmp" FORGE_WORKSPACE_MIN_FREE=0 HOME="$work/home" XDG_CACHE_HOME="$work/cache" XDG_CONFIG_HOME="$work/config" XDG_DATA_HOME="$work/data"
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null
export GIT_AUTHOR_NAME=t GIT_AUTHOR_EMAIL=t@localhost GIT_COMMITTER_NAME=t GIT_COMMITTER_EMAIL=t@localhost
mkdir -p "$HOME" "$TMPDIR"

kills=0 failures=0
repo=$work/repo

fail() { echo "FAILED: $1"; failures=$((failures + 1)); }

# new_repository: $repo is a new copy of $work/template, and nothing is left of the one before.
new_repository() {
  rm -rf "$repo" "$XDG_CACHE_HOME" "$TMPDIR"
  mkdir "$TMPDIR"
  cp -a "$work/template" "$repo"
  [ -f "$work/before" ] || "$here/check.pl" checkout "$repo" >"$work/before"
}

# make_template: a repository with a file that is yours, and the pipelines of these tests.
make_template() {
  mkdir -p "$work/template/.forge/pipelines"
  cp "$here/pipeline.toml" "$work/template/.forge/pipelines/crash.toml"
  cp "$here/step.toml" "$work/template/.forge/pipelines/crash-step.toml"
  git -C "$work/template" init -q -b main
  echo start >"$work/template/README.md"
  echo yours >"$work/template/yours.txt"
  printf '.forge/\n' >"$work/template/.gitignore"
  git -C "$work/template" add README.md yours.txt .gitignore
  git -C "$work/template" commit -q -m start
}

# add_unsaved_work: the template has what a checkout can have besides commits: edits, staged and ignored files, a stash.
add_unsaved_work() (
  cd "$work/template"
  printf ".env\n" >>.git/info/exclude
  git branch other
  echo stashed >>yours.txt
  git stash -q
  echo staged >staged.txt
  git add staged.txt
  echo edited >>yours.txt
  echo notes >untracked.txt
  echo secret >.env
)

now_ms() { date +%s%3N; }

# wait_ms MS
wait_ms() { perl -e 'select undef, undef, undef, $ARGV[0] / 1000' "$1"; }

# killed_after MS COMMAND [ARGUMENT...]: starts COMMAND (a function that ends with exec) and kills it after MS milliseconds,
# like a crash: not its children. The status is that of `wait`.
killed_after() {
  ms=$1
  shift
  "$@" >"$work/out" 2>&1 &
  pid=$!
  wait_ms "$ms"
  kill -9 "$pid" 2>/dev/null || true
  wait "$pid" 2>/dev/null
}

# check RUN WHAT: journal, git and files fit together, nothing is left, and the checkout is as it was (check.pl).
check() {
  "$here/check.pl" "$forge" "$repo" "$1" "$work/before" "HOME=$HOME" >"$work/wrong" 2>&1 || { fail "$2:"; cat "$work/wrong"; }
}
