#!/bin/sh
# Going on without a terminal: a closed terminal, --detach, --go, and `forge serve` with its spare, its end and its death.
. "$(dirname "$0")/lib.sh"
here=$(cd "$(dirname "$0")" && pwd)
export FORGE_WORKSPACE_MIN_FREE=0 FORGE_MIN_FREE_MEMORY=0 FORGE_SANDBOX=off
servers=
trap 'for server in $servers; do kill -KILL "$server" 2>/dev/null; done; rm -rf "$root"' EXIT

# The agent of a project says through one fifo that it has begun, and waits for a word from the other.
project() {
  mkfifo "$work/began" "$work/go"
  cat >"$work/agent.sh" <<END
#!/bin/sh
echo began >"$work/began"
read -r word <"$work/go"
echo "\$word" >>made.txt
echo done
END
  chmod +x "$work/agent.sh"
  export FORGE_AGENT="command:$work/agent.sh"
  mkdir -p .forge/pipelines
  printf '.forge/\n' >.gitignore && git add .gitignore && git commit -q -m ignore
  cat >.forge/pipelines/one.toml <<'END'
name = "one"
about = "one stage"
[[stage]]
name = "work"
role = "engineer"
[[stage]]
name = "merge"
kind = "integrate"
how = "commit"
END
  cat >.forge/pipelines/ask.toml <<'END'
name = "ask"
about = "a question, then one stage"
[[stage]]
name = "may-i"
kind = "ask"
question = "May I?"
[[stage]]
name = "work"
role = "engineer"
[[stage]]
name = "merge"
kind = "integrate"
how = "commit"
END
}

began() { cat "$work/began" >/dev/null; }
go() { echo "$1" >"$work/go"; }

# eventually TEXT COMMAND...: it says so within a minute or two.
eventually() {
  wanted=$1
  shift
  tries=0
  until run "$@" && case $out in *"$wanted"*) true ;; *) false ;; esac; do
    tries=$((tries + 1))
    [ $tries -lt 3000 ] || { fail "never says: $wanted"; return; }
  done
}

# serve NAME [OPTIONS]: a server in the background; its process is $server, what it says is in $work/NAME.
serve() {
  name=$1
  shift
  forge serve "$@" >"$work/$name" 2>&1 &
  server=$!
  servers="$servers $server"
}

# gone PID: until the process has ended.
gone() {
  while [ -e "/proc/$1" ] && ! grep -q '^State:.Z' "/proc/$1/status" 2>/dev/null; do :; done
}

scenario "a closed terminal does not stop the engine, and status says that it is gone"
project
pid=$(python3 "$here/on_terminal.py" "$work/screen" "$work/began" forge run first --pipeline one --auto)
eventually "without its terminal, which was closed" forge status 1
says "process $pid on"
says "its output is in .forge/state/runs/001/engine.log"
expect 0 forge status 1 --json
says '"home":"lost-terminal"'
go made
expect 0 forge watch 1
says "run 1 has completed"
is "the work" "$(git show forge/run-001:made.txt)" made
gone "$pid"
has .forge/state/runs/001/engine.log "the terminal was closed; the run continues without it"
has .forge/state/runs/001/engine.log "run 1 has completed"

scenario "an engine that hears of no hangup notices it by its first failed write"
project
pid=$(python3 "$here/on_terminal.py" "$work/screen" "$work/began" --deaf forge run first --pipeline one --auto)
eventually "without its terminal, which was closed" forge status 1
go made
expect 0 forge watch 1
is "the work" "$(git show forge/run-001:made.txt)" made
gone "$pid"

scenario "a terminal that is closed at a question leaves the question"
project
pid=$(python3 "$here/on_terminal.py" "$work/screen" "text:[yes" forge run first --pipeline ask)
gone "$pid"
expect 0 forge status 1
says "waiting"
says "not running"
expect 0 forge questions
says "May I?"

scenario "--detach returns when an engine of its own session holds the run"
project
expect 0 forge run first --pipeline one --auto --detach
says "run 1 runs in the background, in process "
says "follow  forge watch 1"
pid=$(printf '%s\n' "$out" | sed -n 's/.*in process //p')
is "its session" "$(ps -o sid= -p "$pid" | tr -d ' ')" "$pid"
began
expect 0 forge status 1
says "process $pid on"
says "in the background; its output is in .forge/state/runs/001/engine.log"
expect 1 forge resume 1 --detach
says "run 1 is already running in process $pid"
kill -9 "$pid"
gone "$pid"
expect 0 forge resume 1 --detach --json
says '"home":"background"'
began
go made
expect 0 forge watch 1
is "the work" "$(git show forge/run-001:made.txt)" made
# The engine says so when its run has ended.
until grep -q "run 1 has completed" .forge/state/runs/001/engine.log; do :; done
expect 1 forge resume 1 --detach
says "run 1 has completed"

