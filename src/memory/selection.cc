#include "memory/selection.h"

#include <algorithm>
#include <array>

#include "base/strings.h"
#include "memory/letters.h"
#include "memory/terms.h"

namespace forge {
namespace {

constexpr std::size_t kStageFacts = 8;
constexpr std::size_t kOtherFacts = 5;
constexpr std::size_t kAskedFacts = 15;
constexpr std::size_t kTokensAround = 8;  // category, confidence and the list mark

// Levelled as terms.h does it.
constexpr auto kPlanWords = std::to_array<std::string_view>(
    {"plan", "draft",     "research",    "explor", "brief",      "scop",      "discus",  "discuss",
     "risk", "architect", "design",      "outlin", "brainstorm", "precedent", "clarify", "analys",
     "spik", "roadmap",   "requirement", "triag",  "intak",      "radar"});
constexpr auto kExecuteWords = std::to_array<std::string_view>(
    {"execut", "implement", "build", "cod",      "code",     "fix",   "work",   "step",  "repair", "debug",
     "task",   "writ",      "quick", "reconcil", "refactor", "modul", "rework", "green", "red",    "patch"});

template <typename List>
bool HasWordOf(const std::vector<std::string>& words, const List& list) {
  return std::any_of(words.begin(), words.end(),
                     [&](const std::string& word) { return std::find(list.begin(), list.end(), word) != list.end(); });
}

template <typename T>
bool Contains(const std::vector<T>& list, const T& item) {
  return std::find(list.begin(), list.end(), item) != list.end();
}

}  // namespace

RecallKind RecallKindOf(std::string_view stage) {
  if (Trim(stage).empty()) return RecallKind::kAsked;
  const std::vector<std::string> words = Terms(stage);
  // "review-plan" judges, whatever it judges.
  if (HasWordOf(words, std::to_array<std::string_view>({"review", "check", "verify", "audit", "validat", "complet"}))) {
    return RecallKind::kOther;
  }
  if (HasWordOf(words, kPlanWords)) return RecallKind::kPlan;
  return HasWordOf(words, kExecuteWords) ? RecallKind::kExecute : RecallKind::kOther;
}

SelectionRule RuleFor(RecallKind kind) {
  switch (kind) {
    case RecallKind::kAsked: return {kAskedFacts, 1, {}, {}, true};
    case RecallKind::kExecute:
      return {kStageFacts, 2, {}, {FactCategory::kGotcha, FactCategory::kConvention, FactCategory::kTestCommand}, true};
    case RecallKind::kPlan:
      return {kStageFacts,
              0,
              {FactCategory::kArchitecture, FactCategory::kPattern, FactCategory::kDecision, FactCategory::kDependency,
               FactCategory::kFailurePattern, FactCategory::kGotcha, FactCategory::kConvention,
               FactCategory::kTestCommand, FactCategory::kEnvironment},
              {FactCategory::kArchitecture, FactCategory::kPattern},
              false};
    case RecallKind::kOther: return {kOtherFacts, 0, {}, {}, false};
  }
  return {};
}

std::vector<Hit> Select(std::vector<Hit> hits, RecallKind kind, std::size_t query_words,
                        const SelectionLimits& limits) {
  const SelectionRule rule = RuleFor(kind);
  std::erase_if(hits, [&](const Hit& hit) {
    if (!rule.only.empty() && !Contains(rule.only, hit.fact.category)) return true;
    return query_words > 0 && rule.needs_match && hit.hits.size() < std::min(rule.least_words, query_words);
  });
  if (kind == RecallKind::kOther) {
    std::stable_sort(hits.begin(), hits.end(), [](const Hit& a, const Hit& b) { return a.confidence > b.confidence; });
  }
  std::stable_partition(hits.begin(), hits.end(),
                        [&](const Hit& hit) { return Contains(rule.preferred, hit.fact.category); });
  const std::size_t most = limits.facts > 0 ? limits.facts : rule.limit;
  std::vector<Hit> chosen;
  std::size_t spent = 0;
  for (Hit& hit : hits) {
    if (chosen.size() == most) break;
    const std::size_t cost = CostInTokens(hit.fact);
    if (limits.tokens > 0 && spent + cost > limits.tokens) continue;
    spent += cost;
    chosen.push_back(std::move(hit));
  }
  return chosen;
}

std::size_t RoughTokens(std::string_view text) {
  std::size_t ascii = 0;
  std::size_t other = 0;
  while (!text.empty()) {
    const CodePoint at = FirstCodePoint(text);
    text.remove_prefix(at.bytes);
    ++(at.value < 0x80 ? ascii : other);
  }
  return (ascii + 3) / 4 + other;
}

std::size_t CostInTokens(const Fact& fact) { return RoughTokens(fact.text) + kTokensAround; }

}  // namespace forge
