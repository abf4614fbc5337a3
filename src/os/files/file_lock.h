// A lock between processes, held while the object lives. The kernel releases it if the process dies.
#pragma once

#include <chrono>
#include <string>

#include "base/result.h"

namespace forge {

class FileLock {
 public:
  // Waits for it. Makes the file if missing, and leaves it.
  static Result<FileLock> Take(const std::string& path);
  // The same, but waits no longer than that: a process that was stopped may hold it. Then the failure is kExhausted
  // (try again later), and names the process if the kernel tells it.
  static Result<FileLock> TakeWithin(const std::string& path, std::chrono::milliseconds patience);

  FileLock(FileLock&& other) noexcept;
  FileLock& operator=(FileLock&& other) noexcept;
  ~FileLock();

 private:
  explicit FileLock(int fd) : fd_(fd) {}
  int fd_;
};

}  // namespace forge
