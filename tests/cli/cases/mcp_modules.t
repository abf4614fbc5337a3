Over MCP, Forge takes up what the modules workflow left in a project, and leaves it as it is.

  $ talk() { python3 "$DATA/mcp_talk.py" greet '{}' "$@"; }
  $ mkdir -p .forge/plans .forge/state .forge/iterations/greet .forge/logs docs
  $ echo '{"objective":"greet","modules":[{"id":"m1","title":"t","objective":"o","files":["a"],"verify":["true"],"doneWhen":"d"}]}' > .forge/plans/greet.json
  $ cp .forge/plans/greet.json docs/a..b.json
  $ echo '{"runId":"greet","currentPhase":"2","completedModules":["m1"],"moduleStatuses":{"m1":"done","m2":"pending"},"lastUpdatedAt":"2026-01-02T03:04:05.678Z"}' > .forge/state/greet.json
  $ echo '{"attempts":[{"timestamp":"2026-01-02T03:04:05.678Z","score":0.5,"issues":["make test"],"stagnant":false}],"scores":[0.5],"stagnant":false}' > .forge/iterations/greet/m1.json
  $ echo '{"timestamp":"2026-01-02T03:04:05.678Z","phase":"tool_call","event":"validate","severity":"info","moduleId":"m1","data":{}}' > .forge/logs/2026-01-02-1.jsonl
  $ find .forge docs -type f | sort | xargs sha256sum > ../before

Plans are found by name, and without one it is the newest.

  $ for name in '{}' '{"planPath":"greet"}' '{"planPath":"docs/a..b.json"}' "{\"planPath\":\"$PWD/docs/a..b.json\"}"; do talk call 1 validate_plan "$name" wait 1 | grep -o '"valid": true\|"plan": "[^"]*"' | paste -s -d ' '; done
  "valid": true "plan": ".forge/plans/greet.json"
  "valid": true "plan": ".forge/plans/greet.json"
  "valid": true "plan": "docs/a..b.json"
  "valid": true "plan": "docs/a..b.json"
  $ for name in ../x.json /etc/passwd none; do talk call 1 validate_plan "{\"planPath\":\"$name\"}" wait 1; done
  {"valid": false, "plan": null, "errors": [{"type": "schema", "message": "planPath must be a plan's number or name, or a path within the project"}], "warnings": []}
  {"valid": false, "plan": null, "errors": [{"type": "schema", "message": "planPath must be a plan's number or name, or a path within the project"}], "warnings": []}
  {"valid": false, "plan": null, "errors": [{"type": "schema", "message": "no plan `none`"}], "warnings": []}
  $ echo '{"modules":[]}' > none.json; talk call 1 validate_plan '{"planPath":"none.json"}' wait 1 | grep -o '"message": "[^"]*"'
  "message": "the plan has no modules"
  $ sed 's/"title":"t"/"title":"  "/' docs/a..b.json > blank.json; talk call 1 validate_plan '{"planPath":"blank.json"}' wait 1 | grep -o '"message": "[^"]*"'
  "message": "Module m1: missing fields: title"

Blank is blank, also in Unicode.

  $ for blank in '\u00a0' '\u2003' '\u200b' '\u3000'; do sed "s/\"title\":\"t\"/\"title\":\"$(printf '%s' "$blank" | sed 's/\\/\\\\/')\"/" docs/a..b.json > blank.json; talk call 1 validate_plan '{"planPath":"blank.json"}' wait 1 | grep -o '"message": "[^"]*"'; done
  "message": "Module m1: missing fields: title"
  "message": "Module m1: missing fields: title"
  "message": "Module m1: missing fields: title"
  "message": "Module m1: missing fields: title"

They are resources too.

  $ read_it() { printf '{"id":"%s","method":"resources/read","params":{"uri":"%s"}}' "$1" "$2"; }
  $ cp docs/a..b.json '.forge/plans/a b.json'
  $ talk send "$(read_it 1 forge://plans)" wait 1 | grep -o '\\"\(plan\|title\|status\)\\": [^,\\]*\(\\"[^"]*"\)\?'
  \"plan\": \"a b.json\"
  \"title\": \"greet\"
  \"status\": null
  \"plan\": \"greet.json\"
  \"title\": \"greet\"
  \"status\": null
  $ talk send '{"id":"1","method":"resources/list"}' wait 1 | grep -o '"uri": "forge://plans/[^"]*"'
  "uri": "forge://plans/a%20b.json"
  "uri": "forge://plans/greet.json"
  $ talk send "$(read_it 1 forge://plans/a%20b.json)" wait 1 send "$(read_it 2 forge://plans/greet.json)" wait 2 | grep -c 'application/json.*objective'
  2
  $ talk send "$(read_it 1 forge://plans/other.json)" wait 1; rm '.forge/plans/a b.json'
  {"code": -32002, "message": "resource not found", "data": {"uri": "forge://plans/other.json"}}

Each validation is an event of its own.

  $ talk call 1 validate_plan '{"planPath":"none.json"}' wait 1 call 2 forge_logs '{"phase":"plan_validation","limit":1}' wait 2 | tail -n 1
  {"runId": null, "entries": [{"timestamp": "TIME", "phase": "plan_validation", "event": "validate_plan", "severity": "warn", "data": {"plan": "none.json", "valid": false, "errorCount": 1, "warningCount": 0}}], "total": 1}

