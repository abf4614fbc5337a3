#include <fmt/format.h>

#include "base/display.h"
#include "base/strings.h"
#include "service/host/plugin.h"
#include "surface/cli/commands.h"
#include "surface/cli/commands/host/plugin_directory.h"
#include "surface/cli/version.h"

namespace forge::cli {
namespace {

Form PluginInstallForm() {
  Form form;
  form.positionals = {{"HOST", "the program", true, false, PluginHostNames(), ValueType::kText}};
  form.options = {DirectoryOption(),
                  {"print", "", "show what would be written, and write nothing", false, {}, ValueType::kText}};
  form.notes =
      "Claude Code gets a plugin (commands, agents, tools, hooks) in its own folder. The others get an MCP entry, "
      "commands and a section in AGENTS.md, in the project. Your own files are kept. `forge plugin uninstall` removes "
      "everything again. See docs/plugin.md.";
  form.examples = {{"forge plugin install claude", "follow the printed instructions"},
                   {"forge plugin install gemini --print", "preview"}};
  return form;
}

Result<Exit> RunPluginInstall(Context& context, const Args& args) {
  const PluginHost host = *ParsePluginHost(args.Get("HOST"));
  if (args.Has("print")) {
    Json files = Json::MakeArray();
    for (const PluginFile& file : PluginFiles(host, VersionText())) {
      files.Append(Json::MakeObject().Set("path", file.path).Set("text", file.text).Set("member", file.member));
      if (!context.json) context.out.Write(fmt::format("== {}\n{}\n", file.path, file.text));
    }
    if (context.json) context.out.Print(files);
    return Exit::kOk;
  }
  const std::string directory = TRY(PluginDirectory(context, args, host));
  const PluginReport report = TRY(InstallPlugin(host, VersionText(), directory));
  if (context.json) {
    Json paths = Json(Json::Array(report.paths.begin(), report.paths.end()));
    context.out.Print(Json::MakeObject().Set("directory", directory).Set("paths", std::move(paths)));
    return Exit::kOk;
  }
  context.out.Line(fmt::format("{} in {}", Counted(static_cast<std::int64_t>(report.paths.size()), "file"),
                               context.Short(directory)));
  if (host == PluginHost::kClaude) {
    context.out.Line("try it:  claude --plugin-dir " + directory + " --settings " + directory + "/settings.json");
    context.out.Line("keep it: claude plugin marketplace add " + directory + " && claude plugin install forge@forge");
  }
  return Exit::kOk;
}

}  // namespace

constinit const Command kPluginInstallCommand = {"plugin install",  "install the Forge plugin in another program",
                                                 Group::kSetUp,     Needs::kSettings,
                                                 PluginInstallForm, RunPluginInstall};

}  // namespace forge::cli
