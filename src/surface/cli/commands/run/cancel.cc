#include "surface/cli/commands/run/steer.h"

#include "surface/cli/commands.h"

namespace forge::cli {
namespace {

Form CancelForm() {
  Form form = ControlForm(false);
  form.notes =
      "Running agents are stopped with all their child processes. Their work is kept, but the run cannot be resumed.";
  form.examples = {{"forge cancel", "the current run"},
                   {"forge cancel 17 --reason \"not needed any more\"", "run 17, with a reason"}};
  return form;
}

Result<Exit> RunCancel(Context& context, const Args& args) { return GiveControl(context, args, ControlKind::kCancel); }

}  // namespace

constinit const Command kCancelCommand = {"cancel",      "stop a run now", Group::kSteer,
                                          Needs::kStore, CancelForm,       RunCancel};

}  // namespace forge::cli
