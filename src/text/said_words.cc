#include "text/said_words.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "base/strings.h"
#include "text/code_spans.h"

namespace forge {
namespace {

// Curved, spacing accent, modifier letter.
constexpr auto kApostrophes = std::to_array<std::string_view>({"\xE2\x80\x99", "\xE2\x80\x98", "\xC2\xB4", "\xCA\xBC"});

bool IsWordByte(char c) { return IsLetterOrDigit(c) || c == '\'' || static_cast<unsigned char>(c) >= 0x80; }

std::size_t ApostropheLength(std::string_view text) {
  for (std::string_view mark : kApostrophes) {
    if (text.starts_with(mark)) return mark.size();
  }
  return 0;
}

// Of a dash, a quotation mark, an arrow or a blank beyond ASCII at the beginning; 0: there is none.
std::size_t MarkLength(std::string_view text) {
  if (text.starts_with("\xC2\xA0")) return 2;
  return text.size() >= 3 && (text.starts_with("\xE2\x80") || text.starts_with("\xE2\x86")) ? 3 : 0;
}

// Of "skip-list", "stop-words": such a name denies nothing.
bool JoinsName(std::string_view word, std::string_view text) {
  if (text.size() < 2 || text[0] != '-' || !IsLetterOrDigit(text[1])) return false;
  return EqualsIgnoreCase(word, "skip") || EqualsIgnoreCase(word, "stop") || EqualsIgnoreCase(word, "ignore");
}

}  // namespace

SaidWords SaidWordsOf(std::string_view text) {
  SaidWords words;
  std::string word;
  const auto end_word = [&] {
    if (!word.empty()) words.push_back(Lower(word));
    word.clear();
  };
  for (std::size_t at = 0; at < text.size();) {
    if (const std::size_t apostrophe = ApostropheLength(text.substr(at)); apostrophe > 0) {
      word += '\'';
      at += apostrophe;
    } else if (const std::size_t mark = MarkLength(text.substr(at)); mark > 0) {
      end_word();
      at += mark;
    } else if (IsWordByte(text[at]) || JoinsName(word, text.substr(at))) {
      word += text[at++];
    } else {
      end_word();
      ++at;
    }
  }
  end_word();
  return words;
}

SaidWords WordsOutsideCode(std::string_view text) {
  std::string words;
  std::size_t at = 0;
  for (const CodeSpan& span : CodeSpansOf(text)) {
    words += std::string(text.substr(at, span.begin - at)) + " ";
    at = span.end;
  }
  return SaidWordsOf(words += text.substr(at));
}

std::string_view WithoutEmphasis(std::string_view text) {
  constexpr std::string_view kMarks = " \t\n*_\"'";
  const std::size_t first = text.find_first_not_of(kMarks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kMarks) + 1 - first);
}

bool HasWord(const SaidWords& words, std::initializer_list<std::string_view> wanted) {
  return std::ranges::any_of(words, [&](const std::string& word) { return IsOneOf(word, wanted); });
}

bool IsIn(std::string_view list, std::string_view word) {
  return list.find(" " + std::string(word) + " ") != std::string_view::npos;
}

