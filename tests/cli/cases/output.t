What agents and checks said and did.

  $ . "$DATA/setup.sh"
  $ forge output
  forge: no runs in REPO yet
    hint: start one: forge run "what you want done"
  [2]
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
  next: forge land 1

The latest agent or check, one of a step, and any unit by its number.

  $ forge output
  unit 5  one verify #2  check, done
  hh:mm:ss  $ echo testing; test -s one.txt
            testing
  hh:mm:ss  passed in TIME
  done in TIME: 1 of 1 commands passed
  $ forge output 1 run
  unit 1  plan  agent, done
  hh:mm:ss  started
  hh:mm:ss  # Plan: one file

            ## Steps

            ### Step one: write one
            - Do: write one.txt
            - Writes: `one.txt`
            - Verify: `echo testing; test -s one.txt`
  hh:mm:ss  1.2k tokens, $0.01
  done in TIME: plan with 1 step
  $ TERM=xterm NO_COLOR=1 COLUMNS=30 script -qec 'forge output one --unit 2' /dev/null </dev/null | tr -d '\r' | grep -A1 '  Nothing'
  hh:mm:ss  Nothing to do, I
            think.
  $ forge output 1 one --json | sed 's/"duration_ms":[0-9]*/"duration_ms":MS/'
  {"run":1,"unit":5,"step":"one","stage":"verify","n":1,"at":"TIME","kind":"tool-call","text":"verify","doing":"echo testing; test -s one.txt","data":{"command":"echo testing; test -s one.txt"}}
  {"run":1,"unit":5,"step":"one","stage":"verify","n":2,"at":"TIME","kind":"output","text":"testing\n","doing":null,"data":{"command":"echo testing; test -s one.txt"}}
  {"run":1,"unit":5,"step":"one","stage":"verify","n":3,"at":"TIME","kind":"tool-result","text":"","doing":null,"data":{"command":"echo testing; test -s one.txt","exit_code":0,"passed":true,"duration_ms":MS}}
  {"run":1,"unit":5,"step":"one","stage":"verify","n":4,"at":"TIME","kind":"end","text":"","doing":null,"data":null}
  $ forge output one --unit 2
  unit 2  one implement  agent, done
  hh:mm:ss  started
  hh:mm:ss  > Bash: echo PASSWORD=<secret>; echo bad >&2
            PASSWORD=<secret>
            bad
  hh:mm:ss  > Bash: echo hello | tr a-z A-Z
            HELLO
  hh:mm:ss  Nothing to do, I think.
  done in TIME: Nothing to do, I think.
  $ forge output --unit 3
  unit 3  one verify  check, done
  hh:mm:ss  $ echo testing; test -s one.txt
            testing
  hh:mm:ss  failed in TIME: exit 1
  done in TIME: echo testing; test -s one.txt (exit 1)
  $ forge output --unit 4
  unit 4  one implement #2  agent, done
  hh:mm:ss  started
  hh:mm:ss  > Write one.txt
  hh:mm:ss  one.txt is there.
  done in TIME: one.txt is there.
  $ forge output --unit 6
  unit 6  one commit  integrate, done
  done in TIME: commit HASH
  $ grep -c hunter22 .forge/state/runs/001/units/2/transcript.jsonl
  0
  [1]

Of a stage: the latest of its units, whatever step they are of.

  $ forge output 1 plan | head -n 1; forge output implement | head -n 1
  unit 1  plan  agent, done
  unit 4  one implement #2  agent, done
  $ forge output 1 implement --unit 2 | tail -n 1
  done in TIME: Nothing to do, I think.
  $ forge output 1 verify -f | grep ^unit
  unit 5  one verify #2  check, done

What is asked for in vain.

  $ forge output 1 two
  forge: run 1 has no step `two`
    hint: it has: one; stages so far: plan, implement, verify, commit
  [2]
  $ forge output 1 --unit 99
  forge: run 1 has no unit 99 with output
    hint: the last ones are 1, 2, 3, 4, 5, 6
  [2]
  $ forge output 9
  forge: no run `9`
    hint: forge list
  [2]
  $ forge output --units 3
  forge: output: unknown option `--units`
    hint: did you mean `--unit`?
  [2]

A run that has ended has nothing to wait for.

  $ forge output 1 one -f
  unit 5  one verify #2  check, done
  hh:mm:ss  $ echo testing; test -s one.txt
            testing
  hh:mm:ss  passed in TIME
  done in TIME: 1 of 1 commands passed

  unit 6  one commit  integrate, done
  done in TIME: commit HASH

