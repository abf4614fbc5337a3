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
  {"ok":false,"must_fix":[{"file":"src/a.cc","line":14,"foreign":false,"severity":"error","level":"high","category":null,"title":"","description":"opened twice","element":"Store::Open()","fix":"","source":"races","same_as":null,"state":"open","reason":"2 of 2 lenses agree","notes":[],"lenses":["contracts","races"],"findings":[{"file":"src/a.cc","line":14,"foreign":false,"severity":"error","level":"high","category":null,"title":"","description":"opened twice","element":"Store::Open()","fix":"","source":"races","same_as":null,"state":"open","reason":"","notes":[]},{"file":"src/a.cc","line":10,"foreign":false,"severity":"warning","level":"medium","category":"naming","title":"","description":"wrong field","element":"Open","fix":"","source":"contracts","same_as":null,"state":"open","reason":"","notes":[]}]},{"file":"src/b.cc","line":40,"foreign":false,"severity":"error","level":"high","category":"silent-failure","title":"","description":"drops the error","element":null,"fix":"","source":"contracts","same_as":null,"state":"open","reason":"one lens, but a silent failure: silent-failure","notes":[],"lenses":["contracts"],"findings":[{"file":"src/b.cc","line":40,"foreign":false,"severity":"error","level":"high","category":"silent-failure","title":"","description":"drops the error","element":null,"fix":"","source":"contracts","same_as":null,"state":"open","reason":"","notes":[]}]}],"advisory":[{"file":"src/c.cc","line":null,"foreign":false,"severity":"spicy","level":"unknown","category":null,"title":"","description":"odd","element":null,"fix":"","source":"races","same_as":null,"state":"open","reason":"one lens","notes":["unknown severity spicy","line -7 is not a line"],"lenses":["races"],"findings":[{"file":"src/c.cc","line":null,"foreign":false,"severity":"spicy","level":"unknown","category":null,"title":"","description":"odd","element":null,"fix":"","source":"races","same_as":null,"state":"open","reason":"","notes":["unknown severity spicy","line -7 is not a line"]}]}],"decided":true,"answered":2,"silent":["compatibility"]}
  [1]
  $ echo '[{"lens":"a","issues":[]},{"lens":"b","issues":[]}]' | forge check lenses - --json
  {"ok":true,"must_fix":[],"advisory":[],"decided":true,"answered":2,"silent":[]}
  $ echo '[{"lens":"a","issues":[]},{"lens":"b","issues":[]}]' | forge check lenses -
  clear

One answer alone decides nothing, and what cannot be read never passes.

  $ echo '[{"lens":"a","issues":[]},{"lens":"b"}]' | forge check lenses -
  silent: b
  undecided: 1 of 2 lenses answered
  [2]
  $ echo '[]' | forge check lenses - --json
  {"ok":false,"must_fix":[],"advisory":[],"decided":false,"answered":0,"silent":[]}
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
