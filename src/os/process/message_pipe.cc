#include "os/process/message_pipe.h"

#include <limits.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "os/fd.h"
#include "os/system.h"

namespace forge {
namespace {

// How long a signal that another thread received can go unnoticed.
constexpr int kSignalLookMs = 250;

}  // namespace

bool MessagePipe::Fill() {
  const int before = InterruptCount();
  buffer_.resize(kChunk);
  at_ = 0;
  for (;;) {
    pollfd input{in_, POLLIN, 0};
    const int ready = ::poll(&input, 1, kSignalLookMs);
    if (InterruptCount() != before || (ready < 0 && errno != EINTR)) break;
    if (ready <= 0) continue;
    const ssize_t count = ::read(in_, buffer_.data(), buffer_.size());
    if (count < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (count <= 0) break;
    buffer_.resize(static_cast<std::size_t>(count));
    return true;
  }
  buffer_.clear();
  return false;
}

std::optional<MessagePipe::Line> MessagePipe::Read() {
  Line line;
  bool any = false;
  for (;;) {
    if (at_ == buffer_.size() && !Fill()) {
      if (!any) return std::nullopt;
      return line;  // the last line may lack its newline
    }
    const std::size_t end = std::min(buffer_.find('\n', at_), buffer_.size());
    const std::size_t count = end - at_;
    any = any || count > 0;
    if (line.too_long || line.text.size() + count > longest_) {
      line.too_long = true;
      line.text = {};
    } else {
      line.text.append(buffer_, at_, count);
    }
    at_ = end;
    if (end == buffer_.size()) continue;
    ++at_;
    if (line.text.ends_with('\r')) line.text.pop_back();
    if (line.too_long || !line.text.empty()) return line;
    any = false;
  }
}

bool MessagePipe::Write(std::string_view message) {
  const std::scoped_lock lock(writing_);
  return WriteAll(message) && WriteAll("\n");
}

bool MessagePipe::WriteAll(std::string_view bytes) {
  while (!bytes.empty()) {
    if (stopped_) return false;
    pollfd output{out_, POLLOUT, 0};
    const int ready = ::poll(&output, 1, kSignalLookMs);
    if (ready < 0 && errno != EINTR) return false;
    if (ready <= 0) continue;
    // A ready pipe takes this much without blocking, so that Stop() always works.
    const ssize_t count = ::write(out_, bytes.data(), std::min<std::size_t>(bytes.size(), PIPE_BUF));
    if (count < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (count < 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

}  // namespace forge
