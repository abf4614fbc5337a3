// What the system says of a file without reading it, in the form in which git's index keeps it. Knows no git.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace forge {

// The low 32 bits of each. A file that is written, replaced, renamed or given away gets another time of its inode,
// which a program cannot set.
struct FileMarks {
  std::uint32_t changed_s = 0, changed_ns = 0;  // of the inode
  std::uint32_t modified_s = 0, modified_ns = 0;
  std::uint32_t inode = 0;
  std::uint32_t user = 0, group = 0;
  std::uint32_t size = 0;
  bool operator==(const FileMarks&) const = default;
};

struct MarkedFile {
  std::string name;  // path from a directory
  FileMarks marks;
};

// Whether all of them are below `directory` and have their marks still. Follows no link that is a file's own name.
bool HaveTheirMarks(const std::string& directory, const std::vector<MarkedFile>& files);

}  // namespace forge
