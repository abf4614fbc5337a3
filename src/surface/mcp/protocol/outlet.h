// Where messages to a client leave. Belongs to the server; each transport has its own. Knows no method.
#pragma once

#include "model/json.h"

namespace forge::mcp {

// May be called from any thread. What is sent after the client has gone is lost.
class Outlet {
 public:
  virtual ~Outlet() = default;
  virtual void Send(const Json& message) = 0;  // a notification, or a request of ours
  // The response that ends a request. `http_status` is for transports that have one.
  virtual void Answer(const Json& message, int http_status) = 0;
  virtual void Drop() = 0;  // the request was cancelled: no response will come
};

}  // namespace forge::mcp
