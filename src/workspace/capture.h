// The git tree of a whole directory: new, changed and deleted files, links and modes, and the files of repositories
// made inside it. Ignored files are left out; submodules stay submodules. Changes nothing in the directory.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "workspace/git.h"

namespace forge {

// A private index file. The destructor removes it and its lock.
class TempIndex {
 public:
  explicit TempIndex(std::string path);
  ~TempIndex();
  TempIndex(TempIndex&& other) noexcept : path_(std::exchange(other.path_, "")) {}
  TempIndex& operator=(TempIndex&& other) noexcept {
    std::swap(path_, other.path_);
    return *this;
  }

  // Keeps what git knows about file times, so that only changed files are read again.
  Status CopyFrom(const std::string& index);
  Status MoveTo(const std::string& index);
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

struct CapturedTree {
  std::string tree;
  // Every file is an entry of the index, as git itself would add it: no submodules, no repositories inside, nothing
  // that git is told not to look at, nothing that it complained about.
  bool is_plain = false;
};

// `git` has GIT_DIR set. `index` is where to start: what it tracks is captured even where it is ignored. Afterwards it
// holds the tree. `base` is the commit whose submodules are known. `excluded` paths are skipped.
Result<CapturedTree> CaptureTree(const Git& git, const std::string& directory, const TempIndex& index,
                                 const std::string& base, const std::vector<std::string>& excluded = {});

}  // namespace forge
