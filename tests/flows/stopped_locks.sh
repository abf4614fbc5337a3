#!/bin/sh
# A process that was stopped while it held one of Forge's locks blocks no run and no command without a word: a run waits
# and tries again at no cost, a command ends with an error. Both name the process.
. "$(dirname "$0")/lib.sh"
export FORGE_WORKSPACE_MIN_FREE=0 FORGE_MIN_FREE_MEMORY=0 FORGE_SANDBOX=off
holder=
trap 'release; rm -rf "$root"' EXIT

# hold FILE: another process takes the lock and is stopped. Its number is $holder.
hold() {
  flock --no-fork "$1" sh -c 'kill -STOP $$' &
  holder=$!
  until grep -q '^State:.T' "/proc/$holder/status"; do :; done
}

release() {
  [ -z "$holder" ] || kill -KILL "$holder"
  holder=
}

project() {
  export FORGE_AGENT="command:sh -c 'echo made >made.txt; echo done'"
  mkdir -p .forge/pipelines
  printf '.forge/\n' >.gitignore && git add .gitignore && git commit -q -m ignore
  printf 'name = "one"\nabout = "one stage"\n[[stage]]\nname = "work"\nrole = "engineer"\n[[stage]]\nname = "merge"\nkind = "integrate"\nhow = "commit"\n' >.forge/pipelines/one.toml
}

scenario "the lock of the pool: the run waits, and status names the process"
project
expect 0 forge run first --pipeline one --auto
hold "$(find "$HOME" -name pool.lock)"
stopped=$holder
{
  forge run second --pipeline one --auto 2>&1
  echo "ended $?"
} | while read -r line; do
  echo "$line"
  case $line in
    *"holds it, and is stopped"*)
      [ ! -e "$work/seen" ] || continue
      touch "$work/seen"
      forge status 2 >"$work/status" 2>&1
      forge status 2 --json >"$work/json" 2>&1
      mcp_status 2 >"$work/mcp" 2>&1
      release
      ;;
  esac
done >"$work/said"
holder=
out=$(cat "$work/said")
says "ended 0"
has "$work/status" "pool.lock: process $stopped holds it, and is stopped"
has "$work/json" "pool.lock: process $stopped holds it, and is stopped"
has "$work/mcp" "pool.lock: process $stopped holds it, and is stopped"
is "second attempts" "$(forge log 2 --json | grep -c '"attempt":2')" 0
is "the branch" "$(git show forge/run-002:made.txt)" made

scenario "the lock of the plans: a command ends with an error that says what to do"
project
expect 0 forge plan new "a first plan"
hold .forge/state/plans.lock
expect 2 forge plan new "a second plan"
says "plans.lock: process $holder holds it, and is stopped"
says "kill -CONT $holder"
release
expect 0 forge plan new "a second plan"
says "plan-002"
finish
