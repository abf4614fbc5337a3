#include "surface/cli/version.h"
#include "surface/cli/commands.h"

namespace forge::cli {
namespace {

Form VersionForm() { return {.examples = {{"forge --version", "the same"}}}; }

Result<Exit> RunVersion(Context& context, const Args&) {
  return context.Tell(Json::MakeObject().Set("version", VersionText()), "forge " + std::string(VersionText()));
}

}  // namespace

constinit const Command kVersionCommand = {"version",       "print the version", Group::kSetUp,
                                           Needs::kNothing, VersionForm,         RunVersion};

}  // namespace forge::cli
