#include "text/diff_about.h"

#include <fmt/core.h>

#include <cstddef>
#include <vector>

#include "base/strings.h"
#include "model/path_kinds.h"

namespace forge {
namespace {

constexpr std::string_view kFileHead = "diff --git ";
constexpr std::size_t kMostNamed = 20;

struct FileDiff {
  std::string path;  // as it is now
  std::string_view text;
};

// "diff --git a/src/a.cc b/src/a.cc" -> "src/a.cc".
std::string PathIn(std::string_view head) {
  const std::size_t now = head.rfind(" b/");
  return now == std::string_view::npos ? "" : std::string(Trim(head.substr(now + 3)));
}

std::vector<FileDiff> FilesOf(std::string_view diff) {
  std::vector<FileDiff> files;
  std::size_t at = diff.starts_with(kFileHead) ? 0 : std::string_view::npos;
  while (at != std::string_view::npos) {
    const std::size_t next = diff.find("\ndiff --git ", at);
    const std::size_t end = next == std::string_view::npos ? diff.size() : next + 1;
    const std::string_view text = diff.substr(at, end - at);
    files.push_back({PathIn(text.substr(0, text.find('\n'))), text});
    at = next == std::string_view::npos ? next : end;
  }
  return files;
}

// "+31 -2"
std::string Amount(std::string_view file) {
  std::size_t added = 0;
  std::size_t removed = 0;
  bool in_hunk = false;
  for (const std::string_view line : Lines(file)) {
    in_hunk = in_hunk || line.starts_with("@@");
    if (in_hunk && line.starts_with('+')) ++added;
    if (in_hunk && line.starts_with('-')) ++removed;
  }
  return fmt::format("+{} -{}", added, removed);
}

}  // namespace

std::string DiffWithoutTests(std::string_view diff) {
  std::string work;
  std::vector<std::string> tests;
  std::size_t more = 0;
  for (const FileDiff& file : FilesOf(diff)) {
    if (!IsTestPath(file.path)) {
      work += file.text;
    } else if (tests.size() < kMostNamed) {
      tests.push_back(fmt::format("{} ({})", file.path, Amount(file.text)));
    } else {
      ++more;
    }
  }
  if (work.empty() || tests.empty()) return std::string(diff);
  return work + fmt::format("(tests that changed, to read where you need them: {}{})\n", Join(tests, ", "),
                            more > 0 ? fmt::format(" and {} more", more) : "");
}

std::string DiffAbout(std::string_view diff, std::string_view text) {
  std::string about;
  std::vector<std::string> others;
  for (const FileDiff& file : FilesOf(diff)) {
    if (!file.path.empty() && text.find(file.path) == std::string_view::npos) {
      others.push_back(file.path);
    } else {
      about += file.text;
    }
  }
  if (about.empty() || others.empty()) return std::string(diff);
  const std::size_t more = others.size() > kMostNamed ? others.size() - kMostNamed : 0;
  if (more > 0) others.resize(kMostNamed);
  return about +
         fmt::format("(also changed: {}{})\n", Join(others, ", "), more > 0 ? fmt::format(" and {} more", more) : "");
}

}  // namespace forge
