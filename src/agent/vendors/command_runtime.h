// The `command` runtime: any program, prompt on its standard input, final message on its standard output.
// docs/agents.md describes what the program sees and may say.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "agent/runtime.h"
#include "base/result.h"

namespace forge {

// How a line is started: as it is, or by a shell when it needs one.
struct CommandLine {
  std::vector<std::string> argv;
  bool shell = false;
  std::string program;  // what must exist; empty when only the shell can tell
};

// A relative program ("./agent.sh") counts from `base_directory`; its arguments from wherever the unit runs.
Result<CommandLine> ReadCommandLine(std::string_view line, const std::string& base_directory);

// The final message without the `FORGE-USAGE {...}` line it may end with, and what that line reports.
struct MessageWithUsage {
  std::string text;
  Usage usage;
};
MessageWithUsage SplitUsage(std::string_view out);

Result<std::unique_ptr<Runtime>> MakeCommandRuntime(const std::string& line, const std::string& base_directory);

}  // namespace forge
