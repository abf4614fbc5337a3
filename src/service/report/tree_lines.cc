#include "service/report/tree_lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "base/strings.h"
#include "model/json.h"
#include "service/forge.h"
#include "service/report/run_tree.h"
#include "service/run_queries.h"
#include "service/unit/asked.h"
#include "service/unit/run_files.h"
#include "store/store.h"
#include "text/first_line.h"

namespace forge {
namespace {

constexpr std::int64_t kLatestUnits = 64;
constexpr std::size_t kMostOfWait = 120;

// Of those that do a step: a person may have started others below the run.
Result<std::vector<RunRow>> Workers(Forge& forge, RunId run) {
  std::vector<RunRow> rows = TRY(forge.store().FindRuns({.parent = run}));
  std::erase_if(rows, [](const RunRow& row) { return row.parent_unit.value == 0; });
  std::ranges::sort(rows, {}, &RunRow::id);
  return rows;
}

// None: the unit is no agent's, or its request is not on the disk yet.
std::string TierOf(Forge& forge, const RunRow& run, UnitId unit) {
  const auto request = ReadRequest(forge.store(), RunFiles(forge.project(), run.id, run.slug), unit);
  if (!request || !*request) return "";
  const auto json = ParseJson(**request);
  return json ? (*json)["tier"].AsString() : "";
}

class TreeReader {
 public:
  explicit TreeReader(Forge& forge) : forge_(forge) {}

  Status AddRun(const RunRow& row, TreeLine line) {
    const RunRow run = TRY(WithAllSpent(forge_, row));
    line.run = run.id;
    line.run_status = run.status;
    if (line.title.empty()) line.title = FirstLine(run.objective, kMostOfWait);
    if (!IsEnd(run.status)) line.stage = run.stage;
    line.steps_done = run.steps_done;
    line.steps_total = run.steps_total;
    line.tokens = run.tokens;
    line.usd = run.usd;
    line.waits_for = TRY(WhatRunWaitsFor(forge_, run));
    const bool whole = line.depth == 0 || !IsEnd(run.status);
    const std::vector<UnitRow> units = whole ? TRY(Running(run)) : std::vector<UnitRow>();
    for (const UnitRow& unit : units) {
      if (unit.step.empty()) line.tier = TierOf(forge_, run, unit.id);
    }
    const std::size_t below = line.depth + 1;
    lines_.push_back(std::move(line));
    if (whole) TRY(AddSteps(run, units, below));
    return {};
  }

  std::vector<TreeLine> Take() { return std::move(lines_); }

 private:
  Result<std::vector<UnitRow>> Running(const RunRow& run) {
    std::vector<UnitRow> units = TRY(forge_.store().ListNewestUnits(run.id, kLatestUnits));
    std::erase_if(units, [](const UnitRow& unit) {
      return unit.status != UnitStatus::kRunning || unit.kind == UnitKind::kChild;
    });
    return units;
  }

  Status AddSteps(const RunRow& run, const std::vector<UnitRow>& units, std::size_t depth) {
    std::map<StepId, RunRow> workers;  // the last one of each step
    for (RunRow& worker : TRY(Workers(forge_, run.id))) workers.insert_or_assign(worker.parent_step, std::move(worker));
    const std::vector<StepRow> steps = TRY(forge_.store().ListSteps(run.id));
    const std::map<StepId, std::string> needs = TRY(OpenNeeds(run, steps));
    const std::vector<StoredQuestion> questions = TRY(forge_.store().ListQuestions(run.id, true));
    for (const StepRow& step : steps) {
      TreeLine line;
      line.depth = depth;
      line.step = step.id;
      line.step_status = step.status;
      line.title = step.title;
      const auto worker = workers.find(step.id);
      if (worker != workers.end() && (step.status != StepStatus::kPending || !IsEnd(worker->second.status))) {
        TRY(AddRun(worker->second, std::move(line)));
        continue;
      }
      if (step.status == StepStatus::kRunning || step.status == StepStatus::kWaiting) line.stage = step.stage;
      for (const UnitRow& unit : units) {
        if (unit.step == step.id) line.tier = TierOf(forge_, run, unit.id);
      }
      if (const auto need = needs.find(step.id); need != needs.end()) line.waits_for = need->second;
      if (!step.reason.empty() && !IsSettled(step.status)) line.waits_for = FirstLine(step.reason, kMostOfWait);
      for (const StoredQuestion& stored : questions) {
        if (stored.question.step == step.id)
          line.waits_for =
              fmt::format("question {}: {}", stored.question.id.value, FirstLine(stored.question.text, kMostOfWait));
      }
      lines_.push_back(std::move(line));
    }
    std::vector<RunRow> others = TRY(forge_.store().FindRuns({.parent = run.id}));
    std::ranges::sort(others, {}, &RunRow::id);
    for (const RunRow& other : others) {
      if (other.parent_unit.value != 0) continue;
      TreeLine line;
      line.depth = depth;
      TRY(AddRun(other, std::move(line)));
    }
    return {};
  }

