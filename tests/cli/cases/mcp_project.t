`forge mcp` serves any directory: what FORGE_CWD names, else the client's root, else the working directory.

  $ talk() { python3 "$DATA/mcp_talk.py" "$@"; }
  $ mkdir ../plain ../other && cd ../plain
  $ talk greet '{}' call 1 session_state '{"action":"list"}' wait 1 call 2 run_status '{"all":true}' wait 2 call 3 memory_recall '{"query":"clock"}' wait 3 call 4 validate_plan '{}' wait 4
  $ ls -A

What needs a repository says so, and what to do.

  $ talk greet '{}' call 1 run_start '{"objective":"x"}' wait 1; ls -A

A tool that must write makes what it needs.

  $ talk greet '{}' call 1 validate '{"moduleId":"m1","commands":["false"]}' wait 1 call 2 forge_logs '{"severity":"error"}' wait 2 | sed -E 's/"durationMs": [0-9]+/"durationMs": MS/g'
  $ ls -A . .forge

The client is asked for its roots, and the first one that is a directory is served.

  $ cd ../other && root="{\"roots\":[{\"uri\":\"file://$(cd ..; pwd)/none\"},{\"uri\":\"file://$(cd ../plain; pwd)\"}]}"
  $ talk greet '{"roots":{}}' answer roots/list "$root" call 1 iteration_state '{"moduleId":"m1","action":"get"}' wait 1 | sed -E 's/, "marks".*//'
  $ me='"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{"roots":{}}}'
  $ ask="\"method\":\"tools/call\",\"params\":{\"name\":\"iteration_state\",\"arguments\":{\"moduleId\":\"m1\",\"action\":\"get\"},$me"
  $ talk send "{\"id\":1,$ask}}" wait 1 send "{\"id\":2,$ask,\"inputResponses\":{\"forge_roots\":$root}}}" wait 2 | sed -E 's/, "marks".*//'

FORGE_CWD goes before roots, and a client that has none is not asked.

  $ FORGE_CWD=../plain python3 "$DATA/mcp_talk.py" greet '{"roots":{}}' call 1 iteration_state '{"moduleId":"m1","action":"get"}' wait 1 | grep -c '"attempts": \[{'
  $ talk greet '{}' call 1 iteration_state '{"moduleId":"m1","action":"get"}' wait 1
  $ FORGE_CWD=nowhere forge mcp
