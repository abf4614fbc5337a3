// The tree of everything in a directory, as git would track it: new, changed and deleted files, links and modes, the
// files of repositories made inside it. Ignored files are left out, submodules stay what they are. Changes nothing
// there.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "workspace/git.h"

namespace forge {

// An index file that is ours, removed with its lock when this goes.
class TempIndex {
 public:
  explicit TempIndex(std::string path);
  ~TempIndex();
  TempIndex(TempIndex&& other) noexcept : path_(std::exchange(other.path_, "")) {}
  TempIndex& operator=(TempIndex&& other) noexcept {
    std::swap(path_, other.path_);
    return *this;
  }

  // What git knows about the files' times comes along, so that only changed files are read again.
  Status CopyFrom(const std::string& index);
  Status MoveTo(const std::string& index);
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

// `git` has GIT_DIR set. `index` is where to start: what it tracks is captured even where it is ignored. Afterwards it
// holds the tree. `base` is the commit whose submodules are known. `excluded` are paths that are not looked at.
Result<std::string> CaptureTree(const Git& git, const std::string& directory, const TempIndex& index,
                                const std::string& base, const std::vector<std::string>& excluded = {});

}  // namespace forge
