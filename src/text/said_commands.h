// What a text says to run, and which code it only speaks of. Knows what sentences with code spans say; what a span
// holds is command_words.h's.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace forge {

struct SaidCommands {
  std::vector<std::string> commands;
  std::vector<std::string> cited;  // code spans that the text only speaks of, or says not to run
};

// A text with code spans, one or more sentences. Each sentence decides for itself. Code is run if what stands around it
// is one of these, and nothing else; docs/plans.md lists them:
//   nothing, or other code joined by a comma or *and*;
//   before it an order (*Run*, *Build with*, *then run*), the name of a check (*Unit tests:*), a proof (*shown by*);
//   behind it what is seen when it runs (*must pass*, *prints ...*), where or when (*after the build*), a remark.
// A denial before the code in its sentence, or of the code behind it, is final, and so is what speaks of a person, of
// others or of some cases. What is not understood is cited, not run. Linear.
SaidCommands ReadSaidCommands(std::string_view text);

}  // namespace forge
