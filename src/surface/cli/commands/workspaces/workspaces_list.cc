#include "surface/cli/commands.h"
#include "surface/view/columns.h"
#include "surface/view/workspace_rows.h"

namespace forge::cli {
namespace {

Form WorkspacesListForm() {
  Form form;
  form.notes =
      "Worktrees are kept outside of the repository and serve one step after the other. `forge workspaces clean`\n"
      "removes those that are not needed.";
  form.examples = {{"forge workspaces", "who has which worktree"},
                   {"forge workspaces list --json", "the same for scripts"}};
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

constinit const Command kWorkspacesListCommand = {"workspaces list",  "the worktrees that steps work in",
                                                  Group::kLook,       Needs::kStore,
                                                  WorkspacesListForm, RunWorkspacesList};

}  // namespace forge::cli
