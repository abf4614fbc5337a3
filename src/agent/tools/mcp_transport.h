// How messages reach an MCP server and come back: a process on its standard streams, or an address over HTTP. Knows
// JSON-RPC's frame and nothing of methods.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

#include "agent/tools/mcp_spec.h"
#include "base/result.h"
#include "model/json.h"
#include "os/sandbox.h"

namespace forge {

struct McpPlace {
  std::string cwd;
  std::map<std::string, std::string> env;  // of processes, below the server's own; of HTTP, for proxies
  std::optional<Sandbox> sandbox;          // of processes
};

// What the client has learned that a transport must repeat.
struct McpVersion {
  std::string version;     // empty: not agreed yet
  bool stateless = false;  // says method and name in headers
};

class McpTransport {
 public:
  virtual ~McpTransport() = default;  // ends the server's process, or its session
  // The response to a request with this id: it has `result` or `error`. Fails when none came by `until_ms` (of
  // SteadyMs); kUnavailable: none will ever come. Any thread.
  virtual Result<Json> Exchange(std::int64_t id, const Json& request, std::int64_t until_ms,
                                const std::stop_token& stop) = 0;
  virtual void Notify(const Json& notification) = 0;
  virtual void Agree(const McpVersion& version) = 0;  // before any other exchange
};

// Never fails: a program that does not start is told by the first exchange.
std::unique_ptr<McpTransport> MakeStdioTransport(const McpServerSpec& server, const McpPlace& place);
std::unique_ptr<McpTransport> MakeHttpTransport(const McpServerSpec& server, const McpPlace& place);

}  // namespace forge
