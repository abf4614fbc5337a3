// A role as data: who does a stage. docs/roles.md describes the file format. Does not know which program or model
// plays it, nor where the files are.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/json.h"
#include "pipeline/problem.h"

namespace forge {

struct Role {
  std::string name;
  std::string about;                 // one line for lists
  std::string persona;               // what the agent is told it is
  bool writes = false;               // may change files; a role that does not gets a read-only workspace
  bool network = true;               // its commands, and agents that are programs of one's own, may reach it
  std::string tier, effort;          // unless the stage says otherwise; empty: the runtime's default
  std::vector<std::string> tools;    // what it may use: by default Read, Glob, Grep, and for writers all
  std::vector<std::string> servers;  // MCP servers whose tools it has, by their names in mcp.toml
  Json result_schema;                // of its result block (text/review/result_block.h); null: any object
  std::string origin;                // file it came from, or "built-in"
  bool operator==(const Role&) const = default;
};

struct ParsedRole {
  std::optional<Role> role;  // absent only when the text is not TOML
  std::vector<Problem> problems;
};

// All problems of the file at once, as with pipelines.
ParsedRole ParseRole(std::string_view text, const std::string& file);

// Those compiled in.
std::vector<std::string> BuiltinRoleNames();
std::optional<Role> FindBuiltinRole(std::string_view name);

}  // namespace forge
