// Removes directories in the background: a rename frees the path at once, a thread deletes the files. Knows no git.
#pragma once

#include <mutex>
#include <string>
#include <thread>

#include "base/result.h"

namespace forge {

// Safe from several threads, and several processes may share one directory. Anything left when the process ends is
// deleted by the next process that discards something there.
class Trash {
 public:
  explicit Trash(std::string directory) : directory_(std::move(directory)) {}
  ~Trash();
  Trash(const Trash&) = delete;
  Trash& operator=(const Trash&) = delete;

  // The path is free when this returns. A missing path is fine; a symlink is removed, not its target.
  Status Discard(const std::string& path);
  void Wait();  // until all is deleted

 private:
  void Delete(const std::stop_token& stop);

  const std::string directory_;
  std::mutex mutex_;  // guards what follows
  int count_ = 0;
  bool more_ = false;  // something was discarded since the thread last looked
  bool busy_ = false;
  std::jthread thread_;
};

}  // namespace forge
