#include "service/unit/prompt_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/strings.h"
#include "service/forge.h"
#include "service/report/decisions.h"
#include "service/report/finding_above.h"
#include "service/run_queries.h"
#include "service/unit/findings_told.h"
#include "service/unit/job.h"
#include "service/unit/prompt_maker.h"
#include "service/unit/run_resources.h"

namespace forge {
namespace {

struct Place {
  int pipeline = 0;
  int stage = 0;
};

// The stage in the pipeline of the run, or in the one its steps go through.
Result<Place> FindPlace(const State& state, const std::string& name, bool in_step) {
  std::vector<std::string> names;
  const auto& pipelines = state.start.pipelines.pipelines;
  for (std::size_t i = 0; i < pipelines.size(); ++i) {
    if ((i > 0) != in_step) continue;
    for (std::size_t j = 0; j < pipelines[i].stages.size(); ++j) {
      if (pipelines[i].stages[j].name == name) return Place{static_cast<int>(i), static_cast<int>(j)};
      names.push_back(pipelines[i].stages[j].name);
    }
  }
  const std::string hint = names.empty() ? "its steps are runs of their own" : "there are: " + Join(names, ", ");
  return Fail(Code::kNotFound, fmt::format("no stage `{}` {}", name, in_step ? "of a step" : "of the run"), hint);
}

Result<LaneId> FindLane(const State& state, const std::string& step) {
  if (step.empty()) return kRunLane;
  std::vector<std::string> ids;
  for (std::size_t i = 0; state.plan && i < state.plan->steps.size(); ++i) {
    if (state.plan->steps[i].id.value == step) return LaneId::OfStep(static_cast<int>(i));
    ids.push_back(state.plan->steps[i].id.value);
  }
  return Fail(Code::kNotFound, fmt::format("no step `{}`", step),
              ids.empty() ? "the run has no plan yet" : "there are: " + Join(ids, ", "));
}

// The unit that runs there, or the next one.
Unit NextUnit(const State& state, const Place& place, LaneId lane_id, const std::string& member) {
  for (const auto& [id, unit] : state.units) {
    if (unit.lane == lane_id && unit.pipeline == place.pipeline && unit.stage == place.stage && unit.member == member &&
        unit.kind != UnitKind::kGate)
      return unit;
  }
  Unit unit;
  unit.kind = UnitKind::kAgent;
  unit.lane = lane_id;
  unit.pipeline = place.pipeline;
  unit.stage = place.stage;
  unit.member = member;
  unit.step = StepOf(state, lane_id);
  const Lane* lane = &state.lane;
  if (!lane_id.is_run()) {
    const auto& of_step = state.steps[static_cast<std::size_t>(lane_id.place())].lane;
    lane = of_step ? &*of_step : nullptr;
  }
  if (!lane || lane->pipeline != place.pipeline) return unit;
  const auto at = static_cast<std::size_t>(place.stage);
  if (at < lane->memos.size()) unit.iteration = lane->memos[at].entered + 1;
  if (lane->stage == place.stage && lane->entered) {
    unit.iteration = std::max(1, unit.iteration - 1);
    unit.attempt = lane->attempt + 1;
    unit.remedies = lane->remedies;
  }
  if (lane->stage == place.stage) unit.note = WithUrge(lane->note, lane->urge);
  return unit;
}

}  // namespace

Result<std::vector<PromptView>> ViewPrompts(Forge& forge, RunId run, const std::string& stage,
                                            const std::string& step) {
  auto row = TRY(forge.store().FindRun(run));
  if (!row) return Fail(Code::kNotFound, fmt::format("no run {}", run.value), "forge list");
  State state = TRY(LoadState(forge, run));
  const Place place = TRY(FindPlace(state, stage, !step.empty()));
  const LaneId lane = TRY(FindLane(state, step));
  // A step that has not started has no lane yet; a job needs the one it would start with.
  if (!lane.is_run() && !state.steps[static_cast<std::size_t>(lane.place())].lane) {
    Lane first;
    first.pipeline = place.pipeline;
    first.snapshot = state.tip;
    state.steps[static_cast<std::size_t>(lane.place())].lane = first;
  }
  const Stage& found = state.start.pipelines.pipelines[static_cast<std::size_t>(place.pipeline)]
                           .stages[static_cast<std::size_t>(place.stage)];
  std::vector<std::string> members;
  for (const Member& member : found.members) members.push_back(member.name);
  if (members.empty() && found.role.empty()) {
    return Fail(Code::kInvalid, fmt::format("stage `{}` asks no agent: its kind is {}", stage, Name(found.kind)),
                "name a stage with a role, or a panel");
  }
  if (members.empty()) members.emplace_back();
  UnitContext context{forge.machine(),
                      forge.project(),
                      run,
                      run,
                      RunSettings::FromJson(state.start.settings),
                      RunFiles(forge.project(), run, row->slug),
                      ""};
  auto resources = TRY(RunResources::Open(std::move(context)));
  // Nothing happens between the prompts of a panel.
  resources->list_findings = [&] { return ListFindings(forge.store(), run, &resources->context.files); };
  resources->points_left = [&](const StepId& done) {
    return PointsLeftIn(forge.store(), resources->context.files, run, done);
  };
  DecisionList decisions(forge.store(), run);
  resources->list_decisions = [&] { return decisions.Read(); };
  UnitFindings findings(resources->list_findings);
  PromptMaker prompts(*resources);
  std::vector<PromptView> views;
  for (const std::string& member : members) {
    const Job job = MakeJob(state, NextUnit(state, place, lane, member), run);
    PromptView view{stage, step, member, RoleOf(job), TRY(prompts.Sections(job, findings))};
    views.push_back(std::move(view));
  }
  return views;
}

}  // namespace forge
