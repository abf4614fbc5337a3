// Sends messages to an MCP server: a process with standard streams, or an HTTP address. Knows the JSON-RPC frame, no
// methods.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "agent/oauth/authorizer.h"
#include "agent/tools/mcp_spec.h"
#include "base/result.h"
#include "model/json.h"
#include "os/sandbox.h"

namespace forge {

struct McpPlace {
  std::string cwd;
  std::map<std::string, std::string> env;  // for processes, where the server's own variables win; for HTTP proxies
  std::vector<std::string> withheld;       // variables of ours that processes do not get
  std::optional<Sandbox> sandbox;          // of processes
  std::shared_ptr<Authorizer> authorizer;  // for HTTP; null: none
};

// What a transport must repeat in each request.
struct McpVersion {
  std::string version;     // empty: not agreed yet
  bool stateless = false;  // sends method and name in headers
};

using McpHeaders = std::vector<std::pair<std::string, std::string>>;

struct McpRequest {
  std::int64_t id = 0;
  Json message;          // with this id
  McpHeaders headers;    // for HTTP, besides those of the protocol
  bool may_ask = false;  // the server may ask us something before it answers
};

class McpTransport {
 public:
  using Answerer = std::function<Json(const Json& request)>;  // makes the response to a request of the server

  virtual ~McpTransport() = default;  // ends the server's process, or its session
  // The response to the request; it has `result` or `error`. Fails if none arrives by `until_ms` (of SteadyMs);
  // kUnavailable: the server is gone. Any thread.
  virtual Result<Json> Exchange(const McpRequest& request, std::int64_t until_ms, const std::stop_token& stop) = 0;
  virtual void Notify(const Json& notification) = 0;
  virtual void Agree(const McpVersion& version) = 0;  // before any other exchange; again to take it back
  virtual void AnswerWith(Answerer answerer) = 0;     // before the first exchange; called on any thread
  virtual void Listen() = 0;                          // after the handshake: for requests outside an exchange
  virtual bool answers_any_request() const = 0;       // also before the handshake. A process may wait or end instead
};

// Never fails: the first exchange reports a program that does not start.
std::unique_ptr<McpTransport> MakeStdioTransport(const McpServerSpec& server, const McpPlace& place);
std::unique_ptr<McpTransport> MakeHttpTransport(const McpServerSpec& server, const McpPlace& place);

}  // namespace forge
