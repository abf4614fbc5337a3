// The commands that set a run going: run, spawn, resume, next.
#include <fmt/core.h>

#include "agent/auto.h"
#include "base/display.h"
#include "base/strings.h"
#include "service/dry_run.h"
#include "service/memory/memory.h"
#include "service/plan/plan_source.h"
#include "service/run_commands.h"
#include "service/run_queries.h"
#include "service/start_run.h"
#include "surface/cli/commands.h"
#include "surface/cli/commands/run/dry_run_text.h"
#include "surface/cli/commands/run/first_run.h"
#include "surface/cli/live/background.h"
#include "surface/cli/live/changes_note.h"
#include "surface/cli/live/foreground.h"
#include "surface/cli/live/module_start.h"
#include "surface/cli/run_argument.h"
#include "surface/view/json_answers.h"
#include "surface/view/json_rows.h"
#include "surface/view/status_words.h"
#include "text/plan/plan.h"

namespace forge::cli {
namespace {

Form ResumeForm() {
  return {
      .positionals = {OptionalRun()},
      .options = {DetachOption(),
                  AutoOption(),
                  QuietOption(),
                  {"take-over", "", "do not wait for an engine that does not respond"}},
      .notes =
          "Continues a run that was paused, parked, answered or killed, where it stopped. It approves nothing: open "
          "questions are asked again, and a plan that you edited meanwhile is asked about. With --auto the pipeline "
          "answers what it can, open questions too; this holds for the rest of the run and for the runs that do its "
          "steps. The process that works on a run is its engine. If the engine does not respond or "
          "was on another host, Forge waits until its lease has expired (setting `lease`, in seconds). --take-over "
          "does not wait. An old engine on this machine is killed; one on another host can write nothing more to the "
          "run. If the terminal is closed, the engine continues without it.",
      .examples = {{"forge resume", "the current run"},
                   {"forge resume 17", "run 17"},
                   {"forge resume 17 --detach", "in the background"},
                   {"forge resume 17 --auto", "unattended from now on"},
                   {"forge resume 17 --take-over", "from an engine that does not respond"}}};
}

// What agents and failures of earlier runs propose is worth a look before more is added.
void OfferDrafts(Context& context) {
  if (context.json || context.quiet) return;
  const auto memory = Memory::Open(context.host.machine, context.project, false);
  if (!memory || memory->project() == nullptr) return;
  const auto counts = memory->project()->facts().Count();
  if (counts && counts->drafts > 0)
    context.out.Line(Counted(counts->drafts, "fact") + " proposed by earlier runs: forge memory triage");
}

Result<Exit> RunResume(Context& context, const Args& args) {
  const RunId run = TRY(ChosenRun(context, args));
  OfferDrafts(context);
  if (args.Has("take-over")) TRY(TakeOver(context.forge(), run));
  if (!TRY(MakeActive(context, run, args.Has("auto")))) return Exit::kOk;
  if (args.Has("detach")) return LeaveInBackground(context, run);
  return DriveRun(context, run, !args.Has("auto"));
}

Form NextForm() {
  return {.positionals = {OptionalRun()},
          .notes =
              "Runs exactly one unit (one agent, check or integration), also of a run that does one of its steps, and "
              "pauses the run again. If a question comes first, no unit runs and the exit code is 3.",
          .examples = {{"forge next", "one unit of the current run"},
                       {"forge next 17 --json", "the state of run 17 afterwards"}}};
}

Result<Exit> RunNext(Context& context, const Args& args) {
  const RunId run = TRY(ChosenRun(context, args));
  if (!TRY(MakeActive(context, run))) return Exit::kOk;
  const RunStatus status = TRY(DriveStretch(context, run, Stretch{1, 0}));
  const Exit exit = TRY(SumUp(context, run, status));
  // Paused is what was asked for.
  return status == RunStatus::kPaused ? Exit::kOk : exit;
}

// Switches that are flags of the run: `when` and gates ask for run.flags.<name>.
constexpr const char* kFlagSwitches[] = {"full",      "discuss", "plan-only", "no-docs",
                                         "no-memory", "auto",    "lite",      "no-wip-squash"};

Option Switch(const char* name, const char* about) { return {name, "", about}; }

Result<std::optional<Budget>> ReadBudget(const Context& context, const Args& args) {
  if (!args.Has("budget-usd") && !args.Has("budget-tokens")) return std::optional<Budget>();
  Budget budget = TRY(context.settings->GetBudget());
  if (args.Has("budget-usd")) budget.usd = args.GetNumber("budget-usd");
  if (args.Has("budget-tokens")) budget.tokens = args.GetInt("budget-tokens");
  return budget;
}

// Everything about how a new run goes.
std::vector<Option> StartOptions() {
  return {
      {"pipeline", "NAME", "the pipeline (setting `pipeline`)"},
      AgentOption("the agent"),
      Choice("size", "WORD",
             "how much planning and review the task gets (default: estimated from the objective and the repository)",
             {"quick", "standard", "complex", "vague"}),
      {"budget-usd", "N", "stop and ask after N dollars", ValueType::kNumber},
      {"budget-tokens", "N", "stop and ask after N tokens", ValueType::kCount},
      Choice("isolation", "WORD",
             "where agents work: in a worktree per step (the default), in one worktree, or in your checkout without "
             "commits",
             {"worktree", "branch", "shared"}),
      {"plan", "FILE",
       "use this plan file or slice folder instead of writing a plan. Pipelines that ask for a plan's approval check "
       "it and ask you: `forge`, `gated`, `draft-audit`, `modules`, `milestone`, `program`, `sprint`. The others build "
       "it unasked, unless `forge plan check` finds a mistake: then nothing starts",
       ValueType::kFile},
      {"execute", "FILE",
       "like --plan, but you are not asked: it counts as approved, unless `forge plan check` finds a mistake",
       ValueType::kFile},
      {"flag", "NAME=VALUE", "set run.flags.NAME, which conditions in a pipeline can read", ValueType::kPair, true},
      Switch("full", "run every stage, as for size complex"),
      Switch("discuss", "have the objective discussed with you first, where the pipeline can"),
      Choice("visions", "WORD",
             "how many other angles `gated` looks at the plan from (default: three for size complex, else one)",
             {"none", "one", "three"}),
      Switch("plan-only", "end the run when the plan is approved"),
      Switch("no-docs", "do not update documentation"),
      Switch("no-memory", "use no facts of earlier runs, and save none"),
      Switch("lite", "work in your checkout, one step at a time; commits nothing"),
      Switch("no-wip-squash", "keep the commits of the steps instead of squashing them"),
      Switch("auto",
             "do not ask where the pipeline can continue alone: a plan that passes its checks is approved; `gated`, "
             "`draft-audit`, `modules` and `sprint` always ask you to approve it"),
      Choice("priority", "WORD", "which runs `forge serve` takes up first (default: medium)",
             {"high", "medium", "low"}),
      {"max-concurrent", "N", "at most N steps at a time", ValueType::kPositive},
  };
}

// `objective`: `-` reads it from standard input.
Result<StartRequest> ReadStartRequest(const Context& context, const Args& args, const std::string& objective) {
  StartRequest request;
  request.execute = args.Has("execute");
  request.plan_file = args.Get(request.execute ? "execute" : "plan");
  if (request.execute && args.Has("plan"))
    return Fail(Code::kInvalid, "--plan and --execute cannot be combined", "give only one of them");
  request.objective = objective;
  if (objective == "-") request.objective = std::string(Trim(TRY(context.host.read_file("-"))));
  if (request.objective.empty() && !request.plan_file.empty())
    request.objective = ParsePlan(TRY(LoadPlanText(request.plan_file))).title;
  if (Trim(request.objective).empty()) {
    return Fail(Code::kInvalid, "the objective is empty", "describe the task: forge run \"add a --json flag to list\"");
  }
  request.pipeline = args.Get("pipeline");
  request.agent = args.Get("agent");
  request.isolation = args.Get("isolation");
  request.size = args.Get("size");
  request.priority = args.Get("priority");
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
  if (args.Has("visions")) request.flags["visions"] = args.Get("visions");
  for (const auto& [name, value] : args.Pairs("flag")) request.flags[name] = value;
  return request;
}

std::vector<Option> RunOptions() {
  std::vector<Option> options = StartOptions();
  options.push_back(DetachOption());
  options.push_back(
      Lettered("n", Switch("dry-run", "show what would run, with which models and limits; start and record nothing")));
  options.push_back(QuietOption());
  options.push_back(IncludeChangesOption());
  return options;
}

Form RunForm() {
  return {
      .positionals = {{"OBJECTIVE",
                       "what you want done, in quotes; `-` reads it from standard input (default: the title of --plan "
                       "or --execute)",
                       false}},
      .options = RunOptions(),
      .notes =
          "Forge first checks the pipeline, the agent and the repository; if one is wrong, it starts nothing. Then it "
          "works in this terminal until the run ends, pauses or waits. It asks its questions here. Without a terminal "
          "it prints each question with the command that answers it and exits with 3. Ctrl-C pauses after the current "
          "work, a second Ctrl-C stops the agents now. `forge resume` continues in both cases. If the terminal is "
          "closed, the run continues without it. --detach starts the run in the background, or leaves it to the "
          "project's server (`forge serve`).\n\nAgents work from "
          "your last "
          "commit. With --include-changes they work from a snapshot of your checkout, new files included; the checkout "
          "stays as it is. Landing such a run brings your changes too, as a commit of their own below the run's "
          "(docs/workspaces.md).",
      .examples = {{"forge run \"add a --json flag to the list command\"", "with the configured agent and pipeline"},
                   {"forge run \"fix the flaky test\" --pipeline bug --budget-usd 2", "another pipeline, and a limit"},
                   {"forge run \"upgrade the parser\" --detach", "in the background; forge watch follows it"},
                   {"forge run - --auto --json < objective.md", "unattended, for scripts"},
                   {"forge run \"fix the flaky test\" --dry-run", "what would run, and what such runs cost"},
                   {"forge run --execute plan.md", "build a plan that you wrote yourself"},
                   {"forge run \"finish what I began\" --include-changes", "from what you have not committed yet"},
                   {"forge run \"try it\" --agent replay:script.toml", "with a scripted agent"}}};
}

// A refused start leaves nothing behind in a project that has no store yet.
Status OpenForRun(Context& context, StartRequest& request) {
  const Machine& machine = context.host.machine;
  auto existing = Forge::Open(machine, *context.settings, *context.project, false);
  if (existing) {
    context.open_forge = *std::move(existing);
    return {};
  }
  if (existing.error().code != Code::kNotFound) return std::unexpected(existing.error());
  request.plan = TRY(CheckStart(machine, *context.settings, *context.project, request));
  context.open_forge = TRY(Forge::Open(machine, *context.settings, *context.project, true));
  return {};
}

// The store is only read, and a project without one gets none.
Result<Exit> RunDry(Context& context, const StartRequest& request) {
  const Machine& machine = context.host.machine;
  const auto forge = TRY(Forge::OpenToRead(machine, *context.settings, *context.project));
  const DryRun run = TRY(
      RehearseRun(machine, *context.settings, *context.project, request, forge->has_store() ? forge.get() : nullptr));
  if (context.json) return context.Print(ToJson(run).Set("budget", JsonOf(run.budget)));
  PrintDryRun(context, run);
  return Exit::kOk;
}

// Who starts a run that asks nothing learns at its start where it will wait all the same.
std::string AskedAnyway(const Started& how) {
  const std::vector<std::string> names = AsksAnyway(how);
  if (names.empty()) return "";
  return fmt::format("will ask you at `{}`: pipeline `{}` leaves that to a person, also with --auto",
                     Join(names, "`, `"), how.pipelines.pipelines[0].name);
}

Result<Exit> RunRun(Context& context, const Args& args) {
  StartRequest request = TRY(ReadStartRequest(context, args, args.Get("OBJECTIVE")));
  request.include_changes = args.Has("include-changes");
  if (args.Has("dry-run")) return RunDry(context, request);
  TRY(SetUpFirstRun(context, request));
  TRY(OpenForRun(context, request));
  const ModuleStart start = TRY(BeginModules(context, request));
  if (start.resume && !TRY(MakeActive(context, *start.resume))) return Exit::kOk;
  if (start.resume && args.Has("detach")) return LeaveInBackground(context, *start.resume);
  if (start.resume) return DriveRun(context, *start.resume, true);
  if (!start.go_on) return Exit::kOk;
  const RunId run = TRY(StartRun(context.forge(), request));
  if (!context.json && !context.quiet) {
    context.out.Line(fmt::format("run {} started", run.value));
    const std::string agent = request.agent.empty() ? context.settings->Get("agent") : request.agent;
    const auto choice = ChooseRuntime({context.host.machine.cwd, "", context.host.machine.environment});
    if (agent == "auto" && choice) context.out.Line(fmt::format("  agent {}: {}", choice->spec, choice->why));
    const Started how = TRY(LoadStarted(context.forge(), run));
    const std::string why = how.settings["size_reason"].AsString();
    const bool usual = how.size == "standard";
    if (!why.empty())
      context.out.Line(fmt::format("  size {}{} (override with --size)", how.size, usual ? "" : ": " + why));
    if (const std::string asks = AskedAnyway(how); !asks.empty()) context.out.Line("  " + asks);
    if (const std::string unproven = UnprovenNote(context, how); !unproven.empty()) context.out.Line("  " + unproven);
    const std::string note = ChangesNote(context, request.isolation, request.include_changes);
    if (!note.empty()) context.out.Line("  " + note);
  }
  if (args.Has("detach")) return LeaveInBackground(context, run);
  return DriveRun(context, run, request.attended);
}

Form SpawnForm() {
  std::vector<Option> options = StartOptions();
  options.push_back({"blocks-parent", "", "the parent waits until the child has ended"});
  options.push_back({"run", "", "run it at once, like `forge run`"});
  return {.positionals = {{"PARENT", "the parent run"},
                          {"OBJECTIVE", "what you want done, in quotes; `-` reads it from standard input"}},
          .options = std::move(options),
          .notes = "Only creates the child. `forge resume` starts it; where `forge serve` runs, the server does.",
          .examples = {{"forge spawn 17 \"upgrade the parser first\" --blocks-parent",
                        "run 17 continues when the child is done"},
                       {"forge spawn 17 \"look into the crash\" --run", "create it and run it"}}};
}

Result<Exit> RunSpawn(Context& context, const Args& args) {
  StartRequest request = TRY(ReadStartRequest(context, args, args.Get("OBJECTIVE")));
  request.parent = TRY(FindRun(context.forge(), args.Get("PARENT")));
  request.blocks_parent = args.Has("blocks-parent");
  const RunRow parent = TRY(ViewRun(context.forge(), request.parent)).run;
  if (IsEnd(parent.status)) {
    return Fail(Code::kConflict, fmt::format("run {} {}", parent.id.value, Phrase(parent.status)),
                "a run that has ended cannot have children; start a new one: forge run");
  }
  const RunId run = TRY(StartRun(context.forge(), request));
  if (args.Has("run")) {
    if (!context.json)
      context.out.Line(fmt::format("run {} started, a child of run {}", run.value, request.parent.value));
    return DriveRun(context, run, request.attended);
  }
  if (context.json) return context.Print(TRY(RunAnswer(context, run)));
  context.out.Line(fmt::format("run {} created, a child of run {}{}", run.value, request.parent.value,
                               request.blocks_parent ? ", which waits for it" : ""));
  context.out.Line(fmt::format("next: forge resume {}", run.value));
  return Exit::kOk;
}

}  // namespace

constinit const Command kResumeCommand = {
    "resume", "continue a run where it stopped", Group::kStart, Needs::kStore, ResumeForm, RunResume};

constinit const Command kNextCommand = {"next", "run exactly one unit of a run", Group::kStart, Needs::kStore, NextForm,
                                        RunNext};

constinit const Command kRunCommand = {
    "run", "take an objective through a pipeline", Group::kStart, Needs::kProject, RunForm, RunRun};

constinit const Command kSpawnCommand = {"spawn", "create a child run", Group::kStart, Needs::kStore, SpawnForm,
                                         RunSpawn};

}  // namespace forge::cli
