// The `command` runtime: any program, prompt on its standard input, final message on its standard output.
// docs/agents.md describes its input and output.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "agent/runtime.h"
#include "base/result.h"

namespace forge {

// How a line is started: directly, or by a shell if it needs one.
struct CommandLine {
  std::vector<std::string> argv;
  bool shell = false;
  std::string program;  // what must exist; empty if only the shell knows
};

// A relative program ("./agent.sh") starts at `base_directory`; its arguments are relative to the unit's directory.
Result<CommandLine> ReadCommandLine(std::string_view line, const std::string& base_directory);

// The final message: what the program printed without its lines `FORGE-USAGE {...}`.
std::string WithoutUsage(std::string_view out);

Result<std::unique_ptr<Runtime>> MakeCommandRuntime(const std::string& line, const std::string& base_directory);

}  // namespace forge
