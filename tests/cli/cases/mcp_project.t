`forge mcp` serves any directory: what FORGE_CWD names, else the client's root, else the working directory.

  $ talk() { python3 "$DATA/mcp_talk.py" "$@"; }
  $ mkdir ../plain ../other && cd ../plain
  $ talk greet '{}' call 1 session_state '{"action":"list"}' wait 1 call 2 run_status '{"all":true}' wait 2 call 3 memory_recall '{"query":"clock"}' wait 3 call 4 validate_plan '{}' wait 4
  {"sessions": []}
  {"runs": []}
  {"message": "no facts", "memories": []}
  {"valid": false, "plan": null, "errors": [{"type": "schema", "message": "WORK/plain has no plan in .forge/plans"}], "warnings": []}
  $ ls -A

What needs a repository says so, and what to do.

  $ talk greet '{}' call 1 run_start '{"objective":"x"}' wait 1; ls -A
  WORK/plain is not in a git repository, so a run cannot work apart from your files
    hint: make it one: git init && git add -A && git commit -m "first commit"; or let runs change the files: `isolation = "shared"` in .forge/config.toml

A tool that must write makes what it needs.

  $ talk greet '{}' call 1 validate '{"moduleId":"m1","commands":["false"]}' wait 1 call 2 forge_logs '{"severity":"error"}' wait 2 | sed -E 's/"durationMs": [0-9]+/"durationMs": MS/g'
  {"passed": false, "score": 0.0, "results": [{"type": "command", "command": "false", "exitCode": 1, "durationMs": MS, "output": "", "error": "exit code 1", "passed": false}], "stagnant": false, "velocity": null, "oscillating": false, "attempt": 1, "issues": ["false: exit code 1"], "recommendation": "RETRY_WITH_DEBUGGER"}
  {"runId": null, "entries": [{"timestamp": "TIME", "phase": "tool_call", "event": "validate", "severity": "error", "moduleId": "m1", "data": {"args": {"moduleId": "m1", "commands": ["false"]}, "passed": false, "score": 0.0, "attempt": 1, "issues": ["false: exit code 1"], "recommendation": "RETRY_WITH_DEBUGGER"}}], "total": 1}
  $ ls -A . .forge
  .:
  .forge

  .forge:
  .gitignore
  state

The client is asked for its roots, and the first one that is a directory is served.

  $ cd ../other && root="{\"roots\":[{\"uri\":\"file://$(cd ..; pwd)/none\"},{\"uri\":\"file://$(cd ../plain; pwd)\"}]}"
  $ talk greet '{"roots":{}}' answer roots/list "$root" call 1 iteration_state '{"moduleId":"m1","action":"get"}' wait 1 | sed -E 's/, "marks".*//'
  {}
  {"attempts": [{"timestamp": "TIME", "status": "failed", "issues": ["false: exit code 1"], "score": 0.0, "stagnant": false
  $ me='"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{"roots":{}}}'
  $ ask="\"method\":\"tools/call\",\"params\":{\"name\":\"iteration_state\",\"arguments\":{\"moduleId\":\"m1\",\"action\":\"get\"},$me"
  $ talk send "{\"id\":1,$ask}}" wait 1 send "{\"id\":2,$ask,\"inputResponses\":{\"forge_roots\":$root}}}" wait 2 | sed -E 's/, "marks".*//'
  {"resultType": "input_required", "inputRequests": {"forge_roots": {"method": "roots/list", "params": {}}}, "_meta": {"io.modelcontextprotocol/serverInfo": {"name": "forge", "version": "0.1.0"}}}
  {"attempts": [{"timestamp": "TIME", "status": "failed", "issues": ["false: exit code 1"], "score": 0.0, "stagnant": false

FORGE_CWD goes before roots, and a client that has none is not asked.

  $ FORGE_CWD=../plain python3 "$DATA/mcp_talk.py" greet '{"roots":{}}' call 1 iteration_state '{"moduleId":"m1","action":"get"}' wait 1 | grep -c '"attempts": \[{'
  1
  $ talk greet '{}' call 1 iteration_state '{"moduleId":"m1","action":"get"}' wait 1
  {"attempts": [], "scores": [], "stagnant": false}
  $ FORGE_CWD=nowhere forge mcp
  forge: mcp: FORGE_CWD: WORK/other/nowhere is not a directory
    hint: name a directory, or unset it
  [2]

A project of the modules workflow that has plans and no state of Forge yet: what was validated is in the log.

  $ mkdir -p ../planned/.forge/plans && cd ../planned && echo '{"modules":[]}' > .forge/plans/greet.json
  $ talk greet '{}' call 1 session_state '{"action":"list"}' wait 1; ls -A .forge
  {"sessions": []}
  plans
  $ talk greet '{}' call 1 validate_plan '{}' wait 1 call 2 forge_logs '{"phase":"plan_validation"}' wait 2 | tail -n 1
  {"runId": null, "entries": [{"timestamp": "TIME", "phase": "plan_validation", "event": "validate_plan", "severity": "warn", "data": {"plan": ".forge/plans/greet.json", "valid": false, "errorCount": 1, "warningCount": 0}}], "total": 1}
