// Shared by the search tools: walking a tree, and globs.
#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "agent/tools/ignore_rules.h"
#include "agent/tools/tool_kinds.h"
#include "base/strings.h"
#include "os/system.h"

namespace forge {
namespace {

constexpr std::size_t kMostEntries = 200'000;
constexpr std::size_t kDeepest = 64;
constexpr std::size_t kMostAlternatives = 64;
constexpr std::size_t kLargestIgnoreFile = 256 * 1024;
// Thousands of files that a search of the project does not want.
constexpr std::array<std::string_view, 4> kSkipped = {".git", "node_modules", "__pycache__", ".venv"};

bool IsSkipped(std::string_view name) { return std::ranges::find(kSkipped, name) != kSkipped.end(); }

std::string Below(const std::string& directory, const std::string& name) {
  return directory.empty() ? name : directory + "/" + name;
}

// Whether `c` is in the set that begins after '['; `at` moves past its ']'. No ']': not a set.
bool InSet(std::string_view pattern, std::size_t& at, char c, bool& is_set) {
  std::size_t i = at;
  const bool negated = i < pattern.size() && (pattern[i] == '!' || pattern[i] == '^');
  if (negated) ++i;
  bool found = false;
  const std::size_t first = i;
  for (; i < pattern.size() && (pattern[i] != ']' || i == first); ++i) {
    if (i + 2 < pattern.size() && pattern[i + 1] == '-' && pattern[i + 2] != ']') {
      found |= pattern[i] <= c && c <= pattern[i + 2];
      i += 2;
    } else {
      found |= pattern[i] == c;
    }
  }
  is_set = i < pattern.size();
  if (is_set) at = i + 1;
  return found != negated;
}

bool MatchesParts(const std::vector<std::string_view>& pattern, const std::vector<std::string_view>& path) {
  // reach[j]: the pattern so far covers the first j parts of the path.
  std::vector<char> reach(path.size() + 1, 0);
  reach[0] = 1;
  for (std::string_view part : pattern) {
    std::vector<char> next(path.size() + 1, 0);
    bool any = false;
    for (std::size_t j = 0; j <= path.size(); ++j) {
      if (part == "**") {
        any = any || reach[j] != 0;
        next[j] = any ? 1 : 0;
      } else if (j > 0 && reach[j - 1] != 0 && MatchesName(part, path[j - 1])) {
        next[j] = 1;
      }
    }
    reach = std::move(next);
  }
  return reach.back() != 0;
}

// Expands {a,b} into several patterns; unclosed braces are literal.
std::vector<std::string> Alternatives(std::string_view pattern) {
  std::vector<std::string> done;
  std::vector<std::string> open = {std::string(pattern)};
  while (!open.empty() && done.size() + open.size() <= kMostAlternatives) {
    std::string text = std::move(open.back());
    open.pop_back();
    const std::size_t end = text.find('}');
    const std::size_t begin = end == std::string::npos ? end : text.rfind('{', end);
    if (begin == std::string::npos) {
      done.push_back(std::move(text));
      continue;
    }
    for (std::string_view word : Split(std::string_view(text).substr(begin + 1, end - begin - 1), ',')) {
      open.push_back(text.substr(0, begin) + std::string(word) + text.substr(end + 1));
    }
  }
  return done;
}

struct Walk {
  const ToolContext& context;
  const std::function<bool(const std::string&, const ConfinedEntry&)>& see;
  IgnoreRules ignored = {};
  std::size_t entries = 0;
  bool too_much = false;

  void AddRules(const std::string& directory) {
    std::string text;
    const auto take = [&](std::string_view chunk) {
      text += chunk;
      return text.size() < kLargestIgnoreFile;
    };
    // Most directories have none.
    if (context.tree.Read(Below(directory, ".gitignore"), take)) ignored.Add(directory, text);
  }

