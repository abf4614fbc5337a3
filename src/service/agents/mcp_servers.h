// mcp.toml: the MCP servers that agents of this project may use, and who gets which. docs/mcp.md describes the file.
// Reaches none of them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "agent/tools/mcp_spec.h"
#include "base/result.h"
#include "pipeline/problem.h"
#include "pipeline/roles.h"
#include "service/project.h"

namespace forge {

struct McpServerEntry {
  McpServerSpec spec;              // values as written: ${NAME} stands for a variable
  std::vector<std::string> roles;  // that get it without naming it
};

struct ParsedMcpServers {
  std::vector<McpServerEntry> servers;
  std::vector<Problem> problems;
};

ParsedMcpServers ParseMcpServers(std::string_view text, const std::string& file);

// All of them, by name, with the values of variables.
Result<std::vector<McpServerEntry>> ListMcpServers(const Machine& machine, const std::optional<Project>& project);
// Where the user's logins to them are kept: private files.
std::string McpLoginsDirectory(const Machine& machine);

// For a unit of this role: those that it names, those it has tools of, and those that name it. The project's file goes
// before the user's, name by name. Never fails: what is unavailable says why (McpServerSpec::missing), and the unit
// continues without it.
std::vector<McpServerSpec> McpServersFor(const Machine& machine, const Project& project, const Role& role);

}  // namespace forge