scenario "--detach says why no engine runs"
project
expect 2 env FORGE_CRASH=drive forge run first --pipeline one --auto --detach
says "no engine runs run 1 in the background"
says "forge resume 1"
expect 0 forge status 1
says "not running"
mkdir -p .forge/state/runs/001
rm -f .forge/state/runs/001/engine.log
mkdir .forge/state/runs/001/engine.log
expect 2 forge resume 1 --detach
says "engine.log"

scenario "--go continues a run that nothing runs, and without it the message says what to type"
project
expect 3 forge run first --pipeline ask
expect 0 forge answer 1 yes
says "nothing runs run 1 now"
says "next: forge resume 1"
expect 3 forge run second --pipeline ask
{ began; go made; } &
expect 0 forge answer 2 yes --go
wait $!
says "run 2 has completed"
{ began; go other; } &
expect 0 forge resume 1
wait $!
printf '[[turn]]\nfail = "permanent"\nrepeat = true\n' >"$work/fails.toml"
expect 4 forge run third --pipeline one --auto --agent "replay:$work/fails.toml"
expect 0 forge retry 3
says "nothing runs run 3 now"
says "next: forge resume 3"
expect 4 forge resume 3
expect 4 forge retry 3 --go
says "run 3 failed"
expect 4 forge retry 3 --go --json
says '"status":"failed"'

scenario "a server drives what is left to it, as many at a time as it may, and says what it does"
project
serve one --runs 1
eventually "serving" cat "$work/one"
expect 0 forge run first --pipeline one --auto --detach
says "run 1 runs in the server, process $server"
began
expect 0 forge status 1
says "in the server (forge serve)"
expect 0 forge run second --pipeline one --auto --detach
says "run 2 waits for its turn: all places of the server, process $server, are taken"
expect 0 forge serve status
says "process $server on"
says "1 of 1 places taken"
says "run 1  first"
silent "run 2"
expect 0 forge status 2
says "engine     waits for its turn: all places of the server, process $server, are taken"
silent "running"
silent "▶"
expect 0 forge serve status --json
says '"serving":true'
forge watch 2 >"$work/watched" 2>&1 &
watcher=$!
eventually "run 2 waits for its turn" cat "$work/watched"
forge output 2 -f >"$work/followed" 2>&1 &
follower=$!
# Killing the server for one run would end all of them.
expect 1 forge resume 1 --take-over
says "run 1 is driven by the server, process $server"
says "forge pause 1"
go made
began
go other
eventually "completed" forge status 2
wait $watcher
is "the watcher's exit code" $? 0
wait $follower
has "$work/watched" "run 2 has completed"
lacks "$work/followed" "next:"
is "the first work" "$(git show forge/run-001:made.txt)" made
is "the second work" "$(git show forge/run-002:made.txt)" other
# What a person paused is the person's; what was answered goes on.
expect 3 forge run third --pipeline ask
expect 0 forge pause 3
expect 3 forge run fourth --pipeline ask
expect 0 forge answer 4 yes
says "the server, process $server, continues it"
{ began; go fine; } &
helper=$!
expect 0 forge watch 4
says "run 4 has completed"
wait $helper
expect 0 forge status 3
says "paused"
kill -TERM "$server"
wait "$server"
is "its exit code" $? 0
expect 0 forge serve status
says "no server serves this project"

scenario "a free place is for the run of the highest priority, and for the oldest among equals"
project
serve one --runs 1
eventually "serving" cat "$work/one"
expect 0 forge run first --pipeline one --auto --detach
began
expect 0 forge run second --pipeline one --auto --detach
expect 0 forge run third --pipeline one --auto --detach --priority high
expect 0 forge run fourth --pipeline one --auto --detach
expect 0 forge priority 4
says "run 4 has medium priority"
expect 0 forge priority 2 low
says "run 2 has low priority"
expect 2 forge priority 2 urgent
says "no priority \`urgent\`"
for round in 1 2 3; do
  go made
  began
