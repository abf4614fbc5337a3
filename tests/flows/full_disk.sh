#!/bin/sh
# A full disk below the store itself holds a run up and fails nothing: the engine waits, says so once, and goes on when
# there is room. In a mount namespace of its own, with a small tmpfs for the store.
if [ -z "${IN_NAMESPACE:-}" ]; then
  mine="-m"
  [ "$(id -u)" = 0 ] || mine="-Urm"
  unshare $mine mount -t tmpfs none /mnt 2>/dev/null || { echo "skipped: this user may not mount a tmpfs"; exit 0; }
  IN_NAMESPACE=1 exec unshare $mine sh "$0" "$@"
fi
. "$(dirname "$0")/lib.sh"
trap 'umount "$root"/*/repo/.forge/state; rm -rf "$root"' EXIT
export FORGE_WORKSPACE_MIN_FREE=0 FORGE_MIN_FREE_MEMORY=0 FORGE_SANDBOX=off
repo=

# Two steps; the agent of the second fills the disk of the store. What units write is on another disk: they have room.
project() {
  repo=$PWD
  export FORGE_AGENT="command:sh $work/agent.sh"
  mkdir -p .forge/pipelines .forge/state "$work/runs"
  mount -t tmpfs -o size=2m none .forge/state
  ln -s "$work/runs" .forge/state/runs
  printf '.forge/\n' >.gitignore && git add .gitignore && git commit -q -m ignore
  printf 'name = "row"\nabout = "steps"\n[[stage]]\nname = "build"\nkind = "each"\npipeline = "row-step"\n' >.forge/pipelines/row.toml
  printf 'name = "row-step"\nabout = "a step"\n[[stage]]\nname = "work"\nrole = "engineer"\n[[stage]]\nname = "merge"\nkind = "integrate"\nhow = "commit"\n' >.forge/pipelines/row-step.toml
  printf '# Plan: a row\n\n## Steps\n\n### Step s1: write s1\n- Do: write it\n\n### Step s2: write s2\n- Do: write it\n- Depends: s1\n' >../plan.md
  cat >../agent.sh <<END
step=s\$((\$(ls s*.txt 2>/dev/null | wc -l) + 1))
echo "\$step" >"\$step.txt"
[ "\$step" = s1 ] || [ -e "$work/filled" ] || { touch "$work/filled"; cat /dev/zero >"$repo/.forge/state/filler"; }
echo done
END
}

# start: the engine; its number is in $work/engine, its lines in $work/said, its exit in $work/ended. Each of its lines is
# given to the function `on_line`.
command='forge run row --pipeline row --plan ../plan.md --auto'
start() {
  {
    sh -c "echo \$\$ >'$work/engine'; exec $command" 2>&1
    echo $? >"$work/ended"
  } | while read -r line; do
    echo "$line" >>"$work/said"
    on_line "$line"
  done
  out=$(cat "$work/said")
}

scenario "the engine waits for room and loses nothing"
project
on_line() { case $1 in *"nothing is lost"*) forge status 1 >"$work/status" 2>&1; mcp_status 1 >"$work/mcp" 2>&1; rm .forge/state/filler ;; esac; }
start
is "the exit code" "$(cat "$work/ended")" 0
has "$work/mcp" '"held_up":"the disk of the store is full'
is "status" "$(sed -n 's/^ *held up *\(.*\): .*/\1/p' "$work/status")" "the disk of the store is full"
says "no space left on the disk: waiting; nothing is lost"
says "the machine has room again"
is "what it said of it" "$(grep -c 'nothing is lost' "$work/said")" 1
is "the branch" "$(git log --format=%s main..forge/run-001 | sort | tr '\n' ';')" "plan-001 s1: write s1;plan-001 s2: write s2;"
run forge log 1 --json
silent '"kind":"step-failed"'
expect 0 forge doctor

scenario "SIGTERM ends an engine that waits; the next one goes on"
project
on_line() { case $1 in *"nothing is lost"*) kill -TERM "$(cat "$work/engine")" ;; esac; }
start
is "the exit code" "$(cat "$work/ended")" 2
says "run 1 was stopped while it waited"
says "forge resume 1"
rm .forge/state/filler
expect 0 forge resume 1
is "the branch" "$(git log --format=%s main..forge/run-001 | sort | tr '\n' ';')" "plan-001 s1: write s1;plan-001 s2: write s2;"
expect 0 forge doctor

scenario "the chat says it too"
project
sed 's/"row"/"plan"/' .forge/pipelines/row.toml >.forge/pipelines/plan.toml
expect 0 forge plan import ../plan.md
expect 0 forge plan approve 1
on_line() { case $1 in *"nothing is lost"*) rm .forge/state/filler ;; esac; }
command='forge chat --once "!plan run 1"'
start
is "the exit code" "$(cat "$work/ended")" 0
says "no space left on the disk: waiting; nothing is lost"
says "the machine has room again"

scenario "what a child run waits for is said by its parent"
project
printf 'name = "parent"\nabout = "runs"\n[[stage]]\nname = "build"\nkind = "each"\nover = "runs"\npipeline = "row-step"\n' >.forge/pipelines/parent.toml
on_line() { case $1 in "run 3: "*"waiting; nothing is lost"*) rm .forge/state/filler ;; esac; }
command='forge run row --pipeline parent --plan ../plan.md --auto'
start
is "the exit code" "$(cat "$work/ended")" 0
says "run 3: the machine has room again"
expect 0 forge doctor
finish
