// The words around code that decide whether it is run. Knows words, not where they stand (said_sentences.h,
// said_labels.h).
#pragma once

#include <algorithm>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace forge {

using SaidWords = std::vector<std::string>;

// In lower case; punctuation separates them, and a curved apostrophe is a straight one.
SaidWords SaidWordsOf(std::string_view text);

bool HasWord(const SaidWords& words, std::initializer_list<std::string_view> wanted);
template <typename Is>
bool AnyWord(const SaidWords& words, Is is) {
  return std::ranges::any_of(words, [&](const std::string& word) { return is(word); });
}
template <typename Is>
bool AllWords(const SaidWords& words, Is is) {
  return std::ranges::all_of(words, [&](const std::string& word) { return is(word); });
}

// Without blanks and marks of emphasis around it.
std::string_view WithoutEmphasis(std::string_view text);

// What the words around code say of it, the worst last.
enum class SaidAround {
  kNeutral,  // nothing, or only words of a small list: orders, names of checks, outcomes
  kOther,    // anything else: only what says itself that it checks something is run
  kAgainst   // a denial, a limit, a person, others, or what ships: nothing is run
};
SaidAround WordsAround(const SaidWords& words);

// One of that small list: "run", "unit", "tests", "must", "pass".
bool IsNeutralWord(std::string_view word);
// "not", "never", "don't", "avoid" ...: what stands near it is not to be run.
bool IsDenyingWord(std::string_view word);
// "no", "without", "instead" too: what follows is not to be run, what stands before may be.
bool IsDenyingAhead(std::string_view word);
// It denies or limits, ships something, or names others or another place.
bool IsAgainstWord(std::string_view word);
// "release", "deploy", "push", "rm": it changes more than the tree.
bool IsAboutShipping(std::string_view word);

// "run", "execute"; "runs" is a statement.
bool IsRunVerb(std::string_view word);
// "with", "by", "using".
bool IsBy(std::string_view word);
// "prints", "shows", "gives": what follows is what is seen.
bool IsOutputVerb(std::string_view word);
// "passes", "prints", "covers": what a command does.
bool IsOutcome(std::string_view word);
// "must", "should", "is": may stand before it.
bool LeadsToOutcome(std::string_view word);
// Behind a command: "after the build", "from the root".
bool IsCircumstance(std::string_view word);

// A sentence without code, about code beside it: "Do not run it.", "By hand.", "The user does that.", "Only in CI.";
// not "Other files are not changed." or "Do not run anything else." `behind`: about code before it, so not "Look at the
// page by hand." or "The old script is never run."
bool SpeaksAgainst(std::string_view sentence, bool behind = false);

}  // namespace forge
