#include "service/synced_journal.h"

#include <utility>
#include <vector>

#include "service/unit/run_files.h"

namespace forge {

Status SyncedJournal::Record(const Batch& batch) {
  std::vector<UnitId> ended;
  for (const UnitRow& unit : batch.units) {
    if (unit.status != UnitStatus::kRunning) ended.push_back(unit.id);
  }
  // The texts first, then the journal that relies on them. What is in no file needs no sync of its own: it is durable
  // with the transaction, or the transaction is not there.
  TRY(files_.SyncUnits(ended));
  std::vector<AskedRow> asked = files_.Asked(ended);
  if (asked.empty()) return inner_.Record(batch);
  Batch whole = batch;
  whole.asked = std::move(asked);
  TRY(inner_.Record(whole));
  files_.ForgetAsked(ended);
  return {};
}

}  // namespace forge
