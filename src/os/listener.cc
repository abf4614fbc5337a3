#include "os/listener.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <fmt/core.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <memory>
#include <utility>

#include "os/fault.h"
#include "os/fd.h"

namespace forge {
namespace {

constexpr int kBacklog = 1024;

struct AddressesFree {
  void operator()(addrinfo* list) const { ::freeaddrinfo(list); }
};

std::unexpected<Error> CannotListen(const std::string& host, int port, const std::string& why) {
  return Fail(Code::kUnavailable, fmt::format("cannot listen on {}:{}: {}", host, port, why));
}

sockaddr_storage OwnAddress(int fd) {
  sockaddr_storage address{};
  socklen_t size = sizeof address;
  if (::getsockname(fd, reinterpret_cast<sockaddr*>(&address), &size) != 0) return {};
  return address;
}

int PortOf(int fd) {
  sockaddr_storage address = OwnAddress(fd);
  const in_port_t port = address.ss_family == AF_INET6 ? reinterpret_cast<sockaddr_in6*>(&address)->sin6_port
                                                       : reinterpret_cast<sockaddr_in*>(&address)->sin_port;
  return ntohs(port);
}

std::string IPv4Text(const void* address) {
  std::array<char, INET_ADDRSTRLEN> text{};
  return ::inet_ntop(AF_INET, address, text.data(), text.size()) == nullptr ? "" : text.data();
}

// `network_only`: of IPv6 the first 64 bits. An IPv4 address is the same through a socket for both.
std::string AddressText(sockaddr_storage& address, bool network_only) {
  if (address.ss_family == AF_INET) return IPv4Text(&reinterpret_cast<sockaddr_in*>(&address)->sin_addr);
  if (address.ss_family != AF_INET6) return "";
  in6_addr& long_one = reinterpret_cast<sockaddr_in6*>(&address)->sin6_addr;
  if (IN6_IS_ADDR_V4MAPPED(&long_one)) return IPv4Text(&long_one.s6_addr[12]);
  if (network_only) std::fill(&long_one.s6_addr[8], &long_one.s6_addr[0] + sizeof long_one.s6_addr, 0);
  std::array<char, INET6_ADDRSTRLEN> text{};
  if (::inet_ntop(AF_INET6, &long_one, text.data(), text.size()) == nullptr) return "";
  return network_only ? std::string(text.data()) : fmt::format("[{}]", text.data());
}

bool IsSameUser(int fd) {
  ucred peer{};
  socklen_t size = sizeof peer;
  return ::getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 && peer.uid == ::geteuid();
}

// A socket file that a process left behind: nothing answers there.
bool IsAbandoned(const sockaddr_un& address) {
  struct stat status{};
  if (sys::LookAt(AT_FDCWD, address.sun_path, &status) != 0 || !S_ISSOCK(status.st_mode)) return false;
  const Fd fd(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  return fd.is_open() && ::connect(fd.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0 &&
         errno == ECONNREFUSED;
}

// POLLIN and friends; 0: nothing in time.
short WaitFor(int fd, short events, std::chrono::milliseconds most) {
  pollfd one{fd, events, 0};
  const int ready = ::poll(&one, 1, static_cast<int>(most.count()));
  return ready > 0 ? one.revents : short{0};
}

}  // namespace

Connection::Connection(int fd, std::string peer, std::string local)
    : fd_(fd), peer_(std::move(peer)), local_(std::move(local)) {}

Connection::Connection(Connection&& other) noexcept
    : fd_(std::exchange(other.fd_, -1)), peer_(std::move(other.peer_)), local_(std::move(other.local_)) {}

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
      return Listener(fd.Release(), taken, "");
    }
    why = std::strerror(errno);
  }
  return CannotListen(host, port, why);
}

Result<Listener> Listener::OpenFile(const std::string& path) {
  const auto refuse = [&](const std::string& why) {
    return Fail(Code::kUnavailable, fmt::format("cannot listen on the socket {}: {}", path, why));
  };
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.empty() || path.size() >= sizeof address.sun_path) {
    return refuse(fmt::format("its path must have 1 to {} bytes", sizeof address.sun_path - 1));
  }
  std::copy(path.begin(), path.end(), &address.sun_path[0]);
  if (IsAbandoned(address)) sys::Remove(path.c_str());
  Fd fd(sys::RefusedHandle() ? -1 : ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  // Before it has a name: the file never exists with other permissions.
  const bool bound = fd.is_open() && ::fchmod(fd.get(), S_IRUSR | S_IWUSR) == 0 &&
                     ::bind(fd.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
  if (!bound) return refuse(std::strerror(errno));
  Listener listener(fd.Release(), 0, path);
  if (::chmod(path.c_str(), S_IRUSR | S_IWUSR) != 0 || ::listen(listener.fd_, kBacklog) != 0) {
    return refuse(std::strerror(errno));
  }
  return listener;
}

Listener::Listener(Listener&& other) noexcept
    : fd_(std::exchange(other.fd_, -1)),
      port_(other.port_),
      path_(std::exchange(other.path_, "")),
      lacks_handle_(other.lacks_handle_) {}

Listener::~Listener() {
  if (fd_ < 0) return;
  ::close(fd_);
  if (!path_.empty()) sys::Remove(path_.c_str());
}

Listener::News Listener::Await(const std::vector<const Connection*>& connections, std::chrono::milliseconds most) {
  // Who cannot be accepted would be news again at once.
  std::vector<pollfd> all = {{std::exchange(lacks_handle_, false) ? -1 : fd_, POLLIN, 0}};
  for (const Connection* one : connections) all.push_back({one->fd_, POLLIN, 0});
  News news;
  const bool any = ::poll(all.data(), all.size(), static_cast<int>(most.count())) > 0;
  news.visitor = any && all[0].revents != 0;
  for (std::size_t i = 1; i < all.size(); ++i) news.heard.push_back(any && all[i].revents != 0);
  return news;
}

std::optional<Connection> Listener::Accept(std::chrono::milliseconds most) {
  lacks_handle_ = false;
  if (WaitFor(fd_, POLLIN, most) == 0) return std::nullopt;
  sockaddr_storage from{};
  socklen_t size = sizeof from;
  const int fd = sys::RefusedHandle() ? -1 : ::accept4(fd_, reinterpret_cast<sockaddr*>(&from), &size, SOCK_CLOEXEC);
  lacks_handle_ = fd < 0 && IsShortage(errno);
  if (fd < 0) return std::nullopt;
  if (!path_.empty()) {
    Connection connection(fd);
    if (!IsSameUser(fd)) return std::nullopt;
    return connection;
  }
  const int on = 1;
  ::setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  sockaddr_storage own = OwnAddress(fd);
  return Connection(fd, AddressText(from, true), AddressText(own, false));
}

}  // namespace forge
