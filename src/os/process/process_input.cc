#include "os/process/process_input.h"

#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "os/process/write_quietly.h"
#include "os/system.h"

namespace forge {
namespace {

constexpr std::int64_t kLookUpMs = 100;

// Never 0, 1 or 2, should our own be closed: the child's are put there one after the other.
int AboveStdio(int fd) {
  if (fd > 2) return fd;
  const int above = ::fcntl(fd, F_DUPFD_CLOEXEC, 3);
  ::close(fd);
  return above;
}

}  // namespace

Result<std::shared_ptr<ProcessInput>> ProcessInput::Make() {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return Fail(Code::kIo, std::string("make a pipe: ") + std::strerror(errno));
  const int reader = AboveStdio(ends[0]), writer = AboveStdio(ends[1]);
  return std::shared_ptr<ProcessInput>(new ProcessInput(reader, writer));
}

ProcessInput::~ProcessInput() {
  Close();
  GiveReader();
}

bool ProcessInput::Write(std::string_view bytes, std::int64_t until_ms) {
  const std::scoped_lock lock(mutex_);
  while (!bytes.empty()) {
    const std::int64_t left = until_ms - SteadyMs();
    if (writer_ < 0 || left <= 0) return false;
    pollfd output{writer_, POLLOUT, 0};
    const int ready = ::poll(&output, 1, static_cast<int>(std::min(left, kLookUpMs)));
    if (ready < 0 && errno != EINTR) return false;
    if (ready <= 0) continue;
    // A pipe that is ready takes this much without making us wait.
    const ssize_t count = WriteQuietly(writer_, bytes.substr(0, PIPE_BUF));
    if (count < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (count < 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

void ProcessInput::Close() {
  const std::scoped_lock lock(mutex_);
  if (const int fd = std::exchange(writer_, -1); fd >= 0) ::close(fd);
}

void ProcessInput::GiveReader() {
  if (const int fd = std::exchange(reader_, -1); fd >= 0) ::close(fd);
}

}  // namespace forge
