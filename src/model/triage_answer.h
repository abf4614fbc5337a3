// A person's answer about a run's findings: one word for all, and exceptions in the comment. Parses the words only, as
// the journal has them; triage_comment.h makes them of what a person types, service/report/findings.h knows the
// findings.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace forge {

// The page that such a question shows. A question over it is a triage, whatever its stage is called.
inline constexpr std::string_view kTriagePage = "FINDINGS.md";

// The answer that leaves a finding for later.
inline constexpr std::string_view kForLater = "follow-up";

struct TriageWish {
  std::string word;    // keep, fix, follow-up, defer
  bool spawn = false;  // and a run of its own for it
  bool operator==(const TriageWish&) const = default;
};

struct TriageAnswer {
  TriageWish rest;                                        // of those that are not named
  std::vector<std::pair<std::string, TriageWish>> named;  // by "F3", or by the title of a group, as said
  bool operator==(const TriageAnswer&) const = default;
};

// The comment is clauses, set apart by `;` or line ends: `F3 F4: fix`, `lenses: follow-up spawn`, `spawn`. Findings
// without a word get the answer, and then it is for them only: the rest are kept. Any other clause is a remark.
TriageAnswer ReadTriageAnswer(std::string_view answer, std::string_view comment);

// For a finding of that id, in the group of that title.
const TriageWish& WishFor(const TriageAnswer& answer, std::string_view id, std::string_view title);

// Is anything to be fixed now? And what, in a sentence for the agent that fixes it.
bool AsksForFix(const TriageAnswer& answer);
std::string FixRequest(const TriageAnswer& answer);

// How people are told that an unattended run answered its question itself; no answer: it stays undecided.
std::string NotAskedText(std::string_view answer);

}  // namespace forge
