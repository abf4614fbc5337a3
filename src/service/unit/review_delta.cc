#include "service/unit/review_delta.h"

#include "service/unit/fixed_prompt.h"
#include "service/unit/job.h"
#include "service/unit/round_files.h"
#include "service/unit/run_files.h"
#include "service/unit/run_resources.h"
#include "workspace/workspace.h"

namespace forge {
namespace {

// Whether it answered in an earlier round: one that failed, or was not asked, has not seen the work.
bool HasLooked(const RunFiles& files, const Job& job) {
  for (int round = job.unit.iteration - 1; round > 0; --round) {
    if (files.ReadArtifact(job.lane, ReviewOfRound(job, round)).value_or(std::nullopt)) return true;
  }
  return false;
}

}  // namespace

std::string ChangesSinceLook(RunResources& resources, const Job& job, std::size_t limit) {
  const bool looks_again = job.unit.iteration > 1 && IsReview(job.stage, job.member);
  if (!looks_again || job.snapshot.empty() || job.saw_last == job.snapshot || !resources.worktrees.isolated())
    return "";
  const auto work = resources.worktrees.Enter();
  if (!work) return "";
  if (!HasLooked(resources.context.files, job)) return "";
  // Before its first own change the run's lane had no snapshot: all of that is new.
  if (job.saw_last.empty()) return (*work)->Diff(job.snapshot, limit).value_or("");
  const auto before = (*work)->BaseOf(job.saw_last);
  const auto now = (*work)->BaseOf(job.snapshot);
  if (!before || !now || *before != *now) return "";
  return (*work)->DiffBetween(job.saw_last, job.snapshot, limit).value_or("");
}

}  // namespace forge
