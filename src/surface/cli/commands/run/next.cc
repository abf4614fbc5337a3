#include "surface/cli/commands.h"
#include "surface/cli/commands/run/make_active.h"
#include "surface/cli/live/foreground.h"
#include "surface/cli/run_argument.h"

namespace forge::cli {
namespace {

Form NextForm() {
  Form form;
  form.positionals = {OptionalRun()};
  form.notes =
      "Runs exactly one unit (one agent, check or integration) and pauses the run again. If a question comes first, no "
      "unit runs and the exit code is 3.";
  form.examples = {{"forge next", "one unit of the current run"},
                   {"forge next 17 --json", "the state of run 17 afterwards"}};
  return form;
}

Result<Exit> RunNext(Context& context, const Args& args) {
  const RunId run = TRY(ChosenRun(context, args));
  if (!TRY(MakeActive(context, run))) return Exit::kOk;
  const RunStatus status = TRY(DriveStretch(context, run, Stretch{1, 0}));
  const Exit exit = TRY(SumUp(context, run, status));
  // Paused is what was asked for.
  return status == RunStatus::kPaused ? Exit::kOk : exit;
}

}  // namespace

constinit const Command kNextCommand = {"next", "run exactly one unit of a run", Group::kStart, Needs::kStore, NextForm,
                                        RunNext};

}  // namespace forge::cli
