#include "os/bell.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <utility>

#include "os/fault.h"
#include "os/files/state_files.h"
#include "os/system.h"
#include "os/thread.h"

namespace forge {

Status RingBell(const std::string& path) {
  if (::utimensat(AT_FDCWD, path.c_str(), nullptr, 0) == 0) return {};
  // Only the first ring makes it: an engine that has not watched it looks before it waits.
  const Fd made(errno == ENOENT ? sys::Open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, NewFileMode(path)) : -1);
  return made.is_open() ? Status{} : FailErrno("touch", path, errno);
}

BellWatch::BellWatch(const std::string& path, std::function<void()> on_ring) : on_ring_(std::move(on_ring)) {
  if (!RingBell(path)) return;
  events_ = Fd(::inotify_init1(IN_CLOEXEC | IN_NONBLOCK));
  end_ = Fd(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  if (!events_.is_open() || !end_.is_open()) return;
  if (::inotify_add_watch(events_.get(), path.c_str(), IN_ATTRIB) < 0) return;
  interrupted_ = BorrowInterruptEvents();
  if (auto thread = StartThread([this] { Listen(); })) thread_ = *std::move(thread);
}

BellWatch::~BellWatch() {
  if (works()) EndListening();
  ReturnInterruptEvents(interrupted_);
}

void BellWatch::EndListening() {
  const std::uint64_t one = 1;
  [[maybe_unused]] ssize_t written = ::write(end_.get(), &one, sizeof one);
  thread_.join();
}

void BellWatch::Listen() const {
  while (true) {
    pollfd entries[] = {{.fd = events_.get(), .events = POLLIN, .revents = 0},
                        {.fd = interrupted_, .events = POLLIN, .revents = 0},
                        {.fd = end_.get(), .events = POLLIN, .revents = 0}};
    if (::poll(entries, 3, -1) < 0 && errno != EINTR) return;
    if (entries[2].revents != 0) return;
    std::array<char, 4096> buffer;
    for (int i = 0; i < 2; ++i) {
      while (entries[i].revents != 0 && sys::Read(entries[i].fd, buffer.data(), buffer.size()) > 0) {
      }
    }
    if (entries[0].revents != 0 || entries[1].revents != 0) on_ring_();
  }
}

}  // namespace forge
