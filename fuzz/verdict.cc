// Review verdicts: no approval without the word, and nothing that is quoted or fenced counts.
#include <string>

#include "base/result.h"
#include "base/strings.h"
#include "target.h"
#include "text/review/verdict.h"

FUZZ_TARGET(verdict) {
  using namespace forge;
  Verdict verdict = ParseReviewVerdict(text);
  CHECK(verdict == ParseReviewVerdict(text));
  std::string lower = Lower(text);
  if (lower.find("verdict") == std::string::npos) CHECK(verdict == Verdict::kMalformed);
  if (lower.find("approve") == std::string::npos) CHECK(verdict != Verdict::kApproved);
  // A last word decides, unless a fence or comment is still open.
  if (text.find("```") == std::string_view::npos && text.find("~~~") == std::string_view::npos &&
      text.find("<!--") == std::string_view::npos) {
    CHECK(ParseReviewVerdict(std::string(text) + "\n**Verdict:** Revision") == Verdict::kRevision);
    CHECK(ParseReviewVerdict(std::string(text) + "\n**Verdict:** ?") == Verdict::kMalformed);
    CHECK(ParseReviewVerdict(std::string(text) + "\n> **Verdict:** Approved") == verdict);
  }
}
