// Sends messages to an MCP server: a process with standard streams, or an HTTP address. Knows the JSON-RPC frame, no
// methods.
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
  std::map<std::string, std::string> env;  // for processes, where the server's own variables win; for HTTP proxies
  std::optional<Sandbox> sandbox;          // of processes
};

// What a transport must repeat in each request.
struct McpVersion {
  std::string version;     // empty: not agreed yet
  bool stateless = false;  // sends method and name in headers
};

class McpTransport {
 public:
  virtual ~McpTransport() = default;  // ends the server's process, or its session
  // The response to the request with this id; it has `result` or `error`. Fails if none arrives by `until_ms` (of
  // SteadyMs); kUnavailable: the server is gone. Any thread.
  virtual Result<Json> Exchange(std::int64_t id, const Json& request, std::int64_t until_ms,
                                const std::stop_token& stop) = 0;
  virtual void Notify(const Json& notification) = 0;
  virtual void Agree(const McpVersion& version) = 0;  // before any other exchange
};

// Never fails: the first exchange reports a program that does not start.
std::unique_ptr<McpTransport> MakeStdioTransport(const McpServerSpec& server, const McpPlace& place);
std::unique_ptr<McpTransport> MakeHttpTransport(const McpServerSpec& server, const McpPlace& place);

}  // namespace forge
