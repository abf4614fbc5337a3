`contractChecks` of the tool `validate` compares what one file exports with what another takes from it.

  $ hello='{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{}}}'
  $ contract() { printf '%s\n' "$hello" "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"validate\",\"arguments\":{\"moduleId\":\"m\",\"dryRun\":true,\"commands\":[${3:-}],\"contractChecks\":[{\"exporter\":\"$1\",\"importer\":\"$2\"}]}}}" | forge mcp | tail -n 1 | sed 's/.*"structuredContent"://; s/"durationMs":[0-9]*/"durationMs":MS/g'; }
  $ echo 'const c = 1; export {c as d}; export default class X {}; export * from "./o.mjs"; // export const e = 1' > c.mjs
  $ echo 'export const {a, b: [z]} = o;' > o.mjs
  $ echo 'import X, {d as y, a, z} from "./c.mjs"; // import {e} from "./c.mjs"' > u.mjs
  $ contract c.mjs u.mjs
  {"passed":true,"score":1.0,"results":[{"type":"contract_check","exporter":"c.mjs","importer":"u.mjs","exportedNames":["a","d","default","z"],"importedNames":["a","d","default","z"],"passed":true}],"stagnant":false,"velocity":null,"oscillating":false,"attempt":1,"issues":[],"recommendation":"PASS"}}}
  $ echo 'import * as ns from "./c.mjs"; ns.c; const {X} = await import("./c.mjs")' > v.mjs
  $ contract c.mjs v.mjs
  {"passed":false,"score":0.0,"results":[{"type":"contract_check","exporter":"c.mjs","importer":"v.mjs","exportedNames":["a","d","default","z"],"importedNames":["X","c"],"missing":["X","c"],"passed":false}],"stagnant":false,"velocity":null,"oscillating":false,"attempt":1,"issues":["c.mjs -> v.mjs: not exported: X, c"],"recommendation":"RETRY_WITH_DEBUGGER"}}}

What every module of Python has is listed only if it is imported.

  $ printf 'def a(): pass\n__all__ = ["a"]\n' > c.py; echo 'from c import a, __doc__' > u.py
  $ contract c.py u.py | grep -o '"exportedNames.*"passed":true}'
  "exportedNames":["__all__","__doc__","a"],"importedNames":["__doc__","a"],"passed":true}

What cannot be known neither passes nor fails, and does not change the score. If nothing is left, nothing is recorded.

  $ echo 'export * from "lodash"' > l.mjs; echo 'import {map} from "./l.mjs"' > w.mjs
  $ contract l.mjs w.mjs '"true"'
  {"passed":true,"score":1.0,"results":[{"type":"contract_check","exporter":"l.mjs","importer":"w.mjs","exportedNames":[],"importedNames":["map"],"notLookedAt":[{"file":"l.mjs","reason":"it passes on the names of `lodash`, which cannot be read","names":["map"]}],"note":"not looked at: l.mjs: map: it passes on the names of `lodash`, which cannot be read","passed":null},{"type":"command","command":"true","exitCode":0,"durationMs":MS,"output":"","passed":true}],"stagnant":false,"velocity":null,"oscillating":false,"attempt":1,"issues":[],"recommendation":"PASS"}}}
  $ echo 'def a; end' > c.rb; echo a > u.rb
  $ contract c.rb u.rb
  {"passed":false,"score":0.0,"results":[{"type":"contract_check","exporter":"c.rb","importer":"u.rb","exportedNames":[],"importedNames":[],"notLookedAt":[{"file":"c.rb","reason":"imports and exports of its language are not read"},{"file":"u.rb","reason":"imports and exports of its language are not read"}],"note":"not looked at: c.rb: imports and exports of its language are not read; u.rb: imports and exports of its language are not read","passed":null}],"stagnant":false,"velocity":null,"oscillating":false,"attempt":0,"issues":[],"recommendation":"ESCALATE"}}}