  // The rules at the start of the walk. A caller that names an ignored directory wants to see it.
  void Begin(const std::string& start) {
    std::string above;
    for (std::string_view part : Split(start, '/')) {
      if (part.empty()) continue;
      AddRules(above);
      above = Below(above, std::string(part));
      if (ignored.IsIgnored(above, true)) return ignored.Shrink(0);
    }
  }

  // False: stop.
  bool Enter(const std::string& path, std::size_t depth, const std::vector<ConfinedEntry>& list) {
    const std::size_t rules = ignored.size();
    if (std::ranges::any_of(list, [](const ConfinedEntry& entry) { return entry.name == ".gitignore"; }))
      AddRules(path);
    const bool more = Directory(path, depth, list);
    ignored.Shrink(rules);
    return more;
  }

  bool Directory(const std::string& path, std::size_t depth, const std::vector<ConfinedEntry>& list) {
    for (const ConfinedEntry& entry : list) {
      if (++entries > kMostEntries || depth > kDeepest || context.stop.stop_requested() ||
          SteadyMs() > context.until_ms) {
        too_much = true;
        return false;
      }
      const std::string file = Below(path, entry.name);
      if (ignored.IsIgnored(file, entry.kind == ConfinedEntry::Kind::kDirectory)) continue;
      if (entry.kind == ConfinedEntry::Kind::kFile && !see(file, entry)) return false;
      if (entry.kind != ConfinedEntry::Kind::kDirectory || IsSkipped(entry.name)) continue;
      // An unreadable or deleted directory is skipped.
      auto below = context.tree.List(file);
      if (below && !Enter(file, depth + 1, *below)) return false;
    }
    return true;
  }
};

}  // namespace

// Backtracks only to the last star: quadratic at worst.
bool MatchesName(std::string_view pattern, std::string_view name) {
  std::size_t p = 0, n = 0, star = std::string_view::npos, mark = 0;
  while (n < name.size()) {
    bool fits = false;
    std::size_t next = p + 1;
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      mark = n;
      continue;
    }
    if (p < pattern.size()) {
      bool is_set = false;
      if (pattern[p] == '[') fits = InSet(pattern, next, name[n], is_set) && is_set;
      if (!is_set) fits = pattern[p] == '?' || pattern[p] == name[n];
    }
    if (fits) {
      p = next;
      ++n;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      n = ++mark;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

bool MatchesPath(std::string_view pattern, std::string_view path) {
  return MatchesParts(Split(pattern, '/'), Split(path, '/'));
}

WalkEnd WalkFiles(const ToolContext& context, const std::string& path,
                  const std::function<bool(const std::string& file, const ConfinedEntry& entry)>& see) {
  auto relative = context.tree.Relative(path);
  if (!relative) return {std::unexpected(relative.error()), false};
  std::string start = *relative;
  while (start.starts_with("./")) start.erase(0, 2);
  while (start.ends_with('/')) start.pop_back();
  if (start == ".") start.clear();
  auto found = context.tree.Find(start);
  if (!found) return {std::unexpected(found.error()), false};
  if (found->kind == ConfinedEntry::Kind::kFile) {
    see(start, *found);
    return {};
  }
  auto list = context.tree.List(start);
  if (!list) return {std::unexpected(list.error()), false};
  Walk walk{context, see};
  walk.Begin(start);
  walk.Enter(start, 0, *list);
  return {{}, walk.too_much};
}

bool MatchesGlob(std::string_view pattern, std::string_view path, bool by_name) {
  while (pattern.starts_with("./")) pattern.remove_prefix(2);
  const bool own_name = by_name && pattern.find('/') == std::string_view::npos;
  if (own_name && path.find('/') != std::string_view::npos) path.remove_prefix(path.rfind('/') + 1);
  const std::vector<std::string_view> parts = Split(path, '/');
  return std::ranges::any_of(Alternatives(pattern),
                             [&](const std::string& one) { return MatchesParts(Split(one, '/'), parts); });
}

}  // namespace forge
