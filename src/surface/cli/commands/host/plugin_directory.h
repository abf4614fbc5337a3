// Where the files of a plugin go, for the commands that put them there and take them away.
#pragma once

#include <string>

#include "base/result.h"
#include "service/host/plugin.h"
#include "surface/cli/args.h"
#include "surface/cli/command.h"

namespace forge::cli {

Option DirectoryOption();
// --dir; else a folder of the user's own for Claude Code, and the project for the others.
Result<std::string> PluginDirectory(const Context& context, const Args& args, PluginHost host);

}  // namespace forge::cli
