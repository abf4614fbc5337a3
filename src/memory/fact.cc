#include "memory/fact.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "base/strings.h"
#include "memory/secrets.h"
#include "model/fields.h"

namespace forge {
namespace {

// The reference systems' other words for the same.
constexpr std::pair<FactCategory, std::string_view> kAliases[] = {
    {FactCategory::kTestCommand, "command"},
    {FactCategory::kTestCommand, "test-command"},
    {FactCategory::kToolUsage, "tooling"},
    {FactCategory::kToolUsage, "tool-usage"},
    {FactCategory::kFailurePattern, "failure-pattern"},
    {FactCategory::kFailurePattern, "failure"},
    {FactCategory::kSuccessPattern, "success-pattern"},
    {FactCategory::kSuccessPattern, "success"},
    {FactCategory::kDependency, "integration"},
    {FactCategory::kConvention, "process"},
    {FactCategory::kGotcha, "security"},
    {FactCategory::kGotcha, "lesson"},
};

}  // namespace

std::optional<FactCategory> ParseFactCategory(std::string_view word) {
  const std::string name = Lower(word);
  for (const auto& [category, alias] : kAliases) {
    if (alias == name) return category;
  }
  return ParseWord<FactCategory>(name);
}
std::optional<FactScope> ParseFactScope(std::string_view word) { return ParseWord<FactScope>(Lower(word)); }
std::optional<FactStatus> ParseFactStatus(std::string_view word) { return ParseWord<FactStatus>(Lower(word)); }
std::optional<Voice> ParseVoice(std::string_view word) { return ParseWord<Voice>(Lower(word)); }

std::string ToText(FactId id) { return fmt::format("{}{}", id.scope == FactScope::kGlobal ? 'g' : 'p', id.value); }

std::optional<FactId> ParseFactId(std::string_view text) {
  FactId id;
  if (text.starts_with('g') || text.starts_with('G')) id.scope = FactScope::kGlobal;
  if (!text.empty() && std::string_view("gGpP").find(text.front()) != std::string_view::npos) text.remove_prefix(1);
  auto number = ParseInt(text);
  if (!number || *number <= 0) return std::nullopt;
  id.value = *number;
  return id;
}

std::string TidyText(std::string_view text) {
  const std::string valid = ValidUtf8(text);
  std::string tidy;
  bool gap = false;
  for (char c : valid) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte <= 0x20 || byte == 0x7f) {
      gap = true;
      continue;
    }
    if (gap && !tidy.empty()) tidy += ' ';
    gap = false;
    tidy += c;
  }
  return tidy;
}

bool IsDeadEnd(std::string_view text) {
  const std::string lower = Lower(text);
  for (std::string_view start :
       {"tried ", "we tried", "i tried", "attempted ", "attempting ", "dead end", "refuted:"}) {
    if (lower.starts_with(start)) return true;
  }
  for (std::string_view words : {"dead end", "led nowhere", "was abandoned", "gave up on", "turned out not to work"}) {
    if (lower.find(words) != std::string::npos) return true;
  }
  return false;
}

Result<NewFact> Admit(NewFact fact) {
  fact.text = TidyText(fact.text);
  fact.from.source = TidyText(fact.from.source);
  fact.from.who = TidyText(fact.from.who);
  if (fact.text.empty()) return Fail(Code::kInvalid, "the fact is empty");
  if (fact.text.size() > kLongestFact) {
    return Fail(Code::kInvalid,
                fmt::format("the fact has {} bytes; at most {} are kept", fact.text.size(), kLongestFact),
                "say it in one or two sentences");
  }
  for (const std::string* text : {&fact.text, &fact.from.source}) TRY(RefuseSecrets(*text));
  if (IsDeadEnd(fact.text)) fact.category = FactCategory::kFailurePattern;
  fact.confidence = std::clamp(fact.confidence.value_or(kUsualConfidence), 0.0, 1.0);
  fact.hits = std::max<std::int64_t>(0, fact.hits);
  return fact;
}

Json ToJson(const Fact& fact) {
  Json json = Json::MakeObject();
  json.Set("id", ToText(fact.id)).Set("text", fact.text).Set("category", Name(fact.category));
  json.Set("confidence", fact.confidence).Set("hits", fact.hits).Set("scope", Name(fact.id.scope));
  json.Set("status", Name(fact.status)).Set("voice", Name(fact.from.voice));
  SetUnlessEmpty(json, "who", fact.from.who);
  SetUnlessZero(json, "run", fact.from.run.value);
  SetUnlessEmpty(json, "step", fact.from.step.value);
  SetUnlessEmpty(json, "commit", fact.from.commit);
  SetUnlessEmpty(json, "source", fact.from.source);
  SetUnlessEmpty(json, "key", fact.key);
  std::vector<std::string> sources;
  for (const FactId& id : fact.derived_from) sources.push_back(ToText(id));
  SetUnlessEmpty(json, "derived_from", sources);
  if (fact.superseded_by.value > 0) json.Set("superseded_by", ToText(fact.superseded_by));
  json.Set("created_ms", fact.created.ms).Set("confirmed_ms", fact.confirmed.ms);
  SetUnlessZero(json, "used_ms", fact.used.ms);
  SetUnlessZero(json, "uses", fact.uses);
  SetUnlessZero(json, "expires_ms", fact.expires.ms);
  return json;
}

double DaysBetween(TimePoint from, TimePoint to) {
  return to.ms <= from.ms ? 0.0 : static_cast<double>(to.ms - from.ms) / static_cast<double>(kDayMs);
}

}  // namespace forge
