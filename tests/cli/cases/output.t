What agents and checks said and did.

  $ . "$DATA/setup.sh"
  $ forge output
  $ cat > agent.toml <<'END'
  > [[turn]]
  > stage = "plan"
  > usage = { input_tokens = 1000, output_tokens = 200, usd = 0.01 }
  > text = """
  > # Plan: one file
  > 
  > ## Steps
  > 
  > ### Step one: write one
  > - Do: write one.txt
  > - Writes: `one.txt`
  > - Verify: `echo testing; test -s one.txt`
  > """
  > 
  > [[turn]]
  > stage = "implement"
  > step = "one"
  > iteration = 1
  > text = "Nothing to do, I think."
  > [[turn.run]]
  > command = "echo PASSWORD=hunter22hunter; echo bad >&2"
  > [[turn.run]]
  > command = "echo hello | tr a-z A-Z"
  > 
  > [[turn]]
  > stage = "implement"
  > step = "one"
  > text = "one.txt is there."
  > 
  > [[turn.write]]
  > path = "one.txt"
  > content = "one\n"
  > END
  $ forge run "one file" --auto --agent replay:agent.toml > run.out; tail -n 1 run.out
  next: forge report 1

The latest agent or check, one of a step, and any unit by its number.

  $ forge output
  $ forge output 1 run
  $ forge output 1 one --json | sed 's/"duration_ms":[0-9]*/"duration_ms":MS/'
  $ forge output one --unit 2
  $ forge output --unit 3
  $ forge output --unit 4
  $ forge output --unit 6
  $ grep -c hunter22 .forge/state/runs/001/units/2/transcript.jsonl

What is asked for in vain.

  $ forge output 1 two
  $ forge output 1 --unit 99
  $ forge output 9
  $ forge output --units 3

A run that has ended has nothing to wait for.

  $ forge output 1 one -f

A transcript that was cut or is gone: what is there is shown, with a note.

  $ units=.forge/state/runs/001/units
  $ head -c -30 $units/4/transcript.jsonl > cut; { echo garbage; cat cut; } > $units/4/transcript.jsonl
  $ forge output --unit 4
  $ rm $units/4/transcript.jsonl; forge output --unit 4
  $ rm $units/3/transcript.jsonl; forge output --unit 3
  $ rm $units/3/verify.json; forge output --unit 3
  $ forge output --unit 3 --json

A program that Forge knows nothing about: what it prints is its transcript.

  $ cat > .forge/pipelines/ask.toml <<'END'
  > name  = "ask"
  > about = "asks once"
  > [[stage]]
  > name = "look"
  > role = "researcher"
  > END
  $ forge run "look" --pipeline ask --agent "command:printf 'line one\nline two\n'; echo on the side >&2; echo 'FORGE-USAGE {\"input_tokens\":7}'" > run.out; tail -n 1 run.out
  $ forge output
  $ forge run "look" --pipeline ask --agent "command:true" > run.out; tail -n 1 run.out
  $ forge output
  $ ls .forge/state/runs/003/units/*/
