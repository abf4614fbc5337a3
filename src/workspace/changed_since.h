// Whether files are still what a commit made of them. Opens no worktrees and changes nothing.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "base/result.h"

namespace forge {

struct FilesOfCommit {
  std::string commit;
  std::vector<std::string> files;  // from the repository's root; no globs
};

// For each: those of its files that `now` (a commit) has otherwise than it, or no longer has. One git process. A commit
// that is gone says nothing: none of its files.
Result<std::vector<std::vector<std::string>>> ChangedSince(const std::string& repository,
                                                           const std::vector<FilesOfCommit>& made,
                                                           const std::string& now);

// Tracked files of the checkout that are not as in its last commit.
Result<std::set<std::string>> UncommittedFiles(const std::string& repository);

}  // namespace forge
