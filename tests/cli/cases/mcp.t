`forge mcp` speaks the Model Context Protocol on standard input and output, in both eras.

  $ ask() { printf '%s\n' "$@" | forge mcp; }
  $ hello='{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{}}}'
  $ call() { ask "$hello" "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":$1}" | tail -n 1; }
  $ ask "$hello" '{"jsonrpc":"2.0","id":"a","method":"ping"}'
  {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"DATE","capabilities":{"tools":{},"prompts":{},"resources":{"subscribe":true,"listChanged":true},"logging":{},"completions":{}},"serverInfo":{"name":"forge","title":"Forge","version":"0.1.0"},"instructions":"Forge takes objectives through pipelines of agents, checks and approvals. `run_status` reports the state of a run; `validate` checks a module's work. Call `memory_recall` before you plan, and `memory_save` when you have learned something."}}
  {"jsonrpc":"2.0","id":"a","result":{}}

All tools together are small.

  $ list=$(ask "$hello" '{"jsonrpc":"2.0","id":1,"method":"tools/list"}' | tail -n 1)
  $ [ ${#list} -lt 12288 ] && echo "$list" | grep -o '"name":"[a-z_]*","title"' | cut -d '"' -f 4
  validate
  validate_plan
  iteration_state
  session_state
  forge_logs
  memory_recall
  memory_save
  run_start
  run_status
  run_control
  question_answer

Each tool says what it may do.

  $ echo "$list" | python3 -c 'import json, sys; [print(t["name"], *sorted(k for k, v in t["annotations"].items() if v)) for t in json.load(sys.stdin)["result"]["tools"]]'
  validate destructiveHint openWorldHint
  validate_plan readOnlyHint
  iteration_state destructiveHint
  session_state destructiveHint idempotentHint
  forge_logs readOnlyHint
  memory_recall readOnlyHint
  memory_save idempotentHint
  run_start openWorldHint
  run_status readOnlyHint
  run_control destructiveHint
  question_answer destructiveHint

A client of the stateless protocol needs no handshake.

  $ me='"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}'
  $ ask "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"session_state\",\"arguments\":{\"action\":\"list\"},$me}}"
  {"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"{\n  \"sessions\": []\n}"}],"structuredContent":{"sessions":[]},"resultType":"complete","_meta":{"io.modelcontextprotocol/serverInfo":{"name":"forge","version":"0.1.0"}}}}

Errors follow the protocol, and the next message is served.

  $ ask 'no json' '[]' '{"jsonrpc":"2.0","id":1,"method":"tools/list"}' '{"jsonrpc":"2.0","id":2,"method":"ping"}'
  {"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"invalid JSON: JSON, line 1, column 2 (byte 2): syntax error while parsing value - invalid literal; last read: 'no'"}}
  {"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"a message must be an object, not array"}}
  {"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"`tools/list` before `initialize`"}}
  {"jsonrpc":"2.0","id":2,"result":{}}
  $ (head -c 20000000 /dev/zero | tr '\0' x; echo; echo '{"jsonrpc":"2.0","id":2,"method":"ping"}') | forge mcp
  {"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"a message must not be longer than 16777216 bytes"}}
  {"jsonrpc":"2.0","id":2,"result":{}}
  $ call '{"name":"validat"}'
  {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"unknown tool: validat; did you mean `validate`?"}}
  $ call '{"name":"validate"}'
  {"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"invalid arguments for validate:\n- moduleId: is missing\n- commands: is missing"}],"isError":true}}
  $ call '{"name":"validate","arguments":{"moduleId":"../../m","commands":["true"]}}'
  {"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"moduleId must be a name of letters, digits, '.', '_' and '-', at most 128 of them, and must not begin with a dot"}],"isError":true}}
  $ call '{"name":"validate","arguments":{"moduleId":5,"commands":"true","extra":1}}'
  {"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"invalid arguments for validate:\n- moduleId: expected string, got integer\n- commands: expected array, got string\n- extra: is not allowed here"}],"isError":true}}
  $ ls -A .forge 2>&1
  ls: cannot access '.forge': No such file or directory
  [2]

The tools do what they say.

  $ call '{"name":"validate","arguments":{"moduleId":"m1","commands":["true"],"files":["README.md","absent"]}}' | sed 's/.*"structuredContent"://; s/"durationMs":[0-9]*/"durationMs":MS/g'
  {"passed":false,"score":0.6666666666666666,"results":[{"type":"file_check","file":"README.md","passed":true},{"type":"file_check","file":"absent","passed":false},{"type":"command","command":"true","exitCode":0,"durationMs":MS,"output":"","passed":true}],"stagnant":false,"velocity":null,"oscillating":false,"attempt":1,"issues":["absent does not exist"],"recommendation":"RETRY_WITH_DEBUGGER"}}}
  $ call '{"name":"validate_plan","arguments":{"planPath":"../x"}}' | sed 's/.*"structuredContent"://'
  {"valid":false,"plan":null,"errors":[{"type":"schema","message":"planPath must be a plan's number or name, or a path within the project"}],"warnings":[]}}}
  $ call '{"name":"memory_save","arguments":{"pattern":"tests need a fixed clock","category":"gotcha"}}' | sed 's/.*"structuredContent"://'
  {"saved":true,"outcome":"added","id":"p1","status":"draft","confidence":0.7,"contradicts":[]}}}
  $ call '{"name":"memory_recall","arguments":{"query":"clock"}}' | sed 's/.*"structuredContent"://'
  {"memories":[{"id":"p1","pattern":"tests need a fixed clock","category":"gotcha","confidence":0.7,"scope":"project","relevance":0.489,"why":"about clock; gotcha; confidence 0.70; last said today; draft: not confirmed yet"}]}}}
  $ call '{"name":"iteration_state","arguments":{"moduleId":"m1","action":"get"}}' | sed 's/.*"structuredContent"://'
  {"attempts":[{"timestamp":"TIME","status":"failed","issues":["absent does not exist"],"score":0.6666666666666666,"stagnant":false,"marks":["file absent"],"tree":"HASH"}],"scores":[0.6666666666666666],"stagnant":false,"lastStatus":"failed"}}}
  $ call '{"name":"forge_logs","arguments":{"moduleId":"m1","limit":1}}' | sed 's/.*"structuredContent"://'
  {"runId":null,"entries":[{"timestamp":"TIME","phase":"tool_call","event":"iteration_state","severity":"info","moduleId":"m1","data":{"args":{"moduleId":"m1","action":"get"}}}],"total":1}}}

Wrong options are refused (mcp_http.t looks at the right ones).

  $ forge mcp --http nonsense
  forge: mcp: invalid --http `nonsense`
    hint: for example 127.0.0.1:3001, [::1]:3001 or unix:PATH
  [2]
  $ forge mcp --token x
  forge: mcp: --token needs --http
  [2]
  $ cd "$HOME" && forge mcp
