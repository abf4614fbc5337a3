// forge config: list, get, set, unset and explain settings.
#include <fmt/core.h>

#include "base/strings.h"
#include "service/settings.h"
#include "service/settings_check.h"
#include "surface/cli/commands.h"
#include "surface/view/columns.h"
#include "surface/view/shape.h"

namespace forge::cli {
namespace {

Result<Setting> FindSetting(const Settings& settings, const std::string& key) {
  if (std::optional<Setting> setting = settings.Explain(key)) return *std::move(setting);
  std::vector<std::string> known;
  for (const Setting& setting : settings.All()) known.push_back(setting.key);
  auto close = Closest(key, known);
  return Fail(Code::kInvalid, fmt::format("unknown setting `{}`", key),
              close ? fmt::format("did you mean `{}`?", *close) : "settings: " + Join(known, ", "));
}

Json SettingJson(const Setting& setting) {
  return Json::MakeObject().Set("setting", setting.key).Set("value", setting.value).Set("origin", setting.origin);
}

Form ConfigListForm() {
  return {.notes =
              "Later sources win: built-in, your config.toml, the project's .forge/config.toml, its config.local.toml, "
              "FORGE_<KEY> variables, command-line options.",
          .examples = {{"forge config", "the same"}, {"forge config explain pipeline", "one setting in full"}}};
}

Result<Exit> RunConfigList(Context& context, const Args&) {
  if (context.json) {
    const auto row = [](const Setting& setting) { return SettingJson(setting).Set("about", setting.about); };
    return context.Print(Json::MakeObject().Set("settings", JsonArray(context.settings->All(), row)));
  }
  std::vector<std::vector<Cell>> rows;
  for (const Setting& setting : context.settings->All()) {
    const bool own = setting.origin != "built-in";
    rows.push_back({{setting.key, Tone::kStrong},
                    {setting.value.empty() ? "-" : setting.value, own ? Tone::kGood : Tone::kPlain},
                    {context.Short(setting.origin), Tone::kFaint}});
  }
  context.out.Write(FormatColumns(context.out.palette(), {"KEY", "VALUE", "FROM"}, rows, context.out.width()));
  return Exit::kOk;
}

Form ConfigGetForm() {
  return {.positionals = {{"KEY", "the setting"}},
          .notes = "Exit 1 when it has no value.",
          .examples = {{"forge config get pipeline", "only its value"}}};
}

Result<Exit> RunConfigGet(Context& context, const Args& args) {
  const Setting setting = TRY(FindSetting(*context.settings, args.Get("KEY")));
  if (context.json) {
    context.out.Print(SettingJson(setting));
  } else if (!setting.value.empty()) {
    context.out.Write(setting.value + "\n");
  }
  return setting.value.empty() ? Exit::kNo : Exit::kOk;
}

Form ConfigSetForm() {
  return {.positionals = {{"KEY", "the setting"}, {"VALUE", "the new value"}},
          .options = {{"global", "", "write your own config.toml, for all projects"}},
          .notes =
              "Writes .forge/config.toml and leaves the rest of the file unchanged. An agent or a pipeline that does "
              "not exist is refused, with what exists. `forge config unset` takes the value away again.",
          .examples = {{"forge config set agent \"command:my-agent --quiet\"", "the agent of this project"},
                       {"forge config set budget.usd 5 --global", "at most 5 dollars per run, in every project"}}};
}

Result<Exit> RunConfigSet(Context& context, const Args& args) {
  const std::string key = args.Get("KEY");
  TRY(FindSetting(*context.settings, key));
  // As the first run asks for it: there is no test command.
  const bool no_proof = key == "verify" && EqualsIgnoreCase(args.Get("VALUE"), "none");
  const std::string value = no_proof ? "" : args.Get("VALUE");
  TRY_WITH(key, CheckSettingValue(context.host.machine, context.project, key, value));
  TRY(WriteSetting(context.host.machine, context.project, key, value, args.Has("global")));
  const Settings now = TRY(Settings::Load(context.host.machine, context.project));
  const Setting* setting = now.Find(key);
  if (context.json) return context.Print(SettingJson(*setting));
  context.out.Line(no_proof ? "verify is set to no command" : fmt::format("{} = {}", key, value));
  if (setting->value != value) {
    context.out.Line(fmt::format("  but {} sets `{}`, which takes precedence", setting->origin, setting->value));
  }
  return Exit::kOk;
}

constexpr ShapeField kNoSetting[] = {{"setting"}, {"value"}, {"origin"}};

Form ConfigUnsetForm() {
  return {.positionals = {{"KEY", "the setting"}},
          .options = {{"global", "", "remove it from your own config.toml, for all projects"}},
          .notes =
              "Removes the setting from .forge/config.toml and leaves the rest of the file unchanged. The next source "
              "counts then: your own config.toml, or what is built in. Exit 1 when the file does not set it. It also "
              "removes a setting whose value is wrong.",
          .examples = {{"forge config unset agent", "this project no longer has an agent of its own"},
                       {"forge config unset budget.usd --global", "no limit of your own"}}};
}

// Loads no settings before: a wrong value must not keep it from being removed.
Result<Exit> RunConfigUnset(Context& context, const Args& args) {
  const std::string key = args.Get("KEY");
  const bool global = args.Has("global");
  auto project = FindProject(context.host.machine);
  if (project) context.project = *std::move(project);
  const bool removed = TRY(RemoveSetting(context.host.machine, context.project, key, global));
  const auto now = Settings::Load(context.host.machine, context.project);
  const auto setting = now ? now->Explain(key) : std::nullopt;
  if (context.json) {
    Json json = setting ? SettingJson(*setting) : Shaped(Json::MakeObject().Set("setting", key), kNoSetting);
    context.out.Print(json.Set("removed", removed));
    return removed ? Exit::kOk : Exit::kNo;
  }
  const std::string file = global ? "your own config.toml" : ".forge/config.toml";
  context.out.Line(fmt::format("{} {} set in {}", key, removed ? "is no longer" : "is not", file));
  if (setting) {
    context.out.Line(fmt::format("  now {} ({})",
                                 setting->value.empty() ? "it has no value" : "`" + setting->value + "`",
                                 context.Short(setting->origin)));
  }
  return removed ? Exit::kOk : Exit::kNo;
}

Form ConfigExplainForm() {
  return {.positionals = {{"KEY", "the setting"}},
          .examples = {{"forge config explain isolation", "its meaning, its value and where the value comes from"}}};
}

std::string VariableName(std::string_view key) {
  std::string name = "FORGE_";
  for (char c : key) name += c == '.' || c == '-' ? '_' : static_cast<char>(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
  return name;
}

Result<Exit> RunConfigExplain(Context& context, const Args& args) {
  const Setting setting = TRY(FindSetting(*context.settings, args.Get("KEY")));
  if (context.json) {
    return context.Print(SettingJson(setting).Set("about", setting.about).Set("variable", VariableName(setting.key)));
  }
  context.out.Line(fmt::format("{}: {}", context.out.Paint(Tone::kStrong, setting.key), setting.about));
  context.out.Line(fmt::format("  value   {}", setting.value.empty() ? "(none)" : setting.value));
  context.out.Line(fmt::format("  from    {}", context.Short(setting.origin)));
  context.out.Line(fmt::format("  change  forge config set {} VALUE, or {}=VALUE for one command", setting.key,
                               VariableName(setting.key)));
  return Exit::kOk;
}

}  // namespace

constinit const Command kConfigListCommand = {"config list",  "list all settings and where each value comes from",
                                              Group::kSetUp,  Needs::kSettings,
                                              ConfigListForm, RunConfigList};

constinit const Command kConfigGetCommand = {
    "config get", "print the value of a setting", Group::kSetUp, Needs::kSettings, ConfigGetForm, RunConfigGet};

constinit const Command kConfigSetCommand = {"config set",     "change a setting", Group::kSetUp,
                                             Needs::kSettings, ConfigSetForm,      RunConfigSet};

constinit const Command kConfigUnsetCommand = {"config unset",  "remove a setting from a config.toml",
                                               Group::kSetUp,   Needs::kNothing,
                                               ConfigUnsetForm, RunConfigUnset};

constinit const Command kConfigExplainCommand = {"config explain",  "explain a setting: meaning, value and source",
                                                 Group::kSetUp,     Needs::kSettings,
                                                 ConfigExplainForm, RunConfigExplain};

}  // namespace forge::cli
