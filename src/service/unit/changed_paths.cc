#include "service/unit/changed_paths.h"

#include <utility>

#include "service/proof/checkout_diff.h"
#include "service/unit/job.h"
#include "service/unit/run_resources.h"
#include "workspace/workspace.h"

namespace forge {

Result<std::vector<std::string>> ChangedPaths(RunResources& resources, const Job& job) {
  if (!resources.worktrees.isolated()) return CheckoutChanges(resources.context.project);
  Workspaces* work = TRY(resources.worktrees.Open());
  std::vector<std::string> paths = TRY(work->ChangedFiles(""));
  if (job.snapshot.empty()) return paths;
  for (std::string& path : TRY(work->ChangedFiles(job.snapshot))) paths.push_back(std::move(path));
  return paths;
}

}  // namespace forge
