// A directory of one request of an agent program, for its temporary files. Knows no program.
#pragma once

#include <string>
#include <utility>

#include "base/result.h"
#include "os/files/files.h"

namespace forge {

// The destructor removes it.
class Scratch {
 public:
  static Result<Scratch> Make() { return Scratch(TRY(RealPath(TRY(MakeTempDirectory("forge-agent-"))))); }
  Scratch(Scratch&& other) noexcept : path_(std::exchange(other.path_, "")) {}
  Scratch& operator=(Scratch&&) = delete;
  ~Scratch() {
    if (!path_.empty()) (void)RemoveTree(path_);
  }
  const std::string& path() const { return path_; }

 private:
  explicit Scratch(std::string path) : path_(std::move(path)) {}
  std::string path_;
};

}  // namespace forge
