#include "service/dry_run.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <utility>

#include "agent/native/token_estimate.h"
#include "engine/state.h"
#include "model/json_array.h"
#include "service/agents/models.h"
#include "service/forge.h"
#include "service/report/estimate.h"
#include "service/run_size.h"
#include "service/settings.h"
#include "service/stage_files.h"
#include "service/start_run.h"
#include "service/unit/fixed_prompt.h"

namespace forge {
namespace {

std::vector<std::string> RolesOf(const Stage& stage) {
  if (stage.members.empty()) return stage.role.empty() ? std::vector<std::string>() : std::vector{stage.role};
  std::vector<std::string> roles;
  for (const Member& member : stage.members) roles.push_back(member.role);
  return roles;
}

// What of a pipeline's prompts is fixed, in tokens, by stage: all members together.
Result<std::map<std::string, std::int64_t>> PromptTokens(const Machine& machine, const Project& project,
                                                         const std::string& pipeline) {
  std::map<std::string, std::int64_t> tokens;
  for (const FixedPrompt& prompt : TRY(ViewFixedPrompts(machine, project, pipeline))) {
    for (const PromptSection& section : prompt.sections) tokens[prompt.stage] += AboutTokens(section.text);
  }
  return tokens;
}

struct Rehearsal {
  const Machine& machine;
  const Settings& settings;
  const Project& project;
  const PipelineSet& set;
  Json records;
  FileFact exists;
  std::vector<DryStage> stages;

  Status Add(const Pipeline& pipeline, bool of_step) {
    const auto tokens = TRY(PromptTokens(machine, project, pipeline.name));
    const std::vector<StageOutlook> way = WayThrough(pipeline, records, exists);
    for (std::size_t i = 0; i < pipeline.stages.size(); ++i) {
      const Stage& stage = pipeline.stages[i];
      DryStage dry{
          of_step, stage.name, std::string(Name(stage.kind)), way[i].runs, way[i].condition, RolesOf(stage), "", "",
          0,       1};
      if (!stage.on_revision.empty()) dry.rounds = stage.rounds(true);
      if (!dry.roles.empty()) {
        const ResolveAnswer answer = TRY(ResolveStage(machine, project, settings, {stage.name, pipeline.name, "", ""}));
        dry.model = answer.resolution.model;
        dry.tier = answer.resolution.tier;
      }
      if (const auto found = tokens.find(stage.name); found != tokens.end()) dry.prompt_tokens = found->second;
      const bool fans = stage.kind == StageKind::kEach && stage.over == Over::kSteps && stage.pipeline_index > 0;
      stages.push_back(std::move(dry));
      if (fans && stages.back().runs != WillRun::kNo)
        TRY(Add(set.pipelines[static_cast<std::size_t>(stage.pipeline_index)], true));
    }
    return {};
  }
};

// The records that conditions are evaluated over, at the very start.
Json FirstRecords(const DryRun& run, const StartRequest& request, const PipelineSet& pipelines) {
  State state;
  state.start.pipelines = pipelines;
  state.start.objective = request.objective;
  state.start.size = run.size;
  state.start.flags = FlagsOf(request.flags);
  state.lane.memos.resize(pipelines.pipelines[0].stages.size());
  Json records = Records(state, kRunLane);
  // Whether a given plan stays as it is comes out later.
  if (!request.plan_file.empty()) records.Set("run", Json(records["run"]).Set("plan_given", Json()));
  return records;
}

Result<std::string> EstimateOf(const DryRun& run, Forge* forge) {
  const RunKind kind{run.pipeline, run.size, run.settings.agent};
  if (forge == nullptr) return DescribeEstimate({}, kind);
  return DescribeEstimate(TRY(FindPastRuns(*forge, kind, RunId{})), kind);
}

}  // namespace

Result<DryRun> RehearseRun(const Machine& machine, const Settings& given, const Project& project,
                           const StartRequest& request, Forge* forge) {
  TRY(CheckStart(machine, given, project, request));
  CheckedStart start = TRY(PrepareStart(machine, given, project, request));
  const SizeJudgement size = SizeOfRun(request, start.pipelines, project);
  DryRun run;
  run.objective = request.objective;
  run.pipeline = start.pipelines.pipelines[0].name;
  run.size = size.size;
  run.size_reason = size.why;
  run.settings = std::move(start.settings);
  run.attended = request.attended && given.Get("attended") == "true";
  run.budget = request.budget ? *request.budget : TRY(given.GetBudget());
  Settings settings = given;
  if (!request.agent.empty()) TRY(settings.SetFlag("agent", request.agent, "--agent"));
  Rehearsal rehearsal{machine,
                      settings,
                      project,
                      start.pipelines,
                      FirstRecords(run, request, start.pipelines),
                      FilesOf(project, request.plan_file),
                      {}};
  TRY(rehearsal.Add(start.pipelines.pipelines[0], false));
  run.stages = std::move(rehearsal.stages);
  const Pipeline& pipeline = start.pipelines.pipelines[0];
  run.asks_anyway = AsksAnyway(pipeline, WayThrough(pipeline, rehearsal.records, rehearsal.exists), request.execute);
  run.estimate = TRY(EstimateOf(run, forge));
  return run;
}

std::vector<std::string> AsksAnyway(const Started& how) {
  if (how.attended) return {};
  State state;
  state.start = how;
  const Pipeline& pipeline = how.pipelines.pipelines[0];
  state.lane.memos.resize(pipeline.stages.size());
  return AsksAnyway(pipeline, WayThrough(pipeline, Records(state, kRunLane)), !how.approved.empty());
}

Json ToJson(const DryRun& run) {
  Json stages = Json::MakeArray();
  for (const DryStage& stage : run.stages) {
    const char* runs = stage.runs == WillRun::kYes ? "yes" : stage.runs == WillRun::kNo ? "no" : "perhaps";
    stages.Append(Json::MakeObject()
                      .Set("stage", stage.name)
                      .Set("kind", stage.kind)
                      .Set("of_step", stage.of_step)
                      .Set("runs", runs)
                      .Set("condition", stage.condition)
                      .Set("roles", JsonArray(stage.roles))
                      .Set("model", stage.model)
                      .Set("tier", stage.tier)
                      .Set("prompt_tokens", stage.prompt_tokens)
                      .Set("rounds", stage.rounds));
  }
  return Json::MakeObject()
      .Set("objective", run.objective)
      .Set("pipeline", run.pipeline)
      .Set("size", run.size)
      .Set("size_reason", run.size_reason)
      .Set("agent", run.settings.agent)
      .Set("isolation", run.settings.isolation)
      .Set("attended", run.attended)
      .Set("asks_anyway", JsonArray(run.asks_anyway))
      .Set("budget", ToJson(run.budget))
      .Set("stages", std::move(stages))
      .Set("estimate", run.estimate);
}

}  // namespace forge
