// One MCP server as a client sees it: the greeting in either era, its list of tools, a call. Knows no transport.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "agent/tools/mcp_transport.h"
#include "base/result.h"
#include "model/json.h"

namespace forge {

struct McpTool {
  std::string name;  // as the server has it
  std::string description;
  Json schema;  // of its arguments, an object
  bool reads_only = false;
};

struct McpOutcome {
  std::string text;
  bool failed = false;  // the tool says so
};

// All members may be called from any thread once it is open.
class McpClient {
 public:
  // Greets the server and lists its tools, by `until_ms` (of SteadyMs) at the latest.
  static Result<std::unique_ptr<McpClient>> Open(std::unique_ptr<McpTransport> transport, std::int64_t until_ms,
                                                 const std::stop_token& stop);

  const std::vector<McpTool>& tools() const { return tools_; }
  // An error says that there was no answer, or that the protocol refused the call. A call that is given up is
  // cancelled.
  Result<McpOutcome> Call(const std::string& tool, const Json& arguments, std::int64_t until_ms,
                          const std::stop_token& stop);

 private:
  explicit McpClient(std::unique_ptr<McpTransport> transport) : transport_(std::move(transport)) {}

  Status Greet(std::int64_t until_ms, const std::stop_token& stop);
  Status ListTools(std::int64_t until_ms, const std::stop_token& stop);
  // The result; a refusal of the protocol is kInvalid with its words.
  Result<Json> Ask(std::string_view method, Json params, std::int64_t until_ms, const std::stop_token& stop);

  std::unique_ptr<McpTransport> transport_;
  bool stateless_ = false;
  std::vector<McpTool> tools_;
  std::atomic<std::int64_t> asked_ = 0;
};

}  // namespace forge
