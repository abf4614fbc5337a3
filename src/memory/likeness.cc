#include "memory/likeness.h"

#include <algorithm>

#include "base/strings.h"
#include "memory/terms.h"

namespace forge {
namespace {

constexpr std::size_t kReachOfANegation = 2;  // words after it

// Levelled as terms.h does it.
bool IsNegation(std::string_view word) {
  return IsOneOf(word, {"not",       "no",      "never",  "dont",     "doesnt",  "isnt",   "arent",  "cannot",
                        "cant",      "wont",    "mustnt", "shouldnt", "without", "avoid",  "disabl", "forbid",
                        "forbidden", "neither", "nor",    "false",    "off",     "instead"});
}

void SortOnce(std::vector<std::string>& words) {
  std::sort(words.begin(), words.end());
  words.erase(std::unique(words.begin(), words.end()), words.end());
}

std::size_t Common(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  std::size_t count = 0;
  for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    const int order = a[i].compare(b[j]);
    if (order == 0) ++count;
    if (order <= 0) ++i;
    if (order >= 0) ++j;
  }
  return count;
}

bool Includes(const Gist& gist, const std::vector<std::string>& words) {
  return std::all_of(words.begin(), words.end(), [&](const std::string& word) {
    return std::binary_search(gist.words.begin(), gist.words.end(), word) ||
           std::binary_search(gist.numbers.begin(), gist.numbers.end(), word) || IsNegation(word);
  });
}

bool SameSide(const Gist& a, const Gist& b) {
  if (a.negated.empty() || b.negated.empty()) return a.negated.empty() == b.negated.empty();
  return Overlap(a.negated, b.negated) >= 0.3;
}

}  // namespace

bool IsGistWord(std::string_view term) { return !IsNegation(term) && !IsNumberTerm(term); }

double Overlap(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  if (a.empty() && b.empty()) return 1;
  const auto common = static_cast<double>(Common(a, b));
  return common / (static_cast<double>(a.size() + b.size()) - common);
}

Gist MakeGist(std::string_view text) {
  Gist gist;
  std::size_t reach = 0;
  for (std::string& term : Terms(text)) {
    if (IsNegation(term)) {
      reach = kReachOfANegation;
      continue;
    }
    if (reach > 0) {
      --reach;
      gist.negated.push_back(term);
    }
    (IsNumberTerm(term) ? gist.numbers : gist.words).push_back(std::move(term));
  }
  const std::vector<std::string_view> pieces = Split(text, '`');
  for (std::size_t i = 1; i + 1 < pieces.size(); i += 2) {
    for (std::string& term : Terms(pieces[i])) gist.code.push_back(std::move(term));
  }
  for (auto* words : {&gist.words, &gist.numbers, &gist.negated, &gist.code}) SortOnce(*words);
  return gist;
}

Likeness Compare(const Gist& a, const Gist& b) {
  const double overlap = Overlap(a.words, b.words);
  const bool same_numbers = a.numbers == b.numbers;
  const bool same_side = SameSide(a, b);
  if (overlap >= kSameOverlap && same_numbers && same_side && Includes(a, b.code) && Includes(b, a.code)) {
    return Likeness::kSame;
  }
  const bool other_number = !same_numbers && !a.numbers.empty() && !b.numbers.empty();
  if (overlap >= kRelatedOverlap && !a.words.empty() && (other_number || !same_side)) return Likeness::kContradiction;
  return Likeness::kDifferent;
}

}  // namespace forge
