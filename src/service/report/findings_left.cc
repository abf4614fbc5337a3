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
  for (RunBelow& below : TRY(TreeBelow(forge, run))) {
    std::vector<RunFinding> findings = TRY(FindingsLeftBy(forge, below.run));
    // What the run above lists is decided there.
    std::erase_if(findings, [](const RunFinding& found) { return found.above.value > 0; });
    if (!findings.empty()) left.push_back({std::move(below.run), std::move(findings)});
  }
  return left;
}

Result<std::int64_t> CountLeftBelow(Forge& forge, const RunRow& run) {
  if (run.status != RunStatus::kCompleted) return 0;
  std::int64_t count = 0;
  for (const FindingsOfRun& one : TRY(FindingsLeftBelow(forge, run.id))) count += std::ssize(one.findings);
  return count;
}

std::string LeftText(const std::vector<RunFinding>& own, std::int64_t below) {
  std::string text = OpenFindingsText(own);
  if (below > 0) text += fmt::format("{}{} left below", text.empty() ? "" : ", ", below);
  return text;
}

std::string PlaceInTree(const RunRow& run) {
  return fmt::format("run {}, step {}", run.id.value, run.parent_step.value);
}

}  // namespace forge
