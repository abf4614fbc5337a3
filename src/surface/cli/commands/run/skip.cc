#include "surface/cli/commands/run/steer.h"

#include "surface/cli/commands.h"

namespace forge::cli {
namespace {

Form SkipForm() {
  Form form = ControlForm(true);
  form.notes = "Steps that depend on a skipped step can start.";
  form.examples = {{"forge skip 17 s2", "step s2 of run 17"}, {"forge skip --step s2", "step s2 of the current run"}};
  return form;
}

Result<Exit> RunSkip(Context& context, const Args& args) { return GiveControl(context, args, ControlKind::kSkip); }

}  // namespace

constinit const Command kSkipCommand = {
    "skip", "skip a step, or the current stage of a run", Group::kSteer, Needs::kStore, SkipForm, RunSkip};

}  // namespace forge::cli
