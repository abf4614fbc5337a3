#include <fmt/format.h>

#include "surface/cli/commands.h"
#include "surface/cli/commands/run/make_active.h"
#include "surface/cli/live/foreground.h"
#include "surface/cli/run_argument.h"

namespace forge::cli {
namespace {

Form ResumeForm() {
  Form form;
  form.positionals = {OptionalRun()};
  form.notes =
      "A paused or parked run becomes active again. A run whose engine died continues where it stopped. Resuming "
      "approves nothing: open questions are asked again.";
  form.examples = {{"forge resume", "the current run"}, {"forge resume 17", "run 17"}};
  return form;
}

Result<Exit> RunResume(Context& context, const Args& args) {
  const RunId run = TRY(ChosenRun(context, args));
  if (!TRY(MakeActive(context, run))) return Exit::kOk;
  return DriveRun(context, run, true);
}

}  // namespace

constinit const Command kResumeCommand = {"resume",      "resume a run", Group::kStart,
                                          Needs::kStore, ResumeForm,     RunResume};

}  // namespace forge::cli
