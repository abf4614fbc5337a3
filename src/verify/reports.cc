#include "verify/reports.h"

#include <cstddef>
#include <utility>

#include "graph/pattern.h"
#include "os/files/confined_tree.h"
#include "os/files/files.h"
#include "verify/junit.h"

namespace forge {
namespace {

constexpr std::size_t kLargestReport = std::size_t{64} << 20U;
constexpr std::size_t kMostReports = 2'000;
constexpr int kMostEntries = 50'000;
constexpr int kDeepestDirectory = 24;

// All files below one directory that the pattern covers, within bounds: a report is not looked for at any price.
class Walk {
 public:
  Walk(const ConfinedTree& tree, const Pattern& pattern, std::map<std::string, std::int64_t>& found)
      : tree_(tree), pattern_(pattern), found_(found) {}

  void Down(const std::string& directory, int depth) {
    if (depth > kDeepestDirectory) return;
    auto entries = tree_.List(directory);
    if (!entries) return;
    for (const ConfinedEntry& entry : *entries) {
      if (++looked_ > kMostEntries || found_.size() >= kMostReports) return;
      const std::string path = directory.empty() ? entry.name : directory + "/" + entry.name;
      if (entry.kind == ConfinedEntry::Kind::kDirectory && entry.name != ".git" && entry.name != "node_modules") {
        Down(path, depth + 1);
      } else if (entry.kind == ConfinedEntry::Kind::kFile && PatternsOverlap(pattern_, Pattern(path))) {
        found_[path] = entry.modified_ns;
      }
    }
  }

 private:
  const ConfinedTree& tree_;
  const Pattern& pattern_;
  std::map<std::string, std::int64_t>& found_;
  int looked_ = 0;
};

// The part of a pattern before its first wildcard, as it was written: a tree knows upper case from lower.
std::string PlainDirectory(const std::string& pattern) {
  const std::size_t wild = pattern.find_first_of("*?");
  const std::size_t slash = pattern.substr(0, wild).rfind('/');
  return slash == std::string::npos ? "" : pattern.substr(0, slash);
}

void Take(const Result<std::string>& text, const std::string& path, ReportFiles::Found& found) {
  auto counts = text ? ParseJUnit(*text) : Result<TestCounts>(std::unexpected(text.error()));
  if (!counts) {
    found.problems.push_back(path + ": " + counts.error().message);
    return;
  }
  if (!found.counts) found.counts.emplace();
  found.counts->Add(*counts);
}

}  // namespace

ReportFiles::ReportFiles(std::string root, std::vector<std::string> patterns, std::string directory)
    : root_(std::move(root)), patterns_(std::move(patterns)), directory_(std::move(directory)), before_(Look()) {}

ReportFiles::Stamps ReportFiles::Look() const { return FindReports(root_, patterns_); }

std::map<std::string, std::int64_t> FindReports(const std::string& root, const std::vector<std::string>& patterns) {
  std::map<std::string, std::int64_t> stamps;
  if (patterns.empty()) return stamps;
  auto tree = ConfinedTree::Open(root.empty() ? "." : root);
  if (!tree) return stamps;
  for (const std::string& text : patterns) {
    const Pattern pattern(text);
    if (auto plain = tree->Find(text); plain && plain->kind == ConfinedEntry::Kind::kFile) {
      stamps[text] = plain->modified_ns;
    } else {
      Walk(*tree, pattern, stamps).Down(PlainDirectory(text), 0);
    }
  }
  return stamps;
}

ReportFiles::Found ReportFiles::ReadNew() const {
  Found found;
  for (const auto& [path, stamp] : Look()) {
    auto known = before_.find(path);
    if (known != before_.end() && known->second == stamp) continue;
    auto tree = ConfinedTree::Open(root_.empty() ? "." : root_);
    if (!tree) break;
    Take(tree->ReadWhole(path, kLargestReport), path, found);
  }
  if (directory_.empty()) return found;
  auto tree = ConfinedTree::Open(directory_);
  auto entries = tree ? tree->List("") : std::unexpected(tree.error());
  if (!entries) return found;
  for (const ConfinedEntry& entry : *entries) {
    const bool is_report = entry.kind == ConfinedEntry::Kind::kFile && entry.name.ends_with(".xml");
    if (is_report) Take(tree->ReadWhole(entry.name, kLargestReport), entry.name, found);
  }
  return found;
}

}  // namespace forge
