#include "text/review/verdict.h"

#include <optional>
#include <string>

#include "base/strings.h"
#include "text/prose.h"

namespace forge {
namespace {

std::string_view WithoutDot(std::string_view value) {
  if (value.ends_with('.')) value.remove_suffix(1);
  return TrimRight(value);
}

std::string_view WithoutBrackets(std::string_view value) {
  if (value.size() >= 2 && value.front() == '[' && value.back() == ']') return Trim(value.substr(1, value.size() - 2));
  return value;
}

}  // namespace

std::optional<std::string_view> VerdictValue(std::string_view line) {
  line = Trim(line);
  for (std::string_view label : {"**verdict:**", "**verdict**:"}) {
    if (line.size() >= label.size() && EqualsIgnoreCase(line.substr(0, label.size()), label)) {
      return Trim(line.substr(label.size()));
    }
  }
  return std::nullopt;
}

Verdict ReadVerdictWords(std::string_view words) {
  constexpr std::size_t kLongest = 64;  // no known word is nearly as long; this avoids a copy of 100 MB
  words = WithoutBrackets(WithoutDot(Trim(words)));
  if (words.size() > kLongest) return Verdict::kMalformed;
  std::string value = Lower(words);
  for (std::string_view word : {"approved", "approve"}) {
    if (value == word) return Verdict::kApproved;
  }
  for (std::string_view word : {"revision required", "revision", "needs revision", "changes requested"}) {
    if (value == word) return Verdict::kRevision;
  }
  return Verdict::kMalformed;
}

Verdict ParseReviewVerdict(std::string_view markdown) {
  Verdict verdict = Verdict::kMalformed;
  ProseReader reader(markdown);
  for (ProseLine line; reader.Next(line);) {
    if (line.kind != ProseLine::Kind::kSaid || line.indented) continue;
    // The last line decides even when it is unreadable: an earlier approval may have been taken back by it.
    if (auto value = VerdictValue(line.text)) verdict = ReadVerdictWords(*value);
  }
  return verdict;
}

}  // namespace forge
