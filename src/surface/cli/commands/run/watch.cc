#include "surface/cli/commands.h"
#include "surface/cli/live/board_watch.h"
#include "surface/cli/live/run_watch.h"
#include "surface/cli/run_argument.h"

namespace forge::cli {
namespace {

Form WatchForm() {
  return {
      .positionals = {OptionalRun()},
      .options = {{"all", "", "all runs, in four groups: Needs you, Working, Waiting, Done"}},
      .notes =
          "Follows a run of another process until it stops; Ctrl-C only ends the view. On a terminal it shows a live "
          "view, and when the run asks, you can answer there: `later` or Escape leaves the question open. Elsewhere it "
          "prints one line per event, with --json the lines of `forge log --json`. The exit code is the run's. With "
          "--all on a terminal: j and k or the arrows move, Enter opens a run (q or Escape comes back), a answers, p "
          "pauses, ? shows the keys, q quits. Elsewhere --all prints the groups once, then one line per change, until "
          "no run works any more; with --json one line per change, with all groups.",
      .examples = {{"forge watch", "the current run"},
                   {"forge watch --all", "all runs, and answer them from one place"},
                   {"forge watch 17 | tee run.log", "one line per event"}}};
}

Result<Exit> RunWatch(Context& context, const Args& args) {
  if (args.Has("all")) {
    if (args.Has("RUN"))
      return Fail(Code::kInvalid, "watch: --all shows every run; RUN has no place beside it", "forge watch --all");
    context.host.catch_interrupts();
    return WatchAllRuns(context);
  }
  const RunId run = TRY(ChosenRun(context, args));
  context.host.catch_interrupts();
  return WatchRun(context, run);
}

}  // namespace

constinit const Command kWatchCommand = {
    "watch", "follow a run live, or all runs", Group::kLook, Needs::kStore, WatchForm, RunWatch};

}  // namespace forge::cli
