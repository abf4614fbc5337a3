// Three-way merges of trees, outside of any checkout. Knows neither refs nor runs.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "workspace/commits.h"
#include "workspace/git.h"

namespace forge {

struct Merged {
  std::string tree;  // meaningless unless clean
  bool clean = false;
  std::vector<std::string> files;  // in conflict
  std::string details;             // git's messages about the conflicts
};

// Applies the changes from `base` to `theirs` onto `ours`. `is_below`: `ours` contains `base`; false: perhaps.
Result<Merged> Merge(const Git& git, Committer& committer, const Commit& base, const Commit& ours, const Commit& theirs,
                     bool is_below = false);

// The answer of `git merge-tree --write-tree -z --name-only`.
Merged ReadMerge(const std::string& out);

// Of two commits, by the base that git finds in their history.
Result<Merged> MergeCommits(const Git& git, const std::string& ours, const std::string& theirs);

}  // namespace forge
