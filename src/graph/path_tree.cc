#include "graph/path_tree.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <utility>

#include "base/strings.h"
#include "graph/index.h"

namespace forge {
namespace {

constexpr std::size_t kMostCompared = 1000;
constexpr std::size_t kSmallest = 64;  // a power of two

// Nothing in it would be changed by taking it apart and putting it together.
bool IsPlain(std::string_view path) {
  if (path.empty() || path.back() == '/') return false;
  char before = '/';
  for (std::size_t at = 0; at < path.size(); ++at) {
    const char c = path[at];
    if (IsUpper(c) || c == '\\' || c == '*' || c == '?' || c == '{') return false;
    if (before == '/' && (c == '/' || c == '.')) {
      const bool here = c == '/' || at + 1 == path.size() || path[at + 1] == '/';
      if (here) return false;
    }
    before = c;
  }
  return true;
}

}  // namespace

PathTree::PathTree() : nodes_{{"", -1, 0}}, table_(kSmallest, -1) {}

int PathTree::Child(int parent, std::string_view name, bool borrowed) {
  constexpr std::size_t kSpread = 0x9E3779B97F4A7C15;
  const std::size_t whole = (std::hash<std::string_view>()(name) ^ (Index(parent) + 1) * kSpread) * kSpread;
  const auto hash = static_cast<std::uint32_t>(whole >> 32U);
  const std::size_t mask = table_.size() - 1;
  std::size_t at = hash & mask;
  for (; table_[at] >= 0; at = (at + 1) & mask) {
    const Node& node = nodes_[Index(table_[at])];
    if (node.hash == hash && node.parent == parent && node.name == name) return table_[at];
  }
  const int place = size();
  if (!borrowed) name = owned_.emplace_back(name);
  nodes_.push_back({name, parent, hash});
  table_[at] = place;
  if (nodes_.size() * 2 > table_.size()) Grow(table_.size() * 4);
  return place;
}

void PathTree::Reserve(std::size_t paths) {
  nodes_.reserve(nodes_.size() + paths + paths / 8);
  if (const std::size_t slots = std::bit_ceil(2 * nodes_.capacity()); slots > table_.size()) Grow(slots);
}

void PathTree::Grow(std::size_t slots) {
  table_.assign(slots, -1);
  const std::size_t mask = table_.size() - 1;
  for (int place = 1; place < size(); ++place) {
    std::size_t at = nodes_[Index(place)].hash & mask;
    while (table_[at] >= 0) at = (at + 1) & mask;
    table_[at] = place;
  }
}

int PathTree::AddPlain(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  if (slash == std::string_view::npos) return Child(0, path, true);
  const std::string_view directory = path.substr(0, slash);
  if (directory != last_directory_) {
    int node = 0;
    for (std::size_t at = 0; at < directory.size();) {
      const std::size_t end = std::min(directory.find('/', at), directory.size());
      node = Child(node, directory.substr(at, end - at), true);
      at = end + 1;
    }
    last_directory_ = directory;
    last_node_ = node;
  }
  return Child(last_node_, path.substr(slash + 1), true);
}

PathTree::Place PathTree::Add(std::string_view text) {
  if (IsPlain(text)) return {AddPlain(text), -1};
  Pattern pattern(text);
  int node = 0;
  for (std::size_t i = 0; i < pattern.literal; ++i) node = Child(node, pattern.parts[i], false);
  if (!pattern.is_glob()) return {node, -1};
  auto [it, added] = glob_places_.emplace(pattern.Key(), globs());
  if (added) globs_.push_back({node, std::move(pattern)});
  return {node, it->second};
}

Pattern PathTree::PatternOf(int node) const {
  Pattern pattern("");
  for (; node > 0; node = parent(node)) pattern.parts.emplace_back(nodes_[Index(node)].name);
  std::reverse(pattern.parts.begin(), pattern.parts.end());
  pattern.literal = pattern.parts.size();
  return pattern;
}

bool PathTree::GlobMeets(int glob, Place other) const {
  const Pattern& mine = globs_[Index(glob)].pattern;
  if (other.glob >= 0) return PatternsOverlap(mine, globs_[Index(other.glob)].pattern);
  return PatternsOverlap(mine, PatternOf(other.node));
}

TakenPaths::TakenPaths(const PathTree& tree) : tree_(tree), nodes_(Index(tree.size())) {
  for (int glob = 0; glob < tree.globs(); ++glob) globbed_[tree.node_of(glob)] = {};
}

TakenPaths::Node& TakenPaths::Fresh(int node) {
  Node& fresh = nodes_[Index(node)];
  if (fresh.round != round_) fresh = {round_, kFree, kFree};
  return fresh;
}

const TakenPaths::Node* TakenPaths::Find(int node) const {
  const Node& found = nodes_[Index(node)];
  return found.round == round_ ? &found : nullptr;
}

TakenPaths::Globbed* TakenPaths::FindGlobbed(int node) {
  if (globbed_.empty()) return nullptr;
  auto it = globbed_.find(node);
  if (it == globbed_.end()) return nullptr;
  Globbed& found = it->second;
  if (found.round != round_) {
    found.round = round_;
    found.beneath.clear();
    found.globs.clear();
  }
  return &found;
}

const TakenPaths::Globbed* TakenPaths::FindGlobbed(int node) const {
  if (globbed_.empty()) return nullptr;
  auto it = globbed_.find(node);
  return it == globbed_.end() || it->second.round != round_ ? nullptr : &it->second;
}

void TakenPaths::Take(PathTree::Place place, int owner) {
  const bool is_glob = place.glob >= 0;
  if (Node& own = Fresh(place.node); !is_glob && own.owner == kFree) own.owner = owner;
  if (is_glob) FindGlobbed(place.node)->globs.emplace_back(place.glob, owner);
  for (int node = is_glob ? place.node : tree_.parent(place.node); node >= 0; node = tree_.parent(node)) {
    Node& above = Fresh(node);
    if (above.below == kFree) above.below = owner;
    if (Globbed* globbed = FindGlobbed(node)) globbed->beneath.emplace_back(place, owner);
  }
}

int TakenPaths::FindOwner(PathTree::Place place) const {
  for (int node = place.node; node >= 0; node = tree_.parent(node)) {
    const Node* above = Find(node);
    if (above != nullptr && above->owner != kFree) return above->owner;
    const Globbed* globbed = FindGlobbed(node);
    if (globbed == nullptr) continue;
    for (const auto& [glob, owner] : globbed->globs) {
      if (place.glob == glob || tree_.GlobMeets(glob, place)) return owner;
    }
  }
  const Node* own = Find(place.node);
  if (own == nullptr || own->below == kFree) return kFree;
  if (place.glob < 0) return own->below;
  const Globbed* globbed = FindGlobbed(place.node);
  for (std::size_t i = 0; globbed != nullptr && i < globbed->beneath.size(); ++i) {
    if (i >= kMostCompared || tree_.GlobMeets(place.glob, globbed->beneath[i].first)) return globbed->beneath[i].second;
  }
  return kFree;
}

}  // namespace forge
