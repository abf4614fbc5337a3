// An MCP server whose tools an agent may use: how it is reached, with all names replaced by their values. Knows no
// files.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace forge {

struct McpServerSpec {
  std::string name;                            // its tools are mcp__NAME__TOOL
  std::vector<std::string> command;            // a program that speaks on its standard streams; empty: `url`
  std::string url;                             // or an address that speaks Streamable HTTP
  std::map<std::string, std::string> env;      // of the command; may hold secrets
  std::map<std::string, std::string> headers;  // of the address; may hold secrets
  std::vector<std::string> tools;              // as the server names them; empty: all
  std::int64_t start_ms = 10'000;              // it is there by then, or the unit goes on without it
  std::int64_t call_ms = 60'000;               // of one call
  std::string missing;                         // it cannot be asked at all, and why; empty: it can
};

}  // namespace forge
