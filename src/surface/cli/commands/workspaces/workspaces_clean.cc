#include <fmt/format.h>

#include "service/run_queries.h"
#include "surface/cli/commands.h"
#include "surface/view/workspace_rows.h"

namespace forge::cli {
namespace {

Form WorkspacesCleanForm() {
  Form form;
  form.positionals = {
      {"RUN", "take that run's worktrees too, though it has not ended", false, false, {}, ValueType::kText}};
  form.options = {{"dry-run", "", "only say what would go", false, {}, ValueType::kText}};
  form.notes =
      "Removes worktrees that nobody has and those of runs that ended. What is in one and in no snapshot is saved "
      "under\n"
      "refs/forge/ first (`forge rescue` lists it); ignored files go. A run that an engine drives keeps its own.";
  form.examples = {{"forge workspaces clean --dry-run", "what would go"},
                   {"forge workspaces clean", "remove what is not needed"},
                   {"forge workspaces clean 17", "those of run 17 too"}};
  return form;
}

Result<Exit> RunWorkspacesClean(Context& context, const Args& args) {
  std::optional<RunId> run;
  if (args.Has("RUN")) run = TRY(FindRun(context.forge(), args.Get("RUN")));
  const bool look = args.Has("dry-run");
  const CleanReport report = TRY(CleanWorkspaces(context.forge(), run, look));
  if (context.json) {
    Json saved = Json::MakeArray();
    for (const std::string& name : report.saved) saved.Append(name);
    context.out.Print(Json::MakeObject()
                          .Set("removed", ToJson(report.removed))
                          .Set("left", ToJson(report.left))
                          .Set("saved", std::move(saved))
                          .Set("dry_run", look));
    return Exit::kOk;
  }
  for (const WorkspaceRow& row : report.removed) {
    context.out.Line(fmt::format("{} {}", look ? "would remove" : "removed", Describe(row)));
  }
  for (const std::string& name : report.saved) context.out.Line(fmt::format("saved {}", name));
  for (const WorkspaceRow& row : report.left) context.out.Line(fmt::format("left {}", Describe(row)));
  if (report.removed.empty()) context.out.Line("nothing to remove");
  return Exit::kOk;
}

}  // namespace

constinit const Command kWorkspacesCleanCommand = {"workspaces clean",  "remove worktrees that are not needed",
                                                   Group::kSteer,       Needs::kStore,
                                                   WorkspacesCleanForm, RunWorkspacesClean};

}  // namespace forge::cli
