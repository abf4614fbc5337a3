#include "service/report/findings_left.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "service/report/run_tree.h"

namespace forge {
Result<std::vector<RunFinding>> FindingsLeftBy(Forge& forge, const RunRow& run) {
  if (run.status != RunStatus::kCompleted) return std::vector<RunFinding>();
  const RunFiles files(forge.project(), run.id, run.slug);
  std::vector<RunFinding> findings = TRY(ListFindings(forge.store(), run.id, &files));
  std::erase_if(findings, [](const RunFinding& found) { return !NeedsTriage(found); });
  return findings;
}

Result<std::vector<FindingsOfRun>> FindingsLeftBelow(Forge& forge, RunId run) {
  std::vector<FindingsOfRun> left;
  int refused = 0;  // the depth of the refused run that we are below
  for (RunBelow& below : TRY(TreeBelow(forge, run))) {
    if (refused > 0 && below.depth > refused) continue;
    refused = TRY(IsRefused(forge, below.run)) ? below.depth : 0;
    if (refused > 0) continue;
    std::vector<RunFinding> findings = TRY(FindingsLeftBy(forge, below.run));
    // What the run above lists is decided there.
    std::erase_if(findings, [](const RunFinding& found) { return found.above.value > 0; });
    if (!findings.empty()) left.push_back({std::move(below.run), std::move(findings)});
  }
  return left;
}

std::string PlaceInTree(const RunRow& run) {
  return fmt::format("run {}, step {}", run.id.value, run.parent_step.value);
}

}  // namespace forge
