#!/bin/sh
# homes_rule.sh [ROOT]: "where does X happen" has one answer. Each line of the table is a thing done in code and the
# files that may do it, both as extended regular expressions. Prints what is elsewhere, and fails.
set -eu
cd "${1:-.}"
bad=0

# Lines that match PATTERN; comments do not count, nor (unless DATA is set) what stands in a raw string.
# shellcheck disable=SC2016  # awk's, not the shell's
search='
FNR == 1 { raw = "" }
raw != "" && !ENVIRON["DATA"] { if (index($0, raw)) raw = ""; next }
{ line = $0; sub(/(^|[ \t])\/\/.*/, "", line) }
match(line, /R"[A-Za-z_]*\(/) {
  raw = ")" substr(line, RSTART + 2, RLENGTH - 3) "\""
  if (index(substr($0, RSTART + RLENGTH), raw)) raw = ""
}
line ~ ENVIRON["PATTERN"] { print FILENAME ":" FNR ": " $0 }'
files=$(find src \( -name '*.h' -o -name '*.cc' \) | sort)

# home WHAT PATTERN FILES [data]
home() {
  found=$(printf '%s\n' "$files" | grep -vE "$3" | PATTERN=$2 DATA=${4:-} xargs awk "$search")
  [ -n "$found" ] || return 0
  bad=1
  printf '%s\n' "$found" "  ^ $1: only in $3"
}

nowhere='^$'
tests='_test\.cc$|/testing/'

home "child processes" '(^|[^A-Za-z_])(posix_spawnp?|v?fork|exec[lv]p?e?|popen|std::system)\(' '^src/os/process/process[a-z_]*\.cc$'
home "calls that a machine can refuse" '(^|[^A-Za-z_:>])::(open|openat|creat|read|pread|pwrite|rename|renameat|mkdir|mkdirat|unlink|unlinkat|link|symlink|fsync|fdatasync|syncfs|ftruncate|opendir|fdopendir|readdir|flock|mkdtemp|pipe2?|lstat|fstatat)\(' "^src/os/fault\\.cc\$|^src/os/process/(process_start|process_jail|jail_mounts|child_watch|message_pipe|standard_streams)\\.cc\$|$tests"
home "threads" 'std::(thread|jthread|async)\(' "^src/os/thread\\.h\$|$tests"
home "signals to processes" '(^|[^A-Za-z_.>])(kill|killpg|pidfd_send_signal)\(' '^src/os/process/(process[a-z_]*|child_watch)\.cc$'
home "the environment" '(^|[^A-Za-z_])(secure_getenv|getenv|setenv|putenv|environ)([^A-Za-z_]|$)' "^src/os/|$tests"
home "the clock" '_clock::now' "^src/os/|$tests"
home "SQLite" 'sqlite3\.h' '^src/store/'
home "SQL" '(INSERT (OR [A-Z]+ )?INTO|SELECT [^"]*[a-z*)] FROM|UPDATE [a-z_]+ SET|DELETE FROM|(CREATE|ALTER|DROP) (TABLE|INDEX)|PRAGMA [a-z])' '^src/store/' data
home "the schema" '(CREATE|ALTER|DROP) (TABLE|INDEX)' "^src/store/(store|memory/memory|search/search)_schema\\.cc\$|$tests" data
home "rows of the journal" 'INTO journal' "^src/store/journal_table\\.cc\$|$tests" data
home "nlohmann-json" 'nlohmann' '^src/model/json_parse\.cc$'
home "toml++" 'toml\+\+|toml\.hpp' '^src/pipeline/toml\.cc$'
home "CLI11" '<CLI/|CLI::' '^src/surface/cli/args\.cc$'
home "cmark" '<cmark' '^src/text/[a-z_]*\.cc$'
home "yaml-cpp" '<yaml-cpp' '^src/text/formats/yaml\.cc$'
home "libcurl" '<curl/' '^src/agent/native/http_client\.cc$'
home "Boost" '<boost/' '^src/surface/mcp/transport/http_wire\.cc$'
home "cpp-httplib (tests only: it would cost every start a third)" '<httplib' "$nowhere"
home "RE2" '<re2/' '^src/agent/tools/tool_grep\.cc$'
home "OpenSSL" '<openssl/' '^src/base/(sha1|strings)\.cc$'
home "standard output and error" 'std::(cout|cerr|clog|puts|printf|fprintf)|fmt::print|<iostream>' "^src/surface/|^src/base/result\\.cc\$|$tests"
home "amounts of money as text (two digits alone show \$0.004 as nothing)" '[$][{]:[.][0-9]f[}]' '^src/base/amounts\.cc$'
home "std::regex (never: slow to compile, and exponential)" '<regex>|std::regex' "$nowhere"

exit $bad
