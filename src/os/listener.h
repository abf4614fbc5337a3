// Accepts connections over TCP or through a socket file, with a deadline on every operation. Knows no HTTP.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"

namespace forge {

// One connection; the destructor closes it. One thread at a time.
class Connection {
 public:
  explicit Connection(int fd, std::string peer = "", std::string local = "");
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

  // What tells the peer's machine from others: its IPv4 address, or the half of its IPv6 address that names its
  // network, of which it has every address. Empty: the peer is on this machine, and the same user.
  const std::string& peer() const { return peer_; }
  // The address that the peer connected to, as a URL has it; empty for a socket file.
  const std::string& local() const { return local_; }

 private:
  friend class Listener;
  int fd_;
  std::string peer_, local_;
};

class Listener {
 public:
  // Port 0: any free port. kUnavailable gives the reason.
  static Result<Listener> Open(const std::string& host, int port);
  // A socket file that only this user can connect to (0600). One that no process serves any more is replaced.
  static Result<Listener> OpenFile(const std::string& path);
  Listener(Listener&& other) noexcept;
  Listener& operator=(Listener&&) = delete;
  ~Listener();

  int port() const { return port_; }
  struct News {
    bool visitor = false;     // Accept has one
    std::vector<bool> heard;  // of each connection: it has bytes, or its end
  };
  // Waits at most this long, for the first of them. Right after Accept lacked a handle, a visitor is no news.
  News Await(const std::vector<const Connection*>& connections, std::chrono::milliseconds most);
  // Waits at most this long. Through a socket file only the same user gets in.
  std::optional<Connection> Accept(std::chrono::milliseconds most);
  // The last Accept had a visitor and no descriptor for it.
  bool lacks_handle() const { return lacks_handle_; }

 private:
  Listener(int fd, int port, std::string path) : fd_(fd), port_(port), path_(std::move(path)) {}

  int fd_;
  int port_;
  std::string path_;  // of the socket file, which goes with us; empty: TCP
  bool lacks_handle_ = false;
};

}  // namespace forge
