#include "surface/cli/commands/run/steer.h"

#include "surface/cli/commands.h"

namespace forge::cli {
namespace {

Form AbandonForm() {
  Form form = ControlForm(false);
  form.notes = "Runs that wait for it ask what to do next. Its work is kept, but it cannot be resumed.";
  form.examples = {{"forge abandon 17", "run 17"}, {"forge abandon 17 --reason \"wrong approach\"", "with a reason"}};
  return form;
}

Result<Exit> RunAbandon(Context& context, const Args& args) {
  return GiveControl(context, args, ControlKind::kAbandon);
}

}  // namespace

constinit const Command kAbandonCommand = {"abandon",     "give up a run", Group::kSteer,
                                           Needs::kStore, AbandonForm,     RunAbandon};

}  // namespace forge::cli
