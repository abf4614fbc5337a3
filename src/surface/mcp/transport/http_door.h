// The connections that have not yet brought the head of a request that may be answered. One thread attends to all of
// them, and for a new one the oldest gives way: who has no token holds no thread and keeps nobody out. Knows no bodies
// of requests and no MCP. For one thread.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <optional>
#include <string>

#include "service/host/mcp_pipe.h"
#include "surface/mcp/transport/http_wire.h"

namespace forge::mcp {

// A connection whose request has a head that may be answered.
struct Visitor {
  Connection connection;
  std::string bytes = {};                      // that came behind the head
  std::unique_ptr<RequestReader> reader = {};  // of the body
  HttpRequest request = {};
};

struct DoorLimits {
  std::size_t waiting = 0;         // connections at the door
  std::size_t body = 0;            // bytes of a request's body
  std::chrono::milliseconds idle;  // until a request begins; then the connection is closed
  std::chrono::milliseconds head;  // from its first byte until its head is there; then 408
};

struct DoorCallbacks {
  // Sees the head; the words to refuse it with, as they go over the wire.
  std::function<std::optional<std::string>(const HttpRequest& head)> refuse;
  // Takes the visitor away. False: there is no room, and it gets 503.
  std::function<bool(Visitor& visitor)> enter;
  std::function<std::int64_t()> now_ms;  // monotonic
};

class HttpDoor {
 public:
  HttpDoor(DoorCallbacks callbacks, DoorLimits limits) : callbacks_(std::move(callbacks)), limits_(limits) {}

  // Waits a moment for what comes, and attends to it.
  void Attend(Listener& listener);

 private:
  struct Waiting {
    Visitor visitor;
    std::int64_t until_ms = 0;
    bool leaves = false;      // was refused; until it has gone, so that it hears why
    std::size_t dropped = 0;  // bytes that came after that
  };
  using Line = std::list<Waiting>;

  void Welcome(Listener& listener);
  std::optional<Connection> Accept(Listener& listener);
  void GiveWay();
  // All return whether it stays at the door.
  bool Hear(Waiting& one);
  bool HearHead(Waiting& one, std::size_t looked);
  bool Drain(Waiting& one);
  bool IsInTime(Waiting& one);
  bool TurnAway(Waiting& one, const std::string& words);

  const DoorCallbacks callbacks_;
  const DoorLimits limits_;
  Line line_;  // the oldest first
};

}  // namespace forge::mcp
