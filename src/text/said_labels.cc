#include "text/said_labels.h"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "base/strings.h"
#include "text/code_spans.h"
#include "text/command_words.h"
#include "text/lines.h"

namespace forge {
namespace {

bool EndsWithJoint(const SaidWords& words) {
  return !words.empty() && IsOneOf(words.back(), {"then", "and", "with", "by", "via", "using", "run", "following",
                                                  "also", "next", "finally", "afterwards"});
}

// "`a` prints", "it should print:", "`a` must give this output:", "`a`:": what follows is what is seen.
bool LeadsToOutput(const SaidSentence& sentence) {
  const std::size_t behind = sentence.spans.empty() ? 0 : sentence.spans.back().end;
  const SaidWords words = SaidWordsOf(sentence.text.substr(behind));
  const bool goes_on = EndsWithJoint(words) || WithoutEmphasis(sentence.text).ends_with(',');
  if (!sentence.spans.empty()) return LeadsOn(sentence.text) && !goes_on;
  return !words.empty() && (IsOutputVerb(words.back()) || IsOneOf(words.back(), {"result", "results", "expected"}));
}

}  // namespace

bool EndsAsLabel(std::string_view text) {
  text = WithoutEmphasis(text);
  return text.ends_with(':') || text.ends_with(kEmDash) || text.ends_with(kEnDash) || text.ends_with(" -") ||
         text.ends_with(" --");
}

bool LeadsOn(std::string_view text) {
  if (EndsAsLabel(text) || WithoutEmphasis(text).ends_with(',')) return true;
  const std::vector<CodeSpan> spans = CodeSpansOf(text);
  const SaidWords words = SaidWordsOf(spans.empty() ? text : text.substr(spans.back().end));
  return EndsWithJoint(words) || (!words.empty() && IsOutputVerb(words.back()));
}

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

SaidAround ReadIntroduction(std::string_view text, bool leads) {
  text = Trim(text);
  if (text.empty()) return SaidAround::kNeutral;
  const std::vector<SaidSentence> sentences = SplitSaidSentences(text);
  const bool against = std::ranges::any_of(
      sentences, [](const SaidSentence& sentence) { return sentence.spans.empty() && SpeaksAgainst(sentence.text); });
  const SaidSentence& last = sentences.back();
  if (against || LeadsToOutput(last) || last.text.find("~~") != std::string_view::npos) return SaidAround::kAgainst;
  const SaidAround around = WordsAround(SaidWordsOf(WordsOutside(last)));
  if (leads || LeadsOn(text)) return around;
  return !last.spans.empty() && around == SaidAround::kAgainst ? around : SaidAround::kNeutral;
}

bool TakesBack(std::string_view text) {
  text = Trim(text);
  if (text.empty()) return false;
  const std::vector<SaidSentence> sentences = SplitSaidSentences(text);
  const SaidSentence& first = sentences[0];
  if (IsCommand(first.text)) return false;  // "make x must never be run" speaks of itself
  if (first.spans.empty()) return SpeaksAgainst(first.text, true) && !(sentences.size() == 1 && LeadsOn(text));
  const std::string_view lead = first.text.substr(0, first.spans[0].begin);
  return HasWord(SaidWordsOf(lead), {"it", "this", "that", "them", "these"}) && SpeaksAgainst(lead, true);
}

bool TakesBackAll(std::string_view text) {
  return HasWord(SaidWordsOf(text), {"them", "these", "those", "all", "both", "any", "either"});
}

}  // namespace forge
