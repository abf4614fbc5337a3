#include "verify/detect_files.h"

#include <cstddef>
#include <string_view>

#include "base/strings.h"
#include "os/files/confined_tree.h"

namespace forge {
namespace {

constexpr int kLevels = 3;
constexpr std::size_t kMostPaths = 5'000;
constexpr std::size_t kLargestContent = 1U << 20U;

// What others made, or made for others.
bool IsForeign(std::string_view name) {
  return name.starts_with('.') ||
         IsOneOf(name, {"node_modules", "vendor", "target", "build", "dist", "venv", "third_party"});
}

void List(const ConfinedTree& tree, const std::string& directory, int level, ProjectListing& listing) {
  auto entries = tree.List(directory);
  if (!entries) return;
  for (const ConfinedEntry& entry : *entries) {
    if (listing.paths.size() >= kMostPaths) return;
    const std::string path = directory.empty() ? entry.name : directory + "/" + entry.name;
    if (entry.kind == ConfinedEntry::Kind::kFile) {
      listing.paths.push_back(path);
      if (!WantsContent(path)) continue;
      if (auto text = tree.ReadWhole(path, kLargestContent)) listing.contents[path] = *std::move(text);
    }
  }
  if (level >= kLevels) return;
  for (const ConfinedEntry& entry : *entries) {
    if (entry.kind != ConfinedEntry::Kind::kDirectory || IsForeign(entry.name)) continue;
    List(tree, directory.empty() ? entry.name : directory + "/" + entry.name, level + 1, listing);
  }
}

}  // namespace

ProjectListing ListProject(const std::string& directory) {
  ProjectListing listing;
  auto tree = ConfinedTree::Open(directory);
  if (tree) List(*tree, "", 1, listing);
  return listing;
}

}  // namespace forge
