// forge workspaces: list and clean worktrees.
#include <fmt/core.h>

#include "service/run_queries.h"
#include "service/workspaces.h"
#include "surface/cli/commands.h"
#include "surface/view/columns.h"
#include "surface/view/json_rows.h"

namespace forge::cli {
namespace {

std::string NameOf(const WorkspaceRow& row) { return row.directory.substr(row.directory.rfind('/') + 1); }

Json WorkspaceJson(const WorkspaceRow& row) {
  Json json = Json::MakeObject().Set("directory", row.directory).Set("status", row.status);
  return json.Set("run", OrNull(row.run)).Set("step", OrNull(row.lane)).Set("in_use", row.in_use);
}

// "repo-2 (run 17, step s1, completed)"
std::string Describe(const WorkspaceRow& row) {
  if (row.run.value == 0) return fmt::format("{} (idle)", NameOf(row));
  return fmt::format("{} (run {}, {}, {}{})", NameOf(row), row.run.value, row.lane, row.status,
                     row.in_use ? ", in use" : "");
}

void PrintWorkspaces(Context& context, const std::vector<WorkspaceRow>& rows) {
  std::vector<std::vector<Cell>> table;
  for (const WorkspaceRow& row : rows) {
    table.push_back({{NameOf(row), Tone::kStrong},
                     {row.run.value > 0 ? std::to_string(row.run.value) : "-"},
                     {row.lane.empty() ? "-" : row.lane},
                     {row.status},
                     {row.directory, Tone::kFaint}});
  }
  context.out.Write(FormatColumns(context.out.palette(), {"WORKTREE", "RUN", "STEP", "STATUS", "DIRECTORY"}, table,
                                  context.out.width(), LastColumn::kFlows));
}

Form WorkspacesListForm() {
  return {.notes =
              "Worktrees are kept outside the repository and reused for one step after another. `forge workspaces "
              "clean` removes unused ones.",
          .examples = {{"forge workspaces", "which run uses which worktree"},
                       {"forge workspaces list --json", "the same, for scripts"}}};
}

Result<Exit> RunWorkspacesList(Context& context, const Args&) {
  const auto list = TRY(ListWorkspaces(context.forge()));
  if (context.json) {
    context.out.Print(Json::MakeObject().Set("workspaces", JsonArray(list, WorkspaceJson)));
  } else if (list.empty()) {
    context.out.Line("no worktrees");
  } else {
    PrintWorkspaces(context, list);
  }
  return Exit::kOk;
}

Form WorkspacesCleanForm() {
  return {
      .positionals = {{"RUN", "also remove the worktrees of this run, even if it has not ended", false}},
      .options = {Lettered("n", {"dry-run", "", "only print what would be removed"})},
      .notes =
          "Removes unused worktrees and those of ended runs. Files that are in no snapshot are saved under refs/forge/ "
          "first (`forge rescue` lists them); ignored files are deleted. A running engine keeps its worktrees.",
      .examples = {{"forge workspaces clean --dry-run", "what would be removed"},
                   {"forge workspaces clean", "remove unused worktrees"},
                   {"forge workspaces clean 17", "and those of run 17"}}};
}

Result<Exit> RunWorkspacesClean(Context& context, const Args& args) {
  std::optional<RunId> run;
  if (args.Has("RUN")) run = TRY(FindRun(context.forge(), args.Get("RUN")));
  const bool look = args.Has("dry-run");
  const CleanReport report = TRY(CleanWorkspaces(context.forge(), run, look));
  if (context.json) {
    return context.Print(Json::MakeObject()
                             .Set("removed", JsonArray(report.removed, WorkspaceJson))
                             .Set("left", JsonArray(report.left, WorkspaceJson))
                             .Set("saved", JsonArray(report.saved))
                             .Set("dry_run", look));
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

constinit const Command kWorkspacesListCommand = {"workspaces list",  "list the worktrees of steps",
                                                  Group::kLook,       Needs::kStore,
                                                  WorkspacesListForm, RunWorkspacesList};

constinit const Command kWorkspacesCleanCommand = {"workspaces clean", "remove unused worktrees", Group::kSteer,
                                                   Needs::kStore,      WorkspacesCleanForm,       RunWorkspacesClean};

}  // namespace forge::cli
