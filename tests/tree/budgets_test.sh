#!/bin/sh
# bench/budgets.awk finds every row with a budget in the log of bench/run, and says whether it is held.
# usage: budgets_test.sh TREE
set -eu
tree=$(cd "$1" && pwd)
work=$(mktemp -d "${TMPDIR:-/tmp}/forge-budgets.XXXXXX")
trap 'rm -rf "$work"' EXIT
row() { printf '%-58s %12s %12s %8s  %s\n' "$1" "$2" "$3" "$4" "$5"; }
{
  row what forge peer ratio budget
  row "units / ninja" 12.5s 10.0s 1.25 "<= 1.30"
  row "a step, 4 at a time: CPU / bare git" 31ms 15ms 2.07 "<= 2.00"
  row "  wall / bare git" 90ms 10ms 9.00 ""
  row "  git processes" 9.5 "" "" "<= 10"
  row "forge --version" 3.10ms "" "" "<= 3ms"
  row "  resident size" 6.8MB "" "" "<= 10MB"
  row "journal rows per second" 5900/s "" "" ""
  row "a fold" 0.149s "" "" "<= 150ms"
  row "runs that wait" 0.80% "" "" "<= 1%"
  echo "Check/layers/100000/iterations:3        107 ms          105 ms            3"
  echo "Check/layers/10000/iterations:3          10 ms           10 ms           30"
  echo "DecomposeOnly/10000                     135 ms          135 ms            5"
  echo "(graph took 3 s)"
} >"$work/log"
awk -f "$tree/bench/budgets.awk" "$work/log" | sed -E 's/ +/ /g' >"$work/told"
cat >"$work/expected" <<'END'

budgets measured peer ratio budget 
units / ninja 12.5s 10.0s 1.25 <= 1.30 held
a step, 4 at a time: CPU / bare git 31ms 15ms 2.07 <= 2.00 missed
a step, 4 at a time, git processes 9.5 <= 10 held
forge --version 3.10ms <= 3ms missed
forge --version, resident size 6.8MB <= 10MB held
a fold 0.149s <= 150ms held
runs that wait 0.80% <= 1% held
graph check of 100,000 steps: layers 107ms <= 150ms held
steps from the changes of 10,000 files 135ms <= 100ms missed
6 budgets held, 3 missed
END
diff "$work/expected" "$work/told"
