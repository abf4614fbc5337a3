#include "text/formats/gsd_preferences.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <optional>

#include "base/strings.h"
#include "text/prose.h"

namespace forge {
namespace {

struct Counterpart {
  std::string_view name, key, instead;
};

constexpr std::string_view kOfPipeline = "a pipeline of your own: forge pipeline show milestone";

constexpr Counterpart kCounterparts[] = {
    {"accounts.handoff_in_auto", "", "Forge always goes to the next account (forge accounts)"},
    {"accounts.handoff_threshold", "account_threshold", ""},
    {"auto_commit", "", "every step is a commit of the run's branch"},
    {"auto_push", "", "forge land --push"},
    {"checker_memory.mode", "", "forge memory"},
    {"compact_after", "", "no model drives the loop, so nothing is compacted"},
    {"evidence.mode", "", "the engine runs the commands itself"},
    {"file_audit.ignore_list", "", "Writes and Disallowed of a step"},
    {"forge_isolation", "isolation", ""},
    {"isolation", "isolation", ""},
    {"main_branch", "", "forge land works on the branch that is checked out"},
    {"merge_strategy", "", "forge land --squash"},
    {"milestone_cleanup", "", "forge prune"},
    {"multi_run.dashboard_refresh_on", "", "forge status is never stale"},
    {"notifications", "notify.terminal", ""},
    {"parallelism.max_concurrent", "max_concurrent", ""},
    {"plan_check.mode", "plan_check", ""},
    {"plan_gate.interactive", "", "forge run --auto, or without"},
    {"repair.budget", "", "`repair` of a check in a pipeline"},
    {"repo_path", "", ""},
    {"retry.base_backoff_ms", "", "fixed by the class of the error (docs/errors.md)"},
    {"retry.max_backoff_ms", "", "fixed by the class of the error (docs/errors.md)"},
    {"retry.max_transient_retries", "", "`retries` of a stage in a pipeline"},
    {"review.ask_in_auto", "review.ask", ""},
    {"review.mode", "", kOfPipeline},
    {"review.rounds", "", "`max_iterations` of a panel in a pipeline"},
    {"skip_discuss", "", "forge run --flag no-discuss=true"},
    {"skip_research", "", "forge run --flag no-research=true"},
    {"skip_slice_research", "", "forge run --flag no-research=true"},
    {"symbol_check.mode", "", kOfPipeline},
    {"task_cleanup", "", "forge prune"},
    {"tier_models.heavy", "tier_models.heavy", ""},
    {"tier_models.light", "tier_models.light", ""},
    {"tier_models.max", "tier_models.max", ""},
    {"tier_models.standard", "tier_models.standard", ""},
    {"token_budget.auto_memory", "prompt_budget.memory", ""},
    {"verification.command_timeout_ms", "verify_timeout", ""},
    {"verification.preference_commands", "verify", ""},
    {"worktree_cleanup_on_complete", "", "worktrees go back to a pool (forge workspaces)"},
};

// Blocks whose keys are preferences whatever they are called.
constexpr std::string_view kBlocks[] = {
    "accounts",        "checker_memory", "effort",    "evidence",    "file_audit",   "multi_run",
    "parallelism",     "plan_check",     "plan_gate", "repair",      "retry",        "review",
    "scope_reduction", "symbol_check",   "thinking",  "tier_models", "token_budget", "verification"};

const Counterpart* FindCounterpart(std::string_view name) {
  const auto* found = std::ranges::find(kCounterparts, name, &Counterpart::name);
  return found == std::end(kCounterparts) ? nullptr : found;
}

bool IsPreferenceKey(std::string_view text) {
  return !text.empty() && text.size() < 40 &&
         std::ranges::all_of(
             text, [](char c) { return IsLower(c) || IsDigit(c) || c == '_' || c == '-' || IsUpper(c); }) &&
         IsLower(text[0]);
}

// Without a comment, quotes and the brackets of a list.
std::string Value(std::string_view text) {
  text = Trim(text);
  if (!text.empty() && (text[0] == '"' || text[0] == '\'')) {
    const std::size_t end = text.find(text[0], 1);
    return std::string(text.substr(1, end == std::string_view::npos ? end : end - 1));
  }
  if (const std::size_t comment = text.find(" #"); comment != std::string_view::npos)
    text = Trim(text.substr(0, comment));
  if (text.starts_with('#')) return "";
  if (text.starts_with('[') && text.ends_with(']')) {
    std::vector<std::string> items;
    for (std::string_view item : SplitList(text.substr(1, text.size() - 2))) {
      if (!item.empty()) items.push_back(Value(item));
    }
    return Join(items, "\n");
  }
  return std::string(text);
}

// Our word for its value; nothing: it has none.
std::optional<std::string> OurValue(std::string_view name, const std::string& value) {
  if (name == "notifications") return value == "off" ? "false" : "true";
  if (name == "forge_isolation" || name == "isolation") {
    if (value == "none") return "shared";
    return IsOneOf(value, {"shared", "branch", "worktree"}) ? std::optional(value) : std::nullopt;
  }
  if (name == "verification.command_timeout_ms") {
    const auto ms = ParseInt(value);
    return ms && *ms > 0 ? std::optional(std::to_string((*ms + 999) / 1000)) : std::nullopt;
  }
  if (name == "plan_check.mode")
    return IsOneOf(value, {"advisory", "blocking", "disabled"}) ? std::optional(value) : std::nullopt;
  if (name == "review.ask_in_auto") return IsOneOf(value, {"defer", "pause"}) ? std::optional(value) : std::nullopt;
  if (name == "parallelism.max_concurrent" || name == "token_budget.auto_memory" ||
      name == "accounts.handoff_threshold") {
    const auto number = ParseInt(value);
    return number && *number > 0 ? std::optional(value) : std::nullopt;
  }
  return value.empty() ? std::nullopt : std::optional(value);
}

class PreferenceReader {
 public:
  void Read(const std::string& file, std::string_view text) {
    std::string block;
    int number = 0;
    last_.clear();
    for (std::string_view line : Lines(text)) {
      ++number;
      const std::string_view said = Trim(line);
      const bool indented = line.starts_with(' ') || line.starts_with('\t');
      if (said.empty() || said.starts_with('#') || said.starts_with("```")) {
        if (said.starts_with("```")) block.clear();
        continue;
      }
      if (said.starts_with("- ") && indented && !last_.empty()) {
        std::string& value = found_[last_].value;
        value += (value.empty() ? "" : "\n") + Value(said.substr(2));
        continue;
      }
      const std::size_t colon = said.find(':');
      const std::string_view key = said.substr(0, colon);
      if (colon == std::string_view::npos || !IsPreferenceKey(key)) {
        if (!indented) block.clear();
        last_.clear();
        continue;
      }
      const std::string value = Value(said.substr(colon + 1));
      const bool heads = !indented && value.empty();
      if (!indented) block = heads ? std::string(key) : "";
      if (heads) {
        last_.clear();
        continue;
      }
      const std::string name = indented && !block.empty() ? block + "." + std::string(key) : std::string(key);
      // Keys are lower-case words; prose and fields for people begin otherwise.
      const bool of_block = indented && std::ranges::find(kBlocks, block) != std::end(kBlocks);
      const bool unknown = !indented && !value.empty() && value.find(' ') == std::string::npos;
      const bool known = FindCounterpart(name) != nullptr || of_block || unknown;
      last_ = known ? name : "";
      if (known) found_[name] = {name, value, fmt::format("{}:{}", file, number), "", ""};
    }
  }

