#include "service/report/findings_left.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "service/report/finding_above.h"
#include "service/report/run_tree.h"

namespace forge {

namespace {

Result<std::vector<RunFinding>> LeftBy(Forge& forge, const RunRow& run, FindingsAbove& known) {
  if (run.status != RunStatus::kCompleted) return std::vector<RunFinding>();
  const RunFiles files(forge.project(), run.id, run.slug);
  std::vector<RunFinding> findings = TRY(ListFindings(forge.store(), run.id, &files, known));
  std::erase_if(findings, [](const RunFinding& found) { return !NeedsTriage(found); });
  return findings;
}

}  // namespace

Result<std::vector<RunFinding>> FindingsLeftBy(Forge& forge, const RunRow& run) {
  FindingsAbove known;
  return LeftBy(forge, run, known);
}

Result<std::vector<FindingsOfRun>> FindingsLeftBelow(Forge& forge, RunId run) {
  std::vector<FindingsOfRun> left;
  FindingsAbove known;
  std::vector<RunBelow> tree = TRY(TreeBelow(forge, run));
  std::set<RunId> shown = {run};  // those whose own findings are in the answer, or stand beside it
  for (const RunBelow& below : tree) {
    if (below.run.status == RunStatus::kCompleted) shown.insert(below.run.id);
  }
  int refused = 0;  // the depth of the refused run that we are below
  for (RunBelow& below : tree) {
    if (refused > 0 && below.depth > refused) continue;
    refused = TRY(IsRefused(forge, below.run)) ? below.depth : 0;
    if (refused > 0) continue;
    std::vector<RunFinding> findings = TRY(LeftBy(forge, below.run, known));
    // What the run above lists is decided there.
    std::erase_if(findings, [&](const RunFinding& found) { return shown.contains(found.above); });
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
