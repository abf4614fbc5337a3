// The MCP servers that a program's own configuration names, the user's and the project's, so that a unit can do without
// them: these programs add what they are given to what they find. Reads files and changes none.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "agent/vendors/cli_program.h"

namespace forge {

struct OwnServer {
  std::string name;
  std::string transport;           // "command" or "url"; empty: neither
  std::vector<std::string> place;  // the program and its arguments, or the address

  bool operator==(const OwnServer&) const = default;
};

// Of config.toml in its home, in /etc/codex, and in .codex of `cwd` and of what is above. A file that cannot be read
// as TOML names none: the program does not start with it.
std::vector<OwnServer> CodexOwnServers(const EnvironmentMap& environment, const std::string& cwd);
// Of opencode.json, opencode.jsonc and config.json wherever it looks for them.
std::vector<OwnServer> OpencodeOwnServers(const EnvironmentMap& environment, const std::string& cwd);

// JSON with comments, and commas behind the last member, as JSON.
std::string WithoutComments(std::string_view text);

}  // namespace forge
