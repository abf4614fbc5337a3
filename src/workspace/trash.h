// Directories that are not needed any more: out of the way by a rename, deleted behind everybody's back. Knows no git.
#pragma once

#include <mutex>
#include <string>
#include <thread>

#include "base/result.h"

namespace forge {

// From several threads, and several processes with one directory. What is not deleted when this goes (or its process
// dies) is deleted by the next that discards anything there.
class Trash {
 public:
  explicit Trash(std::string directory) : directory_(std::move(directory)) {}
  ~Trash();
  Trash(const Trash&) = delete;
  Trash& operator=(const Trash&) = delete;

  // The path is free when this returns. Absent is fine; a symlink goes itself.
  Status Discard(const std::string& path);
  void Wait();  // until all is deleted

 private:
  void Delete(const std::stop_token& stop);

  const std::string directory_;
  std::mutex mutex_;  // guards what follows
  int count_ = 0;
  bool more_ = false;  // something came since the thread looked last
  bool busy_ = false;
  std::jthread thread_;
};

}  // namespace forge
