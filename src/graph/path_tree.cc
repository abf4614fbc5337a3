#include "graph/path_tree.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace forge {
namespace {

constexpr std::size_t kMostCompared = 1000;

std::size_t Index(int place) { return static_cast<std::size_t>(place); }

// Nothing in it would be changed by taking it apart and putting it together.
bool IsPlain(std::string_view path) {
  if (path.empty() || path.back() == '/') return false;
  char before = '/';
  for (std::size_t at = 0; at < path.size(); ++at) {
    const char c = path[at];
    if ((c >= 'A' && c <= 'Z') || c == '\\' || c == '*' || c == '?') return false;
    if (before == '/' && (c == '/' || c == '.')) {
      const bool here = c == '/' || at + 1 == path.size() || path[at + 1] == '/';
      if (here) return false;
    }
    before = c;
  }
  return true;
}

}  // namespace

std::size_t PathTree::KeyHash::operator()(const Key& key) const {
  constexpr std::size_t kSpread = 0x9E3779B97F4A7C15;
  return std::hash<std::string_view>()(key.name) ^ (Index(key.parent) + 1) * kSpread;
}

PathTree::PathTree() : names_{""}, parents_{-1} {}

int PathTree::Child(int parent, std::string_view name) {
  if (auto it = nodes_.find(Key{parent, name}); it != nodes_.end()) return it->second;
  const int node = size();
  names_.emplace_back(name);
  parents_.push_back(parent);
  nodes_.emplace(Key{parent, names_.back()}, node);
  return node;
}

int PathTree::AddPlain(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  if (slash == std::string_view::npos) return Child(0, path);
  const std::string_view directory = path.substr(0, slash);
  if (directory != last_directory_) {
    int node = 0;
    for (std::size_t at = 0; at < directory.size();) {
      const std::size_t end = std::min(directory.find('/', at), directory.size());
      node = Child(node, directory.substr(at, end - at));
      at = end + 1;
    }
    last_directory_ = directory;
    last_node_ = node;
  }
  return Child(last_node_, path.substr(slash + 1));
}

PathTree::Place PathTree::Add(std::string_view text) {
  if (IsPlain(text)) return {AddPlain(text), -1};
  Pattern pattern(text);
  int node = 0;
  for (std::size_t i = 0; i < pattern.literal; ++i) node = Child(node, pattern.parts[i]);
  if (!pattern.is_glob()) return {node, -1};
  auto [it, added] = glob_places_.emplace(pattern.Key(pattern.parts.size()), globs());
  if (added) globs_.push_back({node, std::move(pattern)});
  return {node, it->second};
}

Pattern PathTree::PatternOf(int node) const {
  Pattern pattern("");
  for (; node > 0; node = parent(node)) pattern.parts.push_back(names_[Index(node)]);
  std::reverse(pattern.parts.begin(), pattern.parts.end());
  pattern.literal = pattern.parts.size();
  return pattern;
}

bool PathTree::GlobMeets(int glob, Place other) const {
  const Pattern& mine = globs_[Index(glob)].pattern;
  if (other.glob >= 0) return PatternsOverlap(mine, globs_[Index(other.glob)].pattern);
  return PatternsOverlap(mine, PatternOf(other.node));
}

TakenPaths::TakenPaths(const PathTree& tree)
    : tree_(tree), nodes_(Index(tree.size())), has_globs_(Index(tree.size()), 0) {
  for (int glob = 0; glob < tree.globs(); ++glob) has_globs_[Index(tree.node_of(glob))] = 1;
}

TakenPaths::Node& TakenPaths::Fresh(int node) {
  Node& fresh = nodes_[Index(node)];
  if (fresh.round != round_) {
    fresh.round = round_;
    fresh.owner = fresh.below = kNobody;
    fresh.beneath.clear();
    fresh.globs.clear();
  }
  return fresh;
}

const TakenPaths::Node* TakenPaths::Find(int node) const {
  const Node& found = nodes_[Index(node)];
  return found.round == round_ ? &found : nullptr;
}

void TakenPaths::Take(PathTree::Place place, int owner) {
  Node& own = Fresh(place.node);
  if (place.glob >= 0) {
    own.globs.emplace_back(place.glob, owner);
    if (own.below == kNobody) own.below = owner;
  } else if (own.owner == kNobody) {
    own.owner = owner;
  }
  for (int node = place.node; node >= 0; node = tree_.parent(node)) {
    Node& above = Fresh(node);
    if (has_globs_[Index(node)] != 0 && (node != place.node || place.glob >= 0))
      above.beneath.emplace_back(place, owner);
    if (node != place.node && above.below == kNobody) above.below = owner;
  }
}

int TakenPaths::FindOwner(PathTree::Place place) const {
  for (int node = place.node; node >= 0; node = tree_.parent(node)) {
    const Node* above = Find(node);
    if (above == nullptr) continue;
    if (above->owner != kNobody) return above->owner;
    for (const auto& [glob, owner] : above->globs) {
      if (place.glob == glob || tree_.GlobMeets(glob, place)) return owner;
    }
  }
  const Node* own = Find(place.node);
  if (own == nullptr || own->below == kNobody) return kNobody;
  if (place.glob < 0) return own->below;
  for (std::size_t i = 0; i < own->beneath.size(); ++i) {
    if (i >= kMostCompared || tree_.GlobMeets(place.glob, own->beneath[i].first)) return own->beneath[i].second;
  }
  return kNobody;
}

}  // namespace forge
