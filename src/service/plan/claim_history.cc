#include "service/plan/claim_history.h"

#include <map>

#include "engine/input.h"
#include "service/forge.h"
#include "service/run_queries.h"
#include "store/store.h"

namespace forge {

Result<std::vector<ClaimRound>> ClaimHistory(Forge& forge, RunId run) {
  std::vector<ClaimRound> rounds;
  const RunView view = TRY(ViewRun(forge, run));
  std::map<UnitId, const UnitRow*> checks;
  for (const UnitRow& unit : view.units) {
    if (unit.kind == UnitKind::kCheck && unit.status == UnitStatus::kDone) checks[unit.id] = &unit;
  }
  JournalRange range;
  range.inputs_only = true;
  for (const JournalRow& row : TRY(forge.store().ReadJournal(run, range))) {
    if (row.kind != "ended") continue;
    const Json data = TRY(ParseJson(row.data));
    const auto found = checks.find(UnitId{data["unit"].AsInt()});
    if (found == checks.end()) continue;
    const Input input = TRY(InputFromJson(row.kind, data));
    const Json& claims = std::get<Ended>(input).outcome.result[kClaimRecords];
    const UnitRow& unit = *found->second;
    if (claims.is_array()) rounds.push_back({unit.iteration, unit.stage, unit.step, unit.id, unit.ended, claims});
  }
  return rounds;
}

}  // namespace forge
