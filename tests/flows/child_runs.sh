#!/bin/sh
# child_runs.sh FORGE: a step that is a run of its own is a step of its plan like any other, and obeys what its parent is told.
. "$(dirname "$0")/lib.sh"
export FORGE_WORKSPACE_MIN_FREE=0 FORGE_MIN_FREE_MEMORY=0 FORGE_SANDBOX=off

# tree [KEYS [STAGE]]: `above` plans steps that are runs of `below`, which only does its work; KEYS go to its each stage,
# and STAGE to `below` before it closes. What an agent does is in $work/agent.sh; it ends in what this prints.
tree() {
  mkdir -p .forge/pipelines
  cat >.forge/pipelines/above.toml <<END
name  = "above"
about = "steps that are runs"

[[stage]]
name     = "plan"
role     = "planner"
produces = "plan"

[[stage]]
name     = "parts"
kind     = "each"
over     = "runs"
pipeline = "below"
${1:-}

[[stage]]
name    = "close"
kind    = "integrate"
how     = "commit"
message = "{title}"
END
  cat >.forge/pipelines/below.toml <<END
name  = "below"
about = "one agent, nothing that proves it"

[[stage]]
name   = "build"
role   = "executor"
sees   = ["objective", "parent"]
result = true
${2:-}

[[stage]]
name    = "close"
kind    = "integrate"
how     = "squash"
message = "{title}"
END
  export FORGE_AGENT="command:sh $work/agent.sh"
}
# agent: the plan of two steps; its steps are runs, of which the first waits in its first unit for `go`, if there is one.
two_runs() {
  tree "$1"
  two_steps "Greetings" "Add two greetings." >"$work/plan.md"
  mkfifo "$work/started" "$work/go"
  cat >"$work/agent.sh" <<END
prompt=\$(cat)
case \$FORGE_STAGE in
  plan) cat "$work/plan.md" ;;
  build) case \$prompt in
    *"write one.txt"*) echo hello >one.txt
      echo up >"$work/started"
      cat "$work/go" >/dev/null ;;
    *) echo hello >two.txt ;;
  esac
  printf '\n\`\`\`json\n{"status":"done","summary":"It is there."}\n\`\`\`\n' ;;
esac
END
  forge run "Add two greetings." --pipeline above >"$work/said" 2>&1 &
  engine=$!
  cat "$work/started" >/dev/null
}
# The run below hears of it within a fifth of a second.
pause_tree() {
  expect 0 forge pause 1
  tries=0
  until forge status 2 | grep -q "it rests with run 1"; do
    tries=$((tries + 1))
    [ $tries -lt 300 ] || { fail "run 2 does not rest with run 1" && break; }
  done
}
let_go() {
  echo on >"$work/go"
  wait "$engine"
}

scenario "a run that writes what its step may not write ends no step: another run does it, and is told why"
tree ""
two_steps "Greetings" "Add two greetings." >"$work/plan.md"
cat >"$work/agent.sh" <<END
prompt=\$(cat)
case \$FORGE_STAGE in
  plan) cat "$work/plan.md" ;;
  build) case \$prompt in
    *"write one.txt"*) echo hello >one.txt
      case \$prompt in *"its work was refused"*) ;; *) echo forbidden >main.c ;; esac ;;
    *) echo hello >two.txt ;;
  esac
  printf '\n\`\`\`json\n{"status":"done","summary":"It is there."}\n\`\`\`\n' ;;
