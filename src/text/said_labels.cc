#include "text/said_labels.h"

#include <cstddef>
#include <string>
#include <vector>

#include "base/strings.h"
#include "text/code_spans.h"
#include "text/lines.h"
#include "text/said_sentences.h"
#include "text/said_words.h"

namespace forge {
namespace {

constexpr std::size_t kShortLabel = 3;

// "Billing", "Order totals": a capital or not, but only letters.
bool IsTitle(std::string_view text, const SaidWords& words) {
  text = WithoutEmphasis(text);
  if (!text.ends_with(':') || words.size() > kShortLabel) return false;
  text = WithoutEmphasis(text.substr(0, text.size() - 1));
  const bool plain =
      text.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz -") == std::string_view::npos;
  return plain && !AnyWord(words, IsNoWordOfTitle);
}

// Of the label of a block: "Undo", "Expected output", "CI".
bool NamesNoCheck(const SaidWords& words) {
  constexpr std::size_t kLongest = 4;
  if (words.empty() || words.size() > kLongest) return false;
  if (words.size() <= kShortLabel && HasWord(words, {"ci", "cron", "github", "gitlab", "jenkins", "nightly"}))
    return true;
  if (BeginsNoNameOfCheck(words.front())) return true;
  if (AnyWord(words, IsNameOfCheck)) return false;
  return IsAboutShipping(words.front()) || AnyWord(words, SaysLeftAlone) ||
         HasWord(words,
                 {"see",      "note",    "example",  "examples",    "expect",   "expected",   "output",  "outputs",
                  "result",   "results", "prints",   "returns",     "warning",  "caution",    "careful", "later",
                  "actual",   "stdout",  "stderr",   "sample",      "fallback", "workaround", "danger",  "resort",
                  "teardown", "legacy",  "obsolete", "alternative", "usage",    "contingency"});
}

// "`a` prints", "it should print:": what follows is what is seen.
bool EndsWithOutput(const SaidWords& words) {
  if (words.empty()) return false;
  const std::string& last = words.back();
  if (IsOneOf(last, {"prints", "outputs", "returns", "says", "shows", "reports", "contains", "printing", "printed"}))
    return true;
  return words.size() > 1 && IsOneOf(last, {"print", "output", "return", "say", "show", "report", "contain"}) &&
         LeadsToOutcome(words[words.size() - 2]);
}

// "CI runs", "They call".
bool SaysOthersRun(const SaidWords& words) {
  if (words.empty() || IsOneOf(words.front(), {"how", "which", "who", "we"})) return false;
  return IsOtherActor(words.front()) && AnyWord(words, IsAboutRunning);
}

// The words of a sentence without its code.
std::string WordsOutside(const SaidSentence& sentence) {
  std::string outside;
  std::size_t at = 0;
  for (const CodeSpan& span : sentence.spans) {
    outside += sentence.text.substr(at, span.begin - at);
    outside += ' ';
    at = span.end;
  }
  return outside += sentence.text.substr(at);
}

// "By hand" of "By hand: start the server, then"; empty: it has none.
std::string_view LabelOf(const SaidSentence& sentence) {
  const std::size_t colon = sentence.text.find(':');
  const bool before_code = sentence.spans.empty() || colon < sentence.spans[0].begin;
  return colon == std::string_view::npos || !before_code ? std::string_view() : sentence.text.substr(0, colon);
}

}  // namespace

bool EndsAsLabel(std::string_view text) {
  text = WithoutEmphasis(text);
  return text.ends_with(':') || text.ends_with(kEmDash) || text.ends_with(kEnDash) || text.ends_with(" -") ||
         text.ends_with(" --");
}

SaidLabel ReadSaidLabel(std::string_view text) {
  constexpr std::size_t kLongest = 16, kLongestBeforeDash = 5;
  const bool colon = WithoutEmphasis(text).ends_with(':');
  const std::size_t begin = text.find_last_of(",;");
  const SaidWords words = SaidWordsOf(begin == std::string_view::npos ? text : text.substr(begin + 1));
  if (words.empty() || words.size() > (colon ? kLongest : kLongestBeforeDash)) return SaidLabel::kAgainst;
  const bool by_others =
      AnyWord(words, IsOtherActor) && (words.size() <= kShortLabel || AnyWord(words, IsAboutRunning));
  const bool of_code =
      HasWord(words,
              {"see", "note", "example", "like", "file", "files", "read", "reads", "warning", "caution", "scope"}) ||
      (words.size() <= kShortLabel &&
       HasWord(words, {"expect", "expected", "output",  "result", "results", "prints", "returns",    "value",
                       "error",  "message",  "name",    "path",   "input",   "uses",   "based",      "changed",
                       "writes", "script",   "scripts", "helper", "depends", "deploy", "deployment", "careful"}));
  if (by_others || of_code || AnyWord(words, IsReserve) || AnyWord(words, SaysLeftAlone)) return SaidLabel::kAgainst;
  if (AnyWord(words, IsNameOfCheck) && !BeginsNoNameOfCheck(words.front())) return SaidLabel::kCheck;
  if (IsNameOfWhatIsChecked(words)) return SaidLabel::kPart;
  return IsTitle(text, words) ? SaidLabel::kTitle : SaidLabel::kAny;
}

bool LeadsOn(std::string_view text) {
  if (EndsAsLabel(text) || WithoutEmphasis(text).ends_with(',')) return true;
  const std::vector<CodeSpan> spans = CodeSpansOf(text);
  const SaidWords words = SaidWordsOf(spans.empty() ? text : text.substr(spans.back().end));
  return !words.empty() &&
         IsOneOf(words.back(), {"then", "and", "with", "by", "via", "using", "run", "following", "prints"});
}

bool KeepsFromRunning(std::string_view text) {
  if (LeadsToWhatIsNotRun(text)) return true;
  constexpr std::size_t kShortSentence = 5;
  const bool leads = LeadsOn(text);
  const std::vector<SaidSentence> sentences = SplitSaidSentences(text);
  for (const SaidSentence& sentence : sentences) {
    const bool last = &sentence == &sentences.back();
    if (!last && !sentence.spans.empty()) continue;
    const std::string outside = WordsOutside(sentence);
    const SaidWords words = SaidWordsOf(outside);
    // "There are no manual steps."
    if (SaysByHand(outside) && !AnyWord(words, IsDenyingAhead)) return true;
    if (DeniesRunning(outside)) return true;
    if (!last) continue;
    const SaidWords label = SaidWordsOf(LabelOf(sentence));
    if (NamesNoCheck(label) || SaysLimitAhead(label) || BeginsWithDenial(label)) return true;
    if ((leads || words.size() <= kShortSentence) && (SaysLimitAhead(words) || SaysOthersRun(words))) return true;
    if (BeginsWithDenial(words) || EndsWithOutput(words) || outside.find("~~") != std::string::npos) return true;
  }
  return false;
}

}  // namespace forge
