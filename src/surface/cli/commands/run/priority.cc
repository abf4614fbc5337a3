#include <fmt/core.h>

#include "service/run_priority.h"
#include "service/run_queries.h"
#include "surface/cli/commands.h"
#include "surface/cli/run_argument.h"

namespace forge::cli {
namespace {

Form PriorityForm() {
  return {.positionals = {{"RUN", "number or slug"}, {"WORD", "high, medium or low (default: show it)", false}},
          .notes =
              "`forge serve` takes up runs of a higher priority first, and the oldest first among equals. A run "
              "that is driven already goes on.",
          .examples = {{"forge priority 17 high", "the next free place of the server is for run 17"},
                       {"forge priority 17", "show it"}}};
}

Result<Exit> RunPriority(Context& context, const Args& args) {
  const RunId run = TRY(FindRun(context.forge(), args.Get("RUN")));
  if (args.Has("WORD")) TRY(SetPriorityOfRun(context.forge().store(), run, args.Get("WORD")));
  const std::string priority = TRY(PriorityOfRun(context.forge().store(), run));
  return context.Tell(Json::MakeObject().Set("run", run.value).Set("priority", priority),
                      fmt::format("run {} has {} priority", run.value, priority));
}

}  // namespace

constinit const Command kPriorityCommand = {
    "priority", "set which runs the server takes up first", Group::kSteer, Needs::kStore, PriorityForm, RunPriority};

}  // namespace forge::cli
