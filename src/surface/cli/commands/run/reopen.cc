#include "service/reopen.h"

#include <fmt/core.h>

#include "surface/cli/commands.h"
#include "surface/cli/live/background.h"
#include "surface/cli/run_argument.h"

namespace forge::cli {
namespace {

Form ReopenForm() {
  return {.positionals = {{"RUN", "a run that has ended: its number or slug"}},
          .options = {Lettered("m", {"reason", "TEXT", "what is left to do, or why; the agents read it"}), GoOption()},
          .notes =
              "Starts a new run with the objective, pipeline, agent and flags of one that has ended. Its objective "
              "also tells the reason, what became of each step, and what reviews found. It works from the old run's "
              "branch if that has not landed, else from your last commit. The old run stays as it is. --go or `forge "
              "resume` runs the new one.",
          .examples = {{"forge reopen 17 --reason \"the retries are missing\"", "take run 17 up again"},
                       {"forge reopen 17 -m \"it is slow\" --go", "and run it in this terminal"}}};
}

Result<Exit> RunReopen(Context& context, const Args& args) {
  const RunId old = TRY(ChosenRun(context, args));
  const RunId run =
      TRY_WITH(fmt::format("reopen run {}", old.value), ReopenRun(context.forge(), old, args.Get("reason")));
  if (!context.json) context.out.Line(fmt::format("run {} takes up run {} again", run.value, old.value));
  return GoOnOrSay(context, run, false, {.here = args.Has("go")});
}

}  // namespace

constinit const Command kReopenCommand = {"reopen",      "take up a run that has ended as a new one, with its history",
                                          Group::kStart, Needs::kStore,
                                          ReopenForm,    RunReopen};

}  // namespace forge::cli
