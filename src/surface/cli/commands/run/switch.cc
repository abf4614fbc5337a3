#include <fmt/format.h>

#include "surface/cli/commands.h"
#include "surface/view/json_rows.h"
#include "surface/view/status_words.h"

namespace forge::cli {
namespace {

Form SwitchForm() {
  Form form;
  form.positionals = {{"RUN", "the run to make current", true, false, {}, ValueType::kText}};
  form.notes = "Parks the current run and makes another one current and active. Use `forge resume` to run it.";
  form.examples = {{"forge switch 18", "leave the current run for run 18"}};
  return form;
}

Result<Exit> RunSwitch(Context& context, const Args& args) {
  const RunId run = TRY(context.forge().FindRun(args.Get("RUN")));
  TRY(context.forge().Switch(run));
  const RunView view = TRY(context.forge().View(run));
  if (context.json) {
    context.out.Print(ToJson(view.run).Set("next", NextCommand(view)));
    return Exit::kOk;
  }
  context.out.Line(fmt::format("run {} is now the current run, and {}", run.value, Phrase(view.run.status)));
  context.out.Line("next: " + NextCommand(view));
  return Exit::kOk;
}

}  // namespace

constinit const Command kSwitchCommand = {
    "switch", "park the current run and switch to another", Group::kSteer, Needs::kStore, SwitchForm, RunSwitch};

}  // namespace forge::cli
