#include <fmt/format.h>

#include "base/strings.h"
#include "surface/cli/commands.h"
#include "surface/cli/commands/config/settings_key.h"

namespace forge::cli {
namespace {

Form ConfigExplainForm() {
  Form form;
  form.positionals = {{"KEY", "the setting", true, false, {}, ValueType::kText}};
  form.examples = {{"forge config explain isolation", "its meaning, its value and where the value comes from"}};
  return form;
}

std::string VariableName(std::string_view key) {
  std::string name = "FORGE_";
  for (char c : key) name += c == '.' || c == '-' ? '_' : static_cast<char>(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
  return name;
}

Result<Exit> RunConfigExplain(Context& context, const Args& args) {
  const Setting setting = TRY(FindSetting(*context.settings, args.Get("KEY")));
  if (context.json) {
    Json json = Json::MakeObject().Set("key", setting.key).Set("value", setting.value).Set("origin", setting.origin);
    context.out.Print(json.Set("about", setting.about).Set("variable", VariableName(setting.key)));
    return Exit::kOk;
  }
  context.out.Line(fmt::format("{}: {}", context.out.Paint(Tone::kStrong, setting.key), setting.about));
  context.out.Line(fmt::format("  value   {}", setting.value.empty() ? "(none)" : setting.value));
  context.out.Line(fmt::format("  from    {}", context.Short(setting.origin)));
  context.out.Line(fmt::format("  change  forge config set {} VALUE, or {}=VALUE for one command", setting.key,
                               VariableName(setting.key)));
  return Exit::kOk;
}

}  // namespace

constinit const Command kConfigExplainCommand = {"config explain",  "explain a setting: meaning, value and source",
                                                 Group::kSetUp,     Needs::kSettings,
                                                 ConfigExplainForm, RunConfigExplain};

}  // namespace forge::cli
