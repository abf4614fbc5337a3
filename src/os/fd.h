// What system calls on files and pipes share: a descriptor that closes itself, and how a failed call is reported.
// Inside os/ only: no other folder sees descriptors.
#pragma once

#include <dirent.h>
#include <unistd.h>

#include <cstddef>
#include <memory>
#include <string_view>
#include <utility>

#include "base/result.h"

namespace forge {

class Fd {
 public:
  explicit Fd(int fd = -1) : fd_(fd) {}
  Fd(Fd&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Fd& operator=(Fd&& other) noexcept {
    if (this != &other) {
      Close();
      fd_ = std::exchange(other.fd_, -1);
    }
    return *this;
  }
  ~Fd() { Close(); }

  int get() const { return fd_; }
  bool is_open() const { return fd_ >= 0; }
  int Release() { return std::exchange(fd_, -1); }
  void Close() {
    if (fd_ >= 0) ::close(fd_);
    fd_ = -1;
  }

 private:
  int fd_;
};

struct CloseDirectory {
  void operator()(DIR* directory) const { ::closedir(directory); }
};
using Directory = std::unique_ptr<DIR, CloseDirectory>;

bool IsDots(std::string_view name);  // "." or ".."

inline constexpr std::size_t kChunk = std::size_t{64} << 10;  // one read

// "what: No such file or directory", with the code a caller can act on.
std::unexpected<Error> FailErrno(std::string_view what, int error);
std::unexpected<Error> FailErrno(std::string_view what, std::string_view path, int error);

// 0, or the errno of the write that failed.
int WriteAll(int fd, std::string_view text);

// Never 0, 1 or 2: a child gets its own streams there, one after the other.
Fd AboveStdio(Fd fd);

}  // namespace forge
