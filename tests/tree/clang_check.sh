#!/bin/sh
# clang_check.sh FOLDER [ROOT]: clang accepts every source of src/FOLDER, or of FOLDER, with our warnings. A folder's
# sources are one translation unit and its tests another, so that no two of them define the same name, whatever batches
# the build makes of them.
set -eu
folder=$1
cd "${2:-.}"
command -v clang++-19 >/dev/null || { echo "clang_check: clang++-19 is not installed"; exit 77; }

clang() {
  clang++-19 -std=c++23 -fsyntax-only -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror -Wno-deprecated-declarations \
    -Isrc -Itests/llm -Itests/agents '-DFORGE_VERSION=""' '-DFORGE_PROGRAM=""' '-DFORGE_RECALL_DATA=""' "$@"
}

# one FILE...: all of them as one unit.
one() {
  [ $# -gt 0 ] || return 0
  printf '#include "%s"\n' "$@" | clang -I. -x c++ -
}

# shellcheck disable=SC2046  # file names of ours, without spaces
if [ -d "src/$folder" ]; then
  one $(find "src/$folder" -name '*.cc' ! -name '*_test.cc' ! -path '*/testing/*' | sort)
  one $(find "src/$folder" -name '*_test.cc' -o -path '*/testing/*.cc' | sort)
elif [ "$folder" = bench ]; then
  clang $(find bench -name '*.cc' | sort)  # programs, each with a main of its own
else
  one $(find "$folder" -name '*.cc' | sort)
fi
