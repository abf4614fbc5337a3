#include <fmt/core.h>

#include "surface/cli/commands.h"

namespace forge::cli {
namespace {

Form InitForm() {
  Form form;
  form.notes =
      "Makes .forge with a commented config.toml, the store in .forge/state and an ignore file that hides it from "
      "git.\n"
      "What is there already stays. `forge run` works without it.";
  form.examples = {{"forge init", "in a git repository"}};
  return form;
}

Result<Exit> RunInit(Context& context, const Args&) {
  const Project project = TRY(FindProject(context.host.machine));
  const bool made = TRY(InitProject(project));
  if (context.json) {
    context.out.Print(Json::MakeObject().Set("directory", project.forge).Set("made", made));
  } else if (made) {
    context.out.Line(fmt::format("made {}", project.forge));
    context.out.Line("next: forge config set agent auto, then forge run \"what is to be done\"");
  } else {
    context.out.Line(fmt::format("{} is there already; nothing changed", project.forge));
  }
  return Exit::kOk;
}

}  // namespace

constinit const Command kInitCommand = {
    "init", "make .forge in this repository", Group::kSetUp, Needs::kNothing, InitForm, RunInit};

}  // namespace forge::cli
