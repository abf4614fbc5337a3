#include "graph/batch.h"

#include <fmt/core.h>

#include <algorithm>

#include "base/strings.h"
#include "graph/graph.h"
#include "surface/cli/commands.h"
#include "surface/cli/commands/plan/plan_argument.h"

namespace forge::cli {
namespace {

constexpr std::int64_t kMost = 100'000;

Form PlanBatchForm() {
  return {.positionals = {FileOrPlan()},
          .options = {{"done", "IDS", "steps that are done or skipped, separated by commas", ValueType::kText, true},
                      {"running", "IDS", "steps that are running: they hold their files", ValueType::kText, true},
                      {"max", "N", "at most N steps at a time, including running ones (3)", ValueType::kPositive}},
          .notes =
              "Lists steps whose dependencies are done and which write no file that another one writes, those of a "
              "higher priority first, then those with the longest remaining path. With --json: {\"mode\": "
              "\"parallel|single|blocked|none\", \"steps\": [ids], "
              "\"reason\", \"skipped\": [{\"step\", \"reason\"}]}.",
          .examples = {{"forge plan batch 17", "what to start first"},
                       {"forge plan batch plan.md --done a,b --running c --max 4 --json",
                        "in the middle of a plan, for scripts"}}};
}

std::vector<StepId> ReadIds(Context& context, const Args& args, const char* option, const StepGraph& graph) {
  std::vector<StepId> ids;
  for (const std::string& list : args.All(option)) {
    for (std::string_view part : Split(list, ',')) {
      const std::string id(Trim(part));
      if (id.empty()) continue;
      if (graph.Find(id) < 0) context.out.Complain(fmt::format("forge: --{}: the plan has no step `{}`", option, id));
      ids.push_back(StepId{id});
    }
  }
  return ids;
}

// The reader takes dependencies that lead nowhere out of the steps. A step that has one never starts.
std::vector<StepSpec> WithLostNeeds(const PlanDocument& document) {
  std::vector<StepSpec> steps = document.steps;
  for (const PlanProblem& problem : document.problems) {
    if (problem.need.empty()) continue;
    const auto step = std::ranges::find(steps, StepId{problem.step}, &StepSpec::id);
    if (step != steps.end()) step->depends.push_back(StepId{problem.need});
  }
  return steps;
}

Result<Exit> RunPlanBatch(Context& context, const Args& args) {
  const NamedPlan plan = TRY(LoadPlanArgument(context, args.Get("FILE")));
  const std::vector<StepSpec> steps = WithLostNeeds(plan.source.document);
  const StepGraph graph = BuildGraph(steps);
  const std::vector<StepId> done = ReadIds(context, args, "done", graph);
  const std::vector<StepId> running = ReadIds(context, args, "running", graph);
  const auto most = static_cast<int>(std::min(args.GetInt("max").value_or(0), kMost));
  const StepBatch batch = ChooseBatch(steps, graph, done, running, most);
  if (context.json) {
    Json skipped = JsonArray(batch.skipped, [](const StepBatch::Skipped& one) {
      return Json::MakeObject().Set("step", one.id.value).Set("reason", one.reason);
    });
    Json json = Json::MakeObject().Set("mode", Name(batch.mode)).Set("steps", JsonArray(batch.batch, &StepId::value));
    return context.Print(json.Set("reason", batch.reason).Set("skipped", std::move(skipped)));
  }
  context.out.Line(fmt::format("{}: {}", Name(batch.mode), batch.reason));
  for (const StepId& id : batch.batch) context.out.Line("  " + id.value);
  for (const StepBatch::Skipped& skipped : batch.skipped) {
    const std::string name = skipped.id.empty() ? "a step" : skipped.id.value;
    context.out.Line(context.out.Paint(Tone::kFaint, fmt::format("  not {}: {}", name, skipped.reason)));
  }
  return Exit::kOk;
}

}  // namespace

constinit const Command kPlanBatchCommand = {"plan batch",  "list steps that can start now without conflicts",
                                             Group::kPlans, Needs::kSettings,
                                             PlanBatchForm, RunPlanBatch};

}  // namespace forge::cli
