// The paths and globs of many steps, each once, as a tree of directories: a walk along it finds overlaps.
// Knows no steps.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "graph/pattern.h"

namespace forge {

class PathTree {
 public:
  // A path is a node; a glob is one too, hanging below the node of its parts before the first wildcard.
  struct Place {
    int node = 0;
    int glob = -1;  // -1: a path
    bool operator==(const Place&) const = default;
  };

  PathTree();

  void Reserve(std::size_t paths);  // makes room, for speed

  // The same for "./a//b", "a\b", "A/b" and "a/b". Borrows the text.
  Place Add(std::string_view text);

  int size() const { return static_cast<int>(nodes_.size()); }
  int globs() const { return static_cast<int>(globs_.size()); }
  int parent(int node) const { return nodes_[static_cast<std::size_t>(node)].parent; }  // -1 of the root
  int node_of(int glob) const { return globs_[static_cast<std::size_t>(glob)].node; }

  // Is there a path that both cover? For a glob and what lies at or below its node.
  bool GlobMeets(int glob, Place other) const;

 private:
  struct Glob {
    int node;
    Pattern pattern;
  };

  struct Node {
    std::string_view name;  // its last part
    int parent;
    std::uint32_t hash;
  };

  int Child(int parent, std::string_view name, bool borrowed);
  int AddPlain(std::string_view path);
  void Grow(std::size_t slots);
  Pattern PatternOf(int node) const;

  std::vector<Node> nodes_;
  std::vector<int> table_;         // places of nodes by parent and name, open addressing; -1: free
  std::deque<std::string> owned_;  // names that no step's text holds
  std::vector<Glob> globs_;
  std::unordered_map<std::string, int> glob_places_;
  std::string_view last_directory_;  // neighbours tend to come together
  int last_node_ = 0;
};

// Which paths are taken, for one tree. Clear() costs nothing.
class TakenPaths {
 public:
  static constexpr int kFree = -1;

  explicit TakenPaths(const PathTree& tree);

  void Take(PathTree::Place place, int owner);
  // Whose path overlaps with this one. A glob is compared with up to so many below it; beyond that the first is named.
  int FindOwner(PathTree::Place place) const;
  void Clear() { ++round_; }

 private:
  struct Node {
    int round = 0;      // what follows counts only in this round
    int owner = kFree;  // of the path itself
    int below = kFree;  // the first owner of something below it
  };
  // Of a node that globs hang on.
  struct Globbed {
    int round = 0;
    std::vector<std::pair<PathTree::Place, int>> beneath;  // at or below it
    std::vector<std::pair<int, int>> globs;                // taken, with their owners
  };
  Node& Fresh(int node);
  const Node* Find(int node) const;
  Globbed* FindGlobbed(int node);
  const Globbed* FindGlobbed(int node) const;

  const PathTree& tree_;
  std::vector<Node> nodes_;
  std::unordered_map<int, Globbed> globbed_;  // by node
  int round_ = 1;
};

}  // namespace forge
