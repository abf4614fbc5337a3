// The table of methods, for the files that implement them. Part of server.
#pragma once

#include <string_view>

#include "surface/mcp/protocol/server.h"

namespace forge::mcp {

struct Server::Method {
  std::string_view name;
  bool legacy = false, modern = false;
  bool at_once = false;  // answered on the thread that reads: nothing in it can take long
  Rpc<Json> (Server::*run)(Incoming& incoming) = nullptr;
  bool stays_open = false;  // no response yet when it returns well
};

// A member of the params that must be a string.
Rpc<std::string> NeedText(const Json& params, std::string_view name);

}  // namespace forge::mcp
