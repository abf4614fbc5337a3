#!/bin/sh
# types_rule.sh [ROOT]: a type name means one type. No class, struct or enum of one namespace is defined in two files,
# because the linker keeps one destructor for both. Nested types and anonymous namespaces may repeat a name.
# Nor do two headers of src have one name: a reader would open the wrong one. Prints the second definition, and fails.
set -eu
cd "${1:-.}"
# shellcheck disable=SC2046  # file names of ours, without spaces
set -- $(find src tests bench fuzz \( -name '*.h' -o -name '*.cc' \) 2>/dev/null | sort)

awk '
FNR == 1 { raw = ""; depth = hidden = 0; scope = "" }
FNR == 1 && FILENAME ~ /^src\/.*\.h$/ {
  base = FILENAME; sub(/.*\//, "", base)
  if (base in header) { print FILENAME ":1: there is a " header[base] " too"; bad = 1 }
  header[base] = FILENAME
}
raw != "" { if (index($0, raw)) raw = ""; next }
match($0, /R"[A-Za-z_]*\(/) {
  raw = ")" substr($0, RSTART + 2, RLENGTH - 3) "\""
  if (index(substr($0, RSTART + RLENGTH), raw)) raw = ""
}
/^namespace .*\{/ {
  before[++depth] = scope
  if ($2 == "{") ++hidden; else scope = scope $2 "::"
  was[depth] = $2
}
/^}  \/\/ namespace/ && depth > 0 { if (was[depth] == "{") --hidden; scope = before[depth--] }
/^(struct|class|enum) [A-Za-z_]/ && hidden == 0 && !/^[a-z ]+ [A-Za-z_0-9]+::/ && (/\{/ || !/;$/) {
  name = $2 == "class" || $2 == "struct" ? $3 : $2
  gsub(/[^A-Za-z_0-9].*/, "", name)
  if ((scope name) in home && home[scope name] != FILENAME) {
    print FILENAME ":" FNR ": " scope name " is defined in " home[scope name] " too"
    bad = 1
  }
  home[scope name] = FILENAME
}
END { exit bad }' "$@"
