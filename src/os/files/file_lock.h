// A lock between processes, held while the object lives. The kernel releases it if the process dies.
#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "base/result.h"

namespace forge {

// How long a lock is waited for: no lock is waited for without an end. A stopped process gives nothing back by itself;
// one that is running may be slow, or others may be first.
struct LockPatience {
  std::chrono::milliseconds stopped = std::chrono::seconds(10);
  std::chrono::milliseconds running = std::chrono::seconds(60);
};

class FileLock {
 public:
  // Waits for it. Makes the file if missing, and leaves it. If the wait is over, the failure is kExhausted (try again
  // later); it names the process that has the lock, if the kernel tells it, and says whether that process is stopped.
  static Result<FileLock> Take(const std::string& path, LockPatience patience = {});
  // Does not wait: none if another process has it.
  static Result<std::optional<FileLock>> Try(const std::string& path);

  FileLock(FileLock&& other) noexcept;
  FileLock& operator=(FileLock&& other) noexcept;
  ~FileLock();

 private:
  explicit FileLock(int fd) : fd_(fd) {}
  int fd_;
};

}  // namespace forge
