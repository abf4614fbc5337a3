The whole flow. Only what it is made of is compared here; how long it takes is not.

  $ forge demo --keep ../demo --pace 0 > out; echo "exit $?"
  exit 0
  $ grep -c 'scripted' out
  1
  $ sed -n '/^== /p' out
  == the run waits for your answer: Build this plan?
  == the report
  == git log --oneline --stat main..forge/run-001
  == where things are
  $ grep -oE '(plan|audit|approve|validate|review|implement|commit)[a-z-]*( #[0-9])? +(asks for changes|failed|approved|passed)[^:]*' out
  audit                   asks for changes (round 1 of 3)
  audit #2                approved
  review                  approved
  $ git -C ../demo/stats log --format=%s forge/run-001
  docs: Add median and mode to the statistics library, with tests
  mode: add mode
  median: add median
  A small statistics library
  $ git -C ../demo/stats status --short
  ?? .forge/
  $ cd ../demo/stats && git checkout -q forge/run-001 && ./check > /dev/null; echo "the tests: $?"
  the tests: 0
  $ cd ../../repo
  $ forge demo --keep ../demo
  forge: REPO/../demo is not empty
    hint: name a directory that does not exist yet
  [1]
  $ forge demo --pace x
  forge: demo: --pace: invalid value `x`
    hint: wanted a whole number, 0 or more
  [2]
  $ forge demo --json
  forge: demo: unknown option `--json`
    hint: see forge demo --help
  {"error":{"code":"invalid","message":"demo: unknown option `--json`","hint":"see forge demo --help"}}
  [2]