namespace {

constexpr std::string_view kDenying =
    " not never cannot dont doesnt shouldnt mustnt isnt arent cant wont avoid skip skips skipped omit omitted ignore"
    " ignored forbidden prohibited disallowed banned neither nor none refrain disabled excluded deprecated removed ";
constexpr std::string_view kLimiting =
    " no without instead except unless if when whenever only optional optionally later manual manually yourself"
    " approved approval permission deferred blocked todo tbd wip obsolete production staging off left scope "
    "alternatively ";
constexpr std::string_view kOthers =
    " ci cron user users person people human humans you they we maintainer maintainers developer developers owner"
    " owners operator operators reviewer reviewers admin admins team qa ops customer customers nightly ";

// A sentence of such words and words against it has no object of its own.
constexpr std::string_view kNoObject =
    " do does done be been is are must should shall may can will run runs running rerun execute executes executed use"
    " used call called needed started start it this that them these those they both either any all of above below"
    " following command commands here now ever yet again please just the a an in on by hand to for out step steps plan"
    " limits but and or at us ";

bool IsPronoun(const SaidWords& words, std::size_t at) {
  if (at >= words.size()) return false;
  if (IsIn(" it them they both either neither none above command commands ", words[at])) return true;
  if (!IsIn(" this that these those ", words[at])) return false;
  return at + 1 == words.size() ||
         IsIn(" is are must should command commands here now ever again in on by at or and of ", words[at + 1]);
}

bool HasPronoun(const SaidWords& words, std::size_t begin, std::size_t end) {
  for (std::size_t at = begin; at < std::min(end, words.size()); ++at) {
    if (IsPronoun(words, at)) return true;
  }
  return false;
}

// "do not run it", "never execute any of these", "it must not be run", "CI runs it".
bool SpeaksOfRunningIt(const SaidWords& words) {
  constexpr std::size_t kAnyOfThese = 3;
  const auto found = std::ranges::find_if(words, [](const std::string& word) { return IsDenyingWord(word); });
  const auto denial = static_cast<std::size_t>(found - words.begin());
  const bool others = AnyWord(words, [](std::string_view word) { return IsIn(kOthers, word); });
  for (std::size_t at = 1; at < words.size(); ++at) {
    const bool object = HasPronoun(words, at + 1, at + 1 + kAnyOfThese);
    if (others && IsIn(" runs does executes run ", words[at]) && IsPronoun(words, at + 1)) return true;
    if (denial >= at) continue;
    if (IsIn(" run execute use call start do running using ", words[at]) && object) return true;
    const bool passive = words[at] == "run" && IsIn(" be is are been not never ever ", words[at - 1]);
    if ((passive || IsIn(" executed used called started done needed ", words[at])) && HasPronoun(words, 0, at))
      return true;
  }
  // "skip it"
  return denial < words.size() && IsPronoun(words, denial + 1);
}

// The end of a denial at `at` that denies nothing of the code; `at`: it is none.
std::size_t EndOfHarmlessDenial(const SaidWords& words, std::size_t at) {
  constexpr std::string_view kBetween =
      " any a an the new single further need needs require requires use touch be have to give print show report ";
  constexpr std::string_view kMayBeMissing =
      " fail fails failing crash crashes hang hangs warning warnings error errors failure failures finding findings"
      " problem problems difference differences diff leak leaks regression regressions network internet docker gpu"
      " output ";
  if (!words[at].ends_with("n't") && !IsOneOf(words[at], {"not", "no", "without", "never", "cannot"})) return at;
  std::size_t next = at + 1;
  while (next < words.size() && IsIn(kBetween, words[next])) ++next;
  return next < words.size() && IsIn(kMayBeMissing, words[next]) ? next + 1 : at;
}

}  // namespace

bool IsDenyingWord(std::string_view word) { return word.ends_with("n't") || IsIn(kDenying, word); }

bool IsOtherActor(std::string_view word) { return IsIn(kOthers, word); }

bool IsAgainstWord(std::string_view word) {
  return IsDenyingWord(word) || IsIn(kLimiting, word) || IsIn(kOthers, word);
}

bool SaysAgainst(const SaidWords& words) {
  for (std::size_t at = 0; at < words.size();) {
    const std::size_t end = EndOfHarmlessDenial(words, at);
    const bool by_hand = words[at] == "hand" && at > 0 && words[at - 1] == "by";
    if (end == at && (by_hand || IsAgainstWord(words[at]))) return true;
    at = std::max(end, at + 1);
  }
  return false;
}

bool SpeaksAgainst(std::string_view sentence) {
  const SaidWords words = SaidWordsOf(sentence);
  if (!SaysAgainst(words)) return false;
  if (AllWords(words, [](std::string_view word) { return IsAgainstWord(word) || IsIn(kNoObject, word); })) return true;
  if (IsIn(" only optional optionally manually disabled deprecated skipped excluded left ", words[0])) return true;
  const bool by_hand = HasWord(words, {"manually", "yourself", "hand"});
  return (by_hand && HasPronoun(words, 0, words.size())) || SpeaksOfRunningIt(words);
}

}  // namespace forge
