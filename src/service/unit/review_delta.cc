#include "service/unit/review_delta.h"

#include "service/unit/fixed_prompt.h"
#include "service/unit/job.h"
#include "service/unit/run_resources.h"
#include "workspace/workspace.h"

namespace forge {

std::string ChangesSinceLook(RunResources& resources, const Job& job, std::size_t limit) {
  const bool looks_again = job.unit.iteration > 1 && IsReview(job.stage, job.member);
  if (!looks_again || job.snapshot.empty() || job.saw_last == job.snapshot || !resources.worktrees.isolated())
    return "";
  const auto work = resources.worktrees.Enter();
  if (!work) return "";
  // Before its first own change the run's lane had no snapshot: all of that is new.
  return (job.saw_last.empty() ? (*work)->Diff(job.snapshot, limit)
                               : (*work)->DiffBetween(job.saw_last, job.snapshot, limit))
      .value_or("");
}

}  // namespace forge
