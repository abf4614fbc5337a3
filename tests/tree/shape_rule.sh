#!/bin/sh
# shape_rule.sh [ROOT]: how a source file looks. No file of the program is longer than 450 lines and no test longer than
# 650, src has no work left for later, and a header begins with its purpose. Prints what does not hold, and fails.
set -eu
cd "${1:-.}"
# shellcheck disable=SC2046  # file names of ours, without spaces
set -- $(find src tests bench fuzz \( -name '*.h' -o -name '*.cc' \) 2>/dev/null | sort)

awk '
function complain(why) { print FILENAME ":" FNR ": " why; bad = 1 }
FNR == 1 && /^$/ { complain("empty first line") }
FNR == 1 && FILENAME ~ /\.h$/ && !/^\/\/ ./ { complain("a header begins with its purpose, in a comment") }
FNR == 1 { most = FILENAME ~ /^src\// && FILENAME !~ /(_test\.cc$|\/testing\/)/ ? 450 : 650 }
FNR == most + 1 { complain("longer than " most " lines: it has two jobs") }
/(^|[^A-Za-z0-9_])(TODO|FIXME|XXX)([^A-Za-z0-9_]|$)/ && FILENAME ~ /^src\// { complain("do it, or write it down as an issue") }
END { exit bad }' "$@"
