#include <fmt/core.h>

#include "agent/auto.h"
#include "service/run_queries.h"
#include "service/start_run.h"
#include "surface/cli/commands.h"
#include "surface/cli/commands/run/first_run.h"
#include "surface/cli/commands/run/make_active.h"
#include "surface/cli/commands/run/start_options.h"
#include "surface/cli/live/foreground.h"
#include "surface/cli/live/module_start.h"

namespace forge::cli {
namespace {

Form RunForm() {
  Form form;
  form.positionals = {{"OBJECTIVE",
                       "the objective; `-` reads it from standard input; with a plan, its title",
                       false,
                       false,
                       {},
                       ValueType::kText}};
  form.options = StartOptions();
  form.notes =
      "First checks the pipeline, the agent and the repository, and only then records the run. It runs in the "
      "foreground until the run stops. Questions are asked at the terminal; without one they are printed with the "
      "command that answers them, and the exit code is 3. Ctrl-C pauses after the current work, a second Ctrl-C stops "
      "now; `forge resume` continues.";
  form.examples = {{"forge run \"add a --json flag to the list command\"", "with the configured agent and pipeline"},
                   {"forge run \"fix the flaky test\" --pipeline bug --budget-usd 2", "another pipeline, and a limit"},
                   {"forge run - --auto --json < objective.md", "unattended, for scripts"},
                   {"forge run --execute plan.md", "build a plan that you wrote yourself"},
                   {"forge run \"try it\" --agent replay:script.toml", "with a scripted agent"}};
  return form;
}

Result<Exit> RunRun(Context& context, const Args& args) {
  StartRequest request = TRY(ReadStartRequest(context, args, args.Get("OBJECTIVE")));
  TRY(SetUpFirstRun(context, request));
  const ModuleStart start = TRY(BeginModules(context, request));
  if (start.resume && !TRY(MakeActive(context, *start.resume))) return Exit::kOk;
  if (start.resume) return DriveRun(context, *start.resume, true);
  if (!start.go_on) return Exit::kOk;
  const RunId run = TRY(StartRun(context.forge(), request));
  if (!context.json) {
    context.out.Line(fmt::format("run {} started", run.value));
    const std::string agent = request.agent.empty() ? context.settings->Get("agent") : request.agent;
    const auto choice = ChooseRuntime({context.host.machine.cwd, "", context.host.machine.environment});
    if (agent == "auto" && choice) context.out.Line(fmt::format("  agent {}: {}", choice->spec, choice->why));
    const State state = TRY(LoadState(context.forge(), run));
    const std::string why = state.start.settings["size_reason"].AsString();
    const bool usual = state.start.size == "standard";
    if (!why.empty())
      context.out.Line(fmt::format("  size {}{} (override with --size)", state.start.size, usual ? "" : ": " + why));
    if (const std::string note = UnprovenNote(context, run); !note.empty()) context.out.Line("  " + note);
  }
  return DriveRun(context, run, request.attended);
}

}  // namespace

constinit const Command kRunCommand = {
    "run", "take an objective through a pipeline", Group::kStart, Needs::kNewStore, RunForm, RunRun};

}  // namespace forge::cli
