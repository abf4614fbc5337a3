#include "os/fd.h"

#include <fcntl.h>
#include <fmt/core.h>

#include <cerrno>
#include <cstring>

#include "os/fault.h"

namespace forge {

bool IsDots(std::string_view name) { return name == "." || name == ".."; }

std::unexpected<Error> FailErrno(std::string_view what, int error) {
  const bool gone = error == ENOENT || error == ENOTDIR;
  const Code code = gone ? Code::kNotFound : IsShortage(error) ? Code::kExhausted : Code::kIo;
  const bool full = error == ENOSPC || error == EDQUOT;
  return Fail(code, fmt::format("{}: {}", what, std::strerror(error)),
              full ? "free some disk space and try again" : "");
}

std::unexpected<Error> FailErrno(std::string_view what, std::string_view path, int error) {
  return FailErrno(fmt::format("{} {}", what, path), error);
}

int WriteAll(int fd, std::string_view text) {
  while (!text.empty()) {
    const ssize_t count = sys::Write(fd, text.data(), text.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return errno;
    text.remove_prefix(static_cast<std::size_t>(count));
  }
  return 0;
}

Fd AboveStdio(Fd fd) {
  if (!fd.is_open() || fd.get() > 2) return fd;
  return Fd(sys::RefusedHandle() ? -1 : ::fcntl(fd.get(), F_DUPFD_CLOEXEC, 3));
}

}  // namespace forge
