// What a text says to run, and which code it only speaks of. Knows what sentences with code spans say; what a span
// holds is command_words.h's and check_commands.h's.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace forge {

struct SaidCommands {
  std::vector<std::string> commands;
  std::vector<std::string> cited;  // code that the text only speaks of, or says not to run
};

// A text with code spans, one or more sentences. Each sentence decides for itself, by a closed list (docs/plans.md has
// the table). Code is run
//   if it stands alone, or joined to other code by a comma or *and*;
//   if all words around it are neutral (said_words.h): an order, the name of a check, an outcome;
//   with other words around it only if it says itself that it checks something (check_commands.h), and none of the
//   words denies or limits it or names others.
// What ships or destroys something is run only alone. A sentence that denies takes back the one before. All else is
// cited. Linear.
SaidCommands ReadSaidCommands(std::string_view text);

// A line without backticks that is a command in all its words, and ships nothing: `make test`, not `make test must
// pass`.
bool IsPlainCommand(std::string_view line);

}  // namespace forge