done
go made
eventually "run 2 is completed" cat "$work/one"
is "the order" "$(sed -n 's/.* run \([0-9]*\) is taken up$/\1/p' "$work/one" | tr '\n' ' ')" "1 3 4 2 "
kill "$server"

scenario "a run that was made a moment ago is not overtaken by one of lower priority"
project
serve one --runs 1
eventually "serving" cat "$work/one"
expect 0 forge run first --pipeline one --auto --detach
began
expect 0 forge run second --pipeline one --auto --detach --priority low
# The server leaves a new run alone for two seconds: the second is past them, the third is not when the place is free.
made=$(date +%s)
while [ $(($(date +%s) - made)) -lt 4 ]; do :; done
expect 0 forge run third --pipeline one --auto --detach --priority high
for round in 1 2; do
  go made
  began
done
go made
eventually "run 2 is completed" cat "$work/one"
is "the order" "$(sed -n 's/.* run \([0-9]*\) is taken up$/\1/p' "$work/one" | tr '\n' ' ')" "1 3 2 "
kill "$server"

scenario "a server that was killed is replaced by the next one, which continues its runs"
project
serve one
eventually "serving" cat "$work/one"
expect 0 forge run first --pipeline one --auto --detach
began
kill -KILL "$server"
wait "$server" 2>/dev/null
serve two
began
go made
eventually "completed" forge status 1
is "the work" "$(git show forge/run-001:made.txt)" made
is "commits" "$(git rev-list --count main..forge/run-001)" 1
kill -TERM "$server"
wait "$server"

scenario "an engine that died is followed by the server"
project
expect 0 forge run first --pipeline one --auto --detach
pid=$(printf '%s\n' "$out" | sed -n 's/.*in process //p')
began
serve one
eventually "serving" cat "$work/one"
kill -KILL "$pid"
began
go made
eventually "completed" forge status 1
is "the work" "$(git show forge/run-001:made.txt)" made
kill -TERM "$server"
wait "$server"

scenario "the server leaves a run to an engine that is stopped"
project
export FORGE_LEASE=1
printf '[[turn]]\ntext = "done"\nrepeat = true\n' >"$work/quick.toml"
printf 'name = "look"\nabout = "looks"\n[[stage]]\nname = "look"\nrole = "researcher"\n' >.forge/pipelines/look.toml
expect 0 forge run first --pipeline one --auto --detach
pid=$(printf '%s\n' "$out" | sed -n 's/.*in process //p')
began
serve one
eventually "serving" cat "$work/one"
kill -STOP "$pid"
# The server leaves a new run alone for longer than the lease: meanwhile it has seen that the engine is silent.
expect 0 forge run second --pipeline look --auto --agent "replay:$work/quick.toml" --detach
eventually "completed" forge status 2
lacks "$work/one" "run 1"
kill -CONT "$pid"
go made
eventually "completed" forge status 1
lacks "$work/one" "run 1"
is "engines" "$(forge log 1 --json | grep -c '"kind":"attached"')" 1
kill -TERM "$server"
wait "$server"
unset FORGE_LEASE

scenario "a server that is ending is not there for new runs"
project
serve one
eventually "serving" cat "$work/one"
expect 0 forge run first --pipeline one --auto --detach
began
kill -TERM "$server"
eventually "no server serves this project" forge serve status
expect 1 forge resume 1 --take-over
says "run 1 is driven by the server, process $server"
go made
wait "$server"
is "its exit code" $? 0

scenario "a server that ends leaves its runs to the next one"
project
export FORGE_STOP_TIMEOUT=0
serve one
eventually "serving" cat "$work/one"
expect 0 forge run first --pipeline one --auto --detach
began
kill -TERM "$server"
wait "$server"
is "its exit code" $? 0
expect 0 forge status 1
says "paused: the server ended"
serve two
began
go made
eventually "completed" forge status 1
kill -TERM "$server"
wait "$server"
unset FORGE_STOP_TIMEOUT

scenario "a second server waits as a spare and takes over when the first dies"
project
serve one
first=$server
eventually "serving" cat "$work/one"
serve two
eventually "served by process $first; this server waits as a spare" cat "$work/two"
lacks "$work/two" "serving"
kill -KILL "$first"
wait "$first" 2>/dev/null
eventually "serving" cat "$work/two"
[ "$(grep -c spare "$work/two")" = 1 ] || fail "the spare repeats itself: $(cat "$work/two")"
expect 0 forge run first --pipeline one --auto --detach
says "run 1 runs in the server, process $server"
began
go made
eventually "completed" forge status 1
kill -TERM "$server"
wait "$server"

