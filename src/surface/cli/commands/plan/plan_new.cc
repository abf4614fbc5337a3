// Creating a plan: from the template (plan new), or from a file of another tool (plan import).
#include <fmt/core.h>

#include "base/display.h"
#include "base/strings.h"
#include "service/plan/plan_runs.h"
#include "surface/cli/commands.h"
#include "surface/cli/commands/plan/import_tree.h"
#include "surface/cli/commands/plan/plan_argument.h"
#include "surface/view/json_rows.h"
#include "surface/view/plan_rows.h"
#include "surface/view/shape.h"
#include "text/plan/plan.h"
#include "text/plan/plan_edit.h"
#include "text/plan/plan_states.h"

namespace forge::cli {
namespace {

Form PlanNewForm() {
  return {
      .positionals = {{"TITLE", "the title; with --from, the default is the document's", false}},
      .options = {{"task", "ID", "the task it belongs to, in any tracker"},
                  {"context", "TEXT", "background, appended as `## Context`; `-` reads it from standard input"},
                  {"from", "FILE", "use this document instead of the template, in any format; its header is rewritten",
                   ValueType::kFile}},
      .notes =
          "Creates .forge/plans/plan-NNN-slug.md from .forge/plans/.plan-template.md, or from the built-in template if "
          "that file is missing. A plan and its run share one number; no number is used twice.",
      .examples = {{"forge plan new \"Add webhook support\"", "then edit it, approve it, run it"},
                   {"forge plan new --from plan.json", "from another format"},
                   {"git log -3 | forge plan new \"Fix the regressions\" --context -", "with context from a pipe"}}};
}

std::string DocumentTitled(const PlanSource& source, const std::string& title) {
  const std::string text = MarkdownOf(source);
  return title == source.document.title ? text : WithTitle(text, title);
}

Result<Exit> RunPlanNew(Context& context, const Args& args) {
  NewPlan plan;
  plan.title = std::string(Trim(args.Get("TITLE")));
  plan.task = args.Get("task");
  plan.date = Today(context);
  plan.context = args.Get("context");
  if (plan.context == "-") plan.context = TRY(context.host.read_file("-"));
  if (args.Has("from")) {
    const NamedPlan from = TRY(LoadPlanArgument(context, args.Get("from")));
    if (plan.title.empty()) plan.title = from.source.document.title;
    plan.document = DocumentTitled(from.source, plan.title);
  }
  if (plan.title.empty()) {
    return Fail(Code::kInvalid, "the plan has no title", "forge plan new \"title\"");
  }
  const PlanEntry entry = TRY(PlanRuns(context.forge()).Create(std::move(plan)));
  if (context.json) return context.Print(ToJson(entry));
  context.out.Line(fmt::format("{} {}", context.out.Paint(Tone::kStrong, entry.id), entry.title));
  context.out.Line("  " + entry.path);
  context.out.Line(fmt::format("next: edit it, then forge plan approve {}", entry.number));
  return Exit::kOk;
}

Form PlanImportForm() {
  return {.positionals = {{"FILE", "a file, or the folder of a slice or a milestone; `-` is standard input", true,
                           ValueType::kFile}},
          .options = {Choice("format", "WORD", "its format (default: detected)", PlanFormatNames()),
                      {"tag", "NAME", "the tag of a Task Master file (default: master, else its first)"},
                      {"title", "TEXT", "the new plan's title (default: the file's)"},
                      {"task", "ID", "the task it belongs to"},
                      {"settings", "", "of a milestone: take its preferences into .forge/config.toml"},
                      {"memory", "", "of a milestone: take what it remembers into this project's memory"}},
          .notes =
              "Creates a new plan. What the other tool has finished or set aside stays so: these steps are done or "
              "skipped, and `forge plan run` does not run them. If anything in the file cannot be read, all problems "
              "are listed, no plan is created "
              "and the exit code is 1.",
          .examples = {{"forge plan import plan.json", "plan JSON with modules"},
                       {"forge plan import .taskmaster/tasks/tasks.json", "Task Master"},
                       {"forge plan import .taskmaster/tasks/tasks.json --tag release", "another of its tags"},
                       {"forge plan import specs/001/tasks.md --format speckit", "spec-kit"},
                       {"forge plan import slices/S01", "a slice's folder"},
                       {"forge plan import .gsd/milestones/M001", "a milestone: its slices become steps"},
                       {"forge plan import .gsd/milestones/M001 --settings --memory", "with preferences and memory"}}};
}

// Whether there was anything to tell.
bool TellProblems(Context& context, const NamedPlan& plan) {
  auto tell = [&](int line, const std::string& what) {
    const std::string where = line > 0 ? fmt::format("{}:{}", plan.name, line) : plan.name;
    context.out.Complain(fmt::format("forge: {}: {}", where, what));
  };
  for (const ForeignProblem& problem : plan.source.problems) tell(problem.line, problem.message);
  for (const PlanProblem& problem : plan.source.document.problems) tell(problem.line, problem.what);
  return !plan.source.problems.empty() || !plan.source.document.problems.empty();
}

struct SettledSteps {
  std::int64_t done = 0, skipped = 0;
  std::string text() const {
    return (done > 0 ? fmt::format(", {} done", done) : "") + (skipped > 0 ? fmt::format(", {} skipped", skipped) : "");
  }
};

SettledSteps CountSettled(const PlanDocument& plan) {
  SettledSteps count;
  for (const std::string& written : plan.step_states) {
    const std::string state = StateWord(written);
    count.done += state == "done" ? 1 : 0;
    count.skipped += state == "skipped" ? 1 : 0;
  }
  return count;
}

// A plan of ours begins again: what its run did is on that run's branch, which the new run does not have.
void ForgetStates(PlanSource& source) {
  StepStates states;
  for (std::size_t i = 0; i < source.document.steps.size() && i < source.document.step_states.size(); ++i) {
    if (!source.document.step_states[i].empty()) states[source.document.steps[i].id] = "pending";
  }
  if (states.empty()) return;
  auto text = SetStepStates(source.written, states);
  if (!text) return;  // a document that cannot be read is told of
  source.written = *std::move(text);
  source.document = ParsePlan(source.written);
}

constexpr ShapeField kImported[] = {{"ok"},
                                    {"plan"},
                                    {"number"},
                                    {"status"},
                                    {"title"},
                                    {"task"},
                                    {"created"},
                                    {"path"},
                                    {"format"},
                                    {"steps", Blank::kZero},
                                    {"done", Blank::kZero},
                                    {"skipped", Blank::kZero},
                                    {"tag"},
                                    {"other_tags", Blank::kList},
                                    {"notes", Blank::kList},
                                    {"settings", Blank::kList},
                                    {"memory", Blank::kList},
                                    {"problems", Blank::kList}};

Result<Exit> RunPlanImport(Context& context, const Args& args) {
  const auto format = ParsePlanFormat(args.Get("format"));
  NamedPlan from = TRY(LoadPlanArgument(context, args.Get("FILE"), format, args.Get("tag")));
  if (args.Has("tag") && from.source.format != PlanFormat::kTaskMaster)
    return Fail(Code::kInvalid, fmt::format("{} is a {} plan, which has no tags", from.name, Name(from.source.format)));
  if (from.source.format == PlanFormat::kMarkdown) ForgetStates(from.source);
  if (TellProblems(context, from)) {
    if (context.json) {
      Json json = Json::MakeObject().Set("format", Name(from.source.format));
      context.out.Print(Shaped(json.Set("ok", false).Set("problems", ProblemsToJson(from)), kImported));
    }
    return Exit::kNo;
  }
  const auto tree = TreeAround(context, args.Get("FILE"), from.source);
  if (!tree && (args.Has("settings") || args.Has("memory")))
    return Fail(Code::kInvalid, fmt::format("{} is no milestone of a .gsd tree", from.name),
                "--settings and --memory take what lies around .gsd/milestones/ID");
  NewPlan plan;
  plan.title = args.Has("title") ? std::string(Trim(args.Get("title"))) : from.source.document.title;
  if (plan.title.empty()) plan.title = from.name;
  plan.task = args.Has("task") ? args.Get("task") : from.source.document.header.task;
  plan.date = Today(context);
  plan.document = DocumentTitled(from.source, plan.title);
  const PlanEntry entry = TRY(PlanRuns(context.forge()).Create(std::move(plan)));
  const auto steps = static_cast<std::int64_t>(from.source.document.steps.size());
  const SettledSteps settled = CountSettled(from.source.document);
  if (context.project) TRY(KeepDocuments(*context.project, from.source));
  TreeTaken taken;
  if (tree) taken = TRY(TakeTree(context, *tree, args.Has("settings"), args.Has("memory")));
  if (context.json) {
    Json json = ToJson(entry).Set("ok", true).Set("format", Name(from.source.format)).Set("steps", steps);
    json.Set("done", settled.done).Set("skipped", settled.skipped).Set("tag", OrNull(from.source.tag));
    json.Set("notes", JsonArray(from.source.notes, [](const ForeignProblem& note) { return Json(note.message); }));
    json.Set("settings", taken.settings).Set("memory", taken.memory);
    return context.Print(Shaped(json.Set("other_tags", JsonArray(from.source.other_tags)), kImported));
  }
  context.out.Line(fmt::format("{} {} ({} from {}{})", context.out.Paint(Tone::kStrong, entry.id), entry.title,
                               Counted(steps, "step"), Name(from.source.format), settled.text()));
  context.out.Line("  " + entry.path);
  if (!from.source.other_tags.empty()) {
    context.out.Line(fmt::format("  tag {}; not imported: {} (choose one with --tag)", from.source.tag,
                                 Join(from.source.other_tags, ", ")));
  }
  for (const ForeignProblem& note : from.source.notes) context.out.Line("  note: " + note.message);
  for (const std::string& line : taken.lines) context.out.Line("  " + line);
  return Exit::kOk;
}

}  // namespace

constinit const Command kPlanNewCommand = {
    "plan new", "create a plan from the template", Group::kPlans, Needs::kNewStore, PlanNewForm, RunPlanNew};

constinit const Command kPlanImportCommand = {"plan import",  "create a plan from another tool's format",
                                              Group::kPlans,  Needs::kNewStore,
                                              PlanImportForm, RunPlanImport};

}  // namespace forge::cli
