// Which paths one line of `## Changes` is about, and which it only mentions. Does not know Markdown blocks.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace forge {

// What one line says about paths.
struct LinePaths {
  std::vector<std::string> files;
  std::vector<std::string> directories;
  std::vector<std::string> outside;  // only where a path is the subject
  std::vector<std::string> depends;
  std::vector<std::string> mentioned;  // files and directories that are only spoken of
  std::vector<std::string> unclear;    // `my file.c`: perhaps a file
  bool leads = false;                  // its first word is a path
  bool described = false;              // it says more than paths
  bool any() const { return !files.empty() || !directories.empty(); }
};

// Of an item, a heading, a bold line or a table cell.
LinePaths ReadLinePaths(std::string_view line);

// More than the words that every change is told with ("new", "update", "and").
bool SaysSomething(std::string_view text);

// Without `[ ]` at its beginning.
std::string_view WithoutCheckbox(std::string_view text);

}  // namespace forge
