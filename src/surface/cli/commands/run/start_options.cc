#include "surface/cli/commands/run/start_options.h"

#include "base/strings.h"
#include "service/start_run.h"
#include "text/plan/plan.h"

namespace forge::cli {
namespace {

// Switches that are flags of the run: `when` and gates ask for run.flags.<name>.
constexpr const char* kFlagSwitches[] = {"full", "discuss", "plan-only", "no-docs", "auto", "lite", "no-wip-squash"};

Option Switch(const char* name, const char* about) { return {name, "", about, false, {}, ValueType::kText}; }

Result<std::optional<Budget>> ReadBudget(const Context& context, const Args& args) {
  if (!args.Has("budget-usd") && !args.Has("budget-tokens")) return std::optional<Budget>();
  Budget budget = TRY(context.settings->GetBudget());
  if (args.Has("budget-usd")) budget.usd = args.GetNumber("budget-usd");
  if (args.Has("budget-tokens")) budget.tokens = args.GetInt("budget-tokens");
  return budget;
}

}  // namespace

std::vector<Option> StartOptions() {
  return {
      {"pipeline", "NAME", "the pipeline (setting `pipeline`)", false, {}, ValueType::kText},
      {"agent",
       "SPEC",
       "the agent: auto, claude, codex, gemini, opencode, anthropic[:URL], openai[:URL], command:LINE, "
       "record:FILE:SPEC or replay:FILE (setting `agent`)",
       false,
       {},
       ValueType::kText},
      {"size",
       "WORD",
       "the size of the task, for pipelines that ask; estimated from the objective and the repository by default",
       false,
       {"quick", "standard", "complex", "vague"},
       ValueType::kText},
      {"budget-usd", "N", "stop and ask after N dollars", false, {}, ValueType::kNumber},
      {"budget-tokens", "N", "stop and ask after N tokens", false, {}, ValueType::kCount},
      {"isolation", "WORD", "where agents work", false, {"worktree", "branch", "shared"}, ValueType::kText},
      {"plan", "FILE", "start with this plan", false, {}, ValueType::kFile},
      {"execute", "FILE", "run this plan; it counts as approved", false, {}, ValueType::kFile},
      {"flag", "NAME=VALUE", "set a flag of the pipeline (run.flags.NAME)", true, {}, ValueType::kPair},
      Switch("full", "run the full pipeline, where it has a short one"),
      Switch("discuss", "discuss the objective first, where the pipeline supports it"),
      Switch("plan-only", "stop after the plan is approved"),
      Switch("no-docs", "skip documentation"),
      Switch("lite", "no worktrees: agents work in your checkout, one step at a time"),
      Switch("no-wip-squash", "keep the commits of the steps instead of squashing them"),
      Switch("auto", "run unattended: questions follow their `unattended` policy"),
      {"max-concurrent", "N", "at most N steps at a time", false, {}, ValueType::kPositive},
  };
}

Result<StartRequest> ReadStartRequest(const Context& context, const Args& args, const std::string& objective) {
  StartRequest request;
  request.execute = args.Has("execute");
  request.plan_file = args.Get(request.execute ? "execute" : "plan");
  if (request.execute && args.Has("plan"))
    return Fail(Code::kInvalid, "--plan and --execute cannot be combined", "give only one of them");
  request.objective = objective;
  if (objective == "-") request.objective = std::string(Trim(TRY(context.host.read_file("-"))));
  if (request.objective.empty() && !request.plan_file.empty())
    request.objective = ParsePlan(TRY(context.host.read_file(request.plan_file))).title;
  if (Trim(request.objective).empty()) {
    return Fail(Code::kInvalid, "the objective is empty", "describe the task: forge run \"add a --json flag to list\"");
  }
  request.pipeline = args.Get("pipeline");
  request.agent = args.Get("agent");
  request.isolation = args.Get("isolation");
  request.size = args.Get("size");
  request.attended = !args.Has("auto");
  request.max_concurrent = static_cast<int>(std::min<std::int64_t>(args.GetInt("max-concurrent").value_or(0), 10'000));
  request.budget = TRY(ReadBudget(context, args));
  if (args.Has("lite")) {
    if (request.isolation == "worktree" || request.isolation == "branch")
      return Fail(Code::kInvalid,
                  "--lite works without worktrees, but --isolation " + request.isolation + " needs them",
                  "give only one of them");
    request.isolation = "shared";
    request.max_concurrent = 1;
  }
  for (const char* name : kFlagSwitches) {
    if (args.Has(name)) request.flags[name] = "true";
  }
  for (const auto& [name, value] : args.Pairs("flag")) request.flags[name] = value;
  return request;
}

}  // namespace forge::cli
