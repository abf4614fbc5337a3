// What one unit of a run says of findings: its result block, its words where it has none, what its tools reported.
// Knows no other unit; service/report/findings.h puts them together.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "model/finding.h"

namespace forge {

// In a result block, beside `findings`: those that only repeat what a person decided. They ask for nothing.
inline constexpr const char* kSettledPoints = "settled";

class RunFiles;
struct UnitOutcome;
struct UnitRow;

// `files`: where an answer without a result block is read; none: it is one finding. `rules` of the Forge that started
// the run: numbers and keys of a run of before stay what people have noted.
Result<std::vector<Finding>> FindingsSaidBy(const UnitRow& unit, const UnitOutcome& outcome, const RunFiles* files,
                                            int rules);

// Of an agent's answer: each file that it says it changed, and did not (service/unit/claimed_files.h). The engine found
// it: it asks for nothing.
std::vector<Finding> FalseClaimsOf(const UnitRow& unit, const UnitOutcome& outcome);

// What the text of a review says: the findings of its result block, or the concerns of an audit.
std::vector<Finding> FindingsInReview(const std::string& text, const std::string& source);

// And what it warns of beside them, which is no finding of the run.
std::vector<Finding> RemarksInReview(const std::string& text, const std::string& source);

// As the key of a run with these rules is made: before rules 1 a finding had no title.
Finding AsNamed(Finding finding, int rules);

// Whether what it says are concerns about work that it did itself.
bool SaysConcerns(const UnitRow& unit, const UnitOutcome& outcome);

// A concern of an author, or a finding of another reviewer, that a review calls none, or none any more, by number.
struct Dismissal {
  std::string id;
  bool fixed = false;  // the work has resolved it; else it does not hold
  std::string why;     // with who says so
};
std::vector<Dismissal> DismissalsIn(const UnitRow& unit, const UnitOutcome& outcome);

}  // namespace forge
