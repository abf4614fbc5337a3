// The client of one MCP server: the handshake of old and new versions, its tools, a call. Knows no transport.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "agent/tools/mcp_headers.h"
#include "agent/tools/mcp_transport.h"
#include "base/result.h"
#include "model/json.h"

namespace forge {

struct McpTool {
  std::string name;  // the server's name for it
  std::string description;
  Json schema;  // of its arguments, an object
  bool reads_only = false;
  std::vector<McpMirror> mirrors;  // arguments that it wants in headers
};

struct McpOutcome {
  std::string text;
  bool failed = false;  // as reported by the tool
};

struct McpClientOptions {
  bool accepts_defaults = false;  // answers the server's questions with their defaults; else declines them
  // What people should know, with the server as the subject: "asked ...". Any thread.
  std::function<void(std::string)> notice = [](const std::string&) {};
};

// Once open, safe from any thread.
class McpClient {
 public:
  // Connects and lists the tools, by `until_ms` (of SteadyMs) at the latest.
  static Result<std::unique_ptr<McpClient>> Open(std::unique_ptr<McpTransport> transport, McpClientOptions options,
                                                 std::int64_t until_ms, const std::stop_token& stop);

  const std::vector<McpTool>& tools() const { return tools_; }
  // An error means that there was no answer, or that the server refused the call. A call that times out is cancelled.
  Result<McpOutcome> Call(const std::string& tool, const Json& arguments, std::int64_t until_ms,
                          const std::stop_token& stop);

 private:
  McpClient(std::unique_ptr<McpTransport> transport, McpClientOptions options)
      : options_(std::move(options)), transport_(std::move(transport)) {}

  Status Greet(std::int64_t until_ms, const std::stop_token& stop);
  Result<bool> Discover(std::int64_t until_ms, const std::stop_token& stop);
  Status ListTools(std::int64_t until_ms, const std::stop_token& stop);
  void AddTool(const Json& json);
  McpRequest MakeRequest(std::string_view method, Json params);
  // The result; kInvalid with the server's message if it refused.
  Result<Json> Ask(const McpRequest& request, std::int64_t until_ms, const std::stop_token& stop);
  Json Answer(const Json& request);
  Json AnswerForm(const Json& params);
  Result<Json> AnswerAll(const Json& questions);

  const McpClientOptions options_;
  bool stateless_ = false;
  std::vector<McpTool> tools_;
  std::atomic<std::int64_t> asked_ = 0;
  std::unique_ptr<McpTransport> transport_;  // last: its threads use everything above
};

}  // namespace forge
