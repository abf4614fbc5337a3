#include "surface/cli/commands/run/steer.h"

#include <fmt/format.h>

#include "surface/cli/run_argument.h"
#include "surface/view/json_rows.h"
#include "surface/view/status_words.h"

namespace forge::cli {

Form ControlForm(bool steps) {
  Form form;
  form.positionals = {OptionalRun()};
  if (steps) {
    form.positionals.push_back(
        {"STEP", "a step of its plan (default: the run's current stage)", false, false, {}, ValueType::kText});
    form.options.push_back({"step", "STEP", "the step, when RUN is left out", false, {}, ValueType::kText});
  }
  form.options.push_back({"reason", "TEXT", "why, for the record", false, {}, ValueType::kText});
  return form;
}

Result<Exit> GiveControl(Context& context, const Args& args, ControlKind kind) {
  const RunId run = TRY(ChosenRun(context, args));
  Control control;
  control.kind = kind;
  control.step = StepId{args.Has("STEP") ? args.Get("STEP") : args.Get("step")};
  control.reason = args.Get("reason");
  control.by = context.user();
  const CommandReply reply =
      TRY_WITH(fmt::format("{} run {}", Name(kind), run.value), context.forge().Command(run, control));
  const RunView view = TRY(context.forge().View(run));
  if (context.json) {
    context.out.Print(ToJson(view.run).Set("next", NextCommand(view)));
    return Exit::kOk;
  }
  std::string line = fmt::format("run {} {}", run.value, Phrase(view.run.status));
  if (!view.run.reason.empty()) line += ": " + view.run.reason;
  context.out.Line(line);
  if (reply.by_owner)
    context.out.Line(fmt::format("  process {} received the command", view.lease ? view.lease->owner.pid : 0));
  context.out.Line("next: " + NextCommand(view));
  return Exit::kOk;
}

}  // namespace forge::cli
