// Preferences of a `.gsd` tree as settings of ours, and what has no counterpart. Pure; where the files are is the
// caller's.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace forge {

struct ForeignPreference {
  std::string name;          // "parallelism.max_concurrent"
  std::string value;         // as written, lists joined by ", "
  std::string from;          // "FILE:LINE" of the value that counts
  std::string key;           // our setting; empty: there is none
  std::string ours;          // its value for that; of a list one item per line
  std::string instead = {};  // where there is none: what to use
};

// Files in their order: a later one wins, key by key. In the order of their names.
std::vector<ForeignPreference> ReadGsdPreferences(const std::vector<std::pair<std::string, std::string>>& files);

// Where a tree stands: `STATE.md` in its older forms (bold fields, or headings with items), `M001-STATE.md` in its
// newer.
struct GsdState {
  std::string milestone, slice, task, phase, next;
};
GsdState ReadGsdState(std::string_view text);

}  // namespace forge
