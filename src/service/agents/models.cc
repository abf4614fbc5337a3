#include "service/agents/models.h"

#include <fmt/core.h>

#include <algorithm>

#include "agent/auto.h"
#include "base/strings.h"
#include "os/files/files.h"
#include "pipeline/load.h"
#include "service/library.h"
#include "service/plan/plan_source.h"

namespace forge {
namespace {

constexpr std::string_view kTierModels = "tier_models.";
constexpr std::string_view kEffort = "effort.";
constexpr std::size_t kLargestModelsFile = 1U << 20U;

Status AddModelsOf(const std::string& path, ModelTable& table) {
  if (!Exists(path)) return {};
  const std::vector<Problem> problems = table.Add(TRY(ReadFile(path, kLargestModelsFile)), path);
  if (problems.empty()) return {};
  std::vector<std::string> lines;
  for (const Problem& problem : problems) lines.push_back(Describe(problem));
  return Fail(Code::kInvalid, Join(lines, "\n"));
}

Json MapToJson(const std::map<std::string, std::string, std::less<>>& map) {
  Json json = Json::MakeObject();
  for (const auto& [key, value] : map) json.Set(key, value);
  return json;
}

std::map<std::string, std::string, std::less<>> MapFromJson(const Json& json) {
  std::map<std::string, std::string, std::less<>> map;
  for (const auto& [key, value] : json.AsObject()) map[key] = value.AsString();
  return map;
}

// The stage of that name in the pipeline or in one that its steps go through.
Result<std::optional<Stage>> FindPipelineStage(const Machine& machine, const std::optional<Project>& project,
                                               const std::string& pipeline, const std::string& name) {
  const ResolvedPipelines resolved = Resolve(pipeline, MakeLibrary(machine, project));
  if (!resolved.problems.empty()) return Fail(Code::kInvalid, Describe(resolved.problems[0]));
  for (const Pipeline& one : resolved.set.pipelines) {
    if (const Stage* stage = one.Find(name)) return std::optional<Stage>(*stage);
  }
  return std::optional<Stage>();
}

// What the plan says of the step, or, without one, of itself.
Status AddPlanTraits(const ResolveQuestion& question, UnitTraits& traits) {
  if (question.plan_file.empty()) return {};
  const bool folder = !IsRegularFile(question.plan_file);
  const std::string text = folder ? "" : TRY(ReadFile(question.plan_file, kLargestPlan));
  const PlanSource source = TRY(LoadPlanSource(question.plan_file));
  for (const PlanProblem& problem : source.document.problems) {
    if (problem.type != "header" || source.document.front_matter.is_object()) continue;
    return Fail(Code::kInvalid, fmt::format("{}:{}: {}", question.plan_file, problem.line, problem.what));
  }
  AddFrontMatter(source.document.front_matter, traits);
  if (question.step.empty()) return {};
  const auto& steps = source.document.steps;
  const auto step = std::ranges::find(steps, question.step, [](const StepSpec& one) { return one.id.value; });
  if (step != steps.end()) AddStep(*step, traits);
  if (SaysHighRisk(text, question.step)) traits.high_risk = true;
  if (step != steps.end() || text.find(question.step) != std::string::npos) return {};
  return Fail(Code::kNotFound, fmt::format("{} has no step `{}`", question.plan_file, question.step),
              "forge plan steps " + question.plan_file);
}

}  // namespace

Result<ModelTable> LoadModels(const Machine& machine, const std::optional<Project>& project) {
  ModelTable table = ModelTable::Builtin();
  TRY(AddModelsOf(machine.config_directory + "/models.toml", table));
  if (project) TRY(AddModelsOf(project->forge + "/models.toml", table));
  return table;
}

ModelWishes WishesOf(const Settings& settings) {
  ModelWishes wishes;
  for (const Setting& setting : settings.All()) {
    if (setting.value.empty()) continue;
    const std::string& key = setting.key;
    if (key.starts_with(kTierModels)) wishes.tier_models[key.substr(kTierModels.size())] = setting.value;
    if (key.starts_with(kEffort)) wishes.efforts[key.substr(kEffort.size())] = setting.value;
    if (key == "model") wishes.model = setting.value;
    // These two settings are the names that chat hosts already use (FORGE_AUDITOR_MODEL, FORGE_DRAFTER_MODEL). For any
    // other role, its file in .forge/roles says the tier.
    if (key == "auditor_model") wishes.role_models["auditor"] = setting.value;
    if (key == "drafter_model") wishes.role_models["drafter"] = wishes.role_models["reviser"] = setting.value;
  }
  return wishes;
}

Json ToJson(const ModelWishes& wishes) {
  Json json = Json::MakeObject();
  if (!wishes.model.empty()) json.Set("model", wishes.model);
  if (!wishes.tier_models.empty()) json.Set("tier_models", MapToJson(wishes.tier_models));
  if (!wishes.role_models.empty()) json.Set("role_models", MapToJson(wishes.role_models));
  if (!wishes.efforts.empty()) json.Set("efforts", MapToJson(wishes.efforts));
  return json;
}

ModelWishes WishesFromJson(const Json& json) {
  ModelWishes wishes;
  wishes.model = json["model"].AsString();
  wishes.tier_models = MapFromJson(json["tier_models"]);
  wishes.role_models = MapFromJson(json["role_models"]);
  wishes.efforts = MapFromJson(json["efforts"]);
  return wishes;
}

UnitTraits TraitsOf(const Stage& stage, const std::optional<Member>& member, const Role& role) {
  const Member asked = member.value_or(Member{});
  UnitTraits traits;
  traits.stage = stage.name;
  traits.stage_tier = asked.tier.empty() ? stage.tier : asked.tier;
  traits.stage_effort = asked.effort.empty() ? stage.effort : asked.effort;
  traits.model = asked.model.empty() ? stage.model : asked.model;
  traits.role = role.name;
  traits.role_tier = role.tier;
  traits.role_effort = role.effort;
  traits.plans = stage.produces == "plan";
  return traits;
}

UnitTraits TraitsOf(const Job& job, const Role& role) {
  UnitTraits traits = TraitsOf(job.stage, job.member, role);
  if (job.step) {
    traits.executes = role.writes;
    AddStep(*job.step, traits);
  }
  if (job.risk == "high") traits.high_risk = true;
  traits.tiers_up = job.unit.remedies.tiers_up;
  traits.other_model = job.unit.remedies.other_model;
  return traits;
}

Json ToJson(const Resolution& resolution, const std::string& runtime) {
  return Json::MakeObject()
      .Set("tier", resolution.tier)
      .Set("model", resolution.model)
      .Set("effort", resolution.effort)
      .Set("reason", resolution.reason)
      .Set("effort_reason", resolution.effort_reason)
      .Set("runtime", runtime);
}

void FillCost(const ModelTable& table, const std::string& model, Usage& usage) {
  if (usage.usd == 0 && !usage.empty()) usage.usd = table.CostOf(model, usage).value_or(0);
}

Result<ResolveAnswer> ResolveStage(const Machine& machine, const std::optional<Project>& project,
                                   const Settings& settings, const ResolveQuestion& question) {
  const std::string pipeline = question.pipeline.empty() ? settings.Get("pipeline") : question.pipeline;
  const std::optional<Stage> stage = TRY(FindPipelineStage(machine, project, pipeline, question.stage));
  UnitTraits traits;
  traits.stage = question.stage;
  if (stage) {
    Role role;
    if (!stage->role.empty()) role = TRY(LoadRole(machine, project, stage->role));
    traits = TraitsOf(*stage, std::nullopt, role);
    traits.executes = role.writes;
  }
  TRY(AddPlanTraits(question, traits));
  std::string agent = stage ? stage->runtime : "";
  if (agent.empty() || agent == "auto") agent = settings.Get("agent");
  if (agent.empty() || agent == "auto") {
    const auto choice = ChooseRuntime({machine.cwd, "", machine.environment});
    agent = choice ? choice->spec : "none";
  }
  const ModelTable table = TRY(LoadModels(machine, project));
  ResolveAnswer answer;
  answer.resolution = TRY(ResolveUnit(traits, WishesOf(settings), SourceOf(agent, machine.environment), table));
  answer.runtime = agent.substr(0, agent.find(':'));
  return answer;
}

}  // namespace forge
