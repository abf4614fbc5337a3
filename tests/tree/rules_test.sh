#!/bin/sh
# The rules can fail: each is tried on a small tree that keeps it, then on that tree with one thing wrong.
set -eu
rules=$(cd "$(dirname "$0")" && pwd)
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
bad=0

# fill: a small tree that keeps all rules.
fill() {
  rm -rf "${tree:?}"/*
  for folder in base os model text graph pipeline engine store service surface/cli; do mkdir -p "$tree/src/$folder"; done
  mkdir -p "$tree/docs"
  cat >"$tree/CMakeLists.txt" <<'END'
forge_folder(base)
forge_folder(store engine os)
END
  put src/base/result.h '// Purpose.' '#include <string>'
  put src/os/process/process.cc '#include <unistd.h>' '#include "base/result.h"' 'int Spawn() { return posix_spawnp(); }'
  put src/engine/state.h '// Purpose.' '#include "pipeline/pipeline.h"'
  put src/engine/core.cc '#include "engine/state.h"' '#include "graph/graph.h"'
  put src/engine/control.cc '#include "engine/state_change.h"'
  put src/engine/run_loop.cc '#include "engine/core.h"' '#include "text/gates.h"'
  put src/store/sqlite.cc '#include <sqlite3.h>' '#include "engine/ports.h"' '#include "os/files/files.h"' 'q("SELECT a FROM b");'
  put src/service/start.cc '#include "store/store.h"  // fork() is mentioned here only'
  put src/service/sample.cc 'auto a = R"x(' '#include "a.h"' 'fork();' '#include <regex>' ')x";' '#include "base/result.h"'
  put src/surface/cli/main.cc '#include "os/system.h"' '#include "service/start.h"'
  put src/surface/cli/serve.cc '#include "surface/mcp/server.h"' '#include "surface/view/rows.h"'
  put src/surface/mcp/server.cc '#include "surface/view/rows.h"'
  put packages.txt '# Packages.' '[build]' 'git' '[test]' 'make' '[bench]' 'nodejs'
  # shellcheck disable=SC2016  # expanded by the script, were it run
  put tests/a_test.sh '#!/bin/sh' '# strange words in a comment' 'name=$(echo "a $(cat b)" | tr -d x) # strange' \
    'helper() { git "$@" | sed "s/a/b/; strange"; }' 'case $name in strange) helper ;; b | c) : ;; esac' 'helper >strange' \
    'cat <<END' 'strange words' 'END' 'timeout 5 git log || { awk "{ strange }" a; }' "sh -c 'cat a; git log'" '"$name" strange'
  put tests/cli/cases/a.t 'Prose is strange.' '' '  $ cat a | wc -l' '  strange' '  $ forge run > out'
  put tests/make_test.sh 'echo all: >Makefile'
  put src/base/a_test.cc 'Command a; a.argv = {"git", "log"}; auto b = ShellCommand("cat x");' \
    'EXPECT_EQ(Sh(root() + "/x", "git log; echo \"strange (words\" |"' '  " cat"), "odd words");'
  put src/text/a.cc 'namespace forge {' 'struct Twice {};' '}  // namespace forge'
  put src/text/c.cc 'namespace forge {' 'namespace {' 'struct Twice {};' '}  // namespace' 'class Twice;' '}  // namespace forge'
  put src/base/page.cc '// Described in docs/a.md.'
  # shellcheck disable=SC2016  # Markdown
  put docs/a.md '# A title, with `code`' '[self](#a-title-with-code) [b](../README.md#two-words) `[no](link.md)`' \
    '[web](https://example.org/x)' '```' '[no](link.md)' '```'
  # shellcheck disable=SC2016  # Markdown
  put README.md '# Hello' '## Two words' '[a](docs/a.md) ![picture](docs/a.md "title") `src/base/page.cc`'
}

# put FILE LINE...
put() {
  file=$tree/$1
  shift
  mkdir -p "${file%/*}"
  printf '%s\n' "$@" >"$file"
}

# breaks RULE WORDS FILE LINE...: with FILE so, RULE fails and its output has WORDS.
breaks() {
  rule=$1 words=$2
  shift 2
  fill
  put "$@"
  if output=$("$rules/${rule}_rule.sh" "$tree" 2>&1); then
    echo "$rule did not see: $*"
    bad=1
  elif ! printf '%s\n' "$output" | grep -qF -- "$words"; then
    printf '%s said of "%s":\n%s\n' "$rule" "$*" "$output"
    bad=1
  fi
}

for rule in "$rules"/*_rule.sh; do
  fill
  "$rule" "$tree" || { echo "$rule fails on a tree that keeps it"; bad=1; }
done

breaks includes 'base must not include model/json.h' src/base/a.h '// Purpose.' '#include "model/json.h"'
breaks includes 'engine must not include store/store.h' src/engine/a.cc '#include "store/store.h"'
breaks includes 'engine must not include os/files/files.h' src/engine/a.cc '#include "os/files/files.h"'
breaks includes 'store must not include agent/role.h' src/store/a.cc '  #  include "agent/role.h"'
breaks includes 'service must not include surface/cli/a.h' src/service/a.cc '#include "surface/cli/a.h"'
breaks includes 'surface must not include os/files/files.h' src/surface/cli/run.cc '#include "os/files/files.h"'
breaks includes 'surface/mcp must not include surface/cli/output.h' src/surface/mcp/tools/a.cc '#include "surface/cli/output.h"'
breaks includes 'surface/hook must not include surface/cli/a.h' src/surface/hook/a.cc '#include "surface/cli/a.h"'
breaks includes 'surface/view must not include surface/chat/a.h' src/surface/view/a.h '// Purpose.' '#include "surface/chat/a.h"'
breaks includes 'is a twin for tests' src/engine/a.cc '#include "engine/testing/world.h"'
breaks includes 'is not written from src/' src/base/a.cc '#include "result.h"'
breaks includes 'belongs to src/os' src/service/a.cc '#include <sys/wait.h>'
breaks includes 'belongs to src/os' src/store/a_test.cc '#include <unistd.h>'
breaks includes 'against the arrow' CMakeLists.txt 'forge_folder(base model)'
breaks includes 'src/engine/core.cc must not see it' src/engine/core.cc '#include "text/gates.h"'
breaks includes 'src/engine/core.cc must not see it' src/engine/state.h '// Purpose.' '#include "text/gates.h"'
breaks includes 'src/engine/core.cc must not see it' src/engine/state.cc '#include "text/gates.h"'
breaks includes 'src/engine/control.cc must not see it' src/engine/control.cc '#include "engine/state_change.h"' '#include "text/plan/plan.h"'

breaks homes 'child processes' src/service/a.cc 'if (fork() == 0) return;'
breaks homes 'child processes' src/os/files/files.cc 'return ::posix_spawn(a);'
breaks homes 'calls that a machine can refuse' src/os/files/files.cc 'if (::unlink(path) == 0) return {};'
breaks homes 'threads' src/verify/a.cc 'others_ = std::jthread([] {});'
breaks homes 'signals to processes' src/service/a.cc '::kill(pid, 9);'
breaks homes 'the environment' src/text/a.cc 'auto x = std::getenv("X");'
breaks homes 'the clock' src/engine/a.cc 'auto t = std::chrono::steady_clock::now();'
breaks homes 'SQLite' src/service/a.cc '#include <sqlite3.h>'
breaks homes 'SQL: only' src/service/a.cc 'q("INSERT INTO runs VALUES (1)");'
breaks homes 'SQL: only' src/service/a.cc 'q("SELECT id FROM runs");'
breaks homes 'SQL: only' src/service/a.cc 'q("UPDATE runs SET a = 1");'
breaks homes 'SQL: only' src/service/a.cc 'q(R"(' 'DELETE FROM runs)");'
breaks homes 'child processes' src/service/a.cc 'auto a = R"(' 'text)"; auto b = R"(one)";' 'fork();'
breaks includes 'must not include' src/text/a.cc 'auto a = R"(' ')";' '#include "os/files/files.h"'
breaks homes 'the schema' src/store/sqlite.cc 'q("CREATE TABLE a (b)");'
breaks homes 'rows of the journal' src/store/sqlite.cc 'q("INSERT INTO journal VALUES (1)");'
breaks homes 'nlohmann-json' src/model/json.h '// Purpose.' '#include <nlohmann/json.hpp>'
breaks homes 'toml++' src/pipeline/load.h '// Purpose.' '#include <toml++/toml.h>'
breaks homes 'CLI11' src/service/a.cc '#include <CLI/CLI.hpp>'
breaks homes 'cmark' src/text/a.h '// Purpose.' '#include <cmark.h>'
breaks homes 'OpenSSL' src/text/a.cc '#include <openssl/sha.h>'
breaks homes 'libcurl' src/service/a.cc '#include <curl/curl.h>'
breaks homes 'Boost' src/surface/mcp/transport/http_server.cc '#include <boost/beast/core.hpp>'
breaks homes 'RE2' src/service/a.cc '#include <re2/re2.h>'
breaks homes 'standard output' src/service/a.cc 'std::cerr << "x";'
breaks homes 'amounts of money' src/surface/cli/a.cc 'Line(fmt::format("${:.2f}", usd));'
breaks homes 'std::regex' src/surface/cli/a.cc '#include <regex>'

breaks links 'no such file: docs/b.md' docs/c.md '[b](b.md)'
breaks links 'no such file: x.md' README.md 'text [a](docs/a.md), [b](./x.md#there)'
breaks links 'src/base/a.h:2: no such file: docs/states.md' src/base/a.h '// Purpose.' '// Pictures: docs/states.md.'
# shellcheck disable=SC2016  # Markdown
breaks links 'no such file: src/base/gone.cc' docs/c.md 'Done in `src/base/gone.cc`.'
breaks links 'no such heading: README.md#three' docs/c.md '[b](../README.md#three)'
breaks links 'no such heading: docs/c.md#x' docs/c.md '# Y' '[b](#x)'

# shellcheck disable=SC2016  # shell text, not ours to expand
programs_rule_breaks() {
  breaks programs 'tests/b.sh:2: starts `strange`, which is in no list' tests/b.sh '#!/bin/sh' 'strange words'
  breaks programs 'tests/b.sh:1: starts `strange`' tests/b.sh 'cat a | strange'
  breaks programs 'tests/b.sh:1: starts `strange`' tests/b.sh 'if a=1 strange "x"; then :; fi'
  breaks programs 'tests/b.sh:1: starts `strange`' tests/b.sh 'echo "it is $(strange)"'
  breaks programs 'tests/b.sh:2: starts `strange`' tests/b.sh 'case $a in' 'b) strange ;; esac'
  breaks programs 'tests/b.sh:1: starts `strange`' tests/b.sh 'find . | xargs -P "$a" -n 1 strange'
  breaks programs 'tests/b.sh:2: starts `strange`' tests/b.sh "sh -c 'true" "strange'"
  breaks programs 'tests/b.sh:3: starts `strange`' tests/b.sh "cat >a <<'END'" '#!/bin/sh' 'strange' 'END'
  breaks programs 'tests/b.sh:1: starts `strange`' tests/b.sh 'command -v strange || exit 77'
  breaks programs 'dev:1: starts `strange`' dev '(cd build && strange)'
  breaks programs 'tests/cli/cases/b.t:3: starts `strange`' tests/cli/cases/b.t 'Prose.' '' '  $ echo a; strange'
  breaks programs 'src/base/b_test.cc:1: starts `strange`' src/base/b_test.cc 'command.argv = {"strange", "-v"};'
  breaks programs 'src/base/b_test.cc:2: starts `strange`' src/base/b_test.cc 'TEST(A, B) {' 'EXPECT_EQ(Sh(root() + "/x", "git log;"' \
    '  " strange a"), "odd words");'
  breaks programs 'has `nodejs`' tests/b.sh 'node -e 0'
  breaks programs 'has `make`' packages.txt '[build]' 'git' '[bench]' 'make'
}
programs_rule_breaks

breaks shape 'longer than 450 lines' src/base/a.cc "$(yes '//' | head -n 451)"
breaks shape 'longer than 650 lines' src/base/b_test.cc "$(yes '//' | head -n 651)"
breaks shape 'begins with its purpose' src/base/a.h '#pragma once'
breaks shape 'write it down as an issue' src/base/a.cc '// TODO: more'
breaks shape 'write it down as an issue' src/base/a.cc 'int a;  // FIXME'

breaks types 'src/text/b.h:3: forge::Twice is defined in src/text/a.cc too' src/text/b.h '// Purpose.' 'namespace forge {' \
  'enum class Twice { a };' '}  // namespace forge'
breaks types 'src/text/b.cc:3: forge::Twice is defined in src/text/a.cc too' src/text/b.cc 'namespace forge {' 'class Other;' \
  'class Twice : public Base {' '};' '}  // namespace forge'

breaks types 'src/text/result.h:1: there is a src/base/result.h too' src/text/result.h '// Purpose.'

# clang_check.sh sees a name that two files of a folder define, in batches or not.
if command -v clang++-19 >/dev/null; then
  rm -rf "${tree:?}"/*
  put src/base/a.cc 'namespace { int Twice() { return 1; } }' 'int A();' 'int A() { return Twice(); }'
  "$rules/clang_check.sh" base "$tree" || { echo "clang_check fails on a tree that keeps it"; bad=1; }
  put src/base/b.cc 'namespace { int Twice() { return 2; } }' 'int B();' 'int B() { return Twice(); }'
  ! "$rules/clang_check.sh" base "$tree" 2>/dev/null || { echo "clang_check did not see a name defined twice"; bad=1; }
fi

[ $bad = 0 ] && echo "every rule holds and can fail"
exit $bad
