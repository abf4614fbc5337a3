#include "service/unit/child_unit.h"

#include "base/strings.h"
#include "service/unit/commit_message.h"
#include "service/unit/job.h"
#include "service/unit/run_resources.h"
#include "workspace/workspace.h"

namespace forge {

std::optional<UnitOutcome> ChildUnit::CarryOut(const Job& job, std::stop_token stop) {
  std::optional<UnitOutcome> outcome = drive_(job, std::move(stop));
  if (!outcome || outcome->status != UnitStatus::kDone || !resources_.worktrees.isolated()) return outcome;
  // A step that reads or audits changes nothing, whatever its run did.
  if (job.rules >= 6 && ChangesNothing(*job.step)) return outcome;
  // The child's commits become part of this run, so that the user need not find another branch.
  auto adopt = [&]() -> Result<Integrated> {
    auto work = TRY(resources_.worktrees.Enter());
    work.ForgetAll();
    return work->Adopt(RunId{outcome->result["run"].AsInt()}, job.lane, job.unit.id, TitleOfAll(job, resources_.mask));
  };
  const auto adopted = adopt();
  if (!adopted) return FailedUnit(ErrorClass::kTooling, adopted.error());
  if (adopted->conflict) {
    Error error{Code::kConflict,
                outcome->summary + " and conflicts with work merged meanwhile: " + Join(adopted->conflict->files, ", "),
                ""};
    UnitOutcome failed = FailedUnit(ErrorClass::kExternal, error);
    failed.usage = outcome->usage;
    failed.result = outcome->result;
    return failed;
  }
  outcome->result.Set("commit", adopted->commit);
  return outcome;
}

}  // namespace forge
