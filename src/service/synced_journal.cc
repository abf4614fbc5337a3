#include "service/synced_journal.h"

#include <vector>

#include "service/unit/run_files.h"

namespace forge {

Status SyncedJournal::Record(const Batch& batch) {
  std::vector<UnitId> ended;
  for (const UnitRow& unit : batch.units) {
    if (unit.status != UnitStatus::kRunning) ended.push_back(unit.id);
  }
  TRY(files_.SyncUnits(ended));
  return inner_.Record(batch);
}

}  // namespace forge
