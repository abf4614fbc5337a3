// MCP over HTTP ("Streamable HTTP"): one address, both eras. Old clients have sessions; new ones are stateless.
#pragma once

#include <functional>
#include <string>

#include "base/result.h"
#include "surface/mcp/protocol/server.h"

namespace forge::mcp {

struct HttpOptions {
  std::string host;
  int port = 0;       // 0: any
  std::string token;  // that clients must bring; empty: none
  std::function<int()> interrupts;
  std::function<Result<std::string>()> make_secret;  // for the names of sessions
  std::function<void(int port)> on_ready;
};

// Until the program is interrupted.
Status ServeHttp(Server& server, const HttpOptions& options);

bool IsLoopback(const std::string& host);

}  // namespace forge::mcp