scenario "a run below another one is driven with it, and neither while it waits for a person"
project
printf 'name = "tree"\nabout = "runs"\n[[stage]]\nname = "build"\nkind = "each"\nover = "runs"\npipeline = "ask"\n' >.forge/pipelines/tree.toml
two_steps "Greetings" "greet" | sed "s,[a-z]*\.txt,made.txt,g" >"$work/plan.md"
serve one
eventually "serving" cat "$work/one"
expect 0 forge run greet --pipeline tree --execute "$work/plan.md" --detach
eventually "run 2 question" forge questions
expect 0 forge answer 2 yes
says "continues it"
began
go made
eventually "run 3 question" forge questions
expect 0 forge answer 3 yes
says "continues it"
began
go more
eventually "completed" forge status 1
engines=$(forge log 1 --json | grep -c '"kind":"attached"')
[ "$engines" -le 3 ] || fail "the parent had $engines engines"

# The same server: a run that waits for another one.
expect 3 forge run parent --pipeline ask
expect 0 forge spawn 4 child --pipeline one --blocks-parent
expect 0 forge answer 4 yes
says "the run is blocked"
began
go child
eventually "completed" forge status 5
began
go parent
eventually "completed" forge status 4
kill -TERM "$server"
wait "$server"

scenario "a run that cannot be read does not stop the others"
project
printf 'name = "tree"\nabout = "runs"\n[[stage]]\nname = "build"\nkind = "each"\nover = "runs"\npipeline = "ask"\n' >.forge/pipelines/tree.toml
two_steps "Greetings" "greet" | sed "s,[a-z]*\.txt,made.txt,g" >"$work/plan.md"
expect 3 forge run greet --pipeline tree --execute "$work/plan.md"
python3 - .forge/state/forge.db <<'END'
import sqlite3, sys
store = sqlite3.connect(sys.argv[1])
store.execute("UPDATE run SET status = 'active' WHERE id = 1")
store.execute("UPDATE journal SET data = '{' WHERE run = 1")
store.commit()
END
serve one
eventually "run 1: " cat "$work/one"
expect 0 forge run other --pipeline one --auto --detach
began
go made
eventually "is completed" cat "$work/one"
is "what it says of the first run" "$(grep -c "run 1[: ]" "$work/one")" 1
kill -TERM "$server"
wait "$server"

scenario "a run that waits for the budget of a day goes on when another day has begun"
project
printf 'name = "two"\nabout = "two stages"\n[[stage]]\nname = "look"\nrole = "researcher"\n[[stage]]\nname = "again"\nrole = "researcher"\n' >.forge/pipelines/two.toml
printf '[[turn]]\ntext = "done"\nusage = { input_tokens = 10, usd = 0.02 }\nrepeat = true\n' >"$work/paid.toml"
# Another day changes nothing about the budget of a run.
expect 3 forge run first --pipeline two --auto --budget-usd 0.01 --agent "replay:$work/paid.toml"
expect 0 forge config set budget.day.usd 0.03
expect 3 forge run second --pipeline two --auto --agent "replay:$work/paid.toml"
says "spent today by all runs"
FORGE_FAULT=clock:1:+86400000 forge serve >"$work/one" 2>&1 &
server=$!
servers="$servers $server"
eventually "completed" forge status 2
lacks "$work/one" "run 1"
kill -TERM "$server"
wait "$server"

scenario "a server serves several directories, and refuses what is no project"
project
for place in other more/other; do
  mkdir -p "$work/$place" && git -C "$work/$place" init -q -b main && git -C "$work/$place" commit -q --allow-empty -m first
done
serve both "$work/repo" "$work/other" "$work/more/other"
eventually "  repo: serving $work/repo" cat "$work/both"
eventually "  $work/other: serving $work/other" cat "$work/both"
eventually "  $work/more/other: serving $work/more/other" cat "$work/both"
expect 0 forge serve status
says "process $server on"
kill -TERM "$server"
wait "$server"
mkdir "$work/nothing"
expect 2 forge serve "$work/nothing"
says "is not in a git repository"
expect 2 forge serve "$work/missing"
finish
