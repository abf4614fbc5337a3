#include "surface/cli/commands/plan/import_tree.h"

#include <fmt/core.h>

#include "base/strings.h"
#include "service/memory/memory.h"
#include "service/settings.h"
#include "service/settings_check.h"
#include "surface/cli/commands/memory/memory_command.h"
#include "surface/view/json_rows.h"

namespace forge::cli {
namespace {

// Why it is not taken; empty: it is.
std::string Take(Context& context, const ForeignPreference& one) {
  const Machine& machine = context.host.machine;
  Status set = CheckSettingValue(machine, context.project, one.key, one.ours);
  if (set) set = WriteSetting(machine, context.project, one.key, one.ours, false);
  return set ? "" : set.error().message;
}

Status TakeSettings(Context& context, const GsdTree& tree, bool take, TreeTaken& taken) {
  std::vector<std::string> without;
  for (const ForeignPreference& one : tree.preferences) {
    const bool known = !one.key.empty();
    const std::string why = known && take ? Take(context, one) : "";
    Json json = Json::MakeObject().Set("preference", one.name).Set("value", one.value).Set("from", one.from);
    json.Set("key", OrNull(one.key)).Set("ours", OrNull(one.ours)).Set("set", known && take && why.empty());
    taken.settings.Append(json.Set("instead", OrNull(why.empty() ? one.instead : why)));
    if (!known) {
      without.push_back(
          fmt::format("{}: {} ({}){}", one.name, one.value, one.from, one.instead.empty() ? "" : ": " + one.instead));
    } else if (!take && one.ours.find('\n') != std::string::npos) {
      taken.lines.push_back(
          fmt::format("setting: {} = {} ({}): take it with --settings", one.key, one.value, one.from));
    } else if (!take) {
      taken.lines.push_back(fmt::format("setting: forge config set {} {}   # {}: {} ({})", one.key,
                                        ShellQuoted(one.ours), one.name, one.value, one.from));
    } else {
      taken.lines.push_back(why.empty() ? fmt::format("set {} = {} ({})", one.key, one.ours, one.from)
                                        : fmt::format("not set: {}: {} ({})", one.key, why, one.from));
    }
  }
  for (const std::string& line : without) taken.lines.push_back("no counterpart: " + line);
  return {};
}

Status TakeMemory(Context& context, const GsdTree& tree, bool take, TreeTaken& taken) {
  for (const std::string& path : tree.memory) {
    Json json = Json::MakeObject().Set("path", path);
    if (!take) {
      taken.lines.push_back("memory: forge memory import " + ShellQuoted(path));
      taken.memory.Append(json.Set("added", Json()).Set("known", Json()).Set("bad", Json()));
      continue;
    }
    Memory memory = TRY(OpenMemory(context, true));
    const ImportReport report = TRY(memory.Import(path, FactScope::kProject, context.host.now()));
    const auto bad = static_cast<std::int64_t>(report.bad.size());
    taken.lines.push_back(fmt::format("{}: {} facts added, {} known already{}", path, report.added,
                                      report.known + report.confirmed,
                                      bad == 0 ? "" : fmt::format(", {} not read: forge memory import {}", bad, path)));
    taken.memory.Append(json.Set("added", report.added).Set("known", report.known + report.confirmed).Set("bad", bad));
  }
  return {};
}

}  // namespace

std::optional<GsdTree> TreeAround(const Context& context, const std::string& path, const PlanSource& source) {
  if (source.format != PlanFormat::kMilestone) return std::nullopt;
  const auto home = context.host.machine.environment.find("HOME");
  return FindGsdTree(path, source.document.front_matter["milestone"].AsString(),
                     home == context.host.machine.environment.end() ? "" : home->second);
}

Result<TreeTaken> TakeTree(Context& context, const GsdTree& tree, bool settings, bool memory) {
  TreeTaken taken;
  TRY(TakeSettings(context, tree, settings, taken));
  TRY(TakeMemory(context, tree, memory, taken));
  return taken;
}

}  // namespace forge::cli
