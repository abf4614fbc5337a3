#include "service/settings.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "agent/native/http_client.h"
#include "base/strings.h"
#include "os/files/files.h"
#include "pipeline/toml.h"
#include "service/settings_check.h"

namespace forge {
namespace {

enum class SettingKind { kText, kUrl, kInteger, kPositive, kNumber, kBoolean, kList, kWord };

struct Known {
  std::string_view key;
  SettingKind kind;
  std::string_view fallback;
  std::string_view words;  // kWord: the allowed words, separated by spaces
  std::string_view about;
  std::string_view variable = "";  // another environment variable for it, from before Forge
};

// All settings. A test holds docs/configuration.md against this table.
constexpr std::array kKnown = {
    Known{"account_threshold", SettingKind::kInteger, "90", "",
          "percent of an account's usage window after which Forge switches to another account"},
    Known{"agent", SettingKind::kText, "", "",
          "the agent: auto, claude, codex, gemini, opencode, command:LINE, replay:FILE"},
    Known{"attended", SettingKind::kBoolean, "true", "",
          "a person answers questions; false: stages follow their `unattended` policy"},
    Known{"auditor_model", SettingKind::kText, "", "", "the model that audits plans; empty: as its role says"},
    Known{"auditor_runtime", SettingKind::kText, "", "",
          "the agent that audits plans, written like `agent`; empty: the same agent"},
    Known{"auto_implement", SettingKind::kBoolean, "true", "",
          "`!forge` ends by saying how to approve and run the plan"},
    Known{"auto_park_days", SettingKind::kInteger, "0", "",
          "days after which a run that nothing has touched is parked; 0: never"},
    Known{"budget.day.tokens", SettingKind::kInteger, "", "",
          "most tokens all runs of the project may use in a day of UTC"},
    Known{"budget.day.usd", SettingKind::kNumber, "", "",
          "most dollars all runs of the project may spend in a day of UTC"},
    Known{"budget.minutes", SettingKind::kInteger, "", "", "most minutes a run may work"},
    Known{"budget.tokens", SettingKind::kInteger, "", "", "most tokens a run may use"},
    Known{"budget.units", SettingKind::kInteger, "", "", "most units a run may dispatch"},
    Known{"budget.usd", SettingKind::kNumber, "", "", "most dollars a run may spend"},
    Known{"drafter_model", SettingKind::kText, "", "",
          "the model that drafts and revises plans; empty: as its role says"},
    Known{"drafter_runtime", SettingKind::kText, "", "",
          "the agent that drafts and revises plans, written like `agent`; empty: the same agent"},
    Known{"forge_commands_enabled", SettingKind::kBoolean, "true", "", "`!forge` is a command in the chat",
          "DISCOCLAW_FORGE_COMMANDS_ENABLED"},
    Known{"isolation", SettingKind::kWord, "worktree", "worktree branch shared",
          "where agents work: a worktree per step, one for all steps, or your checkout"},
    Known{"lease", SettingKind::kPositive, "30", "",
          "seconds without a sign of life after which another engine may take over a run"},
    Known{"max_audit_rounds", SettingKind::kPositive, "5", "", "audits of a plan before a person is asked"},
    Known{"max_forges", SettingKind::kInteger, "0", "",
          "`!forge` runs that may draft and audit at a time; 0: no limit"},
    Known{"max_concurrent", SettingKind::kInteger, "0", "", "most steps at a time; 0: as the pipeline says"},
    Known{"model", SettingKind::kText, "", "",
          "the model of every tier that has none of its own; empty: by the model table"},
    Known{"notify.command", SettingKind::kText, "", "",
          "a command that is run when a run needs you, failed, is done or waits for a limit; gets JSON on its input"},
    Known{"notify.secret_command", SettingKind::kText, "", "", "prints the secret that signs what the webhook gets"},
    Known{"notify.secret_variable", SettingKind::kText, "", "",
          "the environment variable with the secret that signs what the webhook gets"},
    Known{"notify.terminal", SettingKind::kBoolean, "true", "",
          "ring the terminal's bell and set its title for the same"},
    Known{"notify.webhook", SettingKind::kUrl, "", "", "a URL that gets the same as JSON, by POST"},
    Known{"pass_env", SettingKind::kList, "", "",
          "more of your environment variables for agents and commands: NAME or PREFIX_*"},
    Known{"pipeline", SettingKind::kText, "forge", "", "the pipeline of a run that names none"},
    Known{"plan_check", SettingKind::kWord, "", "blocking advisory disabled",
          "the plan check of `slice`: blocking sends a plan back while a dimension fails; empty: as the pipeline says"},
    Known{"plan_commands_enabled", SettingKind::kBoolean, "true", "", "`!plan` is a command in the chat",
          "DISCOCLAW_PLAN_COMMANDS_ENABLED"},
    Known{"plan_phase_max_context_files", SettingKind::kPositive, "5", "",
          "most files of a step that is made from `## Changes`", "PLAN_PHASE_MAX_CONTEXT_FILES"},
    Known{"plan_phase_timeout_ms", SettingKind::kPositive, "1800000", "",
          "timeout of a unit of a plan's run in milliseconds, unless its stage sets one", "PLAN_PHASE_TIMEOUT_MS"},
    Known{"plan_phases_enabled", SettingKind::kBoolean, "true", "", "the chat runs plans step by step",
          "PLAN_PHASES_ENABLED"},
    Known{"progress_throttle_ms", SettingKind::kInteger, "3000", "",
          "milliseconds between two updates of a progress message in the chat"},
    Known{"prompt_budget.decisions", SettingKind::kPositive, "1000", "", "most tokens of agents' decisions"},
    Known{"prompt_budget.documents", SettingKind::kPositive, "2048", "", "most tokens of documents above"},
    Known{"prompt_budget.earlier", SettingKind::kPositive, "2560", "", "most tokens of earlier reports"},
    Known{"prompt_budget.memory", SettingKind::kPositive, "2000", "", "most tokens of memory in a prompt"},
    Known{"prompt_budget.roadmap", SettingKind::kPositive, "1536", "", "most tokens of the steps above"},
    Known{"prompt_budget.rules", SettingKind::kPositive, "3072", "", "most tokens of the project rules"},
    Known{"review.ask", SettingKind::kWord, "", "defer pause",
          "objections that a debate leaves open: for the triage, or asked at once; empty: as the pipeline says"},
    Known{
        "small_plan", SettingKind::kInteger, "3", "",
        "steps of a plan that is small if none is complex: its steps are reviewed with the whole, not alone; 0: never"},
    Known{"verify_before", SettingKind::kBoolean, "true", "",
          "verify commands also run before the work, so that a command that passes already is noticed"},
    Known{"verify_parallel", SettingKind::kPositive, "1", "",
          "verify commands of one check that may run in parallel; above 1 only if they do not disturb each other"},
    Known{"verify_reports", SettingKind::kList, "", "", "globs of the JUnit files that verify commands write"},
    Known{"tier_models.heavy", SettingKind::kText, "", "",
          "the model of the tier heavy; empty: `model`, else by the model table"},
    Known{"tier_models.light", SettingKind::kText, "", "",
          "the model of the tier light; empty: `model`, else by the model table"},
    Known{"tier_models.max", SettingKind::kText, "", "",
          "the model of the tier max; empty: `model`, else by the model table"},
    Known{"tier_models.standard", SettingKind::kText, "", "",
          "the model of the tier standard; empty: `model`, else by the model table"},
    Known{"timeout_ms", SettingKind::kPositive, "1800000", "",
          "timeout of a unit of `!forge` in milliseconds, unless its stage sets one"},
    Known{"max_repeats", SettingKind::kInteger, "15", "",
          "times an agent may make the same tool calls with the same results before it is stopped; 0: no limit"},
    Known{"milestone_pages", SettingKind::kText, ".forge/milestones", "",
          "directory below the project for the pages of milestones; off: none are written"},
    Known{"min_free_memory", SettingKind::kInteger, "512", "",
          "megabytes of memory that must be free before another agent starts; 0: no check"},
    Known{"sandbox", SettingKind::kWord, "auto", "auto landlock bwrap off",
          "the sandbox of agents and verify commands; auto: the best one on this machine"},
    Known{"sandbox_read", SettingKind::kList, "", "", "more directories that sandboxed processes may read"},
    Known{"sandbox_write", SettingKind::kList, "", "",
          "more directories that sandboxed processes of writing roles may write"},
    Known{"silence_timeout", SettingKind::kInteger, "600", "",
          "seconds an agent may print nothing and change nothing before it is stopped; 0: no limit"},
    Known{"stop_timeout", SettingKind::kInteger, "30", "",
          "seconds that units get to finish after SIGTERM; then Forge stops them and keeps their work"},
    Known{"verify", SettingKind::kList, "", "", "your test commands, run where a pipeline says `project`"},
    Known{"verify_network", SettingKind::kWord, "on", "on off",
          "network access of verify commands; off needs a sandbox"},
    Known{"verify_timeout", SettingKind::kInteger, "1200", "", "timeout of a verify command in seconds"},
    Known{"unit_timeout", SettingKind::kInteger, "1800", "", "timeout of a unit in seconds, unless its stage sets one"},
    Known{"workspace.idle", SettingKind::kInteger, "4", "", "unused worktrees that are kept for the next step"},
    Known{"workspace.keep", SettingKind::kList, "", "", "ignored paths that stay in a worktree for its next step"},
    Known{"workspace.link", SettingKind::kList, "", "",
          "paths of your checkout that worktrees link to instead of copying"},
    Known{"workspace.min_free", SettingKind::kInteger, "500", "",
          "megabytes that must be free on the disk of the worktrees"},
    Known{"workspace.port_base", SettingKind::kInteger, "0", "",
          "first port of the first worktree; 0: chosen from the repository's path"},
    Known{"workspace.port_count", SettingKind::kPositive, "10", "", "ports for each worktree"},
    Known{"workspace.ready", SettingKind::kText, "", "", "a command that succeeds once a worktree is ready"},
    Known{"workspace.ready_timeout", SettingKind::kPositive, "60", "", "seconds within which a worktree must be ready"},
    Known{"workspace.setup", SettingKind::kList, "", "", "commands that set up a worktree, run once in each"},
    Known{"workspace.setup_timeout", SettingKind::kPositive, "1200", "", "timeout of a set-up command in seconds"},
};

// budget.role.NAME.usd and budget.role.NAME.tokens: the name is the user's.
constexpr std::string_view kRoleBudget = "budget.role.";
constexpr Known kRoleUsd{"budget.role.NAME.usd", SettingKind::kNumber, "", "",
                         "most dollars the role may spend in a run"};
constexpr Known kRoleTokens{"budget.role.NAME.tokens", SettingKind::kInteger, "", "",
                            "most tokens the role may use in a run"};

const Known* FindRoleBudget(std::string_view key) {
  for (const Known* known : {&kRoleUsd, &kRoleTokens}) {
    const std::string_view end = known->key.substr(known->key.rfind('.'));
    if (key.starts_with(kRoleBudget) && key.ends_with(end) && key.size() > kRoleBudget.size() + end.size())
      return known;
  }
  return nullptr;
}

// effort.STAGE: the stage is the user's.
constexpr std::string_view kEffortKey = "effort.";
constexpr Known kStageEffort{"effort.STAGE", SettingKind::kWord, "", "low medium high xhigh max",
                             "reasoning effort of the stage's agents, unless a step sets it"};
constexpr std::string_view kEffortVariable = "FORGE_EFFORT_";

const Known* FindPattern(std::string_view key) {
  if (key.starts_with(kEffortKey) && key.size() > kEffortKey.size()) return &kStageEffort;
  return FindRoleBudget(key);
}

const Known* FindKnown(std::string_view key) {
  auto it = std::find_if(kKnown.begin(), kKnown.end(), [&](const Known& known) { return known.key == key; });
  return it == kKnown.end() ? FindPattern(key) : it;
}

std::string Suggestion(const std::string& key) {
  std::vector<std::string> keys;
  for (const Known& known : kKnown) keys.emplace_back(known.key);
  if (auto close = Closest(key, keys)) return fmt::format("did you mean `{}`?", *close);
  return "known keys: " + Join(keys, ", ");
}

// Empty when the text is a value of that kind.
std::string WhyWrong(const Known& known, const std::string& value) {
  switch (known.kind) {
    case SettingKind::kText:
    case SettingKind::kList: return "";
    case SettingKind::kUrl:
      return value.empty() || IsHttpUrl(value) ? "" : "a URL that begins with http:// or https://";
    case SettingKind::kInteger: {
      auto number = ParseInt(value);
      return number && *number >= 0 ? "" : "a whole number, 0 or more";
    }
    case SettingKind::kPositive: {
      auto number = ParseInt(value);
      return number && *number >= 1 ? "" : "a whole number, 1 or more";
    }
    case SettingKind::kNumber: {
      auto number = ParseDouble(value);
      return number && *number >= 0 ? "" : "a number, 0 or more";
    }
    case SettingKind::kBoolean: return value == "true" || value == "false" ? "" : "true or false";
    case SettingKind::kWord:
      return std::ranges::count(Split(known.words, ' '), value) > 0 ? "" : "one of: " + std::string(known.words);
  }
  return "";
}

std::string EnvironmentName(std::string_view key) {
  std::string name = "FORGE_";
  for (char c : key) name += c == '.' ? '_' : static_cast<char>(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
  return name;
}

std::string TextOf(const TomlValue& value) {
  switch (value.type) {
    case TomlValue::Type::kString: return value.text;
    case TomlValue::Type::kInteger: return std::to_string(value.integer);
    case TomlValue::Type::kFloat: return fmt::format("{}", value.number);
    case TomlValue::Type::kBoolean: return value.boolean ? "true" : "false";
    case TomlValue::Type::kArray: {
      std::vector<std::string> items;
      for (const TomlValue& item : value.items) items.push_back(TextOf(item));
      return Join(items, "\n");
    }
    case TomlValue::Type::kTime:
    case TomlValue::Type::kTable: return "";
  }
  return "";
}

// Switches are also written 0 and 1, and in any case.
std::string Normal(const Known& known, const std::string& value) {
  if (known.kind != SettingKind::kBoolean) return value;
  const std::string word = Lower(Trim(value));
  if (word == "1" || word == "true") return "true";
  return word == "0" || word == "false" ? "false" : value;
}

Status Assign(std::map<std::string, Setting>& values, const std::string& key, const std::string& given,
              const std::string& origin) {
  const Known* known = FindKnown(key);
  if (known == nullptr)
    return Fail(Code::kInvalid, fmt::format("{}: unknown setting `{}`", origin, key), Suggestion(key));
  const std::string value = Normal(*known, given);
  if (std::string want = WhyWrong(*known, value); !want.empty()) {
    return Fail(Code::kInvalid, fmt::format("{}: `{}` cannot be `{}`", origin, key, value), "wanted " + want);
  }
  Setting& setting = values[key];
  if (setting.key.empty()) setting = {key, "", "", std::string(known->about)};
  setting.value = value;
  setting.origin = origin;
  return {};
}

Status ReadTable(const TomlValue& table, const std::string& prefix, const std::string& file,
                 std::map<std::string, Setting>& values) {
  for (const TomlMember& member : table.members) {
    const std::string key = prefix + member.key;
    if (member.value.type == TomlValue::Type::kTable) {
      TRY(ReadTable(member.value, key + ".", file, values));
      continue;
    }
    TRY(Assign(values, key, TextOf(member.value), fmt::format("{}:{}", file, member.pos.line)));
  }
  return {};
}

Status ReadFileInto(const std::string& path, std::map<std::string, Setting>& values) {
  if (!Exists(path)) return {};
  const std::string text = TRY(ReadFile(path, 1 << 20));
  auto table = ParseToml(text);
  if (!table) {
    return Fail(Code::kInvalid, fmt::format("{}:{}:{}: {}", path, table.error().pos.line, table.error().pos.column,
                                            table.error().what));
  }
  return ReadTable(*table, "", path, values);
}

std::string TomlText(const Known& known, const std::string& value) {
  switch (known.kind) {
    case SettingKind::kInteger:
    case SettingKind::kPositive:
    case SettingKind::kNumber: return value;
    case SettingKind::kBoolean: return Normal(known, value);
    case SettingKind::kText:
    case SettingKind::kUrl:
    case SettingKind::kList:
    case SettingKind::kWord: break;
  }
  auto quoted = [](std::string_view text) {
    return "\"" + ReplaceAll(ReplaceAll(text, "\\", "\\\\"), "\"", "\\\"") + "\"";
  };
  if (known.kind != SettingKind::kList) return quoted(value);
  std::vector<std::string> items;
  if (value.empty()) return "[]";
  for (std::string_view item : Split(value, '\n')) items.push_back(quoted(item));
  return "[" + Join(items, ", ") + "]";
}

}  // namespace

std::string_view WordsOfSetting(std::string_view key) {
  const Known* known = FindKnown(key);
  return known == nullptr ? "" : known->kind == SettingKind::kBoolean ? "true false" : known->words;
}

Result<Settings> Settings::Load(const Machine& machine, const std::optional<Project>& project) {
  Settings settings;
  for (const Known& known : kKnown) {
    settings.values_[std::string(known.key)] =
        Setting{std::string(known.key), std::string(known.fallback), "built-in", std::string(known.about)};
  }
  TRY(ReadFileInto(machine.config_directory + "/config.toml", settings.values_));
  if (project) {
    TRY(ReadFileInto(project->forge + "/config.toml", settings.values_));
    TRY(ReadFileInto(project->forge + "/config.local.toml", settings.values_));
  }
  for (const Known& known : kKnown) {
    for (const std::string& name : {std::string(known.variable), EnvironmentName(known.key)}) {
      auto it = machine.environment.find(name);
      if (it == machine.environment.end()) continue;
      // An empty variable means "use the default" in shells and service files. Text may be empty on purpose.
      const bool blank =
          known.kind != SettingKind::kText && known.kind != SettingKind::kList && Trim(it->second).empty();
      if (!blank) TRY(Assign(settings.values_, std::string(known.key), it->second, name));
    }
  }
  for (const auto& [name, value] : machine.environment) {
    if (!name.starts_with(kEffortVariable) || name.size() == kEffortVariable.size() || Trim(value).empty()) continue;
    const std::string stage = ReplaceAll(Lower(name.substr(kEffortVariable.size())), "_", "-");
    TRY(Assign(settings.values_, std::string(kEffortKey) + stage, value, name));
  }
  return settings;
}

Status Settings::SetFlag(const std::string& key, const std::string& value, const std::string& flag) {
  return Assign(values_, key, value, flag);
}

std::string Settings::Get(const std::string& key) const {
  const Setting* setting = Find(key);
  CHECK(setting != nullptr);
  return setting->value;
}

const Setting* Settings::Find(const std::string& key) const {
  auto it = values_.find(key);
  return it == values_.end() ? nullptr : &it->second;
}

std::optional<Setting> Settings::Explain(const std::string& key) const {
  if (const Setting* setting = Find(key)) return *setting;
  const Known* known = FindPattern(key);
  if (known == nullptr) return std::nullopt;
  return Setting{key, "", "built-in", std::string(known->about)};
}

std::vector<Setting> Settings::All() const {
  std::vector<Setting> all;
  for (const auto& [key, setting] : values_) all.push_back(setting);
  return all;
}

Result<Budget> Settings::GetBudget() const {
  Budget budget;
  budget.tokens = ParseInt(Get("budget.tokens"));
  budget.usd = ParseDouble(Get("budget.usd"));
  budget.units = ParseInt(Get("budget.units"));
  if (auto minutes = ParseInt(Get("budget.minutes"))) {
    constexpr std::int64_t kMostMinutes = 100LL * 366 * 24 * 60;
    budget.wall_ms = std::min(*minutes, kMostMinutes) * 60 * 1000;
  }
  return budget;
}

Budget Settings::GetDayBudget() const {
  Budget budget;
  budget.tokens = ParseInt(Get("budget.day.tokens"));
  budget.usd = ParseDouble(Get("budget.day.usd"));
  return budget;
}

std::map<std::string, Budget> Settings::GetRoleBudgets() const {
  std::map<std::string, Budget> budgets;
  for (const auto& [key, setting] : values_) {
    const Known* known = FindRoleBudget(key);
    if (known == nullptr) continue;
    const std::string rest = key.substr(kRoleBudget.size());
    Budget& budget = budgets[rest.substr(0, rest.rfind('.'))];
    if (known == &kRoleUsd) budget.usd = ParseDouble(setting.value);
    if (known == &kRoleTokens) budget.tokens = ParseInt(setting.value);
  }
  return budgets;
}

Status WriteSetting(const Machine& machine, const std::optional<Project>& project, const std::string& key,
                    const std::string& value, bool global) {
  const Known* known = FindKnown(key);
  std::map<std::string, Setting> scratch;
  TRY(Assign(scratch, key, value, "forge config set"));
  if (!global && !project) return Fail(Code::kNotFound, "no project here", "use --global for your own settings");
  const std::string directory = global ? machine.config_directory : project->forge;
  const std::string path = directory + "/config.toml";
  TRY(MakeDirectories(directory));
  const std::string old = Exists(path) ? TRY(ReadFile(path, 1 << 20)) : "";
  const std::size_t dot = key.find('.');
  const std::string table = dot == std::string::npos ? "" : key.substr(0, dot);
  const std::string leaf = dot == std::string::npos ? key : key.substr(dot + 1);
  const std::string line = leaf + " = " + TomlText(*known, value);
  // Line by line, so that comments and order survive: replace the key in place, else add it to its table.
  std::vector<std::string> lines;
  for (std::string_view text : Lines(old)) lines.emplace_back(text);
  std::string current;
  std::optional<std::size_t> found;
  std::optional<std::size_t> table_end = table.empty() ? std::optional<std::size_t>(0) : std::nullopt;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string_view text = Trim(lines[i]);
    if (text.starts_with('[')) current = std::string(Trim(text.substr(1, text.find(']') - 1)));
    const std::size_t equals = text.find('=');
    if (current != table) continue;
    table_end = i + 1;
    if (equals != std::string_view::npos && Trim(text.substr(0, equals)) == leaf) found = i;
  }
  if (found) {
    lines[*found] = line;
  } else if (table_end) {
    lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(*table_end), line);
  } else {
    lines.push_back("[" + table + "]");
    lines.push_back(line);
  }
  const std::string text = Join(lines, "\n") + "\n";
  if (auto check = ParseToml(text); !check) {
    return Fail(Code::kInvalid, fmt::format("{}: cannot set `{}` here: {}", path, key, check.error().what),
                "edit the file by hand");
  }
  return WriteFileAtomic(path, text);
}

}  // namespace forge
