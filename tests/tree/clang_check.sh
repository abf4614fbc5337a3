#!/bin/sh
# clang_check.sh FOLDER [ROOT [HEADER]]: clang accepts every source of src/FOLDER, or of FOLDER, with our warnings. A
# folder's sources are one translation unit and its tests another, so that no two of them define the same name, whatever
# batches the build makes of them.
# clang_check.sh --header ROOT HEADER: makes HEADER, precompiled, of what many files include from the system. Reading it
# takes a tenth of the time that clang needs to read those again for each folder.
# clang_check.sh --each ROOT FILE...: the same of every FILE by itself, without that header.
set -eu
folder=$1 header=${3:-}
cd "${2:-.}"
command -v clang++-19 >/dev/null || { echo "clang_check: clang++-19 is not installed"; exit 77; }

clang() {
  clang++-19 -std=c++23 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror -Wno-deprecated-declarations \
    -Isrc -Itests/llm -Itests/agents '-DFORGE_VERSION=""' '-DFORGE_PROGRAM=""' '-DFORGE_RECALL_DATA=""' "$@"
}

# check FILE...: each by itself.
check() { clang -fsyntax-only ${header:+-include-pch "$header"} "$@"; }

# one FILE...: all of them as one unit.
one() {
  [ $# -gt 0 ] || return 0
  printf '#include "%s"\n' "$@" | check -I. -x c++ -
}

if [ "$folder" = --header ]; then
  { find src -name '*.cc' -o -name '*.h'; } | xargs grep -hoE '^#include <(fmt/|gtest/)?[a-z_]+(\.h)?>' | sort | uniq -c |
    awk '$1 >= 8 { print $2, $3 } END { print "#include <nlohmann/json.hpp>" }' >"$header.h"
  clang -x c++-header -fpch-instantiate-templates -o "$header" "$header.h"
  exit
fi

if [ "$folder" = --each ]; then
  shift 2
  header=
  check "$@"
  exit
fi

# shellcheck disable=SC2046  # file names of ours, without spaces
if [ -d "src/$folder" ]; then
  one $(find "src/$folder" -name '*.cc' ! -name '*_test.cc' ! -path '*/testing/*' | sort)
  one $(find "src/$folder" -name '*_test.cc' -o -path '*/testing/*.cc' | sort)
elif [ "$folder" = bench ] || [ "$folder" = tests/report ]; then
  check $(find "$folder" -name '*.cc' | sort)  # programs, each with a main of its own
else
  one $(find "$folder" -name '*.cc' | sort)
fi
