#include <fmt/core.h>

#include "surface/cli/commands.h"

namespace forge::cli {
namespace {

Form InitForm() {
  return {.notes =
              "Creates .forge with a commented config.toml, the store in .forge/state and a .gitignore that hides it. "
              "Existing files are kept. `forge run` does not need it.",
          .examples = {{"forge init", "in a git repository"}}};
}

Result<Exit> RunInit(Context& context, const Args&) {
  const Project project = TRY(FindProject(context.host.machine));
  const bool made = TRY(InitProject(project));
  if (context.json) {
    context.out.Print(Json::MakeObject().Set("directory", project.forge).Set("made", made));
  } else if (made) {
    context.out.Line(fmt::format("created {}", project.forge));
    context.out.Line("next: forge config set agent auto, then forge run \"your objective\"");
  } else {
    context.out.Line(fmt::format("{} already exists; nothing changed", project.forge));
  }
  return Exit::kOk;
}

}  // namespace

constinit const Command kInitCommand = {
    "init", "create .forge in this repository", Group::kSetUp, Needs::kNothing, InitForm, RunInit};

}  // namespace forge::cli
