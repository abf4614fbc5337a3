#include "service/prune.h"

#include <fmt/core.h>

#include <cstdint>
#include <optional>

#include "base/display.h"
#include "base/strings.h"
#include "service/run_queries.h"
#include "surface/cli/commands.h"
#include "surface/view/columns.h"

namespace forge::cli {
namespace {

Form PruneForm() {
  return {
      .positionals = {{"RUN", "only this run, and the runs below it", false}},
      .options = {Lettered("n", {"dry-run", "", "only list what would be deleted"}), {"yes", "", "do not ask"}},
      .notes =
          "A run keeps every attempt as a commit under refs/forge/, and its result on forge/run-NNN. This lists the "
          "runs that have landed or were given up (cancelled or abandoned), asks, and deletes their refs and "
          "branches. Then git can free the space (git gc), and `forge show` and `forge rescue` no longer have these "
          "attempts. Runs that are open or finished and not landed stay, and so do logs, costs and reports. The refs "
          "of a run that worked in your checkout hold copies of your files: they go only if you name the run. `forge "
          "workspaces clean` removes worktrees.",
      .examples = {{"forge prune --dry-run", "what would be deleted"},
                   {"forge prune", "list, ask, delete"},
                   {"forge prune 17 --yes", "of run 17, without asking"}}};
}

Json PruneJson(const PrunableRun& run) {
  Json refs = Json::MakeArray();
  for (const KeptRef& ref : run.refs) refs.Append(ref.name);
  return Json::MakeObject()
      .Set("run", run.run.value)
      .Set("reason", run.why)
      .Set("not_landed", static_cast<std::int64_t>(run.not_landed))
      .Set("refs", std::move(refs));
}

void ListPrunable(Context& context, const Prunable& found) {
  std::vector<std::vector<Cell>> rows;
  for (const PrunableRun& run : found.runs) {
    rows.push_back({{std::to_string(run.run.value), Tone::kStrong},
                    {run.why},
                    {std::to_string(run.refs.size())},
                    {std::to_string(run.not_landed)},
                    {std::string(Trim(run.objective)), Tone::kFaint}});
  }
  if (!rows.empty()) context.Table({"RUN", "WHY", "REFS", "ON NO BRANCH", "OBJECTIVE"}, rows);
  for (const PrunableRun& run : found.stays) context.out.Line(fmt::format("run {} stays: {}", run.run.value, run.why));
}

// True only for a clear yes.
Result<bool> MayDelete(Context& context, const Args& args, std::size_t refs, std::size_t runs) {
  if (args.Has("yes")) return true;
  if (!context.host.input_is_terminal || context.json)
    return Fail(Code::kInvalid, "prune deletes refs only after asking", "to delete them without a question: --yes");
  context.out.Write(fmt::format("delete {} of {} for good? [y/N] ", Counted(static_cast<std::int64_t>(refs), "ref"),
                                Counted(static_cast<std::int64_t>(runs), "run")));
  (void)context.out.Flush();
  const std::string answer = Lower(Trim(context.host.read_line().value_or("")));
  return answer == "y" || answer == "yes";
}

Result<Exit> RunPrune(Context& context, const Args& args) {
  std::optional<RunId> run;
  if (args.Has("RUN")) run = TRY(FindRun(context.forge(), args.Get("RUN")));
  const Prunable found = TRY(FindPrunable(context.forge(), run));
  const bool look = args.Has("dry-run");
  std::size_t refs = 0;
  for (const PrunableRun& one : found.runs) refs += one.refs.size();
  if (!context.json) ListPrunable(context, found);
  if (found.runs.empty() && !context.json) context.out.Line("nothing to delete");
  bool deleted = false;
  if (!look && !found.runs.empty()) {
    deleted = TRY(MayDelete(context, args, refs, found.runs.size()));
    if (deleted) {
      for (const PrunableRun& one : found.runs) TRY(PruneRun(context.forge(), one));
    }
    if (!context.json)
      context.out.Line(deleted ? fmt::format("deleted {}", Counted(static_cast<std::int64_t>(refs), "ref"))
                               : "nothing was deleted");
  }
  if (!context.json) return Exit::kOk;
  return context.Print(Json::MakeObject()
                           .Set("runs", JsonArray(found.runs, PruneJson))
                           .Set("stays", JsonArray(found.stays, PruneJson))
                           .Set("deleted", deleted));
}

}  // namespace

constinit const Command kPruneCommand = {"prune",       "delete kept refs of runs that have landed or were given up",
                                         Group::kSteer, Needs::kStore,
                                         PruneForm,     RunPrune};

}  // namespace forge::cli
