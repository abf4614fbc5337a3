#!/bin/sh
# proof_milestones.sh FORGE: three milestones, 12 slices and 40 tasks in one program. On the way the engine is killed once in each
# slice, and there are two limits, a refusal, a merge conflict, a task that is too large, an objection that is upheld and mended,
# and one that stays. Nobody is asked before the end, where the triage is. Nothing is lost and nothing is done twice.
# With PROOF_SEED=N the engine is also killed at about 40 moments that depend on it, in the middle of the faults too.
. "$(dirname "$0")/lib.sh"
tests=$(readlink -f "$(dirname "$0")/..")
export FORGE_WORKSPACE_MIN_FREE=0 FORGE_MIN_FREE_MEMORY=0 FORGE_SANDBOX=off

# The slices: milestone, slice, tasks, the place where its kill is. A place is a stage, with a member of a panel behind it.
slices() {
  cat <<'END'
m1 s1 4 research
m1 s2 3 review-fix
m1 s3 3 execute
m1 s4 3 review challenge
m2 s1 4 plan-check
m2 s2 3 execute
m2 s3 3 split
m2 s4 3 plan
m3 s1 4 plan-check
m3 s2 4 review rebuttal
m3 s3 3 complete
m3 s4 3 complete
END
}
files() { slices | awk -v slice="$1" '$1 "/" $2 == slice { for (i = 1; i <= $3; ++i) print slice "/" substr("abcd", i, 1) ".txt" }'; }
# A sentence that names all of them.
named() { files "$1" | sed '$!s/$/,/' | tr '\n' ' ' | sed 's/ $//'; }

milestone() {
  printf '\n### Step %s: notes of %s\n\n**Do:** Add the notes of %s, in these slices:\n' "$2" "$1" "$1"
  slices | while read -r of name _; do [ "$of" != "$1" ] || printf -- '- slice %s: the notes %s\n' "$name" "$(named "$1/$name")"; done
  # shellcheck disable=SC2016  # Markdown
  printf '\n**Writes:** `%s/**`\n%s\n**Verify:** `test $(ls %s/*/*.txt | wc -l) -ge 13`\n' "$1" "$3" "$1"
}
program() {
  cat <<'END'
# Plan: forty notes

## Objective

Forty notes for the reader.

## Scope

The folders m1, m2 and m3.

## Changes

- `m1/` - the first notes

## Risks

None worth naming: nothing reads these files yet.

## Testing

Each milestone counts its notes.

## Steps
END
  milestone m1 M1 ''
  milestone m2 M2 ''
  milestone m3 M3 '**Depends:** M1, M2'
}

# The agent does just what its prompt asks for, but for the faults, each at its place. A unit that is done again after a kill meets
# the same fault.
faults() {
  mkdir "$work/killed" "$work/quiet"
  mkfifo "$work/never"
  slices >"$work/slices"
  printf 'work=%s\nnaive=%s\n' "$work" "$tests/naive/agent.pl" >"$work/agent.sh"
  cat >>"$work/agent.sh" <<'END'
prompt=$(cat)
naive() { printf '%s\n' "$prompt" | perl "$naive" "$@" || exit; }
fails() { echo "$1" >&2; exit 1; }
block() { printf '\n```json\n%s\n```\n' "$1"; }
moment() { perl -e 'select undef, undef, undef, 0.02'; }
engine=$(cat "$work/engine")
step=${FORGE_STEP:--}
place="$FORGE_STAGE${FORGE_MEMBER:+ $FORGE_MEMBER}"
slice=-
case $FORGE_PIPELINE in
  slice | task-unit) slice=$(printf '%s\n' "$prompt" | sed -n '/^# Objective/,/^# What/s/.*\(m[1-3]\/s[1-4]\)\/.*/\1/p' | head -n 1) ;;
esac
echo 'FORGE-USAGE {"input_tokens": 100, "output_tokens": 10, "usd": 0.001}'

# quiet NAME, loud NAME: no kill in between.
quiet() {
  touch "$work/quiet/$1"
  [ ! -e "$work/killed/engine-$engine" ] || cat "$work/never"
}
loud() { rm -f "$work/quiet/$1"; }
# One kill in each slice, and one for each engine.
here=$(awk -v slice="$slice" '$1 "/" $2 == slice { $1 = $2 = $3 = ""; sub(/^ */, ""); print }' "$work/slices")
mine=$work/killed/$(echo "$slice" | tr / -)
while [ "$here" = "$place" ] && [ ! -e "$mine" ]; do
  if mkdir "$work/killed/engine-$engine" 2>/dev/null; then
    if [ -z "$(ls "$work/quiet")" ]; then
      mkdir "$mine"
      kill -9 "$engine"
      cat "$work/never"
    fi
    rmdir "$work/killed/engine-$engine"
  fi
  moment
