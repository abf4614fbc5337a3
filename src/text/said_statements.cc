#include "text/said_statements.h"

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>

#include "base/strings.h"
#include "text/said_shapes.h"
#include "text/said_words.h"

namespace forge {
namespace {

using WordSpan = std::span<const std::string>;

// What they begin needs a comma and a main clause to be more than a condition.
constexpr std::string_view kConjunctions =
    " after before once when whenever if unless until till while where wherever should provided assuming as ";
constexpr std::string_view kPrepositions =
    " on in for at by during with to from within outside inside upon per under through throughout depending of into"
    " without via using like than and or but nor ";
constexpr std::string_view kVerbs =
    " is are must should shall cannot can may will has have stays stay remains remain needs need exists exist passes"
    " pass works work fails fail takes take ";
constexpr std::string_view kDeterminers = " the a an its their his no all each every any one two three both ";
constexpr std::string_view kPlaces = " from in at the root of project repository repo directory checkout ";
constexpr std::string_view kExamples = " example examples sample reference illustration instance old legacy previous ";
constexpr std::string_view kAroundExamples = " a an as the this that it is was for just only one command commands way ";
// What must hold before.
constexpr std::string_view kPrior =
    " first beforehand already merged released deployed approved running started up live ready available ";
// "The new test covers it.": of which every word is one of these.
constexpr std::string_view kOfTests =
    " the a this these its own our new existing added extended unit integration regression smoke two three test tests "
    "case"
    " cases suite ";
constexpr std::string_view kCovers = " cover covers prove proves show shows check checks exercise exercises ";
constexpr std::string_view kCovered = " it this that the a change fix step bug case cases behaviour behavior both all ";
// "No regressions.": what a check must not find.
constexpr std::string_view kFound =
    " regression regressions failure failures error errors warning warnings finding findings crash crashes leak leaks ";
constexpr std::string_view kDangers =
    " careful caution cautious beware danger dangerous destructive irreversible risky ";
constexpr std::string_view kAsks = " ask tell warn notify inform consult coordinate confirm check talk ";
constexpr std::string_view kConsents = " approval permission consent sign-off signoff go-ahead ";
constexpr std::string_view kDestroys =
    " delete deletes wipe wipes erase erases destroy destroys overwrite overwrites drop drops truncate truncates purge"
    " purges deploy deploys publish publishes push pushes ship ships upload uploads charge charges reboot reboots ";
constexpr std::string_view kRunWords = " run runs running execute executes executed do does done start starts call ";

bool Has(WordSpan words, std::string_view list) {
  for (const std::string& word : words) {
    if (IsIn(list, word)) return true;
  }
  return false;
}

WordSpan WithoutOpening(WordSpan words) {
  while (!words.empty() && IsIn(" but and so then also only just please now ", words[0])) words = words.subspan(1);
  const bool runs = words.size() > 2 && IsIn(" run execute ", words[0]) && IsIn(" it this that these them ", words[1]);
  return runs ? words.subspan(2) : words;
}

// Behind the first word: a verb of the list, or a word that takes an object ("names the file").
bool HasClause(WordSpan words) {
  for (std::size_t at = 1; at < words.size(); ++at) {
    if (IsIn(kVerbs, words[at])) return true;
    const bool object = at + 1 < words.size() && IsIn(kDeterminers, words[at + 1]);
    if (object && !IsIn(kPrepositions, words[at]) && !IsIn(kConjunctions, words[at]) && !IsIn(kDeterminers, words[at]))
      return true;
  }
  return false;
}

bool RunsIt(WordSpan words) {
  for (std::size_t at = 0; at + 1 < words.size(); ++at) {
    if (IsIn(kRunWords, words[at]) && IsIn(" it this that these those them ", words[at + 1])) return true;
  }
  return false;
}

bool IsOnlyExample(WordSpan words) {
  for (const std::string& word : words) {
    if (!IsIn(kExamples, word) && !IsIn(kAroundExamples, word)) return false;
  }
  return Has(words, kExamples);
}

bool NamesPlace(WordSpan words) {
  for (const std::string& word : words) {
    if (!IsIn(kPlaces, word)) return false;
  }
  return true;
}

WordSpan WithoutWordsOf(WordSpan words, std::string_view list) {
  while (!words.empty() && IsIn(list, words[0])) words = words.subspan(1);
  return words;
}

// A fragment of which the grammar knows each word, and which says of the work that it is covered.
bool SaysCovered(WordSpan words) {
  const WordSpan verb = WithoutWordsOf(words, kOfTests);
  const WordSpan subject = words.first(words.size() - verb.size());
  if (verb.size() < 2 || !Has(subject, " test tests case cases suite ") || !IsIn(kCovers, verb[0])) return false;
  return WithoutWordsOf(verb.subspan(1), kCovered).empty();
}

bool SaysNoneFound(WordSpan words) {
  if (words.size() < 2 || !IsIn(" no without zero ", words[0])) return false;
  words = WithoutWordsOf(words.subspan(1), " new further any other and or ");
  return words.size() == 1 && IsIn(kFound, words[0]);
}

bool OpensCondition(const std::string& word) { return IsIn(kConjunctions, word) || IsIn(kPrepositions, word); }

}  // namespace

bool IsCondition(std::string_view sentence) {
  const SaidWords all = SaidWordsOf(sentence);
  const WordSpan words = WithoutOpening(all);
  if (words.empty() || IntroducesCode(sentence) || SaysNoneFound(all)) return false;
  if (const std::size_t colon = sentence.find(": "); colon != std::string_view::npos) {
    if (!SaidWordsOf(sentence.substr(colon)).empty()) return false;  // "By hand: look at it" is about something else
  }
  if (IsOnlyExample(words)) return true;
  if (!OpensCondition(words[0]) || NamesPlace(words)) return false;
  if (const std::size_t comma = sentence.find(','); comma != std::string_view::npos) {
    const SaidWords rest = SaidWordsOf(sentence.substr(comma + 1));
    return rest.size() < 2 || RunsIt(rest) || OpensCondition(rest[0]);
  }
  return IsIn(kConjunctions, words[0]) || !HasClause(words);
}

bool IsStatement(std::string_view sentence) {
  const SaidWords all = SaidWordsOf(sentence);
  const WordSpan words = WithoutOpening(all);
  constexpr std::size_t kFewest = 3;
  if (SaysCovered(all) || SaysNoneFound(all)) return true;
  if (words.size() < kFewest || IsCondition(sentence) || RunsIt(words) || Has(words, kPrior)) return false;
  if (IsIn(" do don't never ", words[0])) return true;
  if (OpensCondition(words[0])) return sentence.contains(',');
  if (IsIn(" what how why who which ", words[0])) return false;
  if (IsIn(" this that these those ", words[0])) return IsIn(" must should ", words[1]);
  return HasClause(words);
}

bool Warns(std::string_view sentence) {
  const SaidWords all = SaidWordsOf(sentence);
  const WordSpan words = WithoutOpening(all);
  if (words.empty()) return false;
  if (Has(words, kDangers) || (words.size() > 1 && words[0] == "warning")) return !Has(words, " no not nothing never ");
  if (IsIn(kAsks, words[0]) && Has(words, " first before beforehand ")) return true;
  return Has(words, kConsents) && Has(words, " needs need requires require get wait with after ask only until ");
}

bool SaysItDestroys(std::string_view sentence) {
  const SaidWords all = SaidWordsOf(sentence);
  const WordSpan words = WithoutOpening(all);
  constexpr std::size_t kNear = 5;  // "it will also delete", "the command then deletes"
  const bool of_code = !words.empty() && (IsIn(" it this that they these those which ", words[0]) ||
                                          Has(words.first(std::min<std::size_t>(words.size(), 2)), " command script "));
  if (!of_code) return false;
  const WordSpan near = words.first(std::min(words.size(), kNear));
  return Has(near, kDestroys) && !Has(near, " no not nothing never doesn't don't won't must should cannot ");
}

bool GoesOnWithBefore(std::string_view sentence) {
  const SaidWords words = SaidWordsOf(sentence);
  const std::size_t at = !words.empty() && IsDigits(words[0]) ? 1 : 0;
  return at < words.size() &&
         IsIn(" then afterwards next finally lastly and also again plus second third last ", words[at]);
}

}  // namespace forge
