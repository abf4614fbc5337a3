#include <fmt/format.h>

#include "base/display.h"
#include "base/strings.h"
#include "service/host/plugin.h"
#include "surface/cli/commands.h"
#include "surface/cli/commands/host/plugin_directory.h"

namespace forge::cli {
namespace {

Form PluginUninstallForm() {
  Form form;
  form.positionals = {{"HOST", "the program", true, false, PluginHostNames(), ValueType::kText}};
  form.options = {DirectoryOption()};
  form.notes = "Restores the files as they were; your later changes to them are kept.";
  form.examples = {{"forge plugin uninstall gemini", "remove everything that install added"}};
  return form;
}

Result<Exit> RunPluginUninstall(Context& context, const Args& args) {
  const PluginHost host = *ParsePluginHost(args.Get("HOST"));
  const PluginReport report = TRY(UninstallPlugin(host, TRY(PluginDirectory(context, args, host))));
  if (context.json) {
    Json json = Json::MakeObject().Set("paths", Json(Json::Array(report.paths.begin(), report.paths.end())));
    context.out.Print(json.Set("left", Json(Json::Array(report.left.begin(), report.left.end()))));
    return Exit::kOk;
  }
  context.out.Line(
      fmt::format("{} removed or restored", Counted(static_cast<std::int64_t>(report.paths.size()), "file")));
  for (const std::string& path : report.left) context.out.Line("kept, because you changed it: " + path);
  return Exit::kOk;
}

}  // namespace

constinit const Command kPluginUninstallCommand = {"plugin uninstall",  "remove the Forge plugin from another program",
                                                   Group::kSetUp,       Needs::kSettings,
                                                   PluginUninstallForm, RunPluginUninstall};

}  // namespace forge::cli
