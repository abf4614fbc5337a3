#include "surface/cli/commands.h"
#include "surface/view/columns.h"
#include "surface/view/workspace_rows.h"

namespace forge::cli {
namespace {

Form WorkspacesListForm() {
  Form form;
  form.notes =
      "Worktrees are kept outside the repository and reused for one step after another. `forge workspaces clean` "
      "removes unused ones.";
  form.examples = {{"forge workspaces", "which run uses which worktree"},
                   {"forge workspaces list --json", "the same, for scripts"}};
  return form;
}

Result<Exit> RunWorkspacesList(Context& context, const Args&) {
  const auto list = TRY(ListWorkspaces(context.forge()));
  if (context.json) {
    context.out.Print(Json::MakeObject().Set("workspaces", ToJson(list)));
  } else if (list.empty()) {
    context.out.Line("no worktrees");
  } else {
    context.out.Write(FormatWorkspaces(context.out.palette(), list));
  }
  return Exit::kOk;
}

}  // namespace

constinit const Command kWorkspacesListCommand = {"workspaces list",  "list the worktrees of steps",
                                                  Group::kLook,       Needs::kStore,
                                                  WorkspacesListForm, RunWorkspacesList};

}  // namespace forge::cli
