// The agents that speak ACP and that Forge knows by name: presets/acp.toml. Starts nothing.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "agent/vendors/cli_program.h"
#include "base/result.h"

namespace forge {

struct AcpProgram {
  std::string name;  // after "acp:"
  std::vector<std::string> command;
  std::string install, tested;
  std::string shares;  // the program of cli_program.h whose login and settings it uses; empty: none
  std::string log_in;
  std::string model_flag;
  std::vector<std::string> env;   // NAME=VALUE
  std::vector<std::string> keys;  // "METHOD VARIABLE"
  std::vector<std::string> read_modes, write_modes, sandboxed_modes;
  bool own_files = false;
  std::string usage;  // "exact", "partial"; empty: unknown

  const CliProgram* vendor() const { return FindCliProgram(shares); }
};

const std::vector<AcpProgram>& AcpPrograms();

// What `acp:REST` starts: one of them, a path of one of them with or without arguments, or any command line.
struct AcpCommand {
  std::vector<std::string> argv;
  bool shell = false;
  std::string program;  // what must exist; empty if only a shell knows
  AcpProgram known;     // without a name if it is none of them
  std::string name;     // "acp:gemini", "acp:my-agent"
};
Result<AcpCommand> ReadAcpCommand(const std::string& rest, const std::string& base_directory);

}  // namespace forge
