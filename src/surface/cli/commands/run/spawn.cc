#include <fmt/format.h>

#include "surface/cli/commands.h"
#include "surface/cli/commands/run/start_options.h"
#include "surface/cli/live/foreground.h"
#include "surface/view/json_rows.h"
#include "surface/view/status_words.h"

namespace forge::cli {
namespace {

Form SpawnForm() {
  Form form;
  form.positionals = {
      {"PARENT", "the parent run", true, false, {}, ValueType::kText},
      {"OBJECTIVE", "the objective; `-` reads it from standard input", true, false, {}, ValueType::kText}};
  form.options = StartOptions();
  form.options.push_back(
      {"blocks-parent", "", "the parent waits until the child has ended", false, {}, ValueType::kText});
  form.options.push_back({"run", "", "run it at once, like `forge run`", false, {}, ValueType::kText});
  form.notes = "Only creates the child; `forge resume` starts it.";
  form.examples = {
      {"forge spawn 17 \"upgrade the parser first\" --blocks-parent", "run 17 continues when the child is done"},
      {"forge spawn 17 \"look into the crash\" --run", "create it and run it"}};
  return form;
}

Result<Exit> RunSpawn(Context& context, const Args& args) {
  StartRequest request = TRY(ReadStartRequest(context, args, args.Get("OBJECTIVE")));
  request.parent = TRY(context.forge().FindRun(args.Get("PARENT")));
  request.blocks_parent = args.Has("blocks-parent");
  const RunRow parent = TRY(context.forge().View(request.parent)).run;
  if (IsEnd(parent.status)) {
    return Fail(Code::kConflict, fmt::format("run {} {}", parent.id.value, Phrase(parent.status)),
                "a run that has ended cannot have children; start a new one: forge run");
  }
  const RunId run = TRY(context.forge().Start(request));
  if (args.Has("run")) {
    if (!context.json)
      context.out.Line(fmt::format("run {} started, a child of run {}", run.value, request.parent.value));
    return DriveRun(context, run, request.attended);
  }
  if (context.json) {
    context.out.Print(ToJson(TRY(context.forge().View(run)).run));
    return Exit::kOk;
  }
  context.out.Line(fmt::format("run {} created, a child of run {}{}", run.value, request.parent.value,
                               request.blocks_parent ? ", which waits for it" : ""));
  context.out.Line(fmt::format("next: forge resume {}", run.value));
  return Exit::kOk;
}

}  // namespace

constinit const Command kSpawnCommand = {"spawn", "create a child run", Group::kStart, Needs::kStore, SpawnForm,
                                         RunSpawn};

}  // namespace forge::cli
