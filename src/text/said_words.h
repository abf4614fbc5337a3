// The words around code that decide whether it is run. Knows words one by one, not sentences (said_sentences.h).
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

// "not", "never", "don't", "avoid" ...: what stands near it is not to be run.
bool IsDenyingWord(std::string_view word);
// "no", "without", "instead" too: what follows is not to be run, what stands before may be.
bool IsDenyingAhead(std::string_view word);

// "run", "executed", "used": a denial of it denies the command.
bool IsAboutRunning(std::string_view word);

// "changed", "removed": a denial of it says that the line is about a file.
bool IsAboutChanging(std::string_view word);

// "if", "manually", "production": what follows is run only sometimes, or by a person.
bool IsReserve(std::string_view word);
// Those of them that say it also of what stands before: "manually", "optional".
bool IsReserveBehind(std::string_view word);

// Behind a command: "if it fails", "once a human has approved", "only after ...", "yourself". What is said of an
// outcome
// ("passes if ...") limits that alone. `ordered`: "not here" and the like count too.
bool SaysLimitBehind(const SaidWords& words, bool ordered);
// "approved", "asking", "yourself": a person comes first.
bool AsksAPerson(std::string_view word);
// Before code: "If it fails", "optional", "on your machine", "as needed", "To roll back": not here, not now, or by a
// person. Fewer words count than for code in the sentence: what stands in a block is meant to be run unless this is
// said.
bool SaysLimitAhead(const SaidWords& words);
// "Not here", "Do not", unless it is about the outcome ("does not fail").
bool BeginsWithDenial(const SaidWords& words);

// "CI", "they", "users": what these run is no order.
bool IsOtherActor(std::string_view word);

// "passes", "builds", "covers": what a command does.
bool IsOutcome(std::string_view word);
// Those of them that are seen only by running it: "passes", "prints", "green".
bool IsObserved(std::string_view word);
// "must", "should", "is", "stays": may stand before it.
bool LeadsToOutcome(std::string_view word);

// "unchanged", "kept": it is about a file.
bool SaysLeftAlone(std::string_view word);

// Behind a command: "after the build", "from the root".
bool IsCircumstance(std::string_view word);

// "run", "execute"; "runs" is a statement.
bool IsRunVerb(std::string_view word);
// "build", "test", "check": with "with" or "by" behind them an order.
bool IsWorkVerb(std::string_view word);

// A word of the name of a check: "tests", "lint".
bool IsNameOfCheck(std::string_view word);

// A label without such a word that still names a check: "Parser", "users can log in"; not "Undo", "Release".
bool IsNameOfWhatIsChecked(const SaidWords& words);
// "undo", "old", "wrong": a label that begins so names no check.
bool BeginsNoNameOfCheck(std::string_view word);
// "release", "deploy", "rollback", "push": it changes more than the tree.
bool IsAboutShipping(std::string_view word);
// A word that no title of a command has: "setup", "fallback", "expected", "broken", "previously".
bool IsNoWordOfTitle(std::string_view word);

// The words of a person's work: "manual", "by hand".
bool SaysByHand(std::string_view text);

// "Do not run it", "never": not "do not run anything else".
bool DeniesRunning(std::string_view text);

// The name of a part that a person does, or that is not to be done: "By hand", "Out of scope".
bool SaysNotRun(std::string_view text);

// "By hand:", "**Do not run**": what is listed below such a line is not run.
bool LeadsToWhatIsNotRun(std::string_view line);

}  // namespace forge
