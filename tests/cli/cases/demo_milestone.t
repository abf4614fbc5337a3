A milestone of two slices, with what goes wrong on the way. Only what it is made of is compared here; how long it takes is not.

  $ forge demo --milestone --keep ../demo --pace 0 > out; echo "exit $?"
  exit 0
  $ sed -n '/^== /p' out
  == the run waits for your answer: Is this the roadmap?
  == the report
  == git log --oneline --stat main..forge/run-001
  == where things are
  $ grep -o 'retries in .* after rate-limit: 429' out | sed 's/in [0-9.]*s/in TIME/'
  retries in TIME after rate-limit: 429
  $ grep -oE '(mode verify|review) +(failed|asks for changes)[^:]*' out
  mode verify       failed
  review            asks for changes (round 1 of 2)
  $ git -C ../demo/stats log --format=%s forge/run-001
  plan-001 program: add the program stats
  plan-001 functions: add median and mode
  A small statistics library
  $ git -C ../demo/stats status --short
  ?? .forge/
  $ cd ../demo/stats && git checkout -q forge/run-001 && ./check >/dev/null; echo "the tests: $?"
  the tests: 0
  $ ./stats median 9 10 11
  10
  $ HOME=$PWD/.. forge status 1 --tree | sed -n 's/ *\$.*//; 2,5p' | cut -c1-32
  run 1                 completed
  |- functions (run 2)  completed
  `- program (run 3)    completed
