#include <fmt/format.h>

#include "surface/cli/commands.h"
#include "surface/cli/commands/config/settings_key.h"

namespace forge::cli {
namespace {

Form ConfigSetForm() {
  Form form;
  form.positionals = {{"KEY", "the setting", true, false, {}, ValueType::kText},
                      {"VALUE", "the new value", true, false, {}, ValueType::kText}};
  form.options = {{"global", "", "write your own config.toml, for all projects", false, {}, ValueType::kText}};
  form.notes = "Writes .forge/config.toml and leaves the rest of the file unchanged.";
  form.examples = {{"forge config set agent \"command:my-agent --quiet\"", "the agent of this project"},
                   {"forge config set budget.usd 5 --global", "at most 5 dollars per run, in every project"}};
  return form;
}

Result<Exit> RunConfigSet(Context& context, const Args& args) {
  const std::string key = args.Get("KEY");
  TRY(FindSetting(*context.settings, key));
  TRY(WriteSetting(context.host.machine, context.project, key, args.Get("VALUE"), args.Has("global")));
  const Settings now = TRY(Settings::Load(context.host.machine, context.project));
  const Setting* setting = now.Find(key);
  if (context.json) {
    Json json = Json::MakeObject().Set("key", key).Set("value", setting->value).Set("origin", setting->origin);
    context.out.Print(json);
    return Exit::kOk;
  }
  context.out.Line(fmt::format("{} = {}", key, args.Get("VALUE")));
  if (setting->value != args.Get("VALUE")) {
    context.out.Line(fmt::format("  but {} sets `{}`, which takes precedence", setting->origin, setting->value));
  }
  return Exit::kOk;
}

}  // namespace

constinit const Command kConfigSetCommand = {"config set",     "change a setting", Group::kSetUp,
                                             Needs::kSettings, ConfigSetForm,      RunConfigSet};

}  // namespace forge::cli
