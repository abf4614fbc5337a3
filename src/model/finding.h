// One item of a review: where, how bad, what, and how it was settled. Reads what models write, which
// is seldom what was asked for; knows neither Markdown nor SARIF.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/word_table.h"
#include "model/json.h"

namespace forge {

// The severity in our words. The reviewer's own word is kept next to it.
enum class FindingLevel { kHigh, kMedium, kLow, kUnknown };

enum class FindingState {
  kOpen,      // not settled yet
  kFixed,     // the change it asked for is made
  kRejected,  // it is wrong or unwanted, with the reason
  kDeferred,  // known, to be decided at the end
  kFollowUp,  // work of its own, later
};

struct Finding {
  std::string file;       // from the repository's root, with '/'; empty: none said
  bool foreign = false;   // a place outside the repository; `file` is then as said
  std::int64_t line = 0;  // from 1; 0: none that could be one
  FindingLevel level = FindingLevel::kUnknown;
  std::string severity;     // as said
  std::string category;     // lower case, words joined by '-'; empty: none said
  std::string title;        // what is wrong, in a few words; empty: none said
  std::string description;  // all that was said, the title first
  std::string element;      // the function, field or type it is about, as said
  std::string fix;          // what would settle it
  std::string source;       // who said it: a lens, a stage, a tool
  std::string same_as;      // the number of an earlier finding of the run that its reviewer repeats: "F3"
  FindingState state = FindingState::kOpen;
  std::string reason;              // for the state
  std::vector<std::string> notes;  // what of the original could not be kept as it was: nothing is dropped in silence
  bool operator==(const Finding&) const = default;
};

constexpr auto EnumWords(FindingLevel) { return WordTable<FindingLevel>("high", "medium", "low", "unknown"); }
constexpr auto EnumWords(FindingState) {
  return WordTable<FindingState>("open", "fixed", "rejected", "deferred", "follow-up");
}
inline std::optional<FindingState> ParseFindingState(std::string_view name) { return ParseWord<FindingState>(name); }

// error, critical, blocker, P0, P1, high ... -> high; warning, major, P2, medium ... -> medium; note, minor, P3, low
// ... -> low; anything else -> unknown.
FindingLevel LevelOf(std::string_view severity);

// "Silent Failure", "silent_failure" -> "silent-failure".
std::string CategoryName(std::string_view category);

// The last name in an element, in lower case and without what people put around names: "`Store::Open()`", "the method
// Open" -> "open". Empty when there is none.
std::string ElementKey(std::string_view element);

inline constexpr std::string_view kNoDescription = "(no description)";  // of a report without one
inline constexpr std::int64_t kHighestLine = 10'000'000;                // no file we look at has more
inline constexpr std::size_t kLongestDescription = 16UL * 1024;  // of a longer one head and tail are kept, and said so

// Reads an object, under the usual names for each member ("path" for file, "text" for description ...); a string is a
// description. Anything else is kept as text. Never fails: what does not fit is in `notes`.
Finding FindingFromJson(const Json& json, std::string_view source = "");

// The findings of a list, or of an object that has one as "findings", "issues", "objections" or "concerns".
std::vector<Finding> FindingsFromJson(const Json& json, std::string_view source = "");

// Members at their default are left out, but not level, severity and description.
Json ToJson(const Finding& finding);

// What makes two reports of one source the same finding although the lines around it moved: place without line, element
// and the words of its title, or all words where it has none. Short, stable, for people to type.
std::string FindingKey(const Finding& finding);

// A finding in the words of its last report. A report that only gives its number leaves the words and the place, and
// one in milder words leaves the level.
Finding Repeated(const Finding& before, Finding now);

// A level that was said is worse than none.
bool IsWorse(FindingLevel level, FindingLevel than);

// Whether one reviewer means with `other` what it said with `one`, in other words: the same element of a file, or
// mostly the same words at a place at most kSamePlaceLines away; no two categories or elements, and nothing worse.
inline constexpr std::int64_t kSamePlaceLines = 5;
bool LooksSame(const Finding& one, const Finding& other);

// The same of two reviewers: a place alone does not make it the same, the words must be mostly the same too.
bool SaysTheSame(const Finding& one, const Finding& other);

}  // namespace forge
