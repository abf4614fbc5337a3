Memory over MCP: a session counts as one voice, and the files stay open while calls follow each other.

  $ hello='{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{}}}'
  $ save() { printf '{"jsonrpc":"2.0","id":%s,"method":"tools/call","params":{"name":"memory_save","arguments":{"pattern":"%s","category":"convention"}}}\n' "$1" "$2"; }
  $ fact='The build needs cmake 3.25 or newer here'
  $ session() { (echo "$hello"; for i in 1 2 3; do save $i "$fact"; done) | forge mcp | grep -o '"outcome":"[a-z]*","id":"p[0-9]*","status":"[a-z]*"' | sort; }
  $ session
  "outcome":"added","id":"p1","status":"draft"
  "outcome":"known","id":"p1","status":"draft"
  "outcome":"known","id":"p1","status":"draft"
  $ forge memory list
  ID  CATEGORY    SURE  HITS  FACT
  p1  convention  0.70  0     (draft) The build needs cmake 3.25 or newer here
  $ session
  "outcome":"confirmed","id":"p1","status":"accepted"
  "outcome":"known","id":"p1","status":"accepted"
  "outcome":"known","id":"p1","status":"accepted"
  $ forge memory list
  ID  CATEGORY    SURE  HITS  FACT
  p1  convention  0.75  1     The build needs cmake 3.25 or newer here

So does a connection of the stateless protocol.

  $ me='"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}'
  $ for i in 1 2; do save $i 'Tests need a fixed clock' | sed "s|\"arguments\"|$me,&|"; done | forge mcp | grep -o '"outcome":"[a-z]*","id":"p[0-9]*","status":"[a-z]*"' | sort
  "outcome":"added","id":"p2","status":"draft"
  "outcome":"known","id":"p2","status":"draft"

Thirty saves do not open the databases thirty times, nor wait for the disk so often: the log of calls costs one open each. (On a machine that
stands still for half a second the server closes them once more.)

  $ many() { rm -f ../calls; (echo "$hello"; for i in $(seq "$1"); do save $i "shelf$i holds crate$i of store$i"; done) | FORGE_FAULT="$2:1-:noted@$PWD/../calls" forge mcp >/dev/null; wc -l < ../calls; }
  $ warm=$(many 1 sync)
  $ few=$(many 3 sync); all=$(many 30 sync); [ $((all - few)) -lt 20 ]; echo $?
  0
  $ few=$(many 3 open); all=$(many 30 open); [ $((all - few)) -lt 47 ]; echo $?
  0

A file that is removed while the server runs is made anew.

  $ mkfifo ../in; forge mcp < ../in > ../out & exec 8> ../in
  $ answered() { until grep -q "\"id\":$1," ../out || ! kill -0 $!; do :; done; }
  $ echo "$hello" >&8; save 1 'Before it was removed' >&8; answered 1
  $ rm .forge/state/memory.db*; save 2 'After it was removed' >&8; answered 2
  $ forge memory list --scope project
  ID  CATEGORY    SURE  HITS  FACT
  p1  convention  0.70  0     (draft) After it was removed

Where another process finds it removed, the server lets go of it, and leaves nothing beside it in the way.

  $ rm .forge/state/memory.db; until forge memory add 'Another process says so' >/dev/null 2>&1 || ! kill -0 $!; do :; done
  $ save 3 'The server says that' >&8; answered 3; forge memory list --scope project
  ID  CATEGORY    SURE  HITS  FACT
  p2  convention  0.70  0     (draft) The server says that
  p1  convention  0.70  0     Another process says so
  $ exec 8>&-; wait; ls .forge/state | grep memory
  memory.db
