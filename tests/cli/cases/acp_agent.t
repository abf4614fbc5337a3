An agent that speaks ACP, here a script, works for a run: it asks for permission, writes through Forge, and says what it used.

  $ cat >../agent.sh <<'EOF'
  > #!/bin/sh
  > next() { IFS= read -r line || exit 0; id=${line#*'"id":'}; id=${id%%[,\}]*}; }
  > say() { printf '%s\n' "$1"; }
  > result() { say '{"jsonrpc":"2.0","id":'"$id"',"result":'"$1"'}'; }
  > update() { say '{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s","update":'"$1"'}}'; }
  > next; result '{"protocolVersion":1,"agentCapabilities":{}}'
  > next; result '{"sessionId":"s"}'
  > next; prompt=$id
  > say '{"jsonrpc":"2.0","id":0,"method":"session/request_permission","params":{"sessionId":"s","options":[{"optionId":"y","kind":"allow_once"},{"optionId":"n","kind":"reject_once"}],"toolCall":{"toolCallId":"t","title":"Write hello.txt","kind":"edit","rawInput":{"path":"hello.txt"},"locations":[{"path":"hello.txt"}]}}}'
  > next
  > case $line in *'"y"'*)
  >   say '{"jsonrpc":"2.0","id":1,"method":"fs/write_text_file","params":{"sessionId":"s","path":"'"$PWD"'/hello.txt","content":"hi\n"}}'; next
  >   update '{"sessionUpdate":"tool_call_update","toolCallId":"t","status":"completed"}' ;;
  > esac
  > update '{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"Done."}}'
  > id=$prompt; result '{"stopReason":"end_turn","usage":{"inputTokens":100,"outputTokens":7,"totalTokens":107}}'
  > EOF
  $ chmod +x ../agent.sh
  $ mkdir -p .forge/pipelines
  $ printf 'name = "one"\nabout = "one"\n[[stage]]\nname = "work"\nrole = "ROLE"\nprompt = "Do it."\n' >one
  $ { sed s/ROLE/executor/ one; printf '[[stage]]\nname = "commit"\nkind = "integrate"\nhow = "commit"\n'; } >.forge/pipelines/one.toml
  $ sed 's/"one"/"look"/; s/ROLE/reviewer/' one >.forge/pipelines/look.toml
  $ rm one
  $ forge run --pipeline one --agent acp:../agent.sh "say hi" | grep -v next:
  run 1 started
  hh:mm:ss  work                    running
  hh:mm:ss  work                    done in TIME, 107 tokens: Done.
  hh:mm:ss  commit                  done in TIME: commit HASH
  run 1 has completed
    2 units, 107 tokens
    changed   1 file, +1 -0, on forge/run-001
    unverified: no test command was run; set one: forge config set verify "make test"
  $ git show forge/run-001:hello.txt
  hi
  $ forge output 1 | grep -v ' lines '
  unit 1  work  agent, done
  hh:mm:ss  started
  hh:mm:ss  > Edit hello.txt
  hh:mm:ss  Done.
  hh:mm:ss  107 tokens
  done in TIME: Done.

A role that reads is refused.

  $ forge run --pipeline look --agent acp:../agent.sh "look" >/dev/null; cat .forge/state/runs/002/units/*/events.jsonl | sed 's/.*"text"/"text"/'
  "text":"refused: Write hello.txt: the role may not change files"}
  "text":"the price of what answered is unknown: its cost is not counted"}

A program that is missing, that is none, and that does not answer as one.

  $ forge run --agent acp:gemini-of-mine x
  forge: agent `acp:gemini-of-mine`: the ACP agent gemini-of-mine was not found on PATH
    hint: install it, or give its path: acp:PATH ARGUMENTS
  [2]
  $ PATH=/usr/bin:/bin "$(command -v forge)" agents test acp:gemini
  forge: the ACP agent gemini was not found on PATH
    hint: npm install -g @google/gemini-cli, or give its path: acp:PATH
  [2]
  $ forge agents test "acp:echo hello"
  failed  tooling: it ended at once
    hint: check that this command starts an agent that speaks ACP on its standard streams
  [1]
  $ forge agents test acp:
  forge: the agent `acp:` names no program
    hint: write acp:COMMAND, or one that Forge knows: acp:gemini, acp:opencode, acp:claude, acp:codex
  [2]
