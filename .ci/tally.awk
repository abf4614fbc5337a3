# "N passed, N failed" from ctest's LastTest.log and the fuzzers' log. A GoogleTest program counts as its cases;
# any other test, and each fuzzer, as one.
/^[0-9]+\/[0-9]+ Testing: / { cases = broken = 0 }
/^\[  PASSED  \] [0-9]+ test/ { cases += $4 }
/^\[  FAILED  \] [0-9]+ tests?, listed below/ { broken += $4 }
/^Test Passed\.$/ { passed += cases ? cases : 1 }
/^Test Failed\.$/ { passed += cases; failed += broken ? broken : 1 }
/^fuzz [^ ]+: ok/ { passed++ }
/^fuzz [^ ]+: FAILED/ { failed++ }
END { printf "%d passed, %d failed\n", passed, failed }
