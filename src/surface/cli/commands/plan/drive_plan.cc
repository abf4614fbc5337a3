#include "surface/cli/commands/plan/drive_plan.h"

#include <fmt/core.h>

#include <algorithm>

#include "surface/cli/commands/plan/plan_argument.h"
#include "surface/cli/live/foreground.h"
#include "surface/view/plan_rows.h"

namespace forge::cli {

std::vector<Option> PlanRunOptions() {
  return {
      {"agent",
       "SPEC",
       "the agent: auto, claude, codex, gemini, opencode, anthropic[:URL], openai[:URL], command:LINE, "
       "record:FILE:SPEC or replay:FILE (setting `agent`)",
       false,
       {},
       ValueType::kText},
      {"isolation", "WORD", "where agents work", false, {"worktree", "branch", "shared"}, ValueType::kText},
      {"auto", "", "run unattended: questions follow their `unattended` policy", false, {}, ValueType::kText},
      {"max-concurrent", "N", "at most N steps at a time", false, {}, ValueType::kPositive},
  };
}

PlanRuns::Options ReadPlanRunOptions(const Context& context, const Args& args) {
  constexpr std::int64_t kMostAtOnce = 10'000;
  PlanRuns::Options options;
  options.agent = args.Get("agent");
  options.isolation = args.Get("isolation");
  options.by = context.user();
  options.attended = !args.Has("auto");
  options.max_concurrent = static_cast<int>(std::min(args.GetInt("max-concurrent").value_or(0), kMostAtOnce));
  return options;
}

Result<Exit> DrivePlan(Context& context, const Args& args, const PlanRuns::Part& part) {
  PlanRuns plans(context.forge());
  const PlanRuns::Options options = ReadPlanRunOptions(context, args);
  const std::string name = args.Get("PLAN");
  const PlanView before = TRY(plans.View(name));
  const std::int64_t done = before.run ? before.run->steps_done : 0;
  const std::optional<RunId> run = TRY(plans.Prepare(name, part, options));
  if (!run) {
    const PlanView view = TRY(plans.View(name));
    PrintPlanChange(context, view, "has nothing left to run: all steps are done or skipped");
    return Exit::kOk;
  }
  const Exit exit = TRY(DriveRun(context, *run, options.attended));
  const bool in_part = part.steps > 0 || !part.step.empty();
  if (exit != Exit::kWaiting || !in_part) return exit;
  // It stopped because no more steps were requested.
  const PlanView after = TRY(plans.View(name));
  const bool paused = after.run && after.run->status == RunStatus::kPaused;
  return paused && after.run->steps_done > done ? Exit::kOk : exit;
}

}  // namespace forge::cli
