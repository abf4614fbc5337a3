// What a set-up left in a worktree, as a file in git's admin directory keeps it. Knows no worktree.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"

namespace forge {

// Never captured, and stays for the next lane. Paths from the top.
struct Outfit {
  std::string stamp;               // of the set-up that was run
  std::vector<std::string> links;  // ours, even if git does not ignore them
  std::vector<std::string> kept;   // ignored, made by the set-up
};

Result<Outfit> ReadOutfitFile(const std::string& file);  // an empty one if there is no such file
Status WriteOutfitFile(const std::string& file, const Outfit& outfit);

}  // namespace forge
