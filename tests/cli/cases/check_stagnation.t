Is another attempt worth it?

  $ echo '[{"score": 0.5, "issues": ["FAIL adds (0.03s)"]}]' > one.json
  $ forge check stagnation one.json
  RETRY_WITH_DEBUGGER: too early to tell
  $ forge check stagnation one.json --json
  {"ok":true,"stagnant":false,"oscillating":false,"velocity":null,"recommendation":"RETRY_WITH_DEBUGGER","reason":"too early to tell"}
  $ echo '[{"score":0.5,"issues":["FAIL adds (0.03s)"]},{"score":0.5,"issues":["FAIL adds (0.71s)"]}]' | forge check stagnation - --json
  {"ok":false,"stagnant":true,"oscillating":false,"velocity":null,"recommendation":"ESCALATE","reason":"the last attempt failed like the one before"}
  [1]
  $ echo '[{"score":0.2,"issues":["a"]},{"score":0.4,"issues":["b"]},{"score":0.6,"issues":["a"]}]' | forge check stagnation -
  ESCALATE: the last attempt failed like an earlier one
  [1]
  $ echo '[{"score":0.2,"issues":["a"]},{"score":0.4,"issues":["b"]},{"score":0.7,"issues":["c"]}]' | forge check stagnation -
  RETRY_WITH_DEBUGGER: 0.25 gained per attempt
  $ echo '[{"score":0.2,"issues":["a"]},{"score":1,"issues":[]}]' | forge check stagnation - --json
  {"ok":true,"stagnant":false,"oscillating":false,"velocity":null,"recommendation":"PASS","reason":"the last attempt passed"}
  $ echo '[]' | forge check stagnation - --json
  {"ok":true,"stagnant":false,"oscillating":false,"velocity":null,"recommendation":"RETRY_WITH_DEBUGGER","reason":"too early to tell"}
  $ echo '[{"issues":[]}]' | forge check stagnation -
  forge: -: attempt 1: has no number `score`
  [2]
  $ echo 'no' | forge check stagnation -
  forge: -: JSON, line 1, column 2 (byte 2): syntax error while parsing value - invalid literal; last read: 'no'
  [2]
  $ forge check stagnation absent.json
  forge: read absent.json: No such file or directory
  [2]
