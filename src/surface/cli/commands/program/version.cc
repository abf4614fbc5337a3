#include "surface/cli/version.h"
#include "surface/cli/commands.h"

namespace forge::cli {
namespace {

Form VersionForm() {
  Form form;
  form.examples = {{"forge --version", "the same"}};
  return form;
}

Result<Exit> RunVersion(Context& context, const Args&) {
  if (context.json) {
    context.out.Print(Json::MakeObject().Set("version", VersionText()));
  } else {
    context.out.Line("forge " + std::string(VersionText()));
  }
  return Exit::kOk;
}

}  // namespace

constinit const Command kVersionCommand = {"version",       "print the version", Group::kSetUp,
                                           Needs::kNothing, VersionForm,         RunVersion};

}  // namespace forge::cli
