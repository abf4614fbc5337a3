#!/bin/sh
# `forge watch --all`: the four groups as lines, as JSON, and as a screen with keys in a terminal that tmux shows.
. "$(dirname "$0")/lib.sh"
here=$(cd "$(dirname "$0")" && pwd)
data=$(cd "$here/../cli/data" && pwd)
export FORGE_WORKSPACE_MIN_FREE=0 FORGE_MIN_FREE_MEMORY=0 FORGE_SANDBOX=off FORGE_PIPELINE=small
socket=$root/tmux
trap 'tmux -S "$socket" kill-server 2>/dev/null; rm -rf "$root"' EXIT

# project: run 1 asks, run 2 is paused, run 3 is done, run 4 works until it gets a word.
project() {
  mkdir -p .forge/pipelines
  cp "$data/small.toml" "$data/small-step.toml" .forge/pipelines/
  cp "$data/steps.toml" "$work/agent.toml"
  expect 3 forge run "the first objective"
  expect 3 forge run "the second objective"
  expect 0 forge pause 2
  expect 0 forge run --auto "the third objective"
}

working() {
  mkfifo "$work/began" "$work/go"
  cat >"$work/agent.sh" <<END
#!/bin/sh
echo began >"$work/began"
read -r word <"$work/go"
cat "$work/plan.md"
END
  chmod +x "$work/agent.sh"
  sed -n '/^# Plan/,/^"""/p' "$work/agent.toml" | sed '/^"""/,$d' >"$work/plan.md"
  FORGE_AGENT="command:$work/agent.sh" forge run "the fourth objective" >"$work/engine" 2>&1 </dev/null &
  engine=$!
  read -r word <"$work/began"
}

# terminal COLUMNS [NAME=VALUE...]: `forge watch --all` in a terminal of that width.
terminal() {
  columns=$1
  shift
  # Of its own: the server of the one before may still be ending.
  terminals=$((${terminals:-0} + 1))
  socket=$root/tmux-$terminals
  tmux -S "$socket" -f /dev/null new-session -d -s board -x "$columns" -y 24 \
    "cd '$PWD' && env $* forge watch --all; echo left with \$?; exec cat"
}
screen() { tmux -S "$socket" capture-pane -p -t board; }
press() { tmux -S "$socket" send-keys -t board "$@"; }
close() { tmux -S "$socket" kill-session -t board; }

# shows TEXT: the screen does, at some time.
shows() {
  tries=0
  while :; do
    out=$(screen)
    case $out in *"$1"*) return ;; esac
    tries=$((tries + 1))
    [ $tries -lt 400 ] || { fail "the screen never shows: $1"; return; }
  done
}

scenario "in a pipe: the groups once, in order, with the same words, and an end when no run works"
project
expect 0 forge watch --all
is 'the groups' "$(printf '%s\n' "$out" | grep -v '^ ' | grep .)" 'Needs you
Waiting
Done'
says 'Build this plan?'
says 'paused'
says '2/2'
expect 2 forge watch 1 --all
says 'RUN has no place beside it'

scenario "in a pipe: what changes is one line each"
project
working
forge watch --all >"$work/lines" 2>&1 &
watcher=$!
until grep -q 'Working' "$work/lines" 2>/dev/null; do :; done
echo go >"$work/go"
wait "$engine"
wait "$watcher"
is 'how it ended' $? 0
has "$work/lines" 'run 4: Working -> Needs you: Build this plan?'

scenario "as JSON: one line with all four groups"
project
expect 0 forge watch --all --json
is 'lines' "$(printf '%s\n' "$out" | wc -l)" 1
says '"groups":[{"group":"needs-you","title":"Needs you","runs":[{"run":1,'
says '{"group":"working","title":"Working","runs":[]}'
says '"title":"Waiting","runs":[{"run":2,'
says '"title":"Done","runs":[{"run":3,'

scenario "without runs it says how to start one"
forge init >/dev/null 2>&1
expect 0 forge watch --all
says 'no runs; start one: forge run'

