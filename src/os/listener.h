// Accepts TCP connections, with a deadline on every operation. Knows no HTTP.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace forge {

// One connection; the destructor closes it. One thread at a time.
class Connection {
 public:
  explicit Connection(int fd) : fd_(fd) {}
  Connection(Connection&& other) noexcept;
  Connection& operator=(Connection&&) = delete;
  ~Connection();

  enum class Got { kBytes, kNothing, kEnd };
  // Appends the available bytes; waits for them at most this long.
  Got Read(std::string& into, std::chrono::milliseconds most);
  // Writes everything. False: the peer closed the connection, or read nothing for this long.
  bool Write(std::string_view bytes, std::chrono::milliseconds patience);
  // Closes our side; the peer's bytes can still be read.
  void EndOutput() const;
  // Whether the peer still seems connected.
  bool alive() const;

 private:
  int fd_;
};

class Listener {
 public:
  // Port 0: any free port. kUnavailable gives the reason.
  static Result<Listener> Open(const std::string& host, int port);
  Listener(Listener&& other) noexcept;
  Listener& operator=(Listener&&) = delete;
  ~Listener();

  int port() const { return port_; }
  // Waits at most this long.
  std::optional<Connection> Accept(std::chrono::milliseconds most);

 private:
  Listener(int fd, int port) : fd_(fd), port_(port) {}

  int fd_;
  int port_;
};

}  // namespace forge
