// One remembered thing: its words, where it comes from, how much it is worth. Knows no storage and no query.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/ids.h"
#include "base/result.h"
#include "base/word_table.h"
#include "model/json.h"

namespace forge {

enum class FactCategory {
  kConvention,
  kGotcha,
  kArchitecture,
  kPattern,
  kTestCommand,
  kDecision,
  kEnvironment,
  kPreference,
  kDependency,
  kToolUsage,
  kFailurePattern,
  kSuccessPattern,
};
inline constexpr int kFactCategories = 12;

// Where a fact holds: in this project, or in every project of this user.
enum class FactScope { kProject, kGlobal };

// Superseded facts are kept to be shown, and never recalled.
enum class FactStatus { kDraft, kAccepted, kSuperseded };

// Who says it. Agents propose drafts; what the engine saw happen, and what people say, is accepted.
enum class Voice { kPerson, kEngine, kAgent, kImport };

constexpr auto EnumWords(FactCategory) {
  return WordTable<FactCategory>("convention", "gotcha", "architecture", "pattern", "test_command", "decision",
                                 "environment", "preference", "dependency", "tool_usage", "failure_pattern",
                                 "success_pattern");
}
constexpr auto EnumWords(FactScope) { return WordTable<FactScope>("project", "global"); }
constexpr auto EnumWords(FactStatus) { return WordTable<FactStatus>("draft", "accepted", "superseded"); }
constexpr auto EnumWords(Voice) { return WordTable<Voice>("person", "engine", "agent", "import"); }
// Also the words of the reference systems: "command", "tooling", "lesson", ...
std::optional<FactCategory> ParseFactCategory(std::string_view word);
std::optional<FactScope> ParseFactScope(std::string_view word);
std::optional<FactStatus> ParseFactStatus(std::string_view word);
std::optional<Voice> ParseVoice(std::string_view word);
inline std::vector<std::string> FactCategoryNames() { return AllWords<FactCategory>(); }

// "p12" of the project, "g12" of the user's own store.
struct FactId {
  FactScope scope = FactScope::kProject;
  std::int64_t value = 0;
  auto operator<=>(const FactId&) const = default;
};
std::string ToText(FactId id);
std::optional<FactId> ParseFactId(std::string_view text);  // a bare number is the project's

struct Provenance {
  Voice voice = Voice::kPerson;
  std::string who;  // "ada", "lesson-keeper"
  RunId run;
  StepId step;
  std::string commit;
  std::string source;  // where the speaker found it, in their words
  // What counts once as a confirmation (witness.h); empty: the run. Only to save with: what is read has none.
  std::string witness = {};
  bool operator==(const Provenance&) const = default;
};

struct Fact {
  FactId id;
  std::string text;
  FactCategory category = FactCategory::kConvention;
  FactStatus status = FactStatus::kAccepted;
  double confidence = 0;  // when it was last confirmed; what it is worth now: confidence.h
  std::int64_t hits = 0;  // how often it was confirmed
  std::int64_t uses = 0;  // how often a stage was given it
  Provenance from;
  std::string key;                   // of facts that the engine keeps up to date: one per key
  std::vector<FactId> derived_from;  // of the same scope
  FactId superseded_by;              // value 0: by none
  TimePoint created, confirmed, used;
  TimePoint expires;  // drafts; 0: never
  bool operator==(const Fact&) const = default;
};

struct NewFact {
  std::string text;
  FactCategory category = FactCategory::kConvention;
  std::optional<double> confidence;  // none: kUsualConfidence
  std::int64_t hits = 0;             // what an import brings along
  Provenance from;
  std::string key;
  std::vector<FactId> derived_from;
  FactId supersedes;      // value 0: none
  TimePoint said;         // 0: now
  bool proposed = false;  // a draft, whoever says it; with a key, what a person rejected under that key stays away
};

inline constexpr double kUsualConfidence = 0.7;
inline constexpr std::size_t kLongestFact = 4096;
inline constexpr std::int64_t kDayMs = 24LL * 60 * 60 * 1000;
inline constexpr std::int64_t kDraftDays = 30;

// One line of valid UTF-8: runs of white space and control characters become one space.
std::string TidyText(std::string_view text);

// What may be stored, tidied: a dead end becomes a failure pattern, confidence is brought between 0 and 1. kInvalid
// when the text is empty, too long or holds a secret (which the message does not repeat).
Result<NewFact> Admit(NewFact fact);

// Says that something was tried and led nowhere: what one learns from, not what is so.
bool IsDeadEnd(std::string_view text);

Json ToJson(const Fact& fact);  // every field, for `show` and export

double DaysBetween(TimePoint from, TimePoint to);  // never negative

}  // namespace forge
