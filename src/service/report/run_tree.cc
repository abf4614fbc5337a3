#include "service/report/run_tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/strings.h"
#include "service/forge.h"
#include "service/unit/refused_runs.h"
#include "service/unit/run_files.h"
#include "store/store.h"
#include "text/first_line.h"

namespace forge {
namespace {

constexpr std::size_t kMostRowsShown = 120;

}  // namespace

Result<std::string> WhatRunWaitsFor(Forge& forge, const RunRow& run) {
  switch (run.status) {
    case RunStatus::kWaiting:
      for (const StoredQuestion& stored : TRY(forge.store().ListQuestions(run.id, true)))
        return fmt::format("question {}: {}", stored.question.id.value,
                           FirstLine(stored.question.text, kMostRowsShown));
      return run.reason;
    case RunStatus::kBlocked: {
      std::vector<std::string> names;
      for (RunId other : TRY(forge.store().ListBlockers(run.id))) names.push_back(fmt::format("run {}", other.value));
      return Join(names, ", ");
    }
    case RunStatus::kPaused:
    case RunStatus::kParked:
    case RunStatus::kFailed: return FirstLine(run.reason, kMostRowsShown);
    case RunStatus::kActive:
    case RunStatus::kCompleted:
    case RunStatus::kCancelled:
    case RunStatus::kAbandoned: return std::string();
  }
  return std::string();
}

namespace {

Status AddBelow(Forge& forge, RunId run, int depth, std::vector<RunBelow>& found) {
  std::vector<RunRow> rows = TRY(forge.store().FindRuns({.parent = run}));
  std::ranges::sort(rows, {}, &RunRow::id);
  for (RunRow& row : rows) {
    if (row.parent_unit.value == 0) continue;  // a run of its own, which a person started
    const RunId id = row.id;
    std::string waits = TRY(WhatRunWaitsFor(forge, row));
    found.push_back({std::move(row), depth, std::move(waits)});
    TRY(AddBelow(forge, id, depth + 1, found));
  }
  return {};
}

}  // namespace

Result<std::vector<RunBelow>> TreeBelow(Forge& forge, RunId run) {
  std::vector<RunBelow> found;
  TRY(AddBelow(forge, run, 1, found));
  return found;
}

Result<bool> IsRefused(Forge& forge, const RunRow& run) {
  if (run.parent.value == 0 || run.parent_step.empty()) return false;
  const RunFiles files(forge.project(), run.parent, "");
  const std::string kept = TRY(files.ReadArtifact(run.parent_step.value, kRefusedRuns)).value_or("");
  return std::ranges::any_of(ReadRefusedRuns(kept),
                             [&](const RefusedRun& one) { return one.run == run.id && one.replaced; });
}

Result<std::optional<RunRow>> AtRestBelow(Forge& forge, RunId run) {
  for (RunBelow& below : TRY(TreeBelow(forge, run))) {
    const RunStatus status = below.run.status;
    const bool rests = status == RunStatus::kPaused || status == RunStatus::kParked || status == RunStatus::kFailed;
    if (rests) return std::optional(std::move(below.run));
  }
  return std::optional<RunRow>();
}

}  // namespace forge
