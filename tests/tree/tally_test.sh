#!/bin/sh
# .ci/tally.awk counts and names what was skipped, also when ctest's log repeats the output of a test that failed.
# usage: tally_test.sh TREE
set -eu
tree=$(cd "$1" && pwd)
work=$(mktemp -d "${TMPDIR:-/tmp}/forge-tally.XXXXXX")
trap 'rm -rf "$work"' EXIT

output='x_test.cc:3: Skipped
no such program here
[  SKIPPED ] Os.NeedsAProgram (0 ms)
[  PASSED  ] 4 tests.
[  FAILED  ] 1 test, listed below:'
cat >"$work/LastTest.log" <<END
1/3 Testing: os
$output
2/3 Testing: flow_native
skipped: no provider
3/3 Testing: sim
2000 seeds
END
cat >"$work/ctest.log" <<END
1/3 Test #1: os ...............***Failed    0.10 sec
$output

2/3 Test #2: flow_native ......***Skipped   0.10 sec
3/3 Test #3: sim ..............   Passed    0.10 sec
END
awk -f "$tree/.ci/tally.awk" "$work/LastTest.log" "$work/ctest.log" >"$work/told"
cat >"$work/expected" <<'END'
skipped: os (no such program here)
skipped: flow_native (no provider)
5 passed, 1 failed, 2 skipped
END
diff "$work/expected" "$work/told"
