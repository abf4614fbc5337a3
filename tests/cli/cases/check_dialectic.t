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
  {"items":[{"id":"R1","outcome":"CONCEDED","why":"the defence conceded it","challenge":{"severity":"","level":"unknown","description":"leaks the handle"}},{"id":"R2","outcome":"RESOLVED","why":"the challenger withdrew it after the defence","challenge":{"file":"src/a.cc","line":3,"severity":"","level":"unknown","description":"races"}},{"id":"R3","outcome":"OPEN","why":"it was defended, and the challenger keeps it","challenge":{"severity":"","level":"unknown","description":"too slow"}},{"id":"R4","outcome":"OPEN","why":"it has no answer","challenge":{"severity":"","level":"unknown","description":"nobody reads this"}}],"conceded":1,"resolved":1,"open":2,"blocked":true}
  [1]
  $ echo '[{"challenge": "x", "defence": "defend", "rebuttals": ["withdrawn"]}]' | forge check dialectic -
  R1  RESOLVED  x  (the challenger withdrew it after the defence)
  0 conceded, 1 resolved, 0 open
  $ echo '[]' | forge check dialectic - --json
  {"items":[],"conceded":0,"resolved":0,"open":0,"blocked":false}
  $ echo '"no"' | forge check dialectic -
  forge: dialectic: not a list of {challenge, defence, rebuttals}
  [2]
