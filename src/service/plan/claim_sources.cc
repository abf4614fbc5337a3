#include "service/plan/claim_sources.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/strings.h"

namespace forge {
namespace {

using RecordState = CitedRecord::State;

std::optional<std::int64_t> RecordNumber(std::string_view id, char letter) {
  id = Trim(id);
  if (id.starts_with(letter)) id.remove_prefix(1);
  return ParseInt(id);
}

template <typename T>
const T* WithNumber(const std::vector<T>& records, std::int64_t number) {
  const auto found = std::ranges::find(records, number, &T::id);
  return found == records.end() ? nullptr : &*found;
}

}  // namespace

ProjectClaimSources::ProjectClaimSources(std::string root, OpenMemory open, TimePoint now)
    : RepositoryClaimSources(std::move(root)), open_(std::move(open)), now_(now) {}

const std::vector<MemoryStore*>& ProjectClaimSources::Stores() {
  if (!open_) return stores_;
  // Without memory the claim is unverifiable, and the check says so.
  if (auto memory = std::exchange(open_, nullptr)()) {
    memory_ = std::make_unique<Memory>(*std::move(memory));
    stores_ = memory_->Stores(std::nullopt).value_or(std::vector<MemoryStore*>{});
  }
  return stores_;
}

CitedRecord ProjectClaimSources::FindSpike(const std::string& id) {
  CitedRecord record;
  const auto number = RecordNumber(id, 's');
  for (MemoryStore* store : Stores()) {
    const auto spikes = store->knowledge().ListSpikes();
    if (!spikes) continue;
    record.state = RecordState::kAbsent;
    const Spike* spike = number ? WithNumber(*spikes, *number) : nullptr;
    if (!spike) continue;
    const RecordState tested = spike->confirmed ? RecordState::kHolds : RecordState::kRefuted;
    return {Usable(*spike, now_) ? tested : RecordState::kOutdated, ToText(*spike)};
  }
  return record;
}

CitedRecord ProjectClaimSources::FindTriple(const std::string& id) {
  CitedRecord record;
  const auto number = RecordNumber(id, 't');
  TripleFilter all;
  all.current_only = false;
  for (MemoryStore* store : Stores()) {
    const auto triples = store->knowledge().FindTriples(all);
    if (!triples) continue;
    record.state = RecordState::kAbsent;
    const Triple* triple = number ? WithNumber(*triples, *number) : nullptr;
    if (!triple) continue;
    return {triple->current() ? RecordState::kHolds : RecordState::kRefuted,
            triple->subject + " " + triple->predicate + " " + triple->object};
  }
  return record;
}

}  // namespace forge
