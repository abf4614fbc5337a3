# tally.awk LastTest.log ctest.log: what was skipped and why, then "N passed, N failed, N skipped". A GoogleTest program
# counts as its cases; any other test as one. The verdicts are ctest.log's: LastTest.log calls a test that could not
# start passed. A skipped test says why: "skipped: REASON", or GoogleTest's "Skipped" with the reason on the next line.
# ctest.log repeats the output of tests that failed, without their names: of that file only the verdicts are read.
function skip(test, reason,    key) {
  if (reason == "") reason = "no reason given"
  key = test SUBSEP reason
  if (!(key in times)) order[++kinds] = key
  times[key]++
  skipped++
}
FNR < NR && !/^ *[0-9]+\/[0-9]+ Test +#[0-9]+: / { next }
/^[0-9]+\/[0-9]+ Testing: / { name = $3; why = "" }
/^skipped: / { said[name] = substr($0, 10) }
/^\[  PASSED  \] [0-9]+ test/ { good[name] += $4; cases[name] = 1 }
/^\[  FAILED  \] [0-9]+ tests?, listed below/ { broken[name] += $4 }
/^\[  SKIPPED \] .* \([0-9]+ ms\)$/ { skip(name, why) }
after_skip { why = $0; after_skip = 0 }
/: Skipped$/ { after_skip = 1 }
/^ *[0-9]+\/[0-9]+ Test +#[0-9]+: / {
  sub(/^.*#[0-9]+: /, "")
  if (/\*\*\*Skipped/) skip($1, said[$1])
  else if (/ Passed +[0-9.]+ sec/) passed += cases[$1] ? good[$1] : 1
  else { passed += good[$1]; failed += broken[$1] ? broken[$1] : 1 }
}
END {
  for (i = 1; i <= kinds; i++) {
    split(order[i], part, SUBSEP)
    printf "skipped: %s%s (%s)\n", part[1], (times[order[i]] > 1 ? " x" times[order[i]] : ""), part[2]
  }
  printf "%d passed, %d failed, %d skipped\n", passed, failed, skipped
}
