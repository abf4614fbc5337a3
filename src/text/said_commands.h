// What a text says to run, and which code it only speaks of. Knows sentences with code spans, by their shapes
// (said_shapes.h); what a span holds is command_words.h's and check_commands.h's.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace forge {

// Why code of a plan is not run.
enum class SaidWhy {
  kSpokenOf,     // its sentence has none of the shapes
  kMustFail,     // it must end with another exit code than 0
  kChoice,       // "`a` or `b`"
  kPlaceholder,  // `<command>`
  kShips,        // it ships or destroys something, and does not stand alone
  kAbove,        // what stands above it is no order and no name of a check
  kBelow,        // what stands behind or below it says not to
  kNoShell       // a block that lists no commands
};
// What a person can do about it.
std::string AdviceFor(SaidWhy why, std::string_view code);

struct SaidCommands {
  struct Cited {
    std::string code;
    SaidWhy why = SaidWhy::kSpokenOf;
  };
  std::vector<std::string> commands;
  std::vector<Cited> cited;  // not run
};

// A text with code spans, one or more sentences. The code of a sentence is run if the whole sentence has one of the
// shapes that say so, if the sentences without code before it are statements, orders or names of checks, and if no
// sentence beside it speaks against it; what ships or destroys something only if it stands alone. Linear.
SaidCommands ReadSaidCommands(std::string_view text);
// The same of a text in which the sentences without code say what the code proves. A condition is none of them.
SaidCommands ReadSaidProof(std::string_view text);

// Without the prompt in front of it: `$ make`.
std::string_view WithoutPrompt(std::string_view code);

// `<command>`, `make <target>`, `...`, `tbd`, or a comment: `# make`.
bool HoldsPlaceholder(std::string_view code);

}  // namespace forge