done

verdict() { printf '**Verdict:** %s\n' "$1"; block "$2"; }
objects() { verdict "Revision Required" '{"objections": [{"id": "R1", "title": "LOCKWORD is missing", "text": "why", "severity": "high", "file": "'"$slice"'/a.txt"}]}'; }
answers() { verdict Approved '{"answers": [{"id": "R1", "answer": "'"$1"'", "text": "because"}]}'; }
keeps() { verdict "Revision Required" '{"objections": [{"id": "R1", "position": "kept"}]}'; }
writes() {
  mkdir -p "$slice"
  for file; do echo "$step" >>"$slice/$file"; done
  block '{"status": "done", "summary": "It is there."}'
}
tip() { git rev-parse "$(printf 'forge/run-%03d' "$FORGE_RUN")"; }

case "$slice $place $FORGE_ITERATION $step" in
  # Two limits: at the first, the other account goes on; at the second, no account is left, and the program waits.
  "m1/s1 plan "*)
    if [ "$KEY" = work ]; then quiet quota && fails "You've hit your usage limit; try again in 3 hours"; fi
    loud quota
    naive ;;
  "m3/s1 plan "*)
    if [ ! -e "$work/quiet/limit" ]; then quiet limit && fails "429 Too Many Requests; try again in 2s"; fi
    loud limit
    naive ;;
  "m2/s1 execute 1 s2")
    [ "$FORGE_ATTEMPT" != 1 ] || fails "stop_reason: refusal: I cannot help with that request"
    naive ;;
  # A task that is too large.
  "m2/s3 plan "*) naive | sed '0,/^\*\*Verify:/s//**Large:** true\n&/' ;;
  "m2/s3 "*" s1"*) naive --splits ;;
  # Two tasks that write one file, each without the other's.
  "m3/s4 plan "*) naive | sed '/^\*\*Writes:/d' ;;
  "m3/s4 execute 1 s1")
    until [ -e "$work/quiet/conflict-$engine" ]; do moment; done
    writes a.txt ;;
  "m3/s4 execute 1 s2")
    quiet "conflict-$engine"
    while [ ! -e "$slice/a.txt" ] && [ "$(tip)" = "$(git rev-parse HEAD)" ]; do moment; done
    writes a.txt b.txt ;;
  "m3/s4 execute 1 s3") writes c.txt ;;
  "m3/s4 reconcile "*)
    loud "conflict-$engine"
    sed -i '/^<<<<<<</d; /^=======$/d; /^>>>>>>>/d' "$slice/a.txt"
    block '{"status": "done", "cause": "both wrote it", "summary": "It has both lines."}' ;;
  # An objection that is conceded and mended, and one that is defended and upheld.
  "m1/s2 review challenge 1 -" | "m3/s2 review challenge "*) objects ;;
  "m1/s2 review challenge "*) verdict Approved '{"objections": []}' ;;
  "m1/s2 review defence 1 -") answers concede ;;
  "m3/s2 review defence "*) answers defend ;;
  "m1/s2 review rebuttal 1 -" | "m3/s2 review rebuttal "*) keeps ;;
  *)
    case "$place $prompt" in
      "digest "*LOCKWORD*)
        echo "LOCKWORD is open."
        block '{"findings":[{"severity":"medium","title":"LOCKWORD is missing","text":"It stays open.","file":"m3/s2/a.txt","line":1}]}' ;;
      *) naive ;;
    esac ;;
esac
END
  mkdir -p .forge
  for account in work home; do
    printf '[accounts.%s]\nruntime = "command"\ntoken_command = "echo %s"\ntoken_variable = "KEY"\n' "$account" "$account"
  done >.forge/accounts.toml
  export FORGE_AGENT="command:sh $work/agent.sh"
}

