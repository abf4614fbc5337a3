#include "text/plain_commands.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "base/strings.h"
#include "text/check_commands.h"
#include "text/command_words.h"
#include "text/lines.h"
#include "text/said_shapes.h"
#include "text/said_words.h"

namespace forge {
namespace {

// Its words outside quotes; empty: a quote is open.
std::vector<std::string> PlainWords(std::string_view line) {
  std::vector<std::string> words;
  std::string word;
  char quote = '\0';
  for (char c : line) {
    if (quote == '\0' && (c == ' ' || c == '\t')) {
      if (!word.empty()) words.push_back(std::exchange(word, {}));
      continue;
    }
    if (c == '\'' || c == '"') quote = quote == '\0' ? c : quote == c ? '\0' : quote;
    word += c;
  }
  if (quote != '\0') return {};
  if (!word.empty()) words.push_back(std::move(word));
  return words;
}

bool IsOnlyLetters(std::string_view word) { return !word.empty() && std::ranges::all_of(word, IsLetter); }

// "yes" answers, "ask bob" asks a person: a program of that name proves nothing.
bool AnswersOrAsks(std::string_view program) {
  return IsIn(" yes no ok okay done see ask review inspect read look watch wait view code visual ", program);
}

// A word that only sentences have.
bool IsFillerWord(std::string_view word) {
  return IsIn(
      " the a an is are be been must should shall will can may has have by for from of to and or then it its this"
      " that these here there also with as pass passes works prints before after every does so but too very because"
      " which ",
      word);
}

// No word of a command looks like that: "must", "never", "test,", "it." The first argument may be a name: `make ci`.
bool IsWordOfProse(std::string_view word, bool first) {
  const bool mark = word.ends_with(',') || word.ends_with(':') || (word.ends_with('.') && word.size() > 1);
  if (mark && IsOnlyLetters(word.substr(0, word.size() - 1))) return true;
  if (word.starts_with('(') || word.contains(kEmDash) || word.contains(kEnDash) || word == "-" || word == "--")
    return true;
  if (!IsOnlyLetters(word)) return word.ends_with("n't");
  const std::string lower = Lower(word);
  return first ? IsDenyingWord(lower) : IsFillerWord(lower) || IsAgainstWord(lower);
}

}  // namespace

bool IsPlainCommand(std::string_view line) {
  constexpr std::size_t kMostLetters = 4, kMostUnknown = 3;
  line = Trim(line);
  const std::vector<std::string> words = PlainWords(line);
  if (words.empty() || line.ends_with(':') || ShipsOrDestroys(line)) return false;
  const bool script = line.contains("; do ") || line.contains("; then ");
  bool prose = false;
  std::size_t letters = 0, place = 0;  // since the last operator
  for (const std::string& word : words) {
    if (IsOneOf(word, {"&&", "||", "|", ";"})) {
      letters = place = 0;
      continue;
    }
    prose = prose || IsWordOfProse(word, place < 2 || (&word)[-1] == "run");
    letters += IsOnlyLetters(word) ? 1 : 0;
    prose = prose || letters > kMostLetters;
    ++place;
  }
  if (prose && !script) return false;
  if (IsCommand(line)) return true;
  // `stack test`: a program that is not known.
  const std::string& program = words[0];
  if (AnswersOrAsks(Lower(program))) return false;
  return words.size() <= kMostUnknown && !IsUpper(program[0]) && !NamesNoCommand(program) && !IsFillerWord(program) &&
         !IsAgainstWord(program) && !IntroducesCode(line);
}

}  // namespace forge
