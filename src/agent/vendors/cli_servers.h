// A unit's MCP servers in the words of each agent program's configuration. What may be secret is in environment
// variables and never in a command line or a file, except for opencode, whose configuration is itself a variable. Pure.
#pragma once

#include <string>
#include <vector>

#include "agent/vendors/cli_program.h"
#include "agent/vendors/own_servers.h"
#include "model/json.h"

namespace forge {

// The servers that the unit can use.
std::vector<McpServerSpec> UsableServers(const AgentRequest& request);

// With other names where `own` has another server of the name: Codex and opencode merge the two member by member, so
// that one gets the other's variables, headers and tokens, and Codex does not start if only one of them is an address.
std::vector<McpServerSpec> ApartFrom(const std::vector<OwnServer>& own, std::vector<McpServerSpec> servers);

// Claude's file for --mcp-config, with variables in `env`.
Json ClaudeServers(const std::vector<McpServerSpec>& servers, EnvironmentMap& env);
// For --allowedTools: "mcp__box" or "mcp__box__add".
std::vector<std::string> ClaudeServerTools(const std::vector<McpServerSpec>& servers);

// Codex's settings, for `-c`.
std::vector<std::string> CodexServers(const std::vector<McpServerSpec>& servers, EnvironmentMap& env);
// Those that switch off `own` ones, as far as they are not among the unit's.
std::vector<std::string> CodexWithout(const std::vector<OwnServer>& own, const std::vector<McpServerSpec>& servers);

// Gemini's `mcpServers`.
Json GeminiServers(const std::vector<McpServerSpec>& servers, EnvironmentMap& env);

// opencode's `mcp`, in which `own` ones that are not among the unit's are off, and the permissions for their tools.
Json OpencodeServers(const std::vector<McpServerSpec>& servers, const std::vector<OwnServer>& own);
void AddOpencodePermissions(const std::vector<McpServerSpec>& servers, Json& permissions);

}  // namespace forge
