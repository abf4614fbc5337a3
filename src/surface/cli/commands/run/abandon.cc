#include "surface/cli/commands/run/steer.h"

#include "surface/cli/commands.h"

namespace forge::cli {
namespace {

Form AbandonForm() {
  Form form = ControlForm(false);
  form.notes = "Runs that waited for it are told, and ask what to do. Its work is kept; it cannot be resumed.";
  form.examples = {{"forge abandon 17", "run 17"}, {"forge abandon 17 --reason \"wrong approach\"", "with a reason"}};
  return form;
}

Result<Exit> RunAbandon(Context& context, const Args& args) {
  return GiveControl(context, args, ControlKind::kAbandon);
}

}  // namespace

constinit const Command kAbandonCommand = {"abandon",     "give a run up", Group::kSteer,
                                           Needs::kStore, AbandonForm,     RunAbandon};

}  // namespace forge::cli
