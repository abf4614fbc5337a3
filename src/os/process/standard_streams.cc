#include "os/process/standard_streams.h"

#include <fcntl.h>
#include <poll.h>
#include <termios.h>
#include <unistd.h>

#include <cerrno>

#include "os/fault.h"
#include "os/fd.h"
#include "os/files/state_files.h"
#include "os/system.h"

namespace forge {
namespace {

constexpr int kPollMs = 50;
constexpr int kPollsPerQuestion = 10;  // whether the line is still wanted

bool WaitForInput(int interrupts_before, const std::function<bool()>& no_longer) {
  for (int poll = 1; InterruptCount() == interrupts_before; ++poll) {
    if (no_longer && poll % kPollsPerQuestion == 0 && no_longer()) {
      // Half a line that was typed for this question is no answer to the next one.
      if (::isatty(STDIN_FILENO) == 1) ::tcflush(STDIN_FILENO, TCIFLUSH);
      return false;
    }
    pollfd input{STDIN_FILENO, POLLIN, 0};
    const int ready = ::poll(&input, 1, kPollMs);
    if (ready > 0) return true;
    if (ready < 0 && errno != EINTR) return false;
  }
  return false;
}

// Also one that was closed at its other end: it answers nothing but EIO.
bool IsOrWasTerminal(int stream) { return ::isatty(stream) == 1 || errno == EIO; }

}  // namespace

Status LeaveTerminal(const std::string& log) {
  const Fd nothing(sys::Open("/dev/null", O_RDONLY | O_CLOEXEC, 0));
  const Fd file(sys::Open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, NewFileMode(log)));
  if (!nothing.is_open() || !file.is_open()) return FailErrno("write", log, errno);
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    const Fd& instead = stream == STDIN_FILENO ? nothing : file;
    if (IsOrWasTerminal(stream) && ::dup2(instead.get(), stream) < 0) return FailErrno("write", log, errno);
  }
  return {};
}

void HoldStandardStreams() {
  for (int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(stream, F_GETFD) != -1) continue;
    // Opened the wrong way round, so that reading the missing input, or writing the missing output, fails. The lower
    // descriptors are taken by now, so open gives this one.
    [[maybe_unused]] const int taken = ::open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
  }
}

std::optional<std::string> ReadLineUnlessInterrupted(const std::function<bool()>& no_longer,
                                                     const std::function<bool()>& is_escape) {
  constexpr char kEscapeByte = '\x1b';
  const int before = InterruptCount();
  std::string line;
  while (WaitForInput(before, no_longer)) {
    char c = 0;
    // One byte at a time: the bytes after the line belong to the next reader.
    const ssize_t count = ::read(STDIN_FILENO, &c, 1);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return line.empty() ? std::nullopt : std::optional<std::string>(line);
    if (c == '\n') return line;
    if (c != kEscapeByte || !is_escape) {
      line += c;
    } else if (is_escape()) {
      return std::nullopt;
    }
  }
  return std::nullopt;
}

std::optional<std::string> ReadInputWithin(std::int64_t ms, std::size_t most) {
  pollfd input{STDIN_FILENO, POLLIN, 0};
  if (::poll(&input, 1, static_cast<int>(ms)) <= 0) return "";
  std::string chunk(most, '\0');
  const ssize_t count = ::read(STDIN_FILENO, chunk.data(), chunk.size());
  if (count < 0 && errno == EINTR) return "";
  if (count <= 0) return std::nullopt;
  chunk.resize(static_cast<std::size_t>(count));
  return chunk;
}

}  // namespace forge
