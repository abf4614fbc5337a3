#include "surface/cli/commands/run/steer.h"

#include "surface/cli/commands.h"

namespace forge::cli {
namespace {

Form PauseForm() {
  Form form = ControlForm(false);
  form.notes = "Running units finish, nothing new starts; `forge resume` continues. Works from any terminal.";
  form.examples = {{"forge pause", "the current run"}, {"forge pause 17 --reason \"lunch\"", "run 17, with a reason"}};
  return form;
}

Result<Exit> RunPause(Context& context, const Args& args) { return GiveControl(context, args, ControlKind::kPause); }

}  // namespace

constinit const Command kPauseCommand = {"pause", "pause after current work", Group::kSteer, Needs::kStore, PauseForm,
                                         RunPause};

}  // namespace forge::cli
