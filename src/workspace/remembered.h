// What git told about objects, or what we made: objects never change, so git need not be asked twice. Runs no git and
// knows no refs.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "workspace/commits.h"
#include "workspace/merge.h"

namespace forge {

// From any thread.
class Remembered {
 public:
  void Add(const Commit& commit);
  std::optional<Commit> Find(const std::string& id) const;
  // Whether `below` is `above` or one of its first parents, as far as commits are known. False: perhaps.
  bool IsBelow(const std::string& below, const std::string& above) const;

  // A commit of ours on the run's branch, and the unit that its trailer names.
  void AddUnit(const std::string& commit, const std::string& trailer);
  using Units = std::map<std::string, std::string>;  // trailer -> commit
  // What git told of the branch at `tip`; `from` names what else it depends on.
  void AddUnits(const std::string& from, const std::string& tip, Units units);
  // At a later tip too, if only commits of ours were added since; null: git must be asked. Shared, because a copy for
  // each merge would make a long run slower with every step; the caller's does not change.
  std::shared_ptr<const Units> FindUnits(const std::string& from, const std::string& tip);

  using Files = std::vector<std::string>;
  void AddChanged(const std::string& from_tree, const std::string& to_tree, Files files);
  std::optional<Files> FindChanged(const std::string& from_tree, const std::string& to_tree) const;

  // Only clean ones: what stands in a conflict's way may be gone when it is tried again.
  void AddMerge(const Commit& base, const Commit& ours, const Commit& theirs, const Merged& merged);
  std::optional<Merged> FindMerge(const Commit& base, const Commit& ours, const Commit& theirs) const;
  // No ref holds their trees, so `git gc --prune=now` removes them.
  void ForgetMerges();

 private:
  mutable std::mutex mutex_;  // guards what follows
  std::unordered_map<std::string, Commit> commits_;
  std::unordered_map<std::string, std::string> unit_of_;  // commit -> trailer
  std::string units_from_, units_tip_;
  std::shared_ptr<Units> units_;
  std::map<std::pair<std::string, std::string>, Files> changed_;
  std::map<std::tuple<std::string, std::string, std::string>, Merged> merges_;  // by base, ours, theirs
};

}  // namespace forge
