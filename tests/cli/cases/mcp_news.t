A client of `forge mcp` hears what its runs do, and which resources change.

  $ . "$DATA/setup.sh"
  $ talk() { python3 "$DATA/mcp_talk.py" "$@"; }

Before there is a store, there are no runs. A subscription needs a resource that there is.

  $ look() { printf '{"id":1,"method":"resources/read","params":{"uri":"%s"}}' "$1"; }
  $ subscribe() { printf '{"id":"%s","method":"resources/subscribe","params":{"uri":"%s"}}' "$1" "$2"; }
  $ talk greet '{}' send "$(look forge://runs)" wait 1 send "$(subscribe s forge://runs/7)" wait s
  {"contents": [{"uri": "forge://runs", "mimeType": "application/json", "text": "[]"}]}
  {"code": -32002, "message": "resource not found", "data": {"uri": "forge://runs/7"}}
  $ ls -A .forge/state 2>/dev/null
  [2]

Facts and plans that change are told of, the list and the single one.

  $ mkdir -p .forge/plans; echo '# Plan: one' > .forge/plans/plan-001-one.md
  $ talk greet '{}' send "$(subscribe a forge://facts)" wait a call 1 memory_save '{"pattern":"Tests need a fixed clock","category":"gotcha"}' wait 1 until notifications/resources/updated send "$(subscribe b forge://facts/p1)" wait b sh 'forge memory add "Tests need a fixed clock" >/dev/null' until notifications/resources/updated '*p1"'
  {}
  {"saved": true, "outcome": "added", "id": "p1", "status": "draft", "confidence": 0.7, "contradicts": []}
  {"uri": "forge://facts"}
  {}
  {"uri": "forge://facts/p1"}
  $ talk greet '{}' send "$(subscribe a forge://plans)" wait a send "$(subscribe b forge://plans/plan-001)" wait b sh "echo '# Plan: two' > .forge/plans/plan-001-one.md" until notifications/resources/updated '*plan-001' until notifications/resources/updated '*plans"'
  {}
  {}
  {"uri": "forge://plans/plan-001"}
  {"uri": "forge://plans"}

Their times are those of `--json`, and a fact has the name that the tools use.

  $ fact='import json, sys; f = json.loads(json.load(sys.stdin)["contents"][0]["text"]); print(f["fact"], f["id"], f["created"], f["confirmed"], [k for k in f if k.endswith("_ms")])'
  $ talk greet '{}' send "$(look forge://facts/p1)" wait 1 | python3 -c "$fact"
  p1 p1 TIME TIME []
  $ talk greet '{}' send "$(look forge://facts)" wait 1 | grep -c _ms
  0
  [1]

A person who is asked sees the plan, as at the terminal. The progress token hears what the run is doing, until the call ends.

  $ talk greet '{"elicitation":{}}' call p1 run_start '{"objective":"write two files","wait":true}' answer elicitation/create '{"action":"decline"}' wait p1 | sed '/^{/d'
  plan: two files
    objective  Write two files.
    steps      2
      one  write one
           writes one.txt
      two  write two
           writes two.txt; after one
    findings   none open
    estimate   no basis yet: no completed run of pipeline `small`, size standard, agent replay:DATA/steps.toml
    so far     1.2k tokens, $0.01
    file       .forge/plans/plan-002-write-two-files.md

  run 2 asks: Build this plan?
    yes  approve it as it is now
    no   cancel the run
  $ talk greet '{"elicitation":{}}' call 1 question_answer '{"run":"2","answer":"no"}' wait 1 >/dev/null
  $ talk greet '{"elicitation":{}}' call p1 run_start '{"objective":"write two files","wait":true}' answer elicitation/create '{"action":"accept","content":{"answer":"yes"}}' wait p1 progress | grep -v '^  \|^$\|^{' | tail -n 4
  grows up to 2
  0 of 2 steps done
  1 of 2 steps done
  2 of 2 steps done

It begins with the stage that the run begins with, before anything has ended.

  $ talk greet '{}' call p1 run_start '{"objective":"write two files","wait":true}' until notifications/progress '*plan' wait p1 | sed -n 1p
  {"progressToken": "p1", "progress": 0.5, "message": "plan: started"}

After `logging/setLevel` the server tells what its runs do, and which calls failed.

  $ level='{"id":9,"method":"logging/setLevel","params":{"level":"info"}}'
  $ talk greet '{}' send "$level" wait 9 call 1 run_start '{"objective":"write two files"}' until notifications/message '*"question"' call 2 validate '{"moduleId":"m1","commands":["false"]}' until notifications/message '*forge.tools' | cut -c 1-150
  {}
  {"level": "warning", "logger": "forge.run", "data": {"run": 5, "event": "question", "where": "approve", "text": "asks: Build this plan?", "stepsDone":
  {"level": "error", "logger": "forge.tools", "data": {"phase": "tool_call", "event": "validate", "severity": "error", "moduleId": "m1", "data": {"args"

What looks like a secret, or is the value of such a variable, is masked there as it is in the log.

  $ key="AK""IAIOSFODNN7EXAMPL3"; level='{"id":9,"method":"logging/setLevel","params":{"level":"error"}}'
  $ refused='{"pattern":"the key is '$key'","category":"gotcha"}'
  $ BUILD_TOKEN=kept-in-a-variable talk greet '{}' send "$level" wait 9 call 1 memory_save "$refused" until notifications/message '*memory_save' call 2 run_status "{\"run\":\"$key\"}" until notifications/message '*run_status' call 3 valdate '{"x":"kept-in-a-variable"}' until notifications/message '*valdate'
  {}
  {"level": "error", "logger": "forge.tools", "data": {"phase": "tool_call", "event": "memory_save", "severity": "error", "data": {"args": {"pattern": "the key is <secret>", "category": "gotcha"}}}}
  {"level": "error", "logger": "forge.tools", "data": {"phase": "tool_call", "event": "run_status", "severity": "error", "runId": "<secret>", "data": {"args": {"run": "<secret>"}}}}
  {"level": "error", "logger": "forge.tools", "data": {"phase": "tool_call", "event": "valdate", "severity": "error", "data": {"args": {"x": "<secret>"}, "refused": "unknown tool: valdate; did you mean `validate`?"}}}
