A milestone of two slices, with what goes wrong on the way. Only what it is made of is compared here; how long it takes is not.

  $ forge demo --milestone --keep ../demo --pace 0 > out; echo "exit $?"
  $ sed -n '/^== /p' out
  $ grep -o 'retries in .* after rate-limit: 429' out | sed 's/in [0-9.]*s/in TIME/'
  $ grep -oE '(mode verify|review) +(failed|asks for changes)[^:]*' out
  $ git -C ../demo/stats log --format=%s forge/run-001
  $ git -C ../demo/stats status --short
  $ cd ../demo/stats && git checkout -q forge/run-001 && ./check >/dev/null; echo "the tests: $?"
  $ ./stats median 9 10 11
  $ HOME=$PWD/.. forge status 1 --tree | sed -n 's/ *\$.*//; 2,5p' | cut -c1-32
