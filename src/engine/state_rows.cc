#include "engine/state_rows.h"

namespace forge {
namespace {

std::string StageName(const State& state, const Lane& lane) {
  if (lane.is_child_run()) return "";
  const auto& stages = state.start.pipelines.pipelines[static_cast<std::size_t>(lane.pipeline)].stages;
  return lane.stage < static_cast<int>(stages.size()) ? stages[static_cast<std::size_t>(lane.stage)].name : "";
}

}  // namespace

RunRow MakeRunRow(const State& state, const RunIdentity& identity, TimePoint updated) {
  RunRow row;
  row.id = identity.id;
  row.slug = identity.slug;
  row.objective = state.start.objective;
  row.pipeline = state.start.pipelines.pipelines[0].name;
  row.status = Outlook(state);
  row.reason = state.reason;
  if (row.status == RunStatus::kWaiting && state.open.empty() && !state.holds.empty())
    row.reason = "step `" + state.holds.begin()->first.value + "` is " + Describe(state.holds.begin()->second);
  row.stage = StageName(state, state.lane);
  row.parent = state.start.parent;
  row.parent_step = state.start.parent_step;
  row.parent_unit = identity.parent_unit;
  row.steps_total = static_cast<std::int64_t>(state.steps.size());
  row.steps_done = state.settled;
  row.units = state.units_started;
  row.tokens = state.spent.tokens();
  row.usd = state.spent.usd;
  row.plan_path = state.plan ? state.plan->path : "";
  row.created = identity.created;
  row.updated = updated;
  return row;
}

StepRow MakeStepRow(const State& state, int place) {
  const StepState& step = state.steps[static_cast<std::size_t>(place)];
  const StepSpec& spec = state.plan->steps[static_cast<std::size_t>(place)];
  StepRow row;
  row.place = place;
  row.id = spec.id;
  row.title = spec.title;
  row.status = step.status;
  row.attempts = step.attempts;
  row.reason = step.reason;
  if (auto hold = state.holds.find(spec.id); hold != state.holds.end()) row.reason = Describe(hold->second);
  if (!step.lane) return row;
  row.stage = StageName(state, *step.lane);
  row.snapshot = step.lane->snapshot;
  return row;
}

UnitRow MakeUnitRow(const State& state, const Unit& unit) {
  UnitRow row;
  row.id = unit.id;
  row.kind = unit.kind;
  row.step = unit.step;
  row.stage = StageOf(state, unit).name;
  row.member = unit.member;
  row.iteration = unit.iteration;
  row.attempt = unit.attempt;
  row.pid = unit.pid;
  row.pid_start = unit.pid_start;
  row.started = unit.started;
  return row;
}

void CompleteUnit(UnitRow& row, const UnitOutcome& outcome, TimePoint ended) {
  row.status = outcome.status;
  if (outcome.status == UnitStatus::kFailed) row.error_class = Name(outcome.error_class);
  row.summary = outcome.status == UnitStatus::kFailed ? outcome.error : outcome.summary;
  row.usage = outcome.usage;
  row.ended = ended;
}

}  // namespace forge
