// A directory for one test, removed at its end. Its path has no symlinks.
#pragma once

#include <string>
#include <string_view>

#include "os/files/files.h"

namespace forge {

class TempDirectory {
 public:
  TempDirectory() : path_(RealPath(MakeTempDirectory("forge-test-").value()).value()) {}
  ~TempDirectory() { (void)RemoveTree(path_); }
  TempDirectory(const TempDirectory&) = delete;
  TempDirectory& operator=(const TempDirectory&) = delete;

  const std::string& path() const { return path_; }
  std::string operator/(std::string_view name) const { return JoinPath(path_, name); }

 private:
  std::string path_;
};

}  // namespace forge
