// Secrets that a change brings into a repository. Reads a git diff; never repeats what it found.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace forge {

struct DiffSecret {
  std::string path;
  int line = 0;  // in the file as it becomes
  std::string kind;
  bool operator==(const DiffSecret&) const = default;
};

// Of added lines only: what another line of the diff takes away was there before, and is only moved. In the order of
// the diff.
std::vector<DiffSecret> FindSecretsInDiff(std::string_view diff);

}  // namespace forge
