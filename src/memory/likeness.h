// Do two sentences say the same, or the opposite? By their words; no model is asked. Pure.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace forge {

// A sentence boiled down once, so that it can be compared with many. All lists sorted, each word once.
struct Gist {
  std::vector<std::string> words;    // without numbers and negations
  std::vector<std::string> numbers;  // "8080", "3"
  std::vector<std::string> negated;  // the words that follow a negation
  std::vector<std::string> code;     // words between backticks
};
Gist MakeGist(std::string_view text);

enum class Likeness {
  kDifferent,
  kSame,           // one confirms the other
  kContradiction,  // about the same thing, with another number or a negation more
};
Likeness Compare(const Gist& a, const Gist& b);

// Whether a term (terms.h) is among the words of its sentence's gist: no number and no negation.
bool IsGistWord(std::string_view term);

// Of two sets, as shares: common / all.
double Overlap(const std::vector<std::string>& a, const std::vector<std::string>& b);

inline constexpr double kSameOverlap = 0.75;
inline constexpr double kRelatedOverlap = 0.6;

}  // namespace forge
