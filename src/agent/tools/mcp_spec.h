// An MCP server whose tools an agent may use, with all variables replaced by their values. Knows no files.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace forge {

struct McpServerSpec {
  std::string name;                            // its tools are mcp__NAME__TOOL
  std::vector<std::string> command;            // a program that uses its standard streams; empty: `url`
  std::string url;                             // or an address for Streamable HTTP
  std::map<std::string, std::string> env;      // of the command; may contain secrets
  std::map<std::string, std::string> headers;  // of the address; may contain secrets
  std::vector<std::string> tools;              // as the server names them; empty: all
  std::int64_t start_ms = 10'000;              // to start; after that the unit continues without it
  std::int64_t call_ms = 60'000;               // of one call
  bool accepts_defaults = false;               // its questions to a person: answered with their defaults, or declined
  // Of an address that wants a login: how we call ourselves there, if not by registration, and where logins are kept.
  std::string client_id, client_secret, client_document;
  std::string logins;   // a directory; empty: it gets no login
  std::string missing;  // why it cannot be used; empty: it can
};

}  // namespace forge
