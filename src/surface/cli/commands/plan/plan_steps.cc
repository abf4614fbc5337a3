#include <fmt/core.h>

#include "surface/cli/commands.h"
#include "surface/cli/commands/plan/plan_argument.h"
#include "surface/view/json_answers.h"
#include "surface/view/plan_rows.h"

namespace forge::cli {
namespace {

Form PlanStepsForm() {
  return {.positionals = {{"PLAN", "number (17, plan-17), slug, task or path; leave it out with --from", false}},
          .options = {{"from", "FILE", "read any document instead of a plan of this project, in any format",
                       ValueType::kFile},
                      {"regenerate", "", "regenerate `## Steps` from `## Changes`"},
                      {"keep-done", "", "with --regenerate: keep unchanged steps that are done"}},
          .notes =
              "A plan without `## Steps` gets them from `## Changes`. [ ] pending, [~] running, [?] waiting for an "
              "answer, [x] done, [!] failed, "
              "[-] skipped.",
          .examples = {{"forge plan steps 17", "the steps and their status"},
                       {"forge plan steps 17 --regenerate --keep-done", "after editing the changes"},
                       {"forge plan steps --from plan.md --json", "a file, for scripts"}}};
}

Result<Exit> StepsOfFile(Context& context, const std::string& file) {
  const NamedPlan plan = TRY(LoadPlanArgument(context, file));
  const PlanDocument& document = plan.source.document;
  const Json problems = ProblemsToJson(plan);
  if (context.json) {
    Json steps = Json::MakeArray();
    for (std::size_t i = 0; i < document.steps.size(); ++i) {
      const int line = i < document.step_lines.size() ? document.step_lines[i] : 0;
      steps.Append(JsonOf(document.steps[i]).Set("line", line > 0 ? Json(line) : Json()));
    }
    Json json = Json::MakeObject()
                    .Set("ok", problems.AsArray().empty())
                    .Set("title", document.title)
                    .Set("hash", HashOf(plan.source));
    json.Set("derived", !document.has_steps).Set("steps", std::move(steps));
    context.out.Print(json.Set("problems", problems));
  } else {
    for (std::size_t i = 0; i < document.steps.size(); ++i) {
      const std::string state = i < document.step_states.size() ? document.step_states[i] : "";
      context.out.Line(StepLine(context.out.palette(), document.steps[i], StatusOfState(state)));
    }
    if (document.steps.empty()) context.out.Line(plan.name + " has no steps");
    for (const Json& problem : problems.AsArray()) {
      context.out.Complain(
          fmt::format("forge: {}:{}: {}", plan.name, problem["line"].AsInt(), problem["message"].AsString()));
    }
  }
  return problems.AsArray().empty() ? Exit::kOk : Exit::kNo;
}

Result<Exit> StepsOfPlan(Context& context, const Args& args) {
  if (!context.project) return std::unexpected(FindProject(context.host.machine).error());
  const Machine& machine = context.host.machine;
  context.open_forge = args.Has("regenerate") ? TRY(Forge::Open(machine, *context.settings, *context.project, true))
                                              : TRY(Forge::OpenToRead(machine, *context.settings, *context.project));
  PlanRuns plans(context.forge());
  const std::string name = args.Get("PLAN");
  const PlanView view = args.Has("regenerate")
                            ? TRY(plans.Regenerate(name, args.Has("keep-done"), {SourceOptions(context).max_files}))
                            : TRY(plans.View(name));
  const FilesByStep changed = ChangedStepsOf(context, view);
  if (context.json) return context.Print(ToJson(view, changed));
  const std::vector<PlanStepView> steps = StepsOf(view);
  for (const PlanStepView& step : steps)
    context.out.Line(StepLine(context.out.palette(), *step.spec, step.status) + ChangedText(changed, step.spec->id));
  if (steps.empty()) context.out.Line(view.entry.id + " has no steps");
  return Exit::kOk;
}

Result<Exit> RunPlanSteps(Context& context, const Args& args) {
  const bool regenerate = args.Has("regenerate");
  if (args.Has("keep-done") && !regenerate) {
    return Fail(Code::kInvalid, "plan steps: --keep-done needs --regenerate", "see forge plan steps --help");
  }
  if (args.Has("from") == args.Has("PLAN") || (args.Has("from") && regenerate)) {
    return Fail(Code::kInvalid, "plan steps: give a plan of this project or --from FILE, not both",
                "see forge plan steps --help");
  }
  return args.Has("from") ? StepsOfFile(context, args.Get("from")) : StepsOfPlan(context, args);
}

}  // namespace

// The store is opened only for a plan of the project: a file needs none.
constinit const Command kPlanStepsCommand = {"plan steps",  "list the steps of a plan and their status",
                                             Group::kPlans, Needs::kSettings,
                                             PlanStepsForm, RunPlanSteps};

}  // namespace forge::cli
