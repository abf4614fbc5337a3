#include "os/process/process_input.h"

#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "os/fault.h"
#include "os/process/write_quietly.h"
#include "os/system.h"

namespace forge {
namespace {

constexpr std::int64_t kInputLookMs = 100;

}  // namespace

Result<std::shared_ptr<ProcessInput>> ProcessInput::Make() {
  int ends[2];
  if (sys::MakePipe(ends, O_CLOEXEC) != 0) return FailErrno("make a pipe", errno);
  return std::shared_ptr<ProcessInput>(new ProcessInput(AboveStdio(Fd(ends[0])), AboveStdio(Fd(ends[1]))));
}

bool ProcessInput::Write(std::string_view bytes, std::int64_t until_ms) {
  const std::scoped_lock lock(mutex_);
  while (!bytes.empty()) {
    const std::int64_t left = until_ms - SteadyMs();
    if (closing_ || !writer_.is_open() || left <= 0) return false;
    pollfd output{writer_.get(), POLLOUT, 0};
    const int ready = ::poll(&output, 1, static_cast<int>(std::min(left, kInputLookMs)));
    if (ready < 0 && errno != EINTR) return false;
    if (ready <= 0) continue;
    // A ready pipe takes this much without blocking.
    const ssize_t count = WriteQuietly(writer_.get(), bytes.substr(0, PIPE_BUF));
    if (count < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (count < 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

void ProcessInput::Close() {
  closing_ = true;
  const std::scoped_lock lock(mutex_);
  writer_.Close();
}

void ProcessInput::GiveReader() { reader_.Close(); }

}  // namespace forge
