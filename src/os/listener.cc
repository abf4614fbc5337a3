#include "os/listener.h"

#include <fmt/core.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <memory>
#include <utility>

#include "os/fault.h"
#include "os/fd.h"

namespace forge {
namespace {

constexpr int kBacklog = 128;

struct AddressesFree {
  void operator()(addrinfo* list) const { ::freeaddrinfo(list); }
};

std::unexpected<Error> CannotListen(const std::string& host, int port, const std::string& why) {
  return Fail(Code::kUnavailable, fmt::format("cannot listen on {}:{}: {}", host, port, why));
}

int PortOf(int fd) {
  sockaddr_storage address{};
  socklen_t size = sizeof address;
  if (::getsockname(fd, reinterpret_cast<sockaddr*>(&address), &size) != 0) return 0;
  const in_port_t port = address.ss_family == AF_INET6 ? reinterpret_cast<sockaddr_in6*>(&address)->sin6_port
                                                       : reinterpret_cast<sockaddr_in*>(&address)->sin_port;
  return ntohs(port);
}

// POLLIN and friends; 0: nothing in time.
short WaitFor(int fd, short events, std::chrono::milliseconds most) {
  pollfd one{fd, events, 0};
  const int ready = ::poll(&one, 1, static_cast<int>(most.count()));
  return ready > 0 ? one.revents : short{0};
}

}  // namespace

Connection::Connection(Connection&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}

Connection::~Connection() {
  if (fd_ < 0) return;
  ::shutdown(fd_, SHUT_RDWR);
  ::close(fd_);
}

Connection::Got Connection::Read(std::string& into, std::chrono::milliseconds most) {
  if (WaitFor(fd_, POLLIN, most) == 0) return Got::kNothing;
  std::array<char, kChunk> buffer;
  const ssize_t count = ::recv(fd_, buffer.data(), buffer.size(), MSG_DONTWAIT);
  if (count < 0 && (errno == EAGAIN || errno == EINTR)) return Got::kNothing;
  if (count <= 0) return Got::kEnd;
  into.append(buffer.data(), static_cast<std::size_t>(count));
  return Got::kBytes;
}

bool Connection::Write(std::string_view bytes, std::chrono::milliseconds patience) {
  while (!bytes.empty()) {
    const ssize_t count = ::send(fd_, bytes.data(), bytes.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
    if (count >= 0) {
      bytes.remove_prefix(static_cast<std::size_t>(count));
    } else if (errno == EAGAIN) {
      if ((WaitFor(fd_, POLLOUT, patience) & POLLOUT) == 0) return false;
    } else if (errno != EINTR) {
      return false;
    }
  }
  return true;
}

void Connection::EndOutput() const { ::shutdown(fd_, SHUT_WR); }

bool Connection::alive() const {
  return (WaitFor(fd_, POLLRDHUP, std::chrono::milliseconds(0)) & (POLLRDHUP | POLLHUP | POLLERR)) == 0;
}

Result<Listener> Listener::Open(const std::string& host, int port) {
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV;
  addrinfo* found = nullptr;
  const int error = ::getaddrinfo(host.c_str(), std::to_string(port).c_str(), &hints, &found);
  if (error != 0) return CannotListen(host, port, ::gai_strerror(error));
  const std::unique_ptr<addrinfo, AddressesFree> addresses(found);
  std::string why = "no such address";
  for (const addrinfo* one = found; one != nullptr; one = one->ai_next) {
    Fd fd(sys::RefusedHandle() ? -1 : ::socket(one->ai_family, one->ai_socktype | SOCK_CLOEXEC, one->ai_protocol));
    const int on = 1;
    if (fd.is_open()) ::setsockopt(fd.get(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (fd.is_open() && ::bind(fd.get(), one->ai_addr, one->ai_addrlen) == 0 && ::listen(fd.get(), kBacklog) == 0) {
      const int taken = PortOf(fd.get());
      return Listener(fd.Release(), taken);
    }
    why = std::strerror(errno);
  }
  return CannotListen(host, port, why);
}

Listener::Listener(Listener&& other) noexcept : fd_(std::exchange(other.fd_, -1)), port_(other.port_) {}

Listener::~Listener() {
  if (fd_ >= 0) ::close(fd_);
}

std::optional<Connection> Listener::Accept(std::chrono::milliseconds most) {
  if (WaitFor(fd_, POLLIN, most) == 0) return std::nullopt;
  const int fd = sys::RefusedHandle() ? -1 : ::accept4(fd_, nullptr, nullptr, SOCK_CLOEXEC);
  if (fd < 0) return std::nullopt;
  const int on = 1;
  ::setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  return Connection(fd);
}

}  // namespace forge
