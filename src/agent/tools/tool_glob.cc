// Glob: finds files by name.
#include <fmt/core.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "agent/tools/tool_kinds.h"

namespace forge {
namespace {

constexpr std::size_t kMostFound = 20'000;
constexpr std::size_t kMostFilesShown = 200;

}  // namespace

ToolSpec GlobSpec() {
  return {"Glob",
          "Finds files by a pattern such as **/*.cc or src/**/test_*.{py,pyi}: * and ? stay within a name, ** goes "
          "through directories. The newest come first. Ignored files are left out, unless `path` is inside them.",
          ArgumentSchema({{"pattern", "string", "relative to `path`"}},
                         {{"path", "string", "the directory to search (default: the workspace)"}})};
}

ToolOutcome RunGlob(const ToolContext& context, const Json& input) {
  std::string pattern = input["pattern"].AsString();
  if (pattern.empty()) return ToolFailure("Glob needs a pattern, such as **/*.cc.");
  std::string path = input["path"].AsString();
  if (path.empty() && pattern.starts_with('/')) {
    auto relative = context.tree.Relative(pattern);
    if (!relative) return ToolFailure(relative.error());
    pattern = *relative;
  }
  std::vector<std::pair<std::int64_t, std::string>> found;
  std::string prefix;
  if (!path.empty()) {
    auto relative = context.tree.Relative(path);
    if (!relative) return ToolFailure(relative.error());
    prefix = *relative;
    while (prefix.starts_with("./")) prefix.erase(0, 2);
    while (prefix.ends_with('/')) prefix.pop_back();
    if (prefix == ".") prefix.clear();
    if (!prefix.empty()) prefix += '/';
  }
  WalkEnd end = WalkFiles(context, path, [&](const std::string& file, const ConfinedEntry& entry) {
    const std::string_view rest = std::string_view(file).substr(file.starts_with(prefix) ? prefix.size() : 0);
    if (MatchesGlob(pattern, rest)) found.emplace_back(-entry.modified_ns, file);
    return found.size() < kMostFound;
  });
  if (!end.status) return ToolFailure(end.status.error());
  if (found.empty()) return {"No files found."};
  std::ranges::sort(found);
  std::string out;
  for (std::size_t i = 0; i < std::min(found.size(), kMostFilesShown); ++i) out += found[i].second + "\n";
  if (found.size() > kMostFilesShown) {
    out += fmt::format("[... and {} more; use a narrower pattern]\n", found.size() - kMostFilesShown);
  }
  if (end.too_much) out += "[the tree is too large; not all of it was searched]\n";
  return {CapToolText(out)};
}

}  // namespace forge
