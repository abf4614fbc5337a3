#include "surface/cli/commands/host/plugin_directory.h"

namespace forge::cli {

Option DirectoryOption() {
  return {"dir", "DIR", "where to install (Claude Code: a folder of your own; others: the project)",
          false, {},    ValueType::kFile};
}

Result<std::string> PluginDirectory(const Context& context, const Args& args, PluginHost host) {
  const Machine& machine = context.host.machine;
  if (args.Has("dir")) {
    const std::string directory = args.Get("dir");
    return directory.starts_with('/') ? directory : machine.cwd + "/" + directory;
  }
  if (host == PluginHost::kClaude) return machine.data_directory + "/plugin/claude";
  if (context.project) return context.project->root;
  return Fail(Code::kNotFound, "not in a project", "run it in a git repository, or pass --dir");
}

}  // namespace forge::cli
