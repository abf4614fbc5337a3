// A lock between processes, held while the object lives. The kernel releases it if the process dies.
#pragma once

#include <string>

#include "base/result.h"

namespace forge {

class FileLock {
 public:
  // Waits for it. Makes the file if missing, and leaves it.
  static Result<FileLock> Take(const std::string& path);

  FileLock(FileLock&& other) noexcept;
  FileLock& operator=(FileLock&& other) noexcept;
  ~FileLock();

 private:
  explicit FileLock(int fd) : fd_(fd) {}
  int fd_;
};

}  // namespace forge
