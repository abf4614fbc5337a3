#include "model/repair.h"

#include <fmt/core.h>

#include <algorithm>

#include "base/strings.h"
#include "model/fields.h"

namespace forge {
namespace {

constexpr std::size_t kLargeItems = 6;
constexpr std::size_t kLargePromises = 3;
constexpr std::size_t kLargeLines = 251;
constexpr std::size_t kSeveral = 2;

std::string_view Instruction(Trouble trouble) {
  switch (trouble) {
    case Trouble::kStuck: return "Stuck: what was tried does not work. Try a different approach.";
    case Trouble::kMissingContext: return "Missing context: read what is named here before you change the code.";
    case Trouble::kBlocked: return "Blocked: no code change can help.";
  }
  return "";
}

void AddSentence(std::string& text, std::string_view label, std::string_view sentence) {
  sentence = Trim(sentence);
  if (sentence.empty()) return;
  const bool ended = std::string_view(".!?").contains(text.back());
  text += fmt::format("{} {}: {}", ended ? "" : ".", label, sentence);
}

bool IsItem(std::string_view line) {
  const std::string_view text = Trim(line);
  if (text.starts_with("- ") || text.starts_with("* ")) return true;
  const std::size_t digits = text.find_first_not_of("0123456789");
  return digits != 0 && digits != std::string_view::npos && (text[digits] == '.' || text[digits] == ')');
}

std::string Hint(const RepairSignals& signals) {
  std::vector<std::string> hints;
  if (!signals.missing.empty()) hints.push_back("create what is missing: " + Join(signals.missing, "; "));
  if (!signals.hollow.empty()) hints.push_back("replace these stubs with real code: " + Join(signals.hollow, "; "));
  if (!signals.unwired.empty()) hints.push_back("wire these up: " + Join(signals.unwired, "; "));
  if (signals.commands > 0) hints.emplace_back("start from the output of the commands that fail");
  return hints.empty() ? "fix what the check found" : Join(hints, ". ");
}

// The file a line of a check begins with: "src/a.cc:7: looks like a stub" is about src/a.cc.
std::string_view FileOf(std::string_view line) { return line.substr(0, line.find(':')); }

}  // namespace

std::optional<Trouble> ParseTrouble(std::string_view name) {
  const std::string word = Lower(Trim(name));
  return word == "missing-context" ? Trouble::kMissingContext : ParseWord<Trouble>(word);
}

std::optional<RepairRoute> RouteRepair(const Json& result) {
  const Json* word = result.Find("classification");
  if (word == nullptr || !word->is_string()) return std::nullopt;
  RepairRoute route;
  route.trouble = ParseTrouble(word->AsString()).value_or(Trouble::kStuck);
  route.goes_on = route.trouble != Trouble::kBlocked;
  route.text = Instruction(route.trouble);
  AddSentence(route.text, "Seen", result["evidence"].AsString());
  const std::string& help =
      result.Has("suggestion") ? result["suggestion"].AsString() : result["suggested_unblock"].AsString();
  AddSentence(route.text, "Suggestion", help);
  return route;
}

std::vector<std::string> RepairSignals::unmet() const {
  std::vector<std::string> all = missing;
  all.insert(all.end(), hollow.begin(), hollow.end());
  all.insert(all.end(), unwired.begin(), unwired.end());
  all.insert(all.end(), disabled.begin(), disabled.end());
  return all;
}

Json ToJson(const RepairSignals& signals) {
  Json json = Json::MakeObject();
  SetUnlessEmpty(json, "missing", signals.missing);
  SetUnlessEmpty(json, "hollow", signals.hollow);
  SetUnlessEmpty(json, "unwired", signals.unwired);
  SetUnlessEmpty(json, "disabled", signals.disabled);
  SetUnlessZero(json, "commands", signals.commands);
  SetUnlessZero(json, "outside", signals.outside);
  SetUnlessZero(json, "other", signals.other);
  return json;
}

RepairSignals RepairSignalsFromJson(const Json& json) {
  RepairSignals signals;
  const auto read = [&](const char* key, std::vector<std::string>& list) {
    for (const Json& item : json[key].AsArray()) list.push_back(item.AsString());
  };
  read("missing", signals.missing);
  read("hollow", signals.hollow);
  read("unwired", signals.unwired);
  read("disabled", signals.disabled);
  signals.commands = json["commands"].AsInt();
  signals.outside = json["outside"].AsInt();
  signals.other = json["other"].AsInt();
  return signals;
}

RepairDecision DecideRepair(const RepairSignals& signals, const RepairCase& known) {
  using enum RepairStrategy;
  const std::vector<std::string> unmet = signals.unmet();
  const bool only_promises = !unmet.empty() && signals.commands == 0 && signals.other == 0 && signals.outside == 0;
  if (known.used >= known.budget) return {kBlocked, fmt::format("all {} repairs are used", known.budget)};
  if (signals.outside > 0 && known.unchanged)
    return {kBlocked, "the repair changed nothing, and the changes outside the paths of the step are still there"};
  if (signals.outside > 0) return {kRetry, "undo every change outside the paths that the step may write"};
  if (only_promises && known.explained)
    return {kPrune, fmt::format("its commands pass, and the agent says why it leaves out: {}", Join(unmet, "; "))};
  if (!signals.disabled.empty())
    return {known.again || known.unchanged ? kBlocked : kRetry, "tests were disabled: " + Join(signals.disabled, "; ")};
  if (known.large && known.can_decompose && unmet.size() >= kSeveral)
    return {kDecompose, fmt::format("it is large, and {} promised things are missing", unmet.size())};
  if (known.large && known.can_decompose && known.again)
    return {kDecompose, "it is large, and it failed the same way as before"};
  if (known.unchanged) return {kBlocked, "the repair changed nothing: another attempt would not help"};
  if (known.again) return {kBlocked, "it failed the same way as before: another attempt would not help"};
  return {kRetry, Hint(signals)};
}

bool IsLarge(const StepSpec& step) {
  for (const char* key : {"large", "large_task"}) {
    const Json* said = step.extra.Find(key);
    if (said == nullptr) continue;
    const std::string word = Lower(Trim(said->is_string() ? said->AsString() : said->Dump()));
    if (word == "true" || word == "yes") return true;
    if (word == "false" || word == "no") return false;
  }
  const std::vector<std::string_view> lines = Split(step.what, '\n');
  const auto items = static_cast<std::size_t>(std::count_if(lines.begin(), lines.end(), IsItem));
  const std::size_t promises = step.must_haves.artifacts.size() + step.must_haves.expected_output.size();
  return items >= kLargeItems || promises >= kLargePromises || lines.size() >= kLargeLines;
}

bool Explains(const Json& result, const std::vector<std::string>& unmet) {
  const Json& said = result["left_out"];
  return !unmet.empty() && std::all_of(unmet.begin(), unmet.end(), [&](const std::string& line) {
    const std::string_view file = FileOf(line);
    return std::any_of(said.AsArray().begin(), said.AsArray().end(), [&](const Json& item) {
      const std::string& text = item.AsString();
      return text.find(file) != std::string::npos && Trim(text).size() > file.size() + 1;
    });
  });
}

}  // namespace forge
