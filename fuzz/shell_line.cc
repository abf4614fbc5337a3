// A command line of anybody's: every line is read, in bounded time, and a quoted word stays one word.
#include "text/shell_line.h"

#include <string>

#include "base/result.h"
#include "target.h"

FUZZ_TARGET(shell_line) {
  using namespace forge;
  const auto commands = ReadShellLine(text);
  CHECK(commands.size() <= 1000);
  for (const LineCommand& command : commands) {
    CHECK(command.program().size() <= (command.words.empty() ? 0 : command.words[0].size()));
    for (const ShellRedirect& redirect : command.redirects) CHECK(!redirect.op.empty());
  }
  // Behind a comment nothing is run.
  const std::string_view first = text.substr(0, text.find('\n'));
  CHECK(ReadShellLine("# " + std::string(first)).empty());
}
