#include <fmt/format.h>

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
  form.notes = "Files are as they were before; what you changed in them since stays.";
  form.examples = {{"forge plugin uninstall gemini", "as if it had never been there"}};
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
      fmt::format("{} gone or as before", Counted(static_cast<std::int64_t>(report.paths.size()), "file")));
  for (const std::string& path : report.left) context.out.Line("left, because it was changed: " + path);
  return Exit::kOk;
}

}  // namespace

constinit const Command kPluginUninstallCommand = {"plugin uninstall",  "take Forge out of another program again",
                                                   Group::kSetUp,       Needs::kSettings,
                                                   PluginUninstallForm, RunPluginUninstall};

}  // namespace forge::cli
