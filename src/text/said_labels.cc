#include "text/said_labels.h"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "base/strings.h"
#include "text/code_spans.h"
#include "text/command_words.h"
#include "text/lines.h"
#include "text/said_sentences.h"
#include "text/said_shapes.h"
#include "text/said_statements.h"
#include "text/said_words.h"

namespace forge {
namespace {

bool EndsWithJoint(const SaidWords& words) {
  return !words.empty() && (IsBy(words.back()) || IsOneOf(words.back(), {"then", "and", "run", "following", "also",
                                                                         "next", "finally", "afterwards"}));
}

bool IsFinished(std::string_view text) {
  text = WithoutEmphasis(text);
  return text.ends_with('.') || text.ends_with('!') || text.ends_with('?');
}

bool PointsAhead(std::string_view text) { return HasWord(SaidWordsOf(text), {"following", "below", "these"}); }

// "`a`", "`a` passes, then"; not "`a` prints", "`a`:", "By hand: `a`, then".
bool GoesOnWithCode(const SaidSentence& sentence) {
  const SaidShape shape = ReadSaidShape(sentence);
  const std::string_view behind = sentence.text.substr(sentence.spans.back().end);
  return shape.kind == SaidShape::Kind::kRun && !AnyWord(SaidWordsOf(behind), IsOutputVerb);
}

}  // namespace

bool EndsAsLabel(std::string_view text) {
  text = WithoutEmphasis(text);
  return text.ends_with(':') || text.ends_with(kEmDash) || text.ends_with(kEnDash) || text.ends_with(" -") ||
         text.ends_with(" --");
}

bool LeadsOn(std::string_view text) {
  if (IsFinished(text)) return false;
  if (EndsAsLabel(text) || WithoutEmphasis(text).ends_with(',')) return true;
  const std::vector<CodeSpan> spans = CodeSpansOf(text);
  const SaidWords words = SaidWordsOf(spans.empty() ? text : text.substr(spans.back().end));
  return EndsWithJoint(words) || (!words.empty() && IsOutputVerb(words.back()));
}

bool LetsRunBelow(std::string_view text, bool leads) {
  text = Trim(text);
  if (text.empty()) return true;
  const std::vector<SaidSentence> sentences = SplitSaidSentences(text);
  const bool against = std::ranges::any_of(sentences, [](const SaidSentence& sentence) {
    return sentence.spans.empty() && (SpeaksAgainst(sentence.text) || IsCondition(sentence.text));
  });
  if (against) return false;
  const SaidSentence& last = sentences.back();
  if (!last.spans.empty()) return GoesOnWithCode(last);
  if (leads || !IsFinished(last.text) || PointsAhead(last.text)) return IntroducesCode(last.text);
  return true;
}

bool TakesBack(std::string_view text) {
  text = Trim(text);
  if (text.empty()) return false;
  const std::vector<SaidSentence> sentences = SplitSaidSentences(text);
  const SaidSentence& first = sentences[0];
  if (IsCommand(first.text)) return false;  // "make x must never be run" speaks of itself
  if (first.spans.empty())
    return (SpeaksAgainst(first.text) || IsCondition(first.text) || Warns(first.text) || SaysItDestroys(first.text)) &&
           !(sentences.size() == 1 && LeadsOn(text));
  const std::string_view lead = first.text.substr(0, first.spans[0].begin);
  return HasWord(SaidWordsOf(lead), {"it", "this", "that", "them", "these"}) && SpeaksAgainst(lead);
}

bool TakesBackAll(std::string_view text) {
  return HasWord(SaidWordsOf(text),
                 {"them", "these", "those", "all", "both", "any", "either", "neither", "none", "commands"});
}

}  // namespace forge
