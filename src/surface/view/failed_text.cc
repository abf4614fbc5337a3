#include "surface/view/failed_text.h"

#include <fmt/core.h>

#include <ranges>

#include "base/strings.h"
#include "model/failed_command.h"

namespace forge {
namespace {

// The last check or merge of the stage.
UnitId LastUnit(const RunView& view, const StepId& step, const std::string& stage) {
  for (const UnitRow& unit : std::views::reverse(view.units)) {
    const bool runs = unit.kind == UnitKind::kCheck || unit.kind == UnitKind::kIntegrate;
    if (runs && unit.step == step && unit.stage == stage) return unit.id;
  }
  return {};
}

std::string OfLane(const State& state, const RunView& view, const StepId& step, const Lane& lane) {
  if (!LaneBroke(lane) || !HasStage(state, lane)) return "";
  const Stage& stage = StageOf(state, lane);
  if (stage.kind != StageKind::kCheck && stage.kind != StageKind::kIntegrate) return "";
  const std::string output = FailedOutput(lane.memo().result);
  if (output.empty()) return "";
  std::string text = fmt::format("\n  {}{} failed:\n", step.empty() ? "" : step.value + " ", stage.name);
  for (std::string_view line : Lines(output)) text += fmt::format("  | {}\n", line);
  const UnitId unit = LastUnit(view, step, stage.name);
  if (unit.value > 0) text += fmt::format("  all of it  forge output {} --unit {}\n", view.run.id.value, unit.value);
  return text;
}

}  // namespace

std::string FailedText(const State& state, const RunView& view) {
  std::string text = OfLane(state, view, {}, state.lane);
  for (std::size_t place = 0; place < state.steps.size(); ++place) {
    if (state.steps[place].lane) text += OfLane(state, view, state.plan->steps[place].id, *state.steps[place].lane);
  }
  return text;
}

}  // namespace forge
