# tally.awk LastTest.log ctest.log fuzz.log: "N passed, N failed". A GoogleTest program counts as its cases; any other
# test, and each fuzzer, as one. The verdicts are ctest.log's: LastTest.log calls a test that could not start passed.
/^[0-9]+\/[0-9]+ Testing: / { name = $3 }
/^\[  PASSED  \] [0-9]+ test/ { good[name] += $4 }
/^\[  FAILED  \] [0-9]+ tests?, listed below/ { broken[name] += $4 }
/^ *[0-9]+\/[0-9]+ Test +#[0-9]+: / {
  sub(/^.*#[0-9]+: /, "")
  if (/ Passed +[0-9.]+ sec/) passed += good[$1] ? good[$1] : 1
  else { passed += good[$1]; failed += broken[$1] ? broken[$1] : 1 }
}
/^fuzz [^ ]+: ok/ { passed++ }
/^fuzz [^ ]+: FAILED/ { failed++ }
END { printf "%d passed, %d failed\n", passed, failed }