  std::vector<ForeignPreference> Take() {
    std::vector<ForeignPreference> all;
    for (auto& [name, one] : found_) {
      const Counterpart* counterpart = FindCounterpart(name);
      const auto ours = counterpart == nullptr || counterpart->key.empty() ? std::nullopt : OurValue(name, one.value);
      if (ours) {
        one.key = counterpart->key;
        one.ours = *ours;
      } else if (counterpart != nullptr) {
        one.instead = counterpart->key.empty() ? std::string(counterpart->instead)
                                               : fmt::format("the value fits the setting {} not", counterpart->key);
      } else if (name.starts_with("effort.") || name.starts_with("thinking.")) {
        one.instead = "`effort` of a stage or role";
      } else if (name.starts_with("token_budget.")) {
        one.instead = "prompts are cut by rule (forge prompt)";
      }
      one.value = ReplaceAll(one.value, "\n", ", ");
      all.push_back(std::move(one));
    }
    return all;
  }

 private:
  std::map<std::string, ForeignPreference> found_;
  std::string last_;  // whose list items follow
};

// "**Active Slice:** S02" and "- phase: execute".
void TakeField(std::string_view name, std::string_view value, GsdState& state) {
  value = Trim(value);
  while (value.starts_with('*') || value.starts_with('`')) value.remove_prefix(1);
  while (value.ends_with('*') || value.ends_with('`')) value.remove_suffix(1);
  value = Trim(value);
  const std::string lower = Lower(name);
  std::string* to = lower.ends_with("milestone")                       ? &state.milestone
                    : lower.ends_with("slice")                         ? &state.slice
                    : lower.ends_with("task")                          ? &state.task
                    : lower == "phase"                                 ? &state.phase
                    : lower == "next action" || lower == "next_action" ? &state.next
                                                                       : nullptr;
  if (to != nullptr && to->empty() && !value.empty() && value != "none" && value != "-") *to = std::string(value);
}

}  // namespace

std::vector<ForeignPreference> ReadGsdPreferences(const std::vector<std::pair<std::string, std::string>>& files) {
  PreferenceReader reader;
  for (const auto& [name, text] : files) reader.Read(name, text);
  return reader.Take();
}

GsdState ReadGsdState(std::string_view text) {
  GsdState state;
  std::string heading;  // whose first line is its value
  for (std::string_view line : Lines(text)) {
    const HeadingLine read = ParseHeading(line);
    if (read.level > 0) {
      heading = std::string(read.text);
      continue;
    }
    std::string_view said = Trim(line);
    if (said.empty()) continue;
    if (said.starts_with("- ") || said.starts_with("* ")) said = Trim(said.substr(2));
    std::string_view plain = said;
    while (plain.starts_with('*')) plain.remove_prefix(1);
    const std::size_t colon = plain.find(':');
    if (colon != std::string_view::npos && colon < 30) {
      std::string_view name = plain.substr(0, colon);
      while (name.ends_with('*')) name.remove_suffix(1);
      TakeField(Trim(name), plain.substr(colon + 1), state);
    }
    if (!heading.empty()) TakeField(heading, said, state);
    heading.clear();
  }
  return state;
}

}  // namespace forge
