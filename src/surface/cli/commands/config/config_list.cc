#include "surface/cli/commands.h"
#include "surface/view/columns.h"

namespace forge::cli {
namespace {

Form ConfigListForm() {
  Form form;
  form.notes =
      "Later sources win: built-in, your config.toml, the project's .forge/config.toml, its config.local.toml, "
      "FORGE_<KEY> variables, command-line options.";
  form.examples = {{"forge config", "the same"}, {"forge config explain pipeline", "one setting in full"}};
  return form;
}

Result<Exit> RunConfigList(Context& context, const Args&) {
  if (context.json) {
    Json list = Json::MakeArray();
    for (const Setting& setting : context.settings->All()) {
      Json json = Json::MakeObject().Set("key", setting.key).Set("value", setting.value);
      list.Append(json.Set("origin", setting.origin).Set("about", setting.about));
    }
    context.out.Print(Json::MakeObject().Set("settings", std::move(list)));
    return Exit::kOk;
  }
  std::vector<std::vector<Cell>> rows;
  for (const Setting& setting : context.settings->All()) {
    const bool own = setting.origin != "built-in";
    rows.push_back({{setting.key, Tone::kStrong},
                    {setting.value.empty() ? "-" : setting.value, own ? Tone::kGood : Tone::kPlain},
                    {context.Short(setting.origin), Tone::kFaint}});
  }
  context.out.Write(FormatColumns(context.out.palette(), {"KEY", "VALUE", "FROM"}, rows, 0));
  return Exit::kOk;
}

}  // namespace

constinit const Command kConfigListCommand = {"config list",  "list all settings and where each value comes from",
                                              Group::kSetUp,  Needs::kSettings,
                                              ConfigListForm, RunConfigList};

}  // namespace forge::cli
