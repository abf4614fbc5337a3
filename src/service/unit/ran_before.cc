#include "service/unit/ran_before.h"

#include <fmt/core.h>

#include "service/proof/red_green.h"
#include "service/unit/job_history.h"

namespace forge {
namespace {

void AddRunsOf(const StepId& step, const Json& results, std::vector<RanBefore>& ran) {
  for (const Json& one : results.AsArray())
    ran.push_back(
        {step, one["command"].AsString(), static_cast<int>(one["exit_code"].AsInt()), one["passed"].AsBool(), false});
}

// A command that fails in the same way without the tests shows nothing.
void AddRedHalf(const StepId& step, const Json& evidence, std::vector<RanBefore>& ran) {
  if (!evidence["shown"].AsBool()) return;
  for (const Json& one : evidence["results"].AsArray()) {
    if (one["passed"].AsBool() || one["same_without_tests"].AsBool()) continue;
    ran.push_back({step, one["command"].AsString(), static_cast<int>(one["exit_code"].AsInt()), false, true});
  }
}

}  // namespace

std::vector<RanBefore> RanBeforeWork(const State& state, const Unit& unit) {
  std::vector<RanBefore> ran;
  for (std::size_t place = 0; state.plan && place < state.steps.size(); ++place) {
    const auto& lane = state.steps[place].lane;
    const StepId& step = state.plan->steps[place].id;
    const bool other = !unit.lane.is_run() && unit.lane.place() != static_cast<int>(place);
    if (!lane || other) continue;
    for (const StageMemo& memo : lane->memos) AddRedHalf(step, memo.result[kRedGreenMember], ran);
    for (const StageMemo& memo : lane->memos) {
      if (memo.result["baseline"].AsBool()) AddRunsOf(step, memo.result["results"], ran);
    }
  }
  for (const StageMemo& memo : state.lane.memos) {
    AddRunsOf({}, memo.result[kRanToday], ran);
    if (memo.result["baseline"].AsBool()) AddRunsOf({}, memo.result["results"], ran);
  }
  return ran;
}

std::string ToldToday(const State& state, const Unit& unit) {
  std::string lines;
  // Once a step is done, its own baseline is shown.
  if (!unit.lane.is_run() || !state.commits.empty()) return lines;
  for (const StageMemo& memo : state.lane.memos) {
    for (const Json& one : memo.result[kRanToday].AsArray()) {
      const bool passed = one["passed"].AsBool();
      lines += fmt::format("- `{}` {}\n", one["command"].AsString(),
                           passed ? "passes" : fmt::format("fails (exit {})", one["exit_code"].AsInt()));
    }
  }
  return lines.empty() ? "" : "The engine ran the verify commands of the plan's steps before any work:\n" + lines;
}

}  // namespace forge
