What Forge suggests to type does what the sentence says: also for what a run below asks, and after the last answer.

  $ . "$DATA/pipelines.sh"; export FORGE_SANDBOX=off
  $ pipeline miles <<'EOF'
  > [[stage]]
  > name           = "slices"
  > kind           = "each"
  > over           = "runs"
  > pipeline       = "part"
  > EOF
  $ pipeline part <<'EOF'
  > [[stage]]
  > name     = "sure"
  > kind     = "ask"
  > question = "Is it good?"
  > options  = ["as it is", "no", "wait: longer"]
  > [[stage]]
  > name = "work"
  > role = "engineer"
  > = commit
  > EOF
  $ printf '# Plan: greetings\n\n## Steps\n\n### Step S1: first\n- Do: greet\n- Writes: `greet.txt`\n' > ../miles.md
  $ printf 'cat >/dev/null; echo hello >greet.txt; echo done\n' > ../agent.sh
  $ forge run greet --pipeline miles --plan ../miles.md --agent "command:sh $PWD/../agent.sh" > ../out; grep type ../out
    type     forge answer 2 'as it is' --go

bash completes such an answer to one word, also after a part of it and inside quotes.

  $ cat > ../ask.sh <<'END'
  > source <(forge completion bash)
  > ask() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMPREPLY=(); _forge; echo "${COMPREPLY[*]}"; }
  > ask forge answer 2 ""
  > ask forge answer 2 'as\ i'
  > ask forge answer 2 '"as i'
  > ask forge answer 2 wait :
  > ask forge answer 2 wait : '\ lo'
  > END
  $ bash ../ask.sh
  as\ it\ is no wait:\ longer
  as\ it\ is
  as it is
  \ longer
  \ longer

Without a number it is the run that the person started, and what it asks is answered below it.

  $ forge status | grep -E '^(run|next)|type'
  run 1  greet
  run 2 question 1 (sure): Is it good?
    type     forge answer 2 'as it is' --go
  next: forge answer 2 'as it is' --go
  $ forge | grep next
  next: forge answer 2 'as it is' --go
  $ forge answer 1 no
  forge: run 1 has no open question; run 2 below it asks
    hint: forge answer 2 no
  [2]
  $ sed -n '/^`/p' .forge/milestones/M001-greet/STATE.md
  `forge answer 2 'as it is' --go`
  $ forge answer 'as it is' --go >../out; sed -n '/^next/p' ../out
  next: forge land 1
  $ forge status | grep -E '^(run|next)'
  run 1  greet
  next: forge land 1
  $ sed -n '/^`/p' .forge/milestones/M001-greet/STATE.md
  `forge land 1`
  $ sed -n 's/| [0-9-]* | [a-z]* |$/| DATE | greet |/; /^| [0-9]/p' .forge/milestones/M001-greet/LEDGER.md
  | 1 | - | miles | completed | 1/1 | 1 | unknown | unknown | DATE | greet |
  | 2 | S1 | part | completed | - | 2 | unknown | unknown | DATE | greet |
  $ forge land 1 | head -1
  run 1 landed on main (fast-forward, commit HASH)
