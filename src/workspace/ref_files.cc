#include "workspace/ref_files.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "base/strings.h"
#include "os/files/names_in.h"

namespace forge {
namespace {

constexpr std::string_view kOwnBranches = "refs/heads/forge/";
constexpr std::string_view kOwnRefs = "refs/forge/";
constexpr std::size_t kLongestLooseRef = 4096;

bool IsOwnName(std::string_view name) { return name.starts_with(kOwnRefs) || name.starts_with(kOwnBranches); }

// "refs/forge/17/left-*" does not reach into directories, "refs/forge/17/" does.
bool MatchesPattern(std::string_view pattern, std::string_view name) {
  if (pattern.ends_with('/')) return name.starts_with(pattern);
  if (!pattern.ends_with('*')) return name == pattern;
  pattern.remove_suffix(1);
  return name.starts_with(pattern) && name.find('/', pattern.size()) == std::string_view::npos;
}

}  // namespace

bool IsObjectId(std::string_view text) {
  return (text.size() == 40 || text.size() == 64) &&
         text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

std::optional<RefFiles::Ids> RefFiles::Read(const std::vector<std::string>& patterns) const {
  if (Exists(JoinPath(common_, "reftable"))) return std::nullopt;
  Ids found;
  // Loose refs first: git writes packed-refs before it removes a loose one.
  for (const std::string& pattern : patterns) {
    if (!IsOwnName(pattern)) return std::nullopt;
    bool is_read = true;
    if (pattern.ends_with('/')) {
      is_read = AddLooseBelow(pattern.substr(0, pattern.size() - 1), "", true, found);
    } else if (pattern.ends_with('*')) {
      const std::string prefix = BaseName(pattern);
      is_read = AddLooseBelow(DirName(pattern), prefix.substr(0, prefix.size() - 1), false, found);
    } else {
      is_read = AddLoose(pattern, found);
    }
    if (!is_read) return std::nullopt;
  }
  if (!AddPacked(patterns, found)) return std::nullopt;
  return found;
}

bool RefFiles::AddLoose(const std::string& name, Ids& found) const {
  const std::string path = JoinPath(common_, name);
  if (IsLink(path)) return false;
  auto text = ReadFile(path, kLongestLooseRef);
  if (!text) return text.error().code == Code::kNotFound;
  const std::string_view id = TrimRight(*text);
  if (!IsObjectId(id)) return false;
  found.emplace(name, id);
  return true;
}

bool RefFiles::AddLooseBelow(const std::string& directory, const std::string& prefix, bool deeper, Ids& found) const {
  const auto names = ListNames(JoinPath(common_, directory), prefix);
  if (!names) return names.error().code == Code::kNotFound;
  return std::ranges::all_of(*names, [&](const std::string& name) {
    if (name.ends_with(".lock")) return true;
    const std::string whole = JoinPath(directory, name);
    if (!IsDirectory(JoinPath(common_, whole))) return AddLoose(whole, found);
    return !deeper || AddLooseBelow(whole, "", true, found);
  });
}

bool RefFiles::AddPacked(const std::vector<std::string>& patterns, Ids& found) const {
  const std::string path = JoinPath(common_, "packed-refs");
  const auto version = VersionOf(path);
  if (!version) return false;
  if (!*version) return true;
  std::lock_guard guard(mutex_);
  if (packed_version_ != *version) {
    const auto text = ReadFile(path);
    if (!text) return text.error().code == Code::kNotFound;
    packed_.clear();
    for (std::string_view line : Lines(*text)) {
      if (line.starts_with('#') || line.starts_with('^')) continue;
      const std::size_t space = line.find(' ');
      if (space == std::string_view::npos || !IsObjectId(line.substr(0, space))) return false;
      const std::string_view name = TrimRight(line.substr(space + 1));
      if (IsOwnName(name)) packed_.emplace(name, line.substr(0, space));
    }
    packed_version_ = *version;
  }
  for (const std::string& pattern : patterns) {
    const std::string start = pattern.ends_with('*') ? pattern.substr(0, pattern.size() - 1) : pattern;
    for (auto at = packed_.lower_bound(start); at != packed_.end() && at->first.starts_with(start); ++at) {
      if (MatchesPattern(pattern, at->first)) found.emplace(at->first, at->second);
    }
  }
  return true;
}

}  // namespace forge