A call that never came to its tool is an error of the log.

  $ talk call 1 valdate '{}' wait 1 call 2 validate '{"moduleId":7}' wait 2 call 3 forge_logs '{"limit":2}' wait 3 | tail -n 1
  {"runId": null, "entries": [{"timestamp": "TIME", "phase": "tool_call", "event": "valdate", "severity": "error", "data": {"args": {}, "refused": "unknown tool: valdate; did you mean `validate`?"}}, {"timestamp": "TIME", "phase": "tool_call", "event": "validate", "severity": "error", "data": {"args": {"moduleId": 7}, "refused": "invalid arguments for validate:\n- moduleId: expected string, got integer\n- commands: is missing"}}], "total": 2}

Sessions, attempts and logs are read where they lie.

  $ talk call 1 session_state '{"action":"list"}' wait 1 call 2 session_state '{"action":"load","runId":"greet"}' wait 2
  {"sessions": [{"runId": "greet", "lastUpdatedAt": "TIME", "currentPhase": "2", "completedCount": 1, "totalCount": 2}]}
  {"found": true, "runId": "greet", "currentPhase": "2", "completedModules": ["m1"], "moduleStatuses": {"m1": "done", "m2": "pending"}, "lastUpdatedAt": "TIME", "state": {"runId": "greet", "currentPhase": "2", "completedModules": ["m1"], "moduleStatuses": {"m1": "done", "m2": "pending"}, "lastUpdatedAt": "TIME"}}
  $ talk call 1 iteration_state '{"moduleId":"m1","runId":"greet","action":"get"}' wait 1
  {"attempts": [{"timestamp": "TIME", "status": "failed", "issues": ["make test"], "score": 0.5, "stagnant": false}], "scores": [0.5], "stagnant": false}
  $ talk call 1 forge_logs '{"runId":"2026-01-02-1"}' wait 1
  {"runId": "DATE-1", "entries": [{"timestamp": "TIME", "phase": "tool_call", "event": "validate", "severity": "info", "moduleId": "m1", "data": {}, "runId": "DATE-1"}], "total": 1}
  $ talk call 1 session_state '{"action":"save","runId":"greet","state":{"currentPhase":"3"}}' wait 1 call 2 iteration_state '{"moduleId":"m1","runId":"greet","action":"update","update":{"score":1,"issues":[]}}' wait 2 call 3 session_state '{"action":"load","runId":"greet"}' wait 3
  {"saved": true, "runId": "greet", "lastUpdatedAt": "TIME"}
  {"updated": true, "attempt": 2, "stagnant": false}
  {"found": true, "currentPhase": "3", "lastUpdatedAt": "TIME", "state": {"currentPhase": "3", "lastUpdatedAt": "TIME"}}
  $ sha256sum --quiet -c ../before

What was saved comes back, whatever its members are called.

  $ talk call 1 session_state '{"action":"save","runId":"odd","state":{"found":false,"state":1}}' wait 1 call 2 session_state '{"action":"load","runId":"odd"}' wait 2 | tail -n 1
  {"found": true, "lastUpdatedAt": "TIME", "state": {"found": false, "state": 1, "lastUpdatedAt": "TIME"}}

The issue of a failed command is the line that names the error. Unchanged files stay one attempt, and more than four failures escalate.

  $ printf 'import json\njson.loads("x")\n' > bad.py
  $ for i in 1 2 3 4 5 6 7 8; do talk call 1 validate '{"moduleId":"m9","commands":["/usr/bin/python3 bad.py"]}' wait 1 | grep -o '"attempt": .*'; done
  "attempt": 1, "issues": ["/usr/bin/python3 bad.py: exit code 1: json.decoder.JSONDecodeError: Expecting value: line 1 column 1 (char 0)"], "recommendation": "RETRY_WITH_DEBUGGER"}
  "attempt": 1, "issues": ["/usr/bin/python3 bad.py: exit code 1: json.decoder.JSONDecodeError: Expecting value: line 1 column 1 (char 0)"], "recommendation": "RETRY_WITH_DEBUGGER"}
  "attempt": 1, "issues": ["/usr/bin/python3 bad.py: exit code 1: json.decoder.JSONDecodeError: Expecting value: line 1 column 1 (char 0)"], "recommendation": "RETRY_WITH_DEBUGGER"}
  "attempt": 1, "issues": ["/usr/bin/python3 bad.py: exit code 1: json.decoder.JSONDecodeError: Expecting value: line 1 column 1 (char 0)"], "recommendation": "RETRY_WITH_DEBUGGER"}
  "attempt": 1, "issues": ["/usr/bin/python3 bad.py: exit code 1: json.decoder.JSONDecodeError: Expecting value: line 1 column 1 (char 0)"], "recommendation": "ESCALATE"}
  "attempt": 1, "issues": ["/usr/bin/python3 bad.py: exit code 1: json.decoder.JSONDecodeError: Expecting value: line 1 column 1 (char 0)"], "recommendation": "ESCALATE"}
  "attempt": 1, "issues": ["/usr/bin/python3 bad.py: exit code 1: json.decoder.JSONDecodeError: Expecting value: line 1 column 1 (char 0)"], "recommendation": "ESCALATE"}
  "attempt": 1, "issues": ["/usr/bin/python3 bad.py: exit code 1: json.decoder.JSONDecodeError: Expecting value: line 1 column 1 (char 0)"], "recommendation": "ESCALATE"}
  $ talk call 1 forge_logs '{"severity":"error","moduleId":"m9","limit":1}' wait 1 | grep -o '"issues": [^]]*]'
  "issues": ["/usr/bin/python3 bad.py: exit code 1: json.decoder.JSONDecodeError: Expecting value: line 1 column 1 (char 0)"]