esac
END
expect 0 forge run "Add two greetings." --pipeline above
says "run 2 is refused: main.c: changed, but the step may write only one.txt; run 3 does the step"
out=$(cat .forge/state/runs/003*/units/*/prompt.md)
says "Run 2 did this step before, and its work was refused"
says "main.c: changed, but the step may write only one.txt"
says "What it made is on \`forge/run-002\`"
run git show forge/run-001:main.c
is "main.c of the branch" "$status" 128
is "one.txt" "$(git show forge/run-001:one.txt)" hello
is "two.txt" "$(git show forge/run-001:two.txt)" hello
run git show forge/run-002:main.c
is "what the refused run made" "$status" 0
run forge log 1
says "run 2 is refused: main.c: changed, but the step may write only one.txt; another run does the step"
run forge log 1 --json
says '"kind":"run-refused"'
run forge report 1
says "run 2 is refused"
run forge report 2
says "run 1 refused its work, and another run did the step"
silent "forge land 2"

scenario "a plan that would write what the step above may not write goes back before any work"
tree ""
cat >.forge/pipelines/below.toml <<END
name  = "below"
about = "a plan, and what it says"

[[stage]]
name     = "tasks"
role     = "planner"
sees     = ["objective", "parent", "failures"]
produces = "plan"

[[stage]]
name           = "form"
kind           = "check"
checks         = ["graph"]
on_revision    = "tasks"
max_iterations = 3

[[stage]]
name   = "build"
role   = "executor"
sees   = ["objective", "parent"]
result = true

[[stage]]
name    = "close"
kind    = "integrate"
how     = "squash"
message = "{title}"
END
two_steps "Greetings" "Add two greetings." | sed '/^### Step two/,$d' >"$work/plan.md"
sed 's|^\*\*Writes.*|**Writes:** `one.txt`, `README.md`|' "$work/plan.md" >"$work/tasks.md"
sed 's|^\*\*Writes.*|**Writes:** `one.txt`, `README.md`, `tests/one.sh`|' "$work/plan.md" >"$work/wide.md"
cat >"$work/agent.sh" <<END
prompt=\$(cat)
case \$FORGE_STAGE in
  plan) cat "$work/plan.md" ;;
  tasks) case \$prompt in *"this run may not change"*) cat "$work/tasks.md" ;; *) cat "$work/wide.md" ;; esac ;;
  build) echo hello >one.txt
    printf '\n\`\`\`json\n{"status":"done","summary":"It is there."}\n\`\`\`\n' ;;
esac
END
expect 0 forge run "Add two greetings." --pipeline above
run forge log 2
says "step one: Writes has tests/one.sh, which this run may not change"
is "runs" "$(ls .forge/state/runs | wc -l | tr -d ' ')" 2
out=$(cat .forge/state/runs/002*/units/*/prompt.md)
says "this run may change only the files of its Writes, and documents"
says "step one: Writes has tests/one.sh, which this run may not change: it does step one of the run above, which may write only one.txt"

scenario "a run whose step's proof fails ends no step, nor does the next one; a retry first tries what that one made on the branch as it is now"
tree ""
two_steps "Greetings" "Add two greetings." | sed "s|test -s one.txt|test -e $work/cured|" >"$work/plan.md"
cat >"$work/agent.sh" <<END
prompt=\$(cat)
case \$FORGE_STAGE in
  plan) cat "$work/plan.md" ;;
  build) case \$prompt in *"write one.txt"*) echo hello >one.txt ;; *) echo hello >two.txt ;; esac
  printf '\n\`\`\`json\n{"status":"done","summary":"It is there."}\n\`\`\`\n' ;;
esac
END
run forge run "Add two greetings." --pipeline above
is "exit" "$status" 4
says "its work is refused"
says "failed: test -e $work/cured"
is "runs" "$(ls .forge/state/runs | wc -l | tr -d ' ')" 3
touch "$work/cured"
expect 0 forge retry 1 one --go
is "runs, with that of the other step" "$(ls .forge/state/runs | wc -l | tr -d ' ')" 4
is "one.txt" "$(git show forge/run-001:one.txt)" hello

scenario "a pause reaches the runs below, next runs one unit of the tree, and cancel ends all of it"
two_runs ""
pause_tree
let_go
run forge status 1
says "paused"
says "it rests with run 1"
is "units of run 2" "$(ls .forge/state/runs/002*/units | wc -l | tr -d ' ')" 1
run forge status 2
says "paused"
run forge status 1 --tree
says ": it rests with run 1"
expect 0 forge next 1
is "one.txt of run 2" "$(git show forge/run-002:one.txt)" hello
is "runs" "$(ls .forge/state/runs | wc -l | tr -d ' ')" 2
expect 0 forge next 1
is "runs" "$(ls .forge/state/runs | wc -l | tr -d ' ')" 3
run git show forge/run-003:two.txt
is "two.txt of run 3 before its close" "$status" 128
run forge status 3
says "paused"
expect 0 forge cancel 1 -m "enough"
run forge status 3
says "cancelled: run 1 was cancelled"

scenario "resume goes on with the whole tree"
two_runs ""
pause_tree
let_go
expect 0 forge resume 1
is "one.txt" "$(git show forge/run-001:one.txt)" hello
is "two.txt" "$(git show forge/run-001:two.txt)" hello
run forge status 1
says "  2"
says "completed"

