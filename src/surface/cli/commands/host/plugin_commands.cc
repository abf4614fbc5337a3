// forge plugin: install and uninstall what other programs need of Forge.
#include <fmt/core.h>

#include "base/display.h"
#include "base/strings.h"
#include "service/host/plugin.h"
#include "surface/cli/commands.h"
#include "surface/cli/version.h"
#include "surface/view/json_rows.h"

namespace forge::cli {
namespace {

Option DirectoryOption() {
  return {"dir", "DIR", "where to install (Claude Code: a folder of your own; others: the project)", ValueType::kFile};
}

// --dir; else a folder of the user's own for Claude Code, and the project for the others.
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

Form PluginInstallForm() {
  return {.positionals = {{"HOST", "the program", true, ValueType::kText, false, PluginHostNames()}},
          .options = {DirectoryOption(), {"print", "", "show what would be written, and write nothing"}},
          .notes =
              "Claude Code gets a plugin (commands, agents, tools, hooks) in its own folder. The others get an MCP "
              "entry, commands and a section in AGENTS.md, in the project. Your own files are kept. `forge plugin "
              "uninstall` removes everything again. See docs/plugin.md.",
          .examples = {{"forge plugin install claude", "follow the printed instructions"},
                       {"forge plugin install gemini --print", "preview"}}};
}

Result<Exit> RunPluginInstall(Context& context, const Args& args) {
  const PluginHost host = *ParsePluginHost(args.Get("HOST"));
  if (args.Has("print")) {
    Json files = Json::MakeArray();
    for (const PluginFile& file : PluginFiles(host, VersionText())) {
      files.Append(Json::MakeObject().Set("path", file.path).Set("text", file.text).Set("member", OrNull(file.member)));
      if (!context.json) context.out.Write(fmt::format("== {}\n{}\n", file.path, file.text));
    }
    if (context.json) context.out.Print(Json::MakeObject().Set("files", std::move(files)));
    return Exit::kOk;
  }
  const std::string directory = TRY(PluginDirectory(context, args, host));
  const PluginReport report = TRY(InstallPlugin(host, VersionText(), directory));
  if (context.json) {
    Json paths = Json(Json::Array(report.paths.begin(), report.paths.end()));
    return context.Print(Json::MakeObject().Set("directory", directory).Set("paths", std::move(paths)));
  }
  context.out.Line(fmt::format("{} in {}", Counted(static_cast<std::int64_t>(report.paths.size()), "file"),
                               context.Short(directory)));
  if (host == PluginHost::kClaude) {
    context.out.Line("try it:  claude --plugin-dir " + directory + " --settings " + directory + "/settings.json");
    context.out.Line("keep it: claude plugin marketplace add " + directory + " && claude plugin install forge@forge");
  }
  return Exit::kOk;
}

Form PluginUninstallForm() {
  return {.positionals = {{"HOST", "the program", true, ValueType::kText, false, PluginHostNames()}},
          .options = {DirectoryOption()},
          .notes = "Restores the files as they were; your later changes to them are kept.",
          .examples = {{"forge plugin uninstall gemini", "remove everything that install added"}}};
}

Result<Exit> RunPluginUninstall(Context& context, const Args& args) {
  const PluginHost host = *ParsePluginHost(args.Get("HOST"));
  const PluginReport report = TRY(UninstallPlugin(host, TRY(PluginDirectory(context, args, host))));
  if (context.json) {
    Json json = Json::MakeObject().Set("paths", Json(Json::Array(report.paths.begin(), report.paths.end())));
    return context.Print(json.Set("left", Json(Json::Array(report.left.begin(), report.left.end()))));
  }
  context.out.Line(
      fmt::format("{} removed or restored", Counted(static_cast<std::int64_t>(report.paths.size()), "file")));
  for (const std::string& path : report.left) context.out.Line("kept, because you changed it: " + path);
  return Exit::kOk;
}

}  // namespace

constinit const Command kPluginInstallCommand = {"plugin install",  "install the Forge plugin in another program",
                                                 Group::kSetUp,     Needs::kSettings,
                                                 PluginInstallForm, RunPluginInstall};

constinit const Command kPluginUninstallCommand = {"plugin uninstall",  "remove the Forge plugin from another program",
                                                   Group::kSetUp,       Needs::kSettings,
                                                   PluginUninstallForm, RunPluginUninstall};

}  // namespace forge::cli
