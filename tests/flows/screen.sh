#!/bin/sh
# What people see on terminals of 40, 60, 80 and 120 columns, without colours, on one that only shows text, and in a pipe:
# no line is wider than the terminal, no word is cut, and there is no colour where none may be.
. "$(dirname "$0")/lib.sh"
here=$(dirname "$(readlink -f "$0")")
unset NO_COLOR COLUMNS
wide=400

# on COLUMNS [--reply WHEN TEXT]... COMMAND...: on a terminal of that width; the screen is in $work/screen.COLUMNS.
on() {
  columns=$1
  shift
  status=$(python3 "$here/screen.py" "$columns" "$work/screen.$columns" "$@")
}

# fits COLUMNS [-]: against the screen of the very wide terminal; `-`: only the width, of a command that draws while it runs.
fits() {
  out=$(python3 "$here/screen_check.py" "$1" "$work/screen.$1" "${2:-$work/screen.$wide}") || fail "does not fit $1 columns"
  out=
}

coloured() { grep -q "$(printf '\033\\[[0-9;]*m')" "$1"; }

# shows COMMAND...: at every width.
shows() {
  on "$wide" "$@"
  for columns in 40 60 80 120; do
    on "$columns" "$@"
    fits "$columns"
  done
}

# A quick change that fails its test once, with long messages.
changes() {
  printf 'test:\n\t@test -s greeting.txt\n' >Makefile
  git add Makefile && git commit -q -m "a test"
  agent <<'TOML'
[[turn]]
stage = "patch"
iteration = 1
repeat = true
text = "The greeting is in its file, and this sentence is long enough to need several lines on a narrow terminal."
result = { status = "done", summary = "The greeting is there." }
[[turn.write]]
path = "greeting.txt"
content = ""

[[turn]]
stage = "patch"
repeat = true
usage = { input_tokens = 900, output_tokens = 100, usd = 0.01 }
text = "It was empty and is not empty any more."
result = { status = "done", summary = "The greeting is not empty." }
[[turn.write]]
path = "greeting.txt"
content = "hello, world\n"
TOML
}

scenario "a run on a terminal shows only the stages of its way, and fits"
changes
on "$wide" forge "greet the world in greeting.txt and say in the same file why it is greeted"
is "exit" "$status" 0
for columns in 40 60 80 120; do
  on "$columns" forge "greet the world in greeting.txt and say in the same file why it is greeted"
  is "exit at $columns" "$status" 0
  fits "$columns" -
  has "$work/screen.$columns" patch-verify
  for stage in clarify research triage lenses learn; do lacks "$work/screen.$columns" "$stage"; done
done

for command in status list cost report findings; do
  title="$command fits every terminal"
  shows forge "$command"
done
title="a stage that never comes is shown nowhere"
expect 0 forge status
for stage in clarify research triage lenses learn; do silent "$stage"; done
expect 0 forge run "fix the typo in greeting.txt" --dry-run
says "stages of the pipeline are not on this run's way; all: forge pipeline graph forge"
for stage in clarify research triage lenses learn; do silent "$stage"; done

for command in "help" "run --help" "answer --help" "check --help" "config explain" "pipeline list" \
  "pipeline graph forge" "pipeline graph milestone" "workspaces list" output doctor agents; do
  title="forge $command fits every terminal"
  # shellcheck disable=SC2086  # words
  shows forge $command
done
title="forge agents tells the whole command that installs an agent"
on 80 forge agents
is "words at 80 columns" "$(tr -s ' \r\n' '\n' <"$work/screen.80" | grep -c .)" "$(tr -s ' \r\n' '\n' <"$work/screen.$wide" | grep -c .)"
title="help in a pipe does not depend on a terminal"
is "help with COLUMNS=40 in a pipe" "$(COLUMNS=40 forge help | cksum)" "$(forge help | cksum)"

title="there is no colour where none may be"
on 80 forge status
coloured "$work/screen.80" || fail "status on a terminal has no colour"
NO_COLOR=1 on 80 forge status
! coloured "$work/screen.80" || fail "colours despite NO_COLOR"
TERM=dumb on 60 forge status
! grep -q "$(printf '\033')" "$work/screen.60" || fail "escape sequences on a dumb terminal"
on "$wide" forge status
fits 60
forge status >"$work/piped"
! grep -q "$(printf '\033')" "$work/piped" || fail "escape sequences in a pipe"
is "lines in a pipe are not wrapped" "$(forge status | awk 'length > 80' | grep -c .)" "$(COLUMNS=40 forge status | awk 'length > 80' | grep -c .)"

title="a question on a terminal fits and takes the answer"
mkdir -p .forge/pipelines
cat >.forge/pipelines/ask.toml <<'TOML'
name = "ask"

[[stage]]
name = "go"
kind = "ask"
question = "Shall the greeting be written in every language that the world has, or only in the languages of its readers?"
TOML
for columns in "$wide" 40 60 80 120; do
  on "$columns" --reply "[yes" nonsense --reply "choose one of" yes forge run "ask me something" --pipeline ask
  is "exit at $columns" "$status" 0
  fits "$columns" -
done
NO_COLOR=1 on 60 --reply "[yes" yes forge run "ask me something" --pipeline ask
! coloured "$work/screen.60" || fail "a question has colours despite NO_COLOR"
on 40 --reply "[yes" later forge run "ask me something" --pipeline ask
is "exit of a run that waits" "$status" 3
for command in questions status; do
  title="$command with an open question fits every terminal"
  shows forge "$command"
done
finish
