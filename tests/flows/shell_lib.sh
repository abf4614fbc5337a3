# Sourced after lib.sh by the scenarios of `forge shell`: a project whose step one asks a person, and programs that stand in for
# what a person types.
here=$(cd "$(dirname "$0")" && pwd)
data=$(cd "$here/../cli/data" && pwd)
export FORGE_WORKSPACE_MIN_FREE=0 FORGE_MIN_FREE_MEMORY=0 FORGE_SANDBOX=off FORGE_PIPELINE=small

# hand NAME: a program that a scenario uses as its $SHELL; what it does comes on standard input.
hand() {
  { echo '#!/bin/sh'; cat; } >"$work/$1"
  chmod +x "$work/$1"
}

# project: two steps, and an agent whose first step never passes its verify command.
project() {
  mkdir -p .forge/pipelines
  cp "$data/small.toml" "$data/small-step.toml" .forge/pipelines/
  printf '.forge/\n' >.gitignore && git add .gitignore && git commit -q -m ignore
  sed -e "s/test -s one.txt/grep -q right one.txt/" -e "/^stage = \"implement\"/a repeat = true" "$data/steps.toml" >"$work/agent.toml"
}

# failed_step: step one used up its rounds and asks.
failed_step() {
  project
  expect 3 forge run --auto "two files"
  says 'run 1 waits for an answer'
}

kept() { git for-each-ref --format='%(refname)' refs/forge/1/one/hand-*; }
on_branch() { git show "forge/run-001:$1" 2>/dev/null; }
