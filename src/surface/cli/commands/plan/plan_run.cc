// Running a plan, whole or in part: plan run, run-one, run-step, and skip and skip-to, which pass over steps.
#include <fmt/core.h>

#include <algorithm>

#include "service/plan/plan_runs.h"
#include "surface/cli/commands.h"
#include "surface/cli/commands/plan/plan_argument.h"
#include "surface/cli/live/background.h"
#include "surface/cli/live/changes_note.h"
#include "surface/cli/live/foreground.h"
#include "surface/cli/run_argument.h"
#include "surface/view/plan_rows.h"

namespace forge::cli {
namespace {

constexpr const char* kAutoForAPart =
    " With --auto a run that this command starts is unattended. One that has begun stays as it is: its questions wait, "
    "and `forge resume RUN --auto` lets the pipeline answer what it can.";

std::vector<Option> PlanRunOptions() {
  return {
      AgentOption("the agent"),
      Choice("isolation", "WORD", "where agents work", {"worktree", "branch", "shared"}),
      {"auto", "", "run unattended: questions follow their `unattended` policy"},
      {"max-concurrent", "N", "at most N steps at a time", ValueType::kPositive},
      IncludeChangesOption(),
      QuietOption(),
  };
}

PlanRuns::Options ReadPlanRunOptions(const Context& context, const Args& args) {
  constexpr std::int64_t kMostAtOnce = 10'000;
  PlanRuns::Options options;
  options.agent = args.Get("agent");
  options.isolation = args.Get("isolation");
  options.by = context.user();
  options.attended = !args.Has("auto");
  options.include_changes = args.Has("include-changes");
  options.max_concurrent = static_cast<int>(std::min(args.GetInt("max-concurrent").value_or(0), kMostAtOnce));
  return options;
}

// A run that was just made says what agents do not see, like `forge run`, and what nothing proves.
void TellStart(Context& context, const PlanView& before, const PlanRuns::Options& options) {
  if (before.run || context.json || context.quiet) return;
  TellUnproven(context, before);
  const std::string note = ChangesNote(context, options.isolation, options.include_changes);
  if (!note.empty()) context.out.Line(note);
}

// Drives the plan's run in the foreground until it rests. Says so when nothing is left to run.
Result<Exit> DrivePlan(Context& context, const Args& args, const PlanRuns::Part& part) {
  PlanRuns plans(context.forge());
  const PlanRuns::Options options = ReadPlanRunOptions(context, args);
  const std::string name = args.Get("PLAN");
  const PlanView before = TRY(plans.View(name));
  const std::int64_t done = before.run ? before.run->steps_done : 0;
  const std::optional<RunId> run = TRY(plans.Prepare(name, part, options));
  if (!run) {
    const PlanView view = TRY(plans.View(name));
    if (context.json && view.run) return context.Print(TRY(RunAnswer(context, view.run->id)));
    PrintPlanChange(context, view, "has nothing left to run: all steps are done or skipped");
    return Exit::kOk;
  }
  TellStart(context, before, options);
  if (args.Has("detach")) return LeaveInBackground(context, *run);
  const Exit exit = TRY(DriveRun(context, *run, options.attended));
  const bool in_part = part.steps > 0 || !part.step.empty();
  if (exit != Exit::kWaiting || !in_part) return exit;
  // It rests because no more was asked for.
  const PlanView after = TRY(plans.View(name));
  if (!after.run || after.run->status != RunStatus::kPaused) return exit;
  if (after.run->steps_done > done) return Exit::kOk;
  const bool failed = std::ranges::any_of(after.steps, [](const StepRow& step) {
    return step.status == StepStatus::kFailed || step.status == StepStatus::kBlocked;
  });
  return failed ? Exit::kFailed : exit;
}

Form PlanRunForm() {
  std::vector<Option> options = PlanRunOptions();
  options.push_back(DetachOption());
  return {.positionals = {PlanPositional()},
          .options = std::move(options),
          .notes =
              "The current content of the plan must be approved. Failed steps are retried, done steps are not. It runs "
              "in the foreground until the run stops, like `forge run`; Ctrl-C pauses after the current work. With "
              "--detach it runs in the background. Agents work from your last commit, or with --include-changes from a "
              "snapshot of your checkout, as with `forge run`; that is decided when the plan's run starts.",
          .examples = {{"forge plan run 17", "all remaining steps"},
                       {"forge plan run 17 --detach", "in the background; forge watch follows it"},
                       {"forge plan run 17 --include-changes", "from what you have not committed yet"},
                       {"forge plan run 17 --auto --json", "unattended, for scripts"}}};
}

Result<Exit> RunPlanRun(Context& context, const Args& args) { return DrivePlan(context, args, {}); }

Form PlanRunOneForm() {
  return {
      .positionals = {PlanPositional()},
      .options = PlanRunOptions(),
      .notes = std::string("Runs the step that is running or failed first, otherwise the next one whose dependencies "
                           "are done. Then the run pauses.") +
               kAutoForAPart,
      .examples = {{"forge plan run-one 17", "only the next step"}}};
}

Result<Exit> RunPlanRunOne(Context& context, const Args& args) { return DrivePlan(context, args, {1, {}}); }

Form PlanRunStepForm() {
  return {.positionals = {PlanPositional(), {"STEP", "a step of the plan"}},
          .options = PlanRunOptions(),
          .notes = std::string("Its dependencies must be done or skipped. Then the run pauses.") + kAutoForAPart,
          .examples = {{"forge plan run-step 17 parser", "only step parser"}}};
}

Result<Exit> RunPlanRunStep(Context& context, const Args& args) {
  return DrivePlan(context, args, {0, StepId{args.Get("STEP")}});
}

Json SkippedJson(const PlanRuns::Skipped& skipped) {
  Json json = Json::MakeObject().Set("step", skipped.step.value).Set("title", skipped.title);
  return json.Set("was", Name(skipped.was));
}

std::string SkippedLine(const PlanRuns::Skipped& skipped) {
  return fmt::format("{} {}: {} (was {})", skipped.stops ? "stopping and skipping" : "skipped", skipped.step.value,
                     skipped.title, Name(skipped.was));
}

Form PlanSkipToForm() {
  return {.positionals = {PlanPositional(), {"STEP", "a step of the plan"}},
          .options = PlanRunOptions(),
          .notes = "Skips every unfinished step that comes before it in the plan or that it depends on.",
          .examples = {{"forge plan skip-to 17 bench", "so that `forge plan run-step 17 bench` can run"}}};
}

Result<Exit> RunPlanSkipTo(Context& context, const Args& args) {
  PlanRuns plans(context.forge());
  const PlanRuns::Options options = ReadPlanRunOptions(context, args);
  const PlanView before = TRY(plans.View(args.Get("PLAN")));
  const auto skipped = TRY(plans.SkipTo(args.Get("PLAN"), StepId{args.Get("STEP")}, options));
  if (context.json) return context.Print(Json::MakeObject().Set("skipped", JsonArray(skipped, SkippedJson)));
  TellStart(context, before, options);
  for (const PlanRuns::Skipped& step : skipped) context.out.Line(SkippedLine(step));
  if (skipped.empty()) context.out.Line(fmt::format("nothing to skip before {}", args.Get("STEP")));
  context.out.Line(fmt::format("next: forge plan run-step {} {}", args.Get("PLAN"), args.Get("STEP")));
  return Exit::kOk;
}

Form PlanSkipForm() {
  return {.positionals = {PlanPositional()},
          .notes = "Steps that depend on a skipped step can start. Exit 1 when there is nothing to skip.",
          .examples = {{"forge plan skip 17", "the first step that failed or is running"}}};
}

Result<Exit> RunPlanSkip(Context& context, const Args& args) {
  PlanRuns plans(context.forge());
  const auto skipped = TRY(plans.Skip(args.Get("PLAN"), context.user()));
  context.Tell(
      Json::MakeObject().Set("skipped", skipped ? Json::MakeArray().Append(SkippedJson(*skipped)) : Json::MakeArray()),
      skipped ? SkippedLine(*skipped) : "nothing to skip");
  return skipped ? Exit::kOk : Exit::kNo;
}

}  // namespace

constinit const Command kPlanRunCommand = {
    "plan run", "run the remaining steps of a plan", Group::kPlans, Needs::kNewStore, PlanRunForm, RunPlanRun};

constinit const Command kPlanRunOneCommand = {
    "plan run-one", "run the next step of a plan", Group::kPlans, Needs::kNewStore, PlanRunOneForm, RunPlanRunOne};

constinit const Command kPlanRunStepCommand = {"plan run-step",  "run one step of a plan", Group::kPlans,
                                               Needs::kNewStore, PlanRunStepForm,          RunPlanRunStep};

constinit const Command kPlanSkipToCommand = {
    "plan skip-to", "skip all steps before a step", Group::kPlans, Needs::kNewStore, PlanSkipToForm, RunPlanSkipTo};

constinit const Command kPlanSkipCommand = {"plan skip",   "skip the failed or running step of a plan",
                                            Group::kPlans, Needs::kNewStore,
                                            PlanSkipForm,  RunPlanSkip};

}  // namespace forge::cli
