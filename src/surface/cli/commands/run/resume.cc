#include <fmt/core.h>

#include "service/run_commands.h"
#include "surface/cli/commands.h"
#include "surface/cli/commands/run/make_active.h"
#include "surface/cli/live/foreground.h"
#include "surface/cli/run_argument.h"

namespace forge::cli {
namespace {

Form ResumeForm() {
  Form form;
  form.positionals = {OptionalRun()};
  form.options = {{"take-over", "", "take the run from its engine at once", false, {}, ValueType::kText}};
  form.notes =
      "A paused or parked run becomes active again. A run whose engine died continues where it stopped. Resuming "
      "approves nothing: open questions are asked again. An engine that is stopped, or died on another host, loses the "
      "run when its lease has run out (setting `lease`, in seconds); --take-over does not wait. The old engine can "
      "write nothing more and ends its agents when it notices.";
  form.examples = {{"forge resume", "the current run"},
                   {"forge resume 17", "run 17"},
                   {"forge resume 17 --take-over", "from an engine that does not respond"}};
  return form;
}

Result<Exit> RunResume(Context& context, const Args& args) {
  const RunId run = TRY(ChosenRun(context, args));
  if (args.Has("take-over")) TRY(TakeOver(context.forge(), run));
  if (!TRY(MakeActive(context, run))) return Exit::kOk;
  return DriveRun(context, run, true);
}

}  // namespace

constinit const Command kResumeCommand = {"resume",      "resume a run", Group::kStart,
                                          Needs::kStore, ResumeForm,     RunResume};

}  // namespace forge::cli
