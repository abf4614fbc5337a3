#include <fmt/core.h>

#include <optional>

#include "service/land.h"
#include "service/run_queries.h"
#include "surface/cli/commands.h"

namespace forge::cli {
namespace {

Form UndoForm() {
  return {
      .positionals = {{"RUN", "the run whose landing to take back (default: the last landing)", false}},
      .notes =
          "Puts the branch back to where it stood before `forge land`, with the files of your checkout if the branch "
          "is checked out. The run's work stays on its own branch and can land again; what had landed is kept under "
          "refs/forge/ too. Your edits in other files stay, staged or not.\n\nIt refuses, and changes nothing, when "
          "there are commits on top of the landing, when it is pushed, or when you have edits in the same files. "
          "Other branches that contain the landing stay as they are, and are named.",
      .examples = {{"forge undo", "take the last landing back"},
                   {"forge undo 17", "take the landing of run 17 back"},
                   {"forge undo && forge land 17 --squash", "land it again, as one commit"}}};
}

Result<Exit> RunUndo(Context& context, const Args& args) {
  std::optional<RunId> run;
  if (args.Has("RUN")) run = TRY(FindRun(context.forge(), args.Get("RUN")));
  const UndoReport report = TRY(UndoLanding(context.forge(), run));
  const Landed& landed = report.landed;
  if (context.json) {
    return context.Print(Json::MakeObject()
                             .Set("run", report.run.value)
                             .Set("branch", landed.branch)
                             .Set("commit", landed.commit)
                             .Set("before", landed.before)
                             .Set("checkout", landed.in_checkout)
                             .Set("others", JsonArray(landed.others)));
  }
  context.out.Line(landed.commit.empty()
                       ? fmt::format("the landing of run {} is undone: the branch {} is deleted, as before",
                                     report.run.value, landed.branch)
                       : fmt::format("the landing of run {} is undone: {} is at commit {} again", report.run.value,
                                     landed.branch, landed.commit.substr(0, 12)));
  if (!landed.others.empty()) {
    context.out.Line(fmt::format("other branches still contain it: {}; merging one of them brings it back",
                                 Join(landed.others, ", ")));
  }
  for (const std::string& directory : landed.kept)
    context.out.Line("copies of the ignored files that it overwrote: " + directory);
  context.out.Line(report.has_branch ? fmt::format("its work is on forge/run-{:03}; to land it again: forge land {}",
                                                   report.run.value, report.run.value)
                                     : fmt::format("its work is kept: forge rescue {} --all", report.run.value));
  return Exit::kOk;
}

}  // namespace

constinit const Command kUndoCommand = {"undo", "take the last landing back", Group::kSteer, Needs::kStore, UndoForm,
                                        RunUndo};

}  // namespace forge::cli
