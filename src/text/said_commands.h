// What one line says to run, and which code it only speaks of. Knows the words around code spans; what a span holds is
// command_words.h's.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace forge {

struct SaidCommands {
  std::vector<std::string> commands;
  std::vector<std::string> cited;  // code spans that the line only speaks of
};

// A line with code spans. To be run are the span that begins it, those that a comma, *and* or a semicolon joins to it,
// and a span that the line says to run ("Run `x`", "Unit tests: `x`", "..., then run `x`", "shown by `x`"). What comes
// later in the sentence is cited: "`cmd` prints `one`", "`cmd` (as `x.sh` does)". So is a script that the sentence is
// about: "`x.sh` is not changed", "Keep `x.sh` as it is". Linear.
SaidCommands ReadSaidCommands(std::string_view line);

// Does the line end within a sentence about code, so that the next one goes on with it?
bool SaysMore(std::string_view line);

}  // namespace forge
