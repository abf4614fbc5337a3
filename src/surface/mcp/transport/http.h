// MCP over HTTP ("Streamable HTTP"): one address, both eras. Old clients have sessions; new ones are stateless.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "surface/mcp/protocol/server.h"
#include "surface/mcp/transport/http_server.h"
#include "surface/mcp/transport/http_sessions.h"

namespace forge::mcp {

struct HttpOptions {
  std::string host;
  int port = 0;             // 0: any
  std::string socket_file;  // instead of a host and a port; only this user can connect to it
  // That clients must bring; empty: none is asked for. `forge mcp` leaves it out only for a socket file.
  std::string token;
  std::vector<std::string> more_hosts;  // that clients may name us by
  HttpLimits limits;
  SessionLimits sessions;
  std::function<int()> interrupts;
  std::function<std::int64_t()> now_ms;              // monotonic
  std::function<Result<std::string>()> make_secret;  // for the names of sessions
  std::function<void(int port)> on_ready;
};

// Until the program is interrupted.
Status ServeHttp(Server& server, const HttpOptions& options);

// A host as a URL has it: an IPv6 address in brackets.
std::string HostInUrl(const std::string& host);

}  // namespace forge::mcp
