// TCP connections that others make to us, with deadlines on everything. Knows no HTTP.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace forge {

// One connection, closed when this goes. One thread at a time.
class Connection {
 public:
  explicit Connection(int fd) : fd_(fd) {}
  Connection(Connection&& other) noexcept;
  Connection& operator=(Connection&&) = delete;
  ~Connection();

  enum class Got { kBytes, kNothing, kEnd };
  // Appends what is there; waits at most so long for it.
  Got Read(std::string& into, std::chrono::milliseconds most);
  // All of it. False: the other side has gone, or takes nothing for so long.
  bool Write(std::string_view bytes, std::chrono::milliseconds patience);
  // The other side reads an end; what it still says can be read.
  void EndOutput() const;
  // The other side has not gone, as far as can be seen.
  bool alive() const;

 private:
  int fd_;
};

class Listener {
 public:
  // Port 0: any. kUnavailable says why not.
  static Result<Listener> Open(const std::string& host, int port);
  Listener(Listener&& other) noexcept;
  Listener& operator=(Listener&&) = delete;
  ~Listener();

  int port() const { return port_; }
  // Waits at most so long.
  std::optional<Connection> Accept(std::chrono::milliseconds most);

 private:
  Listener(int fd, int port) : fd_(fd), port_(port) {}

  int fd_;
  int port_;
};

}  // namespace forge
