#!/bin/sh
# homes_rule.sh [ROOT]: "where does X happen" has one answer. Each line of the table is a thing done in code and the
# files that may do it (both are extended regular expressions; comments do not count). Prints what is elsewhere, and fails.
set -eu
cd "${1:-.}"
bad=0

# shellcheck disable=SC2016  # awk's, not the shell's
search='{ line = $0; sub(/(^|[ \t])\/\/.*/, "", line) } line ~ ENVIRON["PATTERN"] { print FILENAME ":" FNR ": " $0 }'

# home WHAT PATTERN FILES
home() {
  found=$(find src \( -name '*.h' -o -name '*.cc' \) | sort | grep -vE "$3" |
    PATTERN=$2 xargs awk "$search")
  [ -n "$found" ] || return 0
  bad=1
  printf '%s\n' "$found" "  ^ $1: only in $3"
}

nowhere='^$'
tests='_test\.cc$|/testing/'

home "child processes" '(^|[^A-Za-z_])(posix_spawnp?|v?fork|exec[lv]p?e?|popen|std::system)\(' '^src/os/process[a-z_]*\.cc$'
home "signals to processes" '(^|[^A-Za-z_.>])(kill|killpg|pidfd_send_signal)\(' '^src/os/process[a-z_]*\.cc$'
home "the environment" '(^|[^A-Za-z_])(secure_getenv|getenv|setenv|putenv|environ)([^A-Za-z_]|$)' "^src/os/|$tests"
home "the clock" '_clock::now' '^src/os/'
home "SQLite" 'sqlite3\.h' '^src/store/'
home "SQL" '(INSERT (OR [A-Z]+ )?INTO|SELECT [^"]*[a-z*)] FROM|UPDATE [a-z_]+ SET|DELETE FROM|(CREATE|ALTER|DROP) (TABLE|INDEX)|PRAGMA [a-z])' '^src/store/'
home "nlohmann-json" 'nlohmann' '^src/model/json[a-z_]*\.cc$'
home "toml++" 'toml\+\+|toml\.hpp' '^src/(pipeline|agent|service)/[a-z_]*\.cc$'
home "CLI11" '<CLI/|CLI::' '^src/surface/'
home "cmark" '<cmark' '^src/text/[a-z_]*\.cc$'
home "OpenSSL" '<openssl/' '^src/base/[a-z_]*\.cc$'
home "standard output and error" 'std::(cout|cerr|clog|puts|printf|fprintf)|fmt::print|<iostream>' "^src/surface/|^src/base/result\\.cc\$|$tests"
home "std::regex (never: slow to compile, and exponential)" '<regex>|std::regex' "$nowhere"

exit $bad
