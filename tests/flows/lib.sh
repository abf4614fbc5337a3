# Sourced by the scenarios of this folder with the binary as $1. A scenario begins with `scenario "what is promised"`, in a
# fresh repository and a HOME of its own; every expectation that does not hold is told, and the script fails at its end.
set -u
forge_binary=$(readlink -f "$1")
# Where memory is a disk, a hundred runs that are all on it before they go on take seconds instead of minutes.
[ -n "${TMPDIR:-}" ] || [ ! -w /dev/shm ] || export TMPDIR=/dev/shm
root=$(mktemp -d)
root=$(readlink -f "$root")
trap 'rm -rf "$root"' EXIT
mkdir "$root/bin"
ln -s "$forge_binary" "$root/bin/forge"
# shellcheck disable=SC2046  # a list of names
unset $(env | sed -n 's/^\(FORGE_[A-Z_]*\|DISCOCLAW_[A-Z_]*\|PLAN_[A-Z_]*\|XDG_[A-Z_]*\|GIT_[A-Z_]*\|LC_[A-Z_]*\)=.*/\1/p')
export PATH="$root/bin:$PATH" LANG=C TERM=xterm TZ=UTC USER=ada
export GIT_AUTHOR_NAME=Ada GIT_AUTHOR_EMAIL=ada@example.org GIT_COMMITTER_NAME=Ada GIT_COMMITTER_EMAIL=ada@example.org
# Messages of the chat are not held back: what is said in between counts here.
export FORGE_PROGRESS_THROTTLE_MS=0
count=0
failed=0
title=
out=
status=0

scenario() {
  count=$((count + 1))
  title=$1
  work=$root/$count
  mkdir -p "$work/repo" "$work/home"
  export HOME="$work/home" FORGE_AGENT="replay:$work/agent.toml"
  cd "$work/repo" || exit 2
  git init -q -b main . && echo "a sample" >README.md && git add README.md && git commit -q -m first || exit 2
}

fail() {
  failed=$((failed + 1))
  printf 'FAILED: %s\n  %s\n' "$title" "$1"
  [ -z "$out" ] || printf '%s\n' "$out" | sed 's/^/  | /'
}

# agent: the script on standard input is what the agents of this scenario say.
agent() { cat >"$work/agent.toml"; }

# run COMMAND...: what it says is in $out, how it ended in $status.
run() {
  out=$("$@" 2>&1 </dev/null)
  status=$?
}

# expect STATUS COMMAND...: runs it, and it must end so.
expect() {
  wanted=$1
  shift
  run "$@"
  [ "$status" = "$wanted" ] || fail "exit $status instead of $wanted: $*"
}

says() {
  case $out in
    *"$1"*) ;;
    *) fail "does not say: $1" ;;
  esac
}

silent() {
  case $out in
    *"$1"*) fail "says: $1" ;;
  esac
}

# is WHAT ACTUAL WANTED
is() { [ "$2" = "$3" ] || fail "$1 is \`$2\`, not \`$3\`"; }

# has FILE TEXT; lacks FILE TEXT
has() { grep -qF -- "$2" "$1" || { out=$(cat "$1" 2>&1) fail "$1 does not hold: $2"; }; }
lacks() { ! grep -qF -- "$2" "$1" || { out=$(cat "$1" 2>&1) fail "$1 holds: $2"; }; }

plan_file() { echo ".forge/plans/plan-$1-"*.md; }
# plan_status NNN: the word in the plan's header.
plan_status() { sed -n 's/^\*\*Status:\*\* //p' "$(plan_file "$1")" | head -n 1; }

# A plan document of two steps, one after the other; $1 is its title, $2 its objective.
two_steps() {
  cat <<END
# Plan: $1

## Objective

$2

## Scope

Two text files at the top of the repository, nothing else.

## Changes

- \`one.txt\` - the first greeting
- \`two.txt\` - the second greeting

## Risks

None worth naming: nothing reads these files yet.

## Testing

Each step proves that its file is there and not empty.

## Steps

### Step one: write one

**Do:** write one.txt

**Writes:** \`one.txt\`
**Verify:** \`test -s one.txt\`

### Step two: write two

**Do:** write two.txt

**Writes:** \`two.txt\`
**Depends:** one
**Verify:** \`test -s two.txt\`
END
}

# Turns for a script: turn STAGE [more keys], with the text on standard input.
turn() {
  stage=$1
  shift
  printf '[[turn]]\nstage = "%s"\n' "$stage"
  for key; do printf '%s\n' "$key"; done
  printf "text = '''\n"
  cat
  printf "'''\n"
}

# audit SEVERITY [more keys]: a turn of the auditor with one concern.
audit() {
  severity=$1
  shift
  verdict="Ready to approve"
  case $severity in high | medium) verdict="Needs revision" ;; esac
  printf '**Concern 1: a %s matter**\n**Severity: %s**\n\n**Verdict:** %s\n' "$severity" "$severity" "$verdict" |
    turn audit "$@"
}

# step STEP FILE [more keys]: a turn of the engineer that writes the file.
step() {
  name=$1
  file=$2
  shift 2
  printf '[[turn]]\nstage = "implement"\nstep = "%s"\n' "$name"
  for key; do printf '%s\n' "$key"; done
  printf 'text = "%s is there."\nresult = { status = "done", summary = "%s is there." }\n' "$file" "$file"
  printf '[[turn.write]]\npath = "%s"\ncontent = "%s\\n"\n' "$file" "$name"
}

# What the MCP tool says of a run.
mcp_status() {
  printf '%s\n' '{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{}}}' \
    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"run_status\",\"arguments\":{\"run\":\"$1\"}}}" |
    forge mcp | tail -n 1 | sed 's/.*"structuredContent"://'
}

# Processes of units of this scenario that are still there.
leftovers() {
  for process in /proc/[0-9]*; do
    tr '\0' '\n' 2>/dev/null <"$process/environ" | grep -q "^FORGE_UNIT=" || continue
    tr '\0' '\n' 2>/dev/null <"$process/environ" | grep -q "^HOME=$root/" && tr '\0' ' ' <"$process/cmdline"
  done 2>/dev/null
}

finish() {
  title="the whole script leaves no process behind"
  is "what still runs" "$(leftovers)" ''
  echo "$count scenarios, $failed failures"
  [ "$failed" = 0 ]
}
