#include "surface/cli/commands/run/steer.h"

#include "surface/cli/commands.h"

namespace forge::cli {
namespace {

Form CompleteForm() {
  Form form = ControlForm(false);
  form.notes = "Refused while units are running. Runs that wait for it continue.";
  form.examples = {{"forge complete 17", "mark run 17 as complete"},
                   {"forge complete 17 --reason \"finished by hand\"", "with a reason"}};
  return form;
}

Result<Exit> RunComplete(Context& context, const Args& args) {
  return GiveControl(context, args, ControlKind::kComplete);
}

}  // namespace

constinit const Command kCompleteCommand = {
    "complete", "mark a run as complete as it is", Group::kSteer, Needs::kStore, CompleteForm, RunComplete};

}  // namespace forge::cli
