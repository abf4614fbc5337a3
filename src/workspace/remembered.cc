#include "workspace/remembered.h"

namespace forge {
namespace {

// Each is needed again soon or never.
constexpr std::size_t kMostLists = 256;

}  // namespace

void Remembered::Add(const Commit& commit) {
  std::lock_guard guard(mutex_);
  commits_.emplace(commit.id, commit);
}

std::optional<Commit> Remembered::Find(const std::string& id) const {
  std::lock_guard guard(mutex_);
  const auto at = commits_.find(id);
  return at == commits_.end() ? std::nullopt : std::optional(at->second);
}

bool Remembered::IsBelow(const std::string& below, const std::string& above) const {
  std::lock_guard guard(mutex_);
  const std::string* at = &above;
  while (*at != below) {
    const auto known = commits_.find(*at);
    if (known == commits_.end() || known->second.parent.empty()) return false;
    at = &known->second.parent;
  }
  return !below.empty();
}

void Remembered::AddUnit(const std::string& commit, const std::string& trailer) {
  std::lock_guard guard(mutex_);
  unit_of_.emplace(commit, trailer);
}

void Remembered::AddUnits(const std::string& from, const std::string& tip, Units units) {
  std::lock_guard guard(mutex_);
  units_from_ = from;
  units_tip_ = tip;
  units_ = std::make_shared<Units>(std::move(units));
}

std::shared_ptr<const Remembered::Units> Remembered::FindUnits(const std::string& from, const std::string& tip) {
  std::lock_guard guard(mutex_);
  if (!units_ || units_from_ != from) return nullptr;
  std::vector<std::pair<std::string, std::string>> since;  // trailer and commit, newest first
  std::string at = tip;
  while (at != units_tip_) {
    const auto unit = unit_of_.find(at);
    const auto commit = commits_.find(at);
    if (unit == unit_of_.end() || commit == commits_.end()) return nullptr;
    since.emplace_back(unit->second, at);
    at = commit->second.parent;
  }
  if (!since.empty() && units_.use_count() > 1) units_ = std::make_shared<Units>(*units_);
  for (auto one = since.rbegin(); one != since.rend(); ++one) units_->insert_or_assign(one->first, one->second);
  units_tip_ = tip;
  return units_;
}

void Remembered::AddChanged(const std::string& from_tree, const std::string& to_tree, Files files) {
  std::lock_guard guard(mutex_);
  if (changed_.size() >= kMostLists) changed_.clear();
  changed_.insert_or_assign({from_tree, to_tree}, std::move(files));
}

std::optional<Remembered::Files> Remembered::FindChanged(const std::string& from_tree,
                                                         const std::string& to_tree) const {
  std::lock_guard guard(mutex_);
  const auto at = changed_.find({from_tree, to_tree});
  return at == changed_.end() ? std::nullopt : std::optional(at->second);
}

void Remembered::AddMerge(const Commit& base, const Commit& ours, const Commit& theirs, const Merged& merged) {
  if (!merged.clean) return;
  std::lock_guard guard(mutex_);
  if (merges_.size() >= kMostLists) merges_.clear();
  merges_.insert_or_assign({base.id, ours.id, theirs.id}, merged);
}

std::optional<Merged> Remembered::FindMerge(const Commit& base, const Commit& ours, const Commit& theirs) const {
  std::lock_guard guard(mutex_);
  const auto at = merges_.find({base.id, ours.id, theirs.id});
  return at == merges_.end() ? std::nullopt : std::optional(at->second);
}

void Remembered::ForgetMerges() {
  std::lock_guard guard(mutex_);
  merges_.clear();
}

}  // namespace forge
