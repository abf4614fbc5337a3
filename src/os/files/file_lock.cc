#include "os/files/file_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "os/fault.h"
#include "os/fd.h"

namespace forge {

Result<FileLock> FileLock::Take(const std::string& path) {
  auto fail = [&](int error) { return FailErrno("lock", path, error); };
  Fd fd(sys::Open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666));
  if (!fd.is_open()) return fail(errno);
  while (sys::Lock(fd.get(), LOCK_EX) != 0) {
    if (errno != EINTR) return fail(errno);
  }
  return FileLock(fd.Release());
}

FileLock::FileLock(FileLock&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}

FileLock& FileLock::operator=(FileLock&& other) noexcept {
  std::swap(fd_, other.fd_);
  return *this;
}

FileLock::~FileLock() {
  if (fd_ >= 0) ::close(fd_);
}

}  // namespace forge
