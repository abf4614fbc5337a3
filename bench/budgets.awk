# budgets.awk LOG: every row of the log of bench/run that has a budget, as a table, with held or missed. A row is: what,
# measured, peer, ratio, budget, with two spaces or more between them. A budget with a unit is one of what was measured,
# one without of the ratio, or of the number if there is no ratio. Rows of Google's benchmark have their budgets here.
function number(text) { sub(/^[^0-9.]*/, "", text); return text + 0 }
function unit(text) { gsub(/[-0-9.<= ]/, "", text); return text }
function in_ms(text) { return number(text) * (unit(text) == "s" ? 1000 : unit(text) == "us" ? 0.001 : 1) }
function judge(what, measured, peer, ratio, budget,    value, verdict) {
  value = unit(budget) == "" && ratio != "" ? number(ratio) : in_ms(measured)
  verdict = value <= in_ms(budget) ? "held" : "missed"
  count[verdict]++
  line[++lines] = sprintf("%-76s %10s %10s %8s  %-9s %s", what, measured, peer, ratio, budget, verdict)
}
/^Check\/.*\/100000[^0-9]/ {
  split($1, name, "/")
  judge("graph check of 100,000 steps: " name[2], $2 $3, "", "", "<= 150ms")
}
/^DecomposeOnly\/10000[^0-9]/ { judge("steps from the changes of 10,000 files", $2 $3, "", "", "<= 100ms") }
/^[^ (].*  / && !/^(Check|DecomposeOnly)\// { group = $0; sub(/  .*/, "", group); sub(/:.*/, "", group) }
/  <= [0-9.]+[a-zA-Z%]*$/ {
  budget = text = $0
  sub(/^.*  <= /, "<= ", budget)
  sub(/ +<= [0-9.]+[a-zA-Z%]*$/, "", text)
  below = sub(/^  +/, "", text)  # a row below another one belongs to it
  n = split(text, field, /   */)
  judge((below ? group ", " : "") field[1], field[2], n >= 4 ? field[3] : "", n >= 4 ? field[4] : "", budget)
}
END {
  print ""
  printf "%-76s %10s %10s %8s  %-9s\n", "budgets", "measured", "peer", "ratio", "budget"
  for (i = 1; i <= lines; i++) print line[i]
  printf "%d budgets held, %d missed\n", count["held"], count["missed"]
}