A transcript that was cut or is gone: what is there is shown, with a note.

  $ units=.forge/state/runs/001/units
  $ head -c -30 $units/4/transcript.jsonl > cut; { echo garbage; cat cut; } > $units/4/transcript.jsonl
  $ forge output --unit 4
  unit 4  one implement #2  agent, done
  hh:mm:ss  started
  hh:mm:ss  > Write one.txt
  hh:mm:ss  one.txt is there.
  note: 1 line of the transcript cannot be read and is left out
  note: the transcript's last line is cut (10 bytes)
  done in TIME: one.txt is there.
  $ rm $units/4/transcript.jsonl; forge output --unit 4
  unit 4  one implement #2  agent, done
  hh:mm:ss  one.txt is there.
  note: its transcript is missing; this is its answer
  done in TIME: one.txt is there.
  $ rm $units/3/transcript.jsonl; forge output --unit 3
  unit 3  one verify  check, done
  hh:mm:ss  $ echo testing; test -s one.txt
            testing
  hh:mm:ss  failed in TIME: exit 1
  note: its transcript is missing; these are the results of its commands
  done in TIME: echo testing; test -s one.txt (exit 1)
  $ rm $units/3/verify.json; forge output --unit 3
  unit 3  one verify  check, done
  note: it has no transcript: it said nothing, or the file is gone
  done in TIME: echo testing; test -s one.txt (exit 1)
  $ forge output --unit 3 --json
  {"run":1,"unit":3,"step":"one","stage":"verify","n":0,"at":null,"kind":"note","text":"it has no transcript: it said nothing, or the file is gone","doing":null,"data":null}

A program that Forge knows nothing about: what it prints is its transcript.

  $ cat > .forge/pipelines/ask.toml <<'END'
  > name  = "ask"
  > about = "asks once"
  > [[stage]]
  > name = "look"
  > role = "researcher"
  > END
  $ forge run "look" --pipeline ask --agent "command:printf 'line one\nline two\n'; echo on the side >&2; echo 'FORGE-USAGE {\"input_tokens\":7}'" > run.out; tail -n 1 run.out
  next: forge report 2
  $ forge output
  unit 1  look  agent, done
  hh:mm:ss  line one
            line two
            on the side
  hh:mm:ss  7 tokens
  done in TIME: line one
  $ forge run "look" --pipeline ask --agent "command:true" > run.out; tail -n 1 run.out
  next: forge report 3
  $ forge output
  unit 1  look  agent, done
  note: it has no transcript: it said nothing, or the file is gone
  done in TIME

It left nothing, so it has no files. What it was asked is in the store, and goes like other records; how it was asked stays.

  $ forge prompt 3 look --round 1 2> /dev/null > prompt.out; grep -A2 '^# Objective' prompt.out
  # Objective

  look
  $ forge cost 3 > before.out; grep researcher before.out | sed 's/  */ /g'
  researcher 1 - - - - unknown
  $ forge prune 3 --max-size 0 --yes | sed -E 's/[0-9.]+ k?B/SIZE/'
  RUN  STATUS     ENDED       RECORDS  OBJECTIVE
  3    completed  DATE  SIZE    look
  deleted SIZE of records
  $ forge prompt 3 look --round 1
  forge: no prompt of stage `look` is kept
    hint: the files of its units are gone, or the agent was not asked yet
  [2]
  $ forge cost 3 | cmp - before.out

A vendor's stream: its text, its calls with their arguments, their results, what it cost.

  $ cat > claude <<'END'
  > #!/bin/sh
  > cat > /dev/null
  > cat <<'STREAM'
  > {"type":"system","subtype":"init","session_id":"s","model":"some-model"}
  > {"type":"assistant","message":{"id":"1","content":[{"type":"thinking","thinking":"Where is it?"},{"type":"text","text":"I look."}]}}
  > {"type":"assistant","message":{"id":"1","content":[{"type":"tool_use","name":"Edit","input":{"file_path":"src/user.c","old_string":"a\nb","new_string":"c"}}]}}
  > {"type":"user","message":{"content":[{"type":"tool_result","content":"changed"}]}}
  > {"type":"assistant","message":{"id":"2","content":[{"type":"tool_use","name":"Bash","input":{"command":"make test"}}]}}
  > {"type":"user","message":{"content":[{"type":"tool_result","is_error":true,"content":"\u001b[31mmake: no rule\u001b[0m"}]}}
  > {"type":"assistant","message":{"id":"3","content":[{"type":"text","text":"Done."}]}}
  > {"type":"result","subtype":"success","is_error":false,"result":"Done.","total_cost_usd":0.25,"usage":{"input_tokens":100,"output_tokens":20}}
  > STREAM
  > END
  $ chmod +x claude; forge run "look" --pipeline ask --agent "claude:$PWD/claude" > run.out; tail -n 1 run.out
  next: forge report 4
  $ forge output
  unit 1  look  agent, done
  hh:mm:ss  started: some-model
  hh:mm:ss  Where is it?
  hh:mm:ss  I look.
  hh:mm:ss  > Edit src/user.c
            old_string: a (2 lines)
            new_string: c
            changed
  hh:mm:ss  > Bash: make test
            make: no rule
  hh:mm:ss  Done.
  hh:mm:ss  120 tokens, $0.25
  done in TIME: Done.
