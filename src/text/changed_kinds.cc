#include "text/changed_kinds.h"

#include <array>

#include "base/strings.h"

namespace forge {
namespace {

constexpr std::array<std::string_view, 8> kPageEndings = {".md",       ".markdown", ".rst", ".adoc",
                                                          ".asciidoc", ".mdx",      ".txt", ".org"};
constexpr std::array<std::string_view, 2> kPageFolders = {"doc", "docs"};
constexpr std::array<std::string_view, 8> kPageNames = {"readme",  "changelog", "changes", "news",
                                                        "authors", "license",   "copying", "contributing"};
// Text files that programs read.
constexpr std::array<std::string_view, 3> kNoPages = {"cmakelists.txt", "requirements.txt", "robots.txt"};

}  // namespace

bool IsDocument(std::string_view path) {
  const std::string lower = Lower(path);
  const std::vector<std::string_view> parts = Split(lower, '/');
  const std::string_view name = parts.back();
  if (IsOneOf(name, kNoPages)) return false;
  for (std::size_t i = 0; i + 1 < parts.size(); ++i) {
    if (IsOneOf(parts[i], kPageFolders)) return true;
  }
  for (const std::string_view ending : kPageEndings) {
    if (name.ends_with(ending)) return true;
  }
  return IsOneOf(name.substr(0, name.find('.')), kPageNames);
}

ChangedKinds KindsOf(const std::vector<std::string>& paths) {
  ChangedKinds kinds;
  for (const std::string& path : paths) (IsDocument(path) ? kinds.docs : kinds.code) = true;
  return kinds;
}

}  // namespace forge
