// A connection to a server that sends the bytes that a test chooses.
#pragma once

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "served.h"

namespace forge::mcp {

class Raw {
 public:
  // `from`: another address of this machine stands for another client.
  explicit Raw(const Served& served, const char* from = "127.0.0.1", const char* to = "127.0.0.1")
      : fd_(::socket(AF_INET, SOCK_STREAM, 0)) {
    const sockaddr_in own = At(from, 0), there = At(to, served.port());
    EXPECT_EQ(::bind(fd_, reinterpret_cast<const sockaddr*>(&own), sizeof own), 0);
    EXPECT_EQ(::connect(fd_, reinterpret_cast<const sockaddr*>(&there), sizeof there), 0);
  }
  explicit Raw(const std::string& socket_file) : fd_(::socket(AF_UNIX, SOCK_STREAM, 0)) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::copy(socket_file.begin(), socket_file.end(), &address.sun_path[0]);
    EXPECT_EQ(::connect(fd_, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
  }
  ~Raw() { ::close(fd_); }
  Raw(const Raw&) = delete;
  Raw& operator=(const Raw&) = delete;

  // What the server does not want to read it need not.
  void Say(std::string_view bytes) const {
    while (!bytes.empty()) {
      const ssize_t count = ::send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (count <= 0) return;
      bytes.remove_prefix(static_cast<std::size_t>(count));
    }
  }
  void HalfClose() const { ::shutdown(fd_, SHUT_WR); }
  // Until the server ends the connection, or there is `mark`.
  std::string Hear(const std::string& mark = "") const {
    std::string heard;
    char buffer[4096];
    while (mark.empty() || heard.find(mark) == std::string::npos) {
      const ssize_t count = ::recv(fd_, buffer, sizeof buffer, 0);
      if (count <= 0) break;
      heard.append(buffer, static_cast<std::size_t>(count));
    }
    return heard;
  }

 private:
  static sockaddr_in At(const char* host, int port) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    EXPECT_EQ(::inet_pton(AF_INET, host, &address.sin_addr), 1);
    return address;
  }

  int fd_;
};

}  // namespace forge::mcp
