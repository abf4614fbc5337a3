#include "surface/cli/commands/run/steer.h"

#include "surface/cli/commands.h"

namespace forge::cli {
namespace {

Form CancelForm() {
  Form form = ControlForm(false);
  form.notes =
      "Agents under way are stopped with everything they started. What they left is kept; the run cannot be resumed.";
  form.examples = {{"forge cancel", "the current run"},
                   {"forge cancel 17 --reason \"not needed any more\"", "run 17, with a reason"}};
  return form;
}

Result<Exit> RunCancel(Context& context, const Args& args) { return GiveControl(context, args, ControlKind::kCancel); }

}  // namespace

constinit const Command kCancelCommand = {
    "cancel", "end a run now, without a result", Group::kSteer, Needs::kStore, CancelForm, RunCancel};

}  // namespace forge::cli
