#include "surface/cli/commands/run/steer.h"

#include "surface/cli/commands.h"

namespace forge::cli {
namespace {

Form CompleteForm() {
  Form form = ControlForm(false);
  form.notes = "Refused while units are under way. Runs that waited for it go on.";
  form.examples = {{"forge complete 17", "run 17 is done"},
                   {"forge complete 17 --reason \"finished by hand\"", "with a reason"}};
  return form;
}

Result<Exit> RunComplete(Context& context, const Args& args) {
  return GiveControl(context, args, ControlKind::kComplete);
}

}  // namespace

constinit const Command kCompleteCommand = {
    "complete", "call a run complete as it stands", Group::kSteer, Needs::kStore, CompleteForm, RunComplete};

}  // namespace forge::cli
