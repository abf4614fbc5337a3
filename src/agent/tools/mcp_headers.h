// The arguments that a tool wants repeated in HTTP headers (x-mcp-header), and how values are written there. Pure.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "agent/tools/mcp_transport.h"
#include "base/result.h"
#include "model/json.h"

namespace forge {

struct McpMirror {
  std::vector<std::string> path;  // of the argument: names of members, from the outside in
  std::string header;             // "Mcp-Param-Region"
};

// Those of a tool with this schema. The error says what is wrong with it; such a tool must not be called.
Result<std::vector<McpMirror>> FindMirrors(const Json& schema);
// Arguments that are missing or null have no header.
McpHeaders MirrorArguments(const std::vector<McpMirror>& mirrors, const Json& arguments);

// As it is, or =?base64?...?= if a header cannot carry it unchanged.
std::string HeaderText(std::string_view value);

}  // namespace forge
