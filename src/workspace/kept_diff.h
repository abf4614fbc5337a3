// Compares commits in one git process that stays: `git diff-tree` would start, and read the index, for each pair. Knows
// no format of a diff.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "workspace/git.h"
#include "workspace/kept_git.h"

namespace forge {

// From any thread.
class KeptDiff {
 public:
  // Options of git diff-tree: the names of what differs, each ended by a NUL, and all that differs as text.
  static std::vector<std::string> NamesOnly();
  static std::vector<std::string> InFull();

  // `config`: as in KeptGit. `options`: of git diff-tree.
  KeptDiff(const Git& git, std::string config, const std::vector<std::string>& options);

  // What git says of the commit `to` beside the commit `from`, both by their full ids. Nothing: it is longer than
  // `limit`, or git did not answer; another git must be asked.
  std::optional<std::string> Find(const std::string& from, const std::string& to, std::size_t limit);

 private:
  // Begins the last line of an answer. It is random, so that an agent cannot give a file such a name.
  const std::string end_;
  std::atomic<std::int64_t> asked_ = 0;
  KeptGit git_;
};

}  // namespace forge
