// A lock between processes, held while the object lives. A process that dies lets go of it.
#pragma once

#include <string>

#include "base/result.h"

namespace forge {

class FileLock {
 public:
  // Waits for it. The file is made when absent and stays: its content is nobody's concern.
  static Result<FileLock> Take(const std::string& path);

  FileLock(FileLock&& other) noexcept;
  FileLock& operator=(FileLock&& other) noexcept;
  ~FileLock();

 private:
  explicit FileLock(int fd) : fd_(fd) {}
  int fd_;
};

}  // namespace forge
