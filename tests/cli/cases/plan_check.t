What is wrong with a plan, all of it at once.

  $ forge plan check "$DATA/two_steps.md"
  ok DATA/two_steps.md: 2 steps in 2 tiers, at most 1 at once
    critical path: one -> two
  $ forge plan check "$DATA/two_steps.md" --json
  {"ok":true,"errors":[],"warnings":[],"tiers":[["one"],["two"]],"critical_path":["one","two"],"max_parallel":1}
  $ cat > bad.md <<'END'
  > # Plan: Bad
  > 
  > ## Steps
  > 
  > ### Step a: first
  > 
  > **Writes:** `/etc/passwd`, `../up.txt`
  > **Depends:** b, nobody
  > **Verify:** `no-such-program --now`
  > 
  > ### Step b: second
  > 
  > **Depends:** a
  > 
  > ### Step c: third
  > 
  > **Writes:** `src/**`
  > **Verify:** `true`
  > 
  > ### Step d: fourth
  > 
  > **Writes:** `./src/x.c`
  > **Verify:** `true`
  > 
  > ### Step c: again
  > 
  > **Verify:** `true`
  > END
  $ forge plan check bad.md
  line 25: step c was already defined on line 15
  line 8: step a depends on nobody, which is not a step
  line 5: steps depend on each other: a -> b -> a
  line 11: step b has no verify command
  line 5: program no-such-program not found (verify command of step a)
  line 7: step a: the path "/etc/passwd" is not relative to the repository
  line 7: step a: the path "../up.txt" leads out of its directory with ..
  warning: steps c and d can run at the same time and both may write src/x.c, src/**
  failed bad.md: 7 problems
  [1]
  $ forge plan check bad.md --json
  {"ok":false,"errors":[{"type":"duplicate_id","message":"step c was already defined on line 15","step":"c","line":25},{"type":"unknown_dependency","message":"step a depends on nobody, which is not a step","step":"a","line":8},{"type":"cycle","message":"steps depend on each other: a -> b -> a","step":"a","line":5},{"type":"missing_verify","message":"step b has no verify command","step":"b","line":11},{"type":"missing_command","message":"program no-such-program not found (verify command of step a)","step":"a","line":5},{"type":"bad_path","message":"step a: the path \"/etc/passwd\" is not relative to the repository","step":"a","line":7},{"type":"bad_path","message":"step a: the path \"../up.txt\" leads out of its directory with ..","step":"a","line":7}],"warnings":[{"type":"file_overlap","steps":["c","d"],"files":["src/x.c","src/**"],"message":"steps c and d can run at the same time and both may write src/x.c, src/**"}],"tiers":[["c","d"]],"critical_path":["c"],"max_parallel":1}
  [1]

The same for plan JSON, which is detected by its content.

  $ cat > plan.json <<'END'
  > {"objective": "x", "modules": [
  >   {"id": "a", "title": "A", "objective": "do a", "files": ["a.c"], "verify": ["true"], "doneWhen": "a is there"},
  >   {"id": "b", "title": "B", "objective": "do b", "files": ["a.c"], "verify": ["true"], "doneWhen": "b is there"},
  >   {"id": "c", "title": "C", "objective": "do c", "files": [], "verify": [], "doneWhen": "c", "dependsOn": ["z"]}]}
  > END
  $ forge plan check plan.json
  Module c: missing fields: files, verify (at least one)
  step c depends on z, which is not a step
  warning: steps a and b can run at the same time and both may write a.c
  failed plan.json: 2 problems
  [1]
  $ forge plan check - --json < plan.json
  {"ok":false,"errors":[{"type":"schema","message":"Module c: missing fields: files, verify (at least one)","step":"c","line":null},{"type":"unknown_dependency","message":"step c depends on z, which is not a step","step":"c","line":null}],"warnings":[{"type":"file_overlap","steps":["a","b"],"files":["a.c"],"message":"steps a and b can run at the same time and both may write a.c"}],"tiers":[["a","b","c"]],"critical_path":["a"],"max_parallel":2}
  [1]
  $ echo '{ no' | forge plan check -
  Invalid JSON: JSON, line 1, column 4 (byte 4): syntax error while parsing object key - invalid literal; last read: '{ no'; expected string literal
  failed standard input: 1 problem
  [1]

A plan with other line ends is the same plan.

  $ sed 's/$/\r/' "$DATA/two_steps.md" > crlf.md
  $ forge plan check crlf.md
  ok crlf.md: 2 steps in 2 tiers, at most 1 at once
    critical path: one -> two
  $ forge plan check crlf.md --json > crlf.json
  $ forge plan check "$DATA/two_steps.md" --json | diff - crlf.json

Any Markdown is a plan or a list of what is wrong.

  $ echo 'hello' | forge plan check -
  the plan has no steps: write `## Steps`, or `## Changes` with paths
  failed standard input: 1 problem
  [1]
  $ forge plan check missing.md
  forge: read missing.md: No such file or directory
  [2]
  $ forge plan check missing
  forge: no file and no plan `missing`
    hint: forge plan list
  [2]
  $ forge plan check
  forge: plan check: FILE is missing
    hint: FILE: a plan in any format, `-` for standard input, or a plan of this project by number or slug; see forge plan check --help
  [2]
