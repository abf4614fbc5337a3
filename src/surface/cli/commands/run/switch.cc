#include <fmt/core.h>

#include "service/land.h"
#include "service/run_commands.h"
#include "service/run_queries.h"
#include "surface/cli/commands.h"
#include "surface/cli/run_argument.h"
#include "surface/view/json_rows.h"
#include "surface/view/status_words.h"

namespace forge::cli {
namespace {

Form SwitchForm() {
  return {.positionals = {{"RUN", "the run to make current"}},
          .notes = "Parks the current run and makes another one current and active. Use `forge resume` to run it.",
          .examples = {{"forge switch 18", "leave the current run for run 18"}}};
}

Result<Exit> RunSwitch(Context& context, const Args& args) {
  const RunId run = TRY(FindRun(context.forge(), args.Get("RUN")));
  TRY(SwitchToRun(context.forge(), run));
  const RunView view = TRY(ViewRun(context.forge(), run));
  if (context.json) return context.Print(TRY(RunAnswer(context, run)));
  context.out.Line(fmt::format("run {} is now the current run, and {}", run.value, Phrase(view.run.status)));
  context.out.Line("next: " + NextCommand(context.forge(), view));
  return Exit::kOk;
}

}  // namespace

constinit const Command kSwitchCommand = {
    "switch", "park the current run and switch to another", Group::kSteer, Needs::kStore, SwitchForm, RunSwitch};

}  // namespace forge::cli
