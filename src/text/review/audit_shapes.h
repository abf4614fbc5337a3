// Pieces of a line in which an audit may name a severity. Pure functions; what a line means among others is
// audit_markers.h's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "text/review/audit.h"

namespace forge {

// The words of a text, lower case, without markup; at most `most`.
std::vector<std::string> WordsOf(std::string_view text, std::size_t most);

// The line from its first word on: without list marks, heading marks, numbers, emphasis, brackets and emoji.
std::string_view FromFirstWord(std::string_view line);

// A heading, a list item, a bold line, or one that begins with "Concern", "Issue" and the like.
bool IsTitleLike(std::string_view line);

// "high", "(High)", "high severity", "severity high" and nothing else.
std::optional<Severity> ExactLevel(std::string_view text);

// "none", "None found.", "n/a", "0", "no issues", "-": what stands where there is nothing to report.
bool SaysNothing(std::string_view text);

// The levels at `at`, lower case: "high", "non-blocking", "low/medium", "low - medium", "low, maybe high". The worst
// counts, for who names several has not decided; moves `at` behind the last of them.
std::optional<Severity> LevelsAt(std::string_view text, std::size_t& at);

// "(high)" and "[HIGH]" in a title or at an end of the line; never "none", which stands in brackets for many things.
std::optional<Severity> BracketedLevel(std::string_view line, bool title_like);

// "a high severity issue", "2 medium": counted only when medium or worse, and when its sentence does not say that there
// is none or none any more. So it may speak against a pass, never for one.
std::optional<Severity> StatedLevel(std::string_view line);

// A level that begins a text: "High: ...", "**Medium** - ...", "### Low severity issues (3)".
struct LeadingLevel {
  Severity level = Severity::kNone;
  std::optional<std::int64_t> count;  // "High (2)", "High: 2"
  bool separated = false;             // a colon or a dash follows
  std::string_view value;             // what follows the separator, without the count
};
// `bold_is_enough`: the emphasis that ends after the level sets it off without a colon, as in "1. **High** no tests".
std::optional<LeadingLevel> ParseLeadingLevel(std::string_view text, bool bold_is_enough = false);

// After the word "severity": `**Severity:** high`, `"maxSeverity": "low"`.
struct SeverityLabels {
  std::optional<Severity> worst;
  bool overall = false;      // of the whole, not of one concern: "Overall severity: low"
  std::string_view unknown;  // the word after "severity:" that is not a level
  bool label_only = false;   // ends with "severity:" or is nothing but "Severity"
};
SeverityLabels ReadSeverityLabels(std::string_view line);

}  // namespace forge
