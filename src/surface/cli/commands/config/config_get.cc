#include "surface/cli/commands.h"
#include "surface/cli/commands/config/settings_key.h"

namespace forge::cli {
namespace {

Form ConfigGetForm() {
  Form form;
  form.positionals = {{"KEY", "the setting", true, false, {}, ValueType::kText}};
  form.notes = "Exit 1 when it has no value.";
  form.examples = {{"forge config get pipeline", "only its value"}};
  return form;
}

Result<Exit> RunConfigGet(Context& context, const Args& args) {
  const Setting setting = TRY(FindSetting(*context.settings, args.Get("KEY")));
  if (context.json) {
    Json json = Json::MakeObject().Set("key", setting.key).Set("value", setting.value);
    context.out.Print(json.Set("origin", setting.origin));
  } else if (!setting.value.empty()) {
    context.out.Line(setting.value);
  }
  return setting.value.empty() ? Exit::kNo : Exit::kOk;
}

}  // namespace

constinit const Command kConfigGetCommand = {
    "config get", "print the value of a setting", Group::kSetUp, Needs::kSettings, ConfigGetForm, RunConfigGet};

}  // namespace forge::cli
