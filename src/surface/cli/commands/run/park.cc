#include "surface/cli/commands/run/steer.h"

#include "surface/cli/commands.h"

namespace forge::cli {
namespace {

Form ParkForm() {
  Form form = ControlForm(false);
  form.notes = "Like pause, for longer: `forge list` shows the run as parked until `forge resume` or `forge switch`.";
  form.examples = {{"forge park", "the current run"},
                   {"forge park 17 --reason \"waits for the release\"", "run 17, with a reason"}};
  return form;
}

Result<Exit> RunPark(Context& context, const Args& args) { return GiveControl(context, args, ControlKind::kPark); }

}  // namespace

constinit const Command kParkCommand = {"park", "set a run aside", Group::kSteer, Needs::kStore, ParkForm, RunPark};

}  // namespace forge::cli