scenario "on a terminal: keys move, answer, pause, open, come back and quit, at 60 and 100 columns"
for columns in 60 100; do
  scenario "on a terminal of $columns columns"
  project
  working
  terminal $columns TERM=screen
  shows 'Needs you (1)'
  shows 'Working (1)'
  shows 'Waiting (1)'
  shows 'Done (1)'
  out=$(screen)
  says '> 1'
  widest=$(screen | awk '{ if (length($0) > most) most = length($0) } END { print most }')
  [ "$widest" -lt "$columns" ] || fail "a line has $widest columns"
  press j
  shows '> 4'
  press Down
  shows '> 2'
  press k
  shows '> 4'
  press p
  shows 'run 4 is paused; forge resume 4 continues it'
  press Up
  shows '> 1'
  press '?'
  shows 'the run before'
  press '?'
  shows 'Needs you (1)'
  press a
  shows 'run 1 asks: Build this plan?'
  press yes Enter
  shows 'run it in the background'
  press no Enter
  shows 'answered; nothing runs run 1'
  press j j j
  shows '> 3'
  press a
  shows 'run 3 asks nothing'
  press Enter
  shows 'press a key to go back'
  press x
  shows 'Done (1)'
  echo go >"$work/go"
  wait "$engine"
  press q
  shows 'left with 0'
  close
done

scenario "a run that works is opened, and q comes back"
project
working
terminal 100 TERM=screen
shows '> 1'
press j
shows '> 4'
press Enter
shows 'plan  '
press q
shows 'Needs you (1)'
press q
shows 'left with 0'
close
echo go >"$work/go"
wait "$engine"

scenario "Escape leaves a question open, as later does; an arrow is no Escape"
project
terminal 100 TERM=screen
shows '> 1'
press a
shows 'run 1 asks: Build this plan?'
press Escape
shows 'nothing is decided'
shows 'Needs you (1)'
press Enter
shows '[yes/no/later/v/e/d]'
press Up
press x Enter
shows 'nothing is decided; choose one of'
press y Escape
shows 'press a key to go back'
press x
shows 'Needs you (1)'
press q
shows 'left with 0'
close
is 'open questions' "$(forge questions 1 --json | grep -c '"status":"open"')" 1

scenario "a plan that is edited while it is asked about is asked about anew"
project
terminal 100 TERM=screen
shows '> 1'
press a
shows '[yes/no/later/v/e/d]'
sed -i 's/^- Do: .*one.*/- Do: write one.txt well/' .forge/plans/plan-001-*.md
press yes Enter
shows 'the plan was edited meanwhile'
shows 'changed since it was last shown: d'
press later Enter
shows 'nothing is decided'
shows 'Needs you (1)'
press q
shows 'left with 0'
close
is 'open questions' "$(forge questions 1 --json | grep -c '"status":"open"')" 1

scenario "NO_COLOR: no colours on the screen; a dumb terminal gets lines"
project
terminal 100 TERM=screen NO_COLOR=1
shows 'Needs you (1)'
is 'colours' "$(tmux -S "$socket" capture-pane -e -p -t board | grep -c "$(printf '\033')\[[0-9;]*[1-9]m")" 0
press q
shows 'left with 0'
close
terminal 100 TERM=dumb
shows 'left with 0'
out=$(screen)
says 'Needs you'
says 'Build this plan?'
close

# Only the way out is tested here, with a terminal whose settings outlive the command.
for how in quit HUP TERM; do
  scenario "a screen that is ended ($how) leaves the terminal as it was"
  project
  export NO_COLOR=1
  out=$("$here/left_terminal.py" "$work/screen" 'Needs you (1)' $how forge watch --all)
  is "the terminal after the board" "$out" "restored
first screen"
  out=$("$here/left_terminal.py" "$work/screen" '> 1,a=Build this plan?' $how forge watch --all)
  is "the terminal after a question" "$out" "restored
first screen"
  working
  out=$("$here/left_terminal.py" "$work/screen" '> 1,j=> 4,Enter=plan' $how forge watch --all)
  is "the terminal after a run of the board" "$out" "restored
first screen"
  out=$("$here/left_terminal.py" "$work/screen" 'plan' $how forge watch 4)
  is "the terminal after watch" "$out" "restored
first screen"
  echo go >"$work/go"
  wait "$engine"
  unset NO_COLOR
done

finish
