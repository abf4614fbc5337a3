#include <fmt/core.h>

#include "base/display.h"
#include "base/strings.h"
#include "service/plan/plan_runs.h"
#include "surface/cli/commands.h"
#include "surface/cli/commands/plan/plan_argument.h"
#include "surface/view/plan_rows.h"

namespace forge::cli {
namespace {

Form PlanImportForm() {
  Form form;
  form.positionals = {{"FILE", "a file or a slice's folder; `-` is standard input", true, false, {}, ValueType::kFile}};
  form.options = {{"format", "WORD", "its format (default: detected)", false, PlanFormatNames(), ValueType::kText},
                  {"title", "TEXT", "the new plan's title (default: the file's)", false, {}, ValueType::kText},
                  {"task", "ID", "the task it belongs to", false, {}, ValueType::kText}};
  form.notes =
      "Creates a new plan. If anything in the file cannot be read, all problems are listed, no plan is created and the "
      "exit code is 1.";
  form.examples = {{"forge plan import plan.json", "plan JSON with modules"},
                   {"forge plan import .taskmaster/tasks/tasks.json", "Task Master"},
                   {"forge plan import specs/001/tasks.md --format speckit", "spec-kit"},
                   {"forge plan import slices/S01", "a slice's folder"}};
  return form;
}

// Whether there was anything to report.
bool TellProblems(Context& context, const NamedPlan& plan) {
  auto tell = [&](int line, const std::string& what) {
    const std::string where = line > 0 ? fmt::format("{}:{}", plan.name, line) : plan.name;
    context.out.Complain(fmt::format("forge: {}: {}", where, what));
  };
  for (const ForeignProblem& problem : plan.source.problems) tell(problem.line, problem.message);
  for (const PlanProblem& problem : plan.source.document.problems) tell(problem.line, problem.what);
  return !plan.source.problems.empty() || !plan.source.document.problems.empty();
}

Result<Exit> RunPlanImport(Context& context, const Args& args) {
  const auto format = ParsePlanFormat(args.Get("format"));
  const NamedPlan from = TRY(LoadPlanArgument(context, args.Get("FILE"), format));
  if (TellProblems(context, from)) {
    if (context.json) context.out.Print(Json::MakeObject().Set("plan", nullptr).Set("problems", ProblemsToJson(from)));
    return Exit::kNo;
  }
  NewPlan plan;
  plan.title = args.Has("title") ? std::string(Trim(args.Get("title"))) : from.source.document.title;
  if (plan.title.empty()) plan.title = from.name;
  plan.task = args.Has("task") ? args.Get("task") : from.source.document.header.task;
  plan.date = Today(context);
  plan.document = plan.title == from.source.document.title ? from.source.text : WithTitle(from.source.text, plan.title);
  const PlanEntry entry = TRY(PlanRuns(context.forge()).Create(std::move(plan)));
  const auto steps = static_cast<std::int64_t>(from.source.document.steps.size());
  if (context.json) {
    context.out.Print(ToJson(entry).Set("format", Name(from.source.format)).Set("steps", steps));
    return Exit::kOk;
  }
  context.out.Line(fmt::format("{} {} ({} from {})", context.out.Paint(Tone::kStrong, entry.id), entry.title,
                               Counted(steps, "step"), Name(from.source.format)));
  context.out.Line("  " + entry.path);
  return Exit::kOk;
}

}  // namespace

constinit const Command kPlanImportCommand = {"plan import",  "create a plan from another tool's format",
                                              Group::kPlans,  Needs::kNewStore,
                                              PlanImportForm, RunPlanImport};

}  // namespace forge::cli
