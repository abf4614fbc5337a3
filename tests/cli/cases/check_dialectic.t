The outcome of each objection, for scripts.

  $ cat > debate.json <<'END'
  > [{"id": "R1", "challenge": "leaks the handle", "defence": "concede", "rebuttals": []},
  >  {"id": "R2", "challenge": {"file": "src/a.cc", "line": 3, "text": "races"}, "defence": {"answer": "defend", "text": "held under the lock"}, "rebuttals": ["kept", "withdrawn"]},
  >  {"id": "R3", "challenge": "too slow", "defence": "defend", "rebuttals": ["kept"]},
  >  {"id": "R4", "challenge": "nobody reads this"}]
  > END
  $ forge check dialectic debate.json
  R1  CONCEDED  leaks the handle  (the defence conceded it)
  R2  RESOLVED  races  (the challenger withdrew it after the defence)
  R3  OPEN  too slow  (it was defended, and the challenger keeps it)
  R4  OPEN  nobody reads this  (it has no answer)
  1 conceded, 1 resolved, 2 open
  [1]
  $ forge check dialectic debate.json --json
  {"ok":false,"objections":[{"objection":"R1","outcome":"CONCEDED","reason":"the defence conceded it","challenge":{"file":null,"line":null,"foreign":false,"severity":"","level":"unknown","category":null,"title":"","description":"leaks the handle","element":null,"fix":"","source":null,"same_as":null,"state":"open","reason":"","notes":[]}},{"objection":"R2","outcome":"RESOLVED","reason":"the challenger withdrew it after the defence","challenge":{"file":"src/a.cc","line":3,"foreign":false,"severity":"","level":"unknown","category":null,"title":"","description":"races","element":null,"fix":"","source":null,"same_as":null,"state":"open","reason":"","notes":[]}},{"objection":"R3","outcome":"OPEN","reason":"it was defended, and the challenger keeps it","challenge":{"file":null,"line":null,"foreign":false,"severity":"","level":"unknown","category":null,"title":"","description":"too slow","element":null,"fix":"","source":null,"same_as":null,"state":"open","reason":"","notes":[]}},{"objection":"R4","outcome":"OPEN","reason":"it has no answer","challenge":{"file":null,"line":null,"foreign":false,"severity":"","level":"unknown","category":null,"title":"","description":"nobody reads this","element":null,"fix":"","source":null,"same_as":null,"state":"open","reason":"","notes":[]}}],"conceded":1,"resolved":1,"open":2}
  [1]
  $ echo '[{"challenge": "x", "defence": "defend", "rebuttals": ["withdrawn"]}]' | forge check dialectic -
  R1  RESOLVED  x  (the challenger withdrew it after the defence)
  0 conceded, 1 resolved, 0 open
  $ echo '[]' | forge check dialectic - --json
  {"ok":true,"objections":[],"conceded":0,"resolved":0,"open":0}
  $ echo '"no"' | forge check dialectic -
  forge: dialectic: not a list of {challenge, defence, rebuttals}
  [2]
