#include "agent/tools/ignore_rules.h"

#include <algorithm>

#include "agent/tools/tool_kinds.h"
#include "base/strings.h"

namespace forge {
namespace {

// Trailing blanks do not count unless a backslash precedes the last one.
std::string_view WithoutBlanks(std::string_view line) {
  if (line.ends_with('\r')) line.remove_suffix(1);
  while (line.ends_with(' ') && !line.ends_with("\\ ")) line.remove_suffix(1);
  return line;
}

// Our globs have no backslash: an escaped character becomes a set of one.
std::string WithoutBackslashes(std::string_view pattern) {
  std::string out;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    if (pattern[i] != '\\' || i + 1 == pattern.size()) {
      out += pattern[i];
      continue;
    }
    const char sign = pattern[++i];
    const bool special = std::string_view("*?[\\").find(sign) != std::string_view::npos;
    out += special ? std::string("[") + sign + "]" : std::string(1, sign);
  }
  return out;
}

}  // namespace

void IgnoreRules::Add(const std::string& directory, std::string_view text) {
  for (std::string_view line : Lines(text)) {
    line = WithoutBlanks(line);
    if (line.empty() || line.front() == '#') continue;
    Rule rule;
    rule.below = directory.empty() ? "" : directory + "/";
    rule.negated = line.front() == '!';
    if (rule.negated) line.remove_prefix(1);
    rule.directories = line.ends_with('/');
    if (rule.directories) line.remove_suffix(1);
    rule.by_name = line.find('/') == std::string_view::npos;
    if (line.starts_with('/')) line.remove_prefix(1);
    rule.literal = line.find_first_of("*?[\\") == std::string_view::npos;
    rule.pattern = WithoutBackslashes(line);
    if (!rule.pattern.empty()) rules_.push_back(std::move(rule));
  }
}

bool IgnoreRules::Fits(const Rule& rule, std::string_view path, std::string_view name) {
  if (!path.starts_with(rule.below)) return false;
  if (rule.by_name) return rule.literal ? name == rule.pattern : MatchesName(rule.pattern, name);
  path.remove_prefix(rule.below.size());
  if (rule.literal) return path == rule.pattern;
  // `a/**` matches the contents of a, not a itself.
  if (rule.pattern.ends_with("/**") && path == rule.pattern.substr(0, rule.pattern.size() - 3)) return false;
  return MatchesPath(rule.pattern, path);
}

bool IgnoreRules::IsIgnored(std::string_view path, bool is_directory) const {
  const std::size_t slash = path.rfind('/');
  const std::string_view name = slash == std::string_view::npos ? path : path.substr(slash + 1);
  const auto last = std::find_if(rules_.rbegin(), rules_.rend(), [&](const Rule& rule) {
    return (is_directory || !rule.directories) && Fits(rule, path, name);
  });
  return last != rules_.rend() && !last->negated;
}

}  // namespace forge
