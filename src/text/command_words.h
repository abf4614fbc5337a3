// Which code spans of a text are shell commands, and which only name a file, a function or a value. Knows the shapes of
// words, never a disk or a shell.
#pragma once

#include <string_view>

namespace forge {

// `make test`, `CC=clang ./check -q`, `scripts/test.sh`, `pytest`; not `src/a.cc`, `src/a.cc:12`, `read_all()`,
// `x == 1`, `--flag`, `the parser fails` or `2 tests passed`. A program that is not known needs an argument that only a
// command has: a flag, a path, a file, or after it an operator of the shell. A single word is a command if it is a
// program that needs no arguments or a script of the repository. `alone`: the span is a whole item, so that a word like
// `run-tests` is one too.
bool IsCommand(std::string_view code, bool alone = false);

// What is certainly something else: a file or a place in it, a call, a flag.
bool NamesNoCommand(std::string_view code);

}  // namespace forge
