#include <fmt/format.h>

#include "surface/cli/commands.h"
#include "surface/view/workspace_rows.h"

namespace forge::cli {
namespace {

Form WorkspacesCleanForm() {
  Form form;
  form.positionals = {
      {"RUN", "also remove the worktrees of this run, even if it has not ended", false, false, {}, ValueType::kText}};
  form.options = {{"dry-run", "", "only print what would be removed", false, {}, ValueType::kText}};
  form.notes =
      "Removes unused worktrees and those of ended runs. Files that are in no snapshot are saved under refs/forge/ "
      "first (`forge rescue` lists them); ignored files are deleted. A running engine keeps its worktrees.";
  form.examples = {{"forge workspaces clean --dry-run", "what would be removed"},
                   {"forge workspaces clean", "remove unused worktrees"},
                   {"forge workspaces clean 17", "and those of run 17"}};
  return form;
}

Result<Exit> RunWorkspacesClean(Context& context, const Args& args) {
  std::optional<RunId> run;
  if (args.Has("RUN")) run = TRY(context.forge().FindRun(args.Get("RUN")));
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
  for (const WorkspaceRow& row : report.left) context.out.Line(fmt::format("kept {}", Describe(row)));
  if (report.removed.empty()) context.out.Line("nothing to remove");
  return Exit::kOk;
}

}  // namespace

constinit const Command kWorkspacesCleanCommand = {"workspaces clean", "remove unused worktrees", Group::kSteer,
                                                   Needs::kStore,      WorkspacesCleanForm,       RunWorkspacesClean};

}  // namespace forge::cli
