// What a text says was run: never more than it names, and a command that was run is never unsupported.
#include <string>
#include <vector>

#include "base/result.h"
#include "target.h"
#include "text/review/stated_commands.h"

FUZZ_TARGET(stated_commands) {
  using namespace forge;
  const std::vector<std::string> stated = StatedCommands(text);
  CHECK(UnsupportedCommands(text, {}) == stated);
  CHECK(UnsupportedCommands(text, stated).empty());
  for (const std::string& command : stated) CHECK(!command.empty());
  for (const std::string& said : StatedTestsFirst(text)) CHECK(!said.empty() && said.size() <= 501);
}
