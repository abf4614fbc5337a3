// The rules of a project's directories: AGENTS.md and CLAUDE.md below its root, which a model is shown when it first
// touches a file there. Those of the root are in the prompt. Knows no tool.
#pragma once

#include <cstddef>
#include <set>
#include <string>

namespace forge {

class NestedRules {
 public:
  // They are read below `root`, which no agent of an isolated run writes. What is in the prompt already is not shown.
  NestedRules(std::string root, std::string prompt);

  // What to show below the reply about this file (relative to the root): the rules of its directories that were not
  // shown yet, the nearest first, in a fence. All together have at most 12 KiB; a cut says so. Empty: none.
  std::string ForFile(const std::string& path);
  void Forget();  // what was shown

 private:
  std::string Read(const std::string& name);

  std::string root_, prompt_;
  std::set<std::string> directories_;  // looked at
  std::set<std::string> texts_;        // shown
  std::size_t left_;
};

}  // namespace forge
