`forge mcp --http` serves clients that connect. It always asks for a token; one that it made is shown once, at the start, and to no one else.

  $ client() { python3 "$DATA/mcp_http.py" "$@"; }
  $ client greeting --http 127.0.0.1:0
  serving http://127.0.0.1:PORT/mcp
  token: HEX
    clients must send the header `Authorization: Bearer TOKEN`
  in the list of processes: False
  ended: 0
  $ client token --http 127.0.0.1:0
  without: 401 blank: 401 wrong: 401
  right: 200 any case: 200
  ended: 0
  $ (export FORGE_MCP_TOKEN=sesame; client given --http 127.0.0.1:0)
  without: 401 right: 200
  ended: 0

A blank token is none.

  $ forge mcp --http 127.0.0.1:0 --token ''
  forge: mcp: the token is blank, or has characters that a header cannot hold
    hint: use visible ASCII without spaces, or leave out --token and one is made
  [2]
  $ FORGE_MCP_TOKEN='  ' forge mcp --http 127.0.0.1:0
  forge: mcp: the token is blank, or has characters that a header cannot hold
    hint: use visible ASCII without spaces, or leave out FORGE_MCP_TOKEN and one is made
  [2]

A server for other machines answers to the address that the client used, and to the names that it was told.

  $ client hosts --http 0.0.0.0:0 --token sesame --allow-host box.lan
  localhost=200 127.0.0.1=200 0.0.0.0:1=200 box.lan=200 evil.example.com=403
  ended: 0

A socket file needs no token: only you can open it.

  $ client socket --http unix:s
  serving http://localhost/mcp at the socket s 0o600 200
  ended: 0
  left: False
  $ echo mine > file; forge mcp --http unix:file
  forge: cannot listen on the socket file: Address already in use
  [2]

Slow clients do not shut others out, and are not waited for.

  $ client slow --http 127.0.0.1:0
  340 {'HTTP/1.1 503 Service Unavailable'}
  threads at most 20: True
  another client: 200
  the rest: {'HTTP/1.1 408 Request Timeout'}
  ended: 0

Connections that say nothing do not shut out a client that has the token.

  $ client silent --http 127.0.0.1:0
  100 silent ones: 200 at once: True
  threads at most 20: True
  1005 silent ones: 200 at once: True
  threads at most 20: True
  ended: 0

A secret that memory refuses is not in the log either, and others cannot read the log.

  $ hello='{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{}}}'
  $ key=AKIA; key=${key}IOSFODNN7EXAMPL3
  $ printf '%s\n' "$hello" "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"memory_save\",\"arguments\":{\"pattern\":\"the key is $key\",\"category\":\"gotcha\"}}}" | forge mcp | tail -n 1 | grep -o '"isError":true'
  "isError":true
  $ grep -c "$key" .forge/state/tool-log/*; stat -c %a .forge/state .forge/state/tool-log .forge/state/tool-log/*
  0
  700
  700
  600

Nor is it in what attempts and sessions keep.

  $ tell() { printf '%s\n' "$hello" "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"$1\",\"arguments\":$2}}" | forge mcp | tail -n 1 | grep -c '"isError"'; }
  $ tell iteration_state "{\"moduleId\":\"m1\",\"action\":\"update\",\"update\":{\"status\":\"failed\",\"issues\":[\"$key was refused\"],\"rootCause\":\"$key\"}}"
  0
  [1]
  $ tell session_state "{\"action\":\"save\",\"runId\":\"s\",\"state\":{\"keys\":[\"$key\"]}}"
  0
  [1]
  $ find .forge/state/iterations .forge/state/sessions -name '*.json' | wc -l; grep -r "$key" .forge
  2
  [1]
