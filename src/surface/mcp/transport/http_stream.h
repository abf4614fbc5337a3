// The messages of one HTTP response, or of a session's own stream: filled by the server, drained by the thread that
// writes to the client. Knows no HTTP.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>
#include <optional>
#include <string>

#include "surface/mcp/protocol/outlet.h"

namespace forge::mcp {

class HttpStream : public Outlet {
 public:
  // At most this many messages wait for a client that does not read; the oldest go first. 0: any number.
  explicit HttpStream(std::size_t most = 0) : most_(most) {}

  void Send(const Json& message) override;
  void Answer(const Json& message, int http_status) override;
  void Drop() override;

  struct Item {
    enum class Kind { kMessage, kAnswer, kNothing, kEnd };
    Kind kind = Kind::kNothing;  // kNothing: none came in time; kEnd: none will
    std::string text;
    int status = 200;
  };
  Item Next(std::chrono::milliseconds most);
  void PutBack(Item item);

 private:
  void Push(Item item);

  const std::size_t most_;
  std::mutex mutex_;  // guards what follows
  std::condition_variable arrived_;
  std::deque<Item> items_;
  bool ended_ = false;
};

}  // namespace forge::mcp
