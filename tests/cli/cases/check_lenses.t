What several reviewers must agree on, for scripts.

  $ cat > lenses.json <<'END'
  > [{"lens": "contracts", "issues": [
  >    {"file": "src/a.cc", "line": 10, "severity": "warning", "category": "naming", "description": "wrong field", "element": "Open"},
  >    {"file": "./src/b.cc", "line": "40-44", "severity": "error", "category": "Silent Failure", "description": "drops the error"}]},
  >  {"lens": "races", "issues": [
  >    {"file": "src/a.cc", "line": 14, "severity": "error", "description": "opened twice", "element": "Store::Open()"},
  >    {"file": "src/c.cc", "line": -7, "severity": "spicy", "description": "odd"}]},
  >  {"lens": "compatibility", "issues": null}]
  > END
  $ forge check lenses lenses.json
  must fix: 2
    src/a.cc:14  error  opened twice  (2 of 2 lenses agree)
    src/b.cc:40  error  drops the error  (one lens, but a silent failure: silent-failure)
  advice: 1
    src/c.cc  spicy  odd  (one lens)
  silent: compatibility
  blocked
  [1]
  $ forge check lenses lenses.json --json
  {"must_fix":[{"file":"src/a.cc","line":14,"severity":"error","level":"high","description":"opened twice","element":"Store::Open()","source":"races","lenses":["contracts","races"],"why":"2 of 2 lenses agree","findings":[{"file":"src/a.cc","line":14,"severity":"error","level":"high","description":"opened twice","element":"Store::Open()","source":"races"},{"file":"src/a.cc","line":10,"severity":"warning","level":"medium","category":"naming","description":"wrong field","element":"Open","source":"contracts"}]},{"file":"src/b.cc","line":40,"severity":"error","level":"high","category":"silent-failure","description":"drops the error","source":"contracts","lenses":["contracts"],"why":"one lens, but a silent failure: silent-failure","findings":[{"file":"src/b.cc","line":40,"severity":"error","level":"high","category":"silent-failure","description":"drops the error","source":"contracts"}]}],"advisory":[{"file":"src/c.cc","severity":"spicy","level":"unknown","description":"odd","source":"races","notes":["unknown severity spicy","line -7 is not a line"],"lenses":["races"],"why":"one lens","findings":[{"file":"src/c.cc","severity":"spicy","level":"unknown","description":"odd","source":"races","notes":["unknown severity spicy","line -7 is not a line"]}]}],"blocked":true,"decided":true,"answered":2,"silent":["compatibility"]}
  [1]
  $ echo '[{"lens":"a","issues":[]},{"lens":"b","issues":[]}]' | forge check lenses - --json
  {"must_fix":[],"advisory":[],"blocked":false,"decided":true,"answered":2,"silent":[]}
  $ echo '[{"lens":"a","issues":[]},{"lens":"b","issues":[]}]' | forge check lenses -
  clear

One answer alone decides nothing, and what cannot be read never passes.

  $ echo '[{"lens":"a","issues":[]},{"lens":"b"}]' | forge check lenses -
  silent: b
  undecided: 1 of 2 lenses answered
  [2]
  $ echo '[]' | forge check lenses - --json
  {"must_fix":[],"advisory":[],"blocked":true,"decided":false,"answered":0,"silent":[]}
  [2]
  $ echo '{"lens":"a"}' | forge check lenses -
  forge: lenses: not a list of {lens, issues}
  [2]
  $ echo 'it is fine' | forge check lenses -
  forge: JSON, line 1, column 1 (byte 1): syntax error while parsing value - invalid literal; last read: 'i'
  [2]
  $ forge check lenses
  forge: check lenses: FILE is missing
    hint: FILE: the answers of the lenses; `-` is standard input; see forge check lenses --help
  [2]
