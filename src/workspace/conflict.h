// Files that could not be merged. Knows no git.
#pragma once

#include <string>
#include <vector>

namespace forge {

struct Conflict {
  std::vector<std::string> files;
  std::string details;      // git's messages
  bool unresolved = false;  // the lane had this conflict before, and left its markers in the files
};

}  // namespace forge