# at_random: kills the engine, which has begun its run, at a moment of the next seconds.
at_random() {
  # shellcheck disable=SC2016  # Perl
  perl -e 'srand shift; my ($file, $runs) = @ARGV;
    do { select undef, undef, undef, 0.2 + rand 1.5 } until -d $runs && -s $file;
    open my $in, "<", $file; kill 9, <$in> + 0' "$((PROOF_SEED * 100 + kills))" "$work/engine" .forge/state/runs &
  killer=$!
}
# engine COMMAND...: until it ends by itself; a killed one is taken up again.
engine() {
  killer=
  while :; do
    : >"$work/engine"
    [ -z "${PROOF_SEED:-}" ] || [ $kills -ge 42 ] || at_random
    # The shell that is told of the kill says so.
    out=$(sh -c 'echo $$ >"$0/engine"; exec "$@"' "$work" forge "$@" 2>&1 </dev/null) 2>/dev/null
    status=$?
    [ -z "$killer" ] || { kill "$killer" && wait "$killer"; } 2>/dev/null
    killer=
    [ "$status" = 137 ] || return
    kills=$((kills + 1))
    [ $kills -lt 60 ] || return
    set -- resume 1
  done
}

scenario "three milestones end completed over all faults, with one question at their end"
faults
program >../PROGRAM.md
perl "$tests/crash/check.pl" checkout . >"$work/before"
mkdir "$work/tmp"
TMPDIR=$work/tmp
kills=0
engine run --pipeline program --execute ../PROGRAM.md
is exit "$status" 3
says "run 1 question"
says "(triage)"
[ -n "${PROOF_SEED:-}" ] || is "kills" "$kills" "$(slices | wc -l)"
is "open questions" "$(forge questions | grep -c 'run [0-9]* question')" 1
forge findings 1 >"$work/findings"
has "$work/findings" "LOCKWORD is missing"
engine answer 1 keep --go
is exit "$status" 0
is "the run's status" "$(forge status 1 --json | grep -o '"status":"[a-z]*"' | head -n 1)" '"status":"completed"'
runs=$(seq 16)
is "runs" "$(ls .forge/state/runs | wc -l | tr -d ' ')" 16

for number in $runs; do forge log "$number"; done >"$work/log"
title="every fault happened, once where it should"
# A kill at any moment may take the first answer of a unit with it, so that its fault is met twice or never.
happened() { [ -n "${PROOF_SEED:-}" ] || is "times in the log: $2" "$(grep -c -- "$2" "$work/log")" "$1"; }
# shellcheck disable=SC2016  # names as Forge writes them
happened 1 'failed in .* quota: account `work`: .* try again in 3 hours; continuing with account `home`'
# shellcheck disable=SC2016
happened 1 'failed in .* try again in 2s; every account is at its limit, `home` is back first'
happened 1 'failed in .* refusal'
happened 1 'repair 2 of 2 (decompose)'
happened 1 'asks for changes: conflicts with work merged meanwhile: m3/s4/a.txt'
happened 1 'asks for changes (round 1 of 2): 1 objections conceded'
happened 1 ' 1 open$'

title="the tree has every note, and each was written once where nothing had to be mended"
git ls-tree -r --name-only forge/run-001 | grep '^m' >"$work/tree"
for slice in $(slices | awk '{ print $1 "/" $2 }'); do files "$slice"; done >"$work/wanted"
is "notes" "$(wc -l <"$work/wanted" | tr -d ' ')" 40
is "the tree" "$(cat "$work/tree")" "$(cat "$work/wanted")"
while read -r note; do
  lines=1
  case $note in
    m1/s2/a.txt | m3/s4/a.txt) lines=2 ;;
    m2/s3/a.txt) lines=3 ;;
  esac
  is "lines of $note" "$(git show "forge/run-001:$note" | wc -l | tr -d ' ')" $lines
done <"$work/wanted"

title="nothing is lost and nothing is left: journals, refs, costs, files, processes"
for number in $runs; do
  perl "$tests/crash/check.pl" "$forge_binary" . "$number" "$work/before" "HOME=$HOME" >"$work/wrong" 2>&1 || { out=$(cat "$work/wrong") fail "run $number"; }
done
expect 0 forge doctor

title="control costs no tokens"
for number in $runs; do forge log "$number" --json; done >"$work/journal"
is "units of the engine with tokens" "$(perl -ne '
  $kind{$1, $2} = $3 if /"kind":"unit-started","run":(\d+).*"data":\{"unit":(\d+),"kind":"([a-z]*)"/;
  next if !/"kind":"ended","run":(\d+).*?"data":\{"unit":(\d+)/ || ($kind{$1, $2} // "") =~ /^(agent|learn|child)$/;
  ++$n if /"(?:input|output)_tokens":[1-9]/;
  END { print $n // 0 }' "$work/journal")" 0

finish
