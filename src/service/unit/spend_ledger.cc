#include "service/unit/spend_ledger.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "agent/spending.h"

namespace forge {
namespace {

template <typename T>
void Lower(std::optional<T>& least, const std::optional<T>& limit, T spent) {
  if (!limit) return;
  const T left = std::max<T>(0, *limit - spent);
  least = least ? std::min(*least, left) : left;
}

}  // namespace

void SpendLedger::Begin(UnitId unit, std::vector<BindingLimit> limits, const std::map<UnitId, Unit>& in_flight) {
  std::lock_guard lock(mutex_);
  // What has ended counts with its limits, until the engine's own sum replaces it below.
  for (const auto& [ended, spent] : units_) {
    if (in_flight.contains(ended)) continue;
    for (const std::string& key : spent.keys) limits_.at(key).spent += spent.used;
  }
  std::erase_if(units_, [&](const auto& entry) { return !in_flight.contains(entry.first); });
  Entry entry;
  for (BindingLimit& limit : limits) {
    entry.keys.push_back(limit.key);
    limits_.insert_or_assign(limit.key, std::move(limit));
  }
  units_.insert_or_assign(unit, std::move(entry));
}

Usage SpendLedger::SpentOf(const std::string& key) const {
  Usage spent = limits_.at(key).spent;
  for (const auto& [unit, entry] : units_) {
    if (std::ranges::find(entry.keys, key) != entry.keys.end()) spent += entry.used;
  }
  return spent;
}

Budget SpendLedger::ShareOf(UnitId unit) const {
  std::lock_guard lock(mutex_);
  Budget share;
  const auto entry = units_.find(unit);
  if (entry == units_.end()) return share;
  for (const std::string& key : entry->second.keys) {
    const Usage spent = SpentOf(key);
    Lower(share.usd, limits_.at(key).limit.usd, spent.usd);
    Lower(share.tokens, limits_.at(key).limit.tokens, spent.tokens());
  }
  return share;
}

std::optional<std::string> SpendLedger::Spend(UnitId unit, const Usage& total) {
  std::lock_guard lock(mutex_);
  const auto entry = units_.find(unit);
  if (entry == units_.end()) return std::nullopt;
  Usage& used = entry->second.used;
  Raise(used, total);
  for (const std::string& key : entry->second.keys) {
    const BindingLimit& limit = limits_.at(key);
    const std::string why = WhyReached(limit.limit, SpentOf(key));
    if (!why.empty()) return fmt::format("stopped: the budget {} is used up: {}", limit.whose, why);
  }
  return std::nullopt;
}

std::vector<std::string> SpendLedger::UsedUp(UnitId unit) const {
  std::lock_guard lock(mutex_);
  std::vector<std::string> keys;
  const auto entry = units_.find(unit);
  if (entry == units_.end()) return keys;
  for (const std::string& key : entry->second.keys) {
    if (!WhyReached(limits_.at(key).limit, SpentOf(key)).empty()) keys.push_back(key);
  }
  return keys;
}

}  // namespace forge
