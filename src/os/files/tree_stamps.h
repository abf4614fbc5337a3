// What is in a directory tree, cheaply enough to be asked before and after a program ran there.
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

// Files and links by their path from `directory`. Links are not followed; directories named in `but` are passed over at
// any depth, and so is what cannot be read.
std::map<std::string, FileStamp> ListTree(const std::string& directory, const std::vector<std::string>& but);

}  // namespace forge