  // Of steps that have not begun: the steps that must be settled first.
  Result<std::map<StepId, std::string>> OpenNeeds(const RunRow& run, const std::vector<StepRow>& steps) {
    std::map<StepId, std::string> needs;
    std::set<StepId> pending, settled;
    for (const StepRow& step : steps) {
      if (step.status == StepStatus::kPending) pending.insert(step.id);
      if (IsSettled(step.status)) settled.insert(step.id);
    }
    if (pending.empty()) return needs;
    const State state = TRY(LoadState(forge_, run.id));
    if (!state.plan) return needs;
    for (const StepSpec& step : state.plan->steps) {
      if (!pending.contains(step.id)) continue;
      std::vector<std::string> open;
      for (const StepId& need : step.depends) {
        if (!settled.contains(need)) open.push_back(need.value);
      }
      if (!open.empty()) needs[step.id] = Join(open, ", ");
    }
    return needs;
  }

  Forge& forge_;
  std::vector<TreeLine> lines_;
};

}  // namespace

Result<RunRow> WithAllSpent(Forge& forge, RunRow run) {
  const std::vector<RunRow> workers = TRY(Workers(forge, run.id));
  if (workers.empty()) return run;
  for (const RunRow& worker : workers) {
    const RunRow all = TRY(WithAllSpent(forge, worker));
    run.tokens += all.tokens;
    run.usd += all.usd;
  }
  for (const UnitRow& unit : TRY(forge.store().ListUnits(run.id))) {
    if (unit.kind != UnitKind::kChild) continue;
    run.tokens -= unit.usage.tokens();
    run.usd -= unit.usage.usd;
  }
  run.usd = std::max(run.usd, 0.0);
  return run;
}

Result<std::vector<TreeLine>> TreeLines(Forge& forge, const RunRow& top) {
  TreeReader reader(forge);
  TRY(reader.AddRun(top, {}));
  return reader.Take();
}

Result<TreePath> PathToWork(Forge& forge, const RunRow& top) {
  TreePath path;
  path.runs.push_back(top);
  for (;;) {
    std::vector<RunRow> rows = TRY(forge.store().FindRuns({.which = RunChoice::kOpen, .parent = path.runs.back().id}));
    std::erase_if(rows, [](const RunRow& row) { return row.parent_unit.value == 0; });
    const auto works = [](const RunRow& row) { return row.status == RunStatus::kActive; };
    const auto last = std::ranges::max_element(rows, [&](const RunRow& a, const RunRow& b) {
      return std::tuple(works(a), a.updated.ms, a.id) < std::tuple(works(b), b.updated.ms, b.id);
    });
    if (last == rows.end()) break;
    path.runs.push_back(*last);
  }
  const RunRow& bottom = path.runs.back();
  for (const UnitRow& unit : TRY(forge.store().ListNewestUnits(bottom.id, kLatestUnits))) {
    if (unit.status != UnitStatus::kRunning || unit.kind == UnitKind::kChild) continue;
    path.task = unit.step;
    path.stage = unit.stage;
    path.tier = unit.kind == UnitKind::kAgent ? TierOf(forge, bottom, unit.id) : "";
  }
  const RunRow all = path.runs.size() > 1 ? TRY(WithAllSpent(forge, top)) : top;
  path.tokens = all.tokens;
  path.usd = all.usd;
  return path;
}

}  // namespace forge