scenario "a run below that a person paused alone stays paused, and the run above says what it waits for"
two_runs ""
expect 0 forge pause 2 -m "lunch"
let_go
has "$work/said" "run 1 waits: run 2, which does step one, is paused: lunch"
has "$work/said" "next: forge resume 1"
run forge status 1
says "lunch"
is "units of run 2" "$(ls .forge/state/runs/002*/units | wc -l | tr -d ' ')" 1
expect 0 forge resume 1
is "two.txt" "$(git show forge/run-001:two.txt)" hello

scenario "what the runs below left open is shown and settled with the run above"
tree "" '
[[stage]]
name           = "review"
role           = "reviewer"
sees           = ["objective", "diff"]
verdict        = "REVIEW.md"
on_revision    = "build"
max_iterations = 1
on_exhausted   = "accept"
'
two_steps "Greetings" "Add two greetings." >"$work/plan.md"
cat >"$work/agent.sh" <<END
prompt=\$(cat)
case \$FORGE_STAGE in
  plan) cat "$work/plan.md" ;;
  build) case \$prompt in *"write one.txt"*) echo hello >one.txt ;; *) echo hello >two.txt ;; esac
    printf '\n\`\`\`json\n{"status":"done","summary":"It is there."}\n\`\`\`\n' ;;
  review) printf '**Verdict:** Revision Required\n\n\`\`\`json\n{"findings":[{"severity":"medium","title":"It is short","text":"why","file":"one.txt","line":1}]}\n\`\`\`\n' ;;
esac
END
expect 0 forge run "Add two greetings." --pipeline above
run forge findings 1
says "left by run 2, step one"
says "2:F1"
says "one.txt:1"
run forge triage 1
says "run 3, step two: review"
expect 0 forge triage 1 2:F1 --as follow-up
run forge memory list
says "Review follow-up (F1 of run 2)"
run forge triage 1
silent "2:F1"
expect 0 forge triage 1 all --as keep
run forge triage 1
says "nothing to settle"

# asks WORDS: step one asks a person, and WORDS are what an agent does for step two.
asks() {
  tree "max_concurrent = 2"
  two_steps "Greetings" "Add two greetings." | sed '/Depends/d' >"$work/plan.md"
  cat >"$work/agent.sh" <<END
prompt=\$(cat)
case \$FORGE_STAGE in
  plan) cat "$work/plan.md" ;;
  build) case \$prompt in
    *"write one.txt"*) echo asked >>"$work/asked"
      printf '\n\`\`\`json\n{"status":"blocked","summary":"Not done.","blocker":"Which greeting?"}\n\`\`\`\n'
      exit ;;
    *) $1
      echo hello >two.txt ;;
  esac
  printf '\n\`\`\`json\n{"status":"done","summary":"It is there."}\n\`\`\`\n' ;;
esac
END
}
# The number of the run that asks.
asker() { forge questions 1 | sed -n 's/^run \([0-9]*\) question.*/\1/p'; }

scenario "a run below that a person stops fails its step: its agent is not asked again, but by a retry of the step"
asks :
run forge run "Add two greetings." --pipeline above
is exit "$status" 3
run forge answer "$(asker)" stop
run forge resume 1
is "exit of the run above" "$status" 4
says "Which greeting?"
is "how often it was asked" "$(wc -l <"$work/asked" | tr -d ' ')" 1
run forge retry 1 one --go
is "exit after the retry" "$status" 3
is "how often it was asked, with the retry" "$(wc -l <"$work/asked" | tr -d ' ')" 2

scenario "a run below that is stopped while other steps work fails its step, too"
asks "echo up >\"$work/started\"; cat \"$work/go\" >/dev/null"
mkfifo "$work/started" "$work/go"
forge run "Add two greetings." --pipeline above >"$work/said" 2>&1 &
engine=$!
cat "$work/started" >/dev/null
tries=0
until [ -n "$(asker)" ]; do
  tries=$((tries + 1))
  [ $tries -lt 300 ] || { fail "no run asks" && break; }
done
run forge answer "$(asker)" stop
let_go
is "the run's status" "$(forge status 1 --json | grep -o '"status":"[a-z]*"' | head -n 1)" '"status":"failed"'
lacks "$work/said" "forge questions 1"
is "how often it was asked" "$(wc -l <"$work/asked" | tr -d ' ')" 1

finish
