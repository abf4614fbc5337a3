#include "surface/cli/commands/run/steer.h"

#include "surface/cli/commands.h"

namespace forge::cli {
namespace {

Form RetryForm() {
  Form form = ControlForm(true);
  form.notes = "Without a step it retries everything that failed. `forge resume` then runs it.";
  form.examples = {{"forge retry", "everything that failed in the current run"},
                   {"forge retry 17 s2", "step s2 of run 17"}};
  return form;
}

Result<Exit> RunRetry(Context& context, const Args& args) { return GiveControl(context, args, ControlKind::kRetry); }

}  // namespace

constinit const Command kRetryCommand = {"retry",       "retry what failed", Group::kSteer,
                                         Needs::kStore, RetryForm,           RunRetry};

}  // namespace forge::cli
