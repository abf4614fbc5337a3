// A cheap list of the files in a directory tree, to compare before and after a program runs.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace forge {

struct FileStamp {
  std::int64_t size = 0;
  std::int64_t changed_ns = 0;  // of the inode
  std::uint64_t inode = 0;
  bool executable = false;
  bool link = false;
  bool operator==(const FileStamp&) const = default;
};

// Files and links by their path from `directory`. Follows no links; skips directories named in `but` at any depth, and
// everything unreadable.
std::map<std::string, FileStamp> ListTree(const std::string& directory, const std::vector<std::string>& but);

}  // namespace forge
