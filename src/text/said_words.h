// The words of sentences about code, and which of them speak against running it. Knows words, not the shapes of
// sentences (said_shapes.h).
#pragma once

#include <algorithm>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace forge {

using SaidWords = std::vector<std::string>;

// In lower case; punctuation separates them, and each kind of apostrophe is a straight one.
SaidWords SaidWordsOf(std::string_view text);

// Of the text outside its code spans.
SaidWords WordsOutsideCode(std::string_view text);

bool HasWord(const SaidWords& words, std::initializer_list<std::string_view> wanted);
template <typename Is>
bool AnyWord(const SaidWords& words, Is is) {
  return std::ranges::any_of(words, [&](const std::string& word) { return is(word); });
}
template <typename Is>
bool AllWords(const SaidWords& words, Is is) {
  return std::ranges::all_of(words, [&](const std::string& word) { return is(word); });
}

// A list of words as one text; each stands between blanks.
bool IsIn(std::string_view list, std::string_view word);

// Without blanks and marks of emphasis around it.
std::string_view WithoutEmphasis(std::string_view text);

// "not", "never", "don't", "skip", "neither".
bool IsDenyingWord(std::string_view word);
// It denies, limits ("only", "if", "manually", "disabled") or names others ("CI", "user").
bool IsAgainstWord(std::string_view word);
// "CI", "user", "operator", "nightly".
bool IsOtherActor(std::string_view word);
// Has it one of these? "No network", "without warnings" and "does not fail" are none.
bool SaysAgainst(const SaidWords& words);

// A sentence without code, about code beside it: "Do not run it.", "Neither is run here.", "By hand.", "CI runs this.",
// "Never."; not "Do not use mocks.", "It must not regress." or "Other files are not changed."
bool SpeaksAgainst(std::string_view sentence);

}  // namespace forge
