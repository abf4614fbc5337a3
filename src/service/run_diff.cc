#include "service/run_diff.h"

#include <fmt/core.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "base/strings.h"
#include "model/json.h"
#include "service/by_hand.h"
#include "service/forge.h"
#include "service/workspaces.h"
#include "store/store.h"
#include "workspace/kept.h"
#include "workspace/names.h"
#include "workspace/workspace.h"

namespace forge {
namespace {

Error NoWorkYet(RunId run, const std::string& whose) {
  return {Code::kNotFound, whose + " has changed nothing yet that is kept",
          fmt::format("forge status {0}; what its agent does now: forge output {0}", run.value)};
}

// What a person did in the step's worktree and gave back after that unit (0: at any time); empty: nothing.
Result<std::string> GivenBackAfter(Forge& forge, RunId run, const StepId& step, UnitId unit) {
  std::string commit;
  JournalRange range;
  range.inputs_only = true;
  for (const JournalRow& row : TRY(forge.store().ReadJournal(run, range))) {
    if (row.step != step) continue;
    const auto given = ReadGivenBack(row);
    if (given && given->what.as != GiveBack::kAsItWas) commit = given->what.snapshot;
    if (row.kind != "ended" || unit.value == 0) continue;
    const auto data = ParseJson(row.data);
    if (data && UnitId{(*data)["unit"].AsInt()} == unit) commit.clear();
  }
  return commit;
}

Result<DiffRange> DiffOfStep(Forge& forge, Workspaces& workspaces, RunId run, const std::string& step) {
  std::vector<std::string> names;
  for (const StepRow& row : TRY(forge.store().ListSteps(run))) names.push_back(row.id.value);
  if (std::ranges::find(names, step) == names.end()) {
    return Fail(
        Code::kNotFound, fmt::format("run {} has no step `{}`", run.value, step),
        names.empty() ? fmt::format("it has no steps: forge diff {}", run.value) : "it has: " + Join(names, ", "));
  }
  const auto work = FindAttempt(forge.project().root, run, step, std::nullopt);
  const UnitId unit{work ? work->unit : 0};
  if (const auto by_hand = TRY(GivenBackAfter(forge, run, StepId{step}, unit)); !by_hand.empty())
    return DiffRange{TRY(workspaces.BaseOf(by_hand)), by_hand};
  if (!work && work.error().code == Code::kNotFound)
    return std::unexpected(NoWorkYet(run, fmt::format("step `{}`", step)));
  if (!work) return std::unexpected(work.error());
  return DiffRange{work->base, work->commit};
}

}  // namespace

Result<DiffRange> FindDiff(Forge& forge, RunId run, const std::string& step) {
  auto workspaces = TRY(OpenWorkspaces(forge, run));
  if (!step.empty()) return DiffOfStep(forge, *workspaces, run, step);
  if (!TRY(workspaces->HasBranch())) {
    return TRY(workspaces->HasStarted())
               ? Fail(Code::kNotFound, fmt::format("the branch {} of run {} is gone", workspaces->branch(), run.value),
                      fmt::format("forge rescue {}", run.value))
               : std::unexpected(NoWorkYet(run, fmt::format("run {}", run.value)));
  }
  const std::string tip = TRY(workspaces->Tip());
  DiffRange range{TRY(workspaces->Base()), tip};
  // By unit, so that the last one counts.
  for (const KeptWork& work : TRY(ListKept(forge.project().root, run))) {
    if (work.lane == kRunLaneName && work.kind == "snapshot" && work.base == tip) range.to = work.commit;
  }
  return range;
}

}  // namespace forge
