#include "text/said_sentences.h"

#include <algorithm>
#include <cstddef>
#include <string>

#include "base/strings.h"
#include "text/command_words.h"
#include "text/lines.h"
#include "text/plain_commands.h"
#include "text/said_words.h"

namespace forge {
namespace {

bool IsEndMark(char c) { return c == '.' || c == '!' || c == '?'; }

std::size_t SkipClosing(std::string_view text, std::size_t at) {
  return std::min(text.find_first_not_of("*_)\"'", at), text.size());
}

// May a full stop at `at` belong to a word: "e.g.", "1.", "incl."?
bool EndsAbbreviation(std::string_view text, std::size_t at) {
  std::size_t begin = at;
  while (begin > 0 && !IsBlank(text[begin - 1]) &&
         std::string_view("`()\n,;:*_").find(text[begin - 1]) == std::string_view::npos)
    --begin;
  const std::string word = Lower(text.substr(begin, at - begin));
  if (word.empty()) return false;
  if (word.size() == 1 || IsDigits(word) || word.find('.') != std::string::npos) return true;
  if (IsOneOf(word, {"incl", "excl", "resp", "approx", "viz", "etc", "vs", "esp", "cf", "eg", "ie", "ex", "no", "nos"}))
    return true;
  constexpr std::size_t kShort = 3;
  if (word.size() > kShort) return false;
  const std::size_t next = text.find_first_not_of(" \t\n", SkipClosing(text, at + 1));
  return next != std::string_view::npos && !IsUpper(text[next]);
}

bool EndsSentence(std::string_view text, std::size_t at) {
  if (!IsEndMark(text[at])) return false;
  const std::size_t behind = SkipClosing(text, at + 1);
  if (behind < text.size() && !IsBlank(text[behind]) && text[behind] != '\n') return false;
  return text[at] != '.' || !EndsAbbreviation(text, at);
}

// Behind it the sentence goes on with what it is about.
bool WantsMore(std::string_view word) {
  return IsIn(
      " print prints show shows output outputs return returns say says report reports with by and or but then the a"
      " an that to of in on at for from because as like see also run running execute via using is are when if after"
      " before with command following than into not never calls call uses use contains script file ",
      word);
}

std::vector<SaidSentence> SplitSentences(std::string_view text, bool by_lines);

}  // namespace

bool SentenceEnd::GoesOn(std::string_view line) const {
  line = Trim(line);
  if (!open_ || line.empty()) return false;
  if (brackets_ > 0) return true;
  if (finished_) return false;
  if (denies_ || wants_more_ || line.front() == '(') return true;
  if (!has_code_ && line.find('`') == std::string_view::npos) return false;
  std::string_view begin = line;
  begin.remove_prefix(std::min(begin.find_first_not_of("*_\"'"), begin.size()));
  if (begin.empty() || IsUpper(begin.front())) return false;
  if (begin.front() == '`') return !ends_with_code_ && !says_outcome_;
  if (!ends_with_code_) return true;
  return !IsPlainCommand(line);  // "is not changed"
}

void SentenceEnd::Add(std::string_view line, bool goes_on) {
  line = Trim(line);
  if (!goes_on) *this = {};
  if (line.empty()) return;
  open_ = true;
  const std::vector<SaidSentence> sentences = SplitSentences(line, false);
  const SaidSentence& last = sentences.back();
  if (sentences.size() > 1) denies_ = false, brackets_ = 0;
  std::string outside;
  std::size_t at = 0;
  for (const CodeSpan& span : last.spans) {
    outside += last.text.substr(at, span.begin - at);
    outside += ' ';
    at = span.end;
  }
  has_code_ = has_code_ || std::ranges::any_of(sentences, [](const SaidSentence& each) { return !each.spans.empty(); });
  if (!has_code_ && !goes_on && IsCommand(line)) {
    finished_ = true;
    return;
  }
  const std::string_view behind = last.text.substr(at);
  outside += behind;
  for (char c : outside) brackets_ = c == '(' ? brackets_ + 1 : c == ')' ? std::max(0, brackets_ - 1) : brackets_;
  const SaidWords words = SaidWordsOf(outside);
  denies_ = denies_ || std::ranges::any_of(words, [](const std::string& word) { return IsDenyingWord(word); });
  const std::string_view end = line.substr(0, line.find_last_not_of("*_\"'") + 1);
  ends_with_code_ = SaidWordsOf(behind).empty() && !last.spans.empty();
  // Of the whole line, so that a stop before a closing bracket counts.
  std::size_t stop = line.size();
  while (stop > 0 && std::string_view("*_)\"'").find(line[stop - 1]) != std::string_view::npos) --stop;
  finished_ = stop > 0 && (EndsSentence(line, stop - 1) || (line[stop - 1] == ';' && !denies_));
  const SaidWords said = SaidWordsOf(behind);
  wants_more_ = end.ends_with(',') || end.ends_with(':') || end.ends_with('&') || end.ends_with('+') ||
                end.ends_with(kEmDash) || end.ends_with(kEnDash) || end.ends_with(" -") ||
                (!said.empty() && WantsMore(said.back()));
  says_outcome_ = !said.empty() && IsOneOf(said.back(), {"pass", "passes", "succeed", "succeeds", "works", "green"});
}

namespace {

std::vector<SaidSentence> SplitSentences(std::string_view text, bool by_lines) {
  const std::vector<CodeSpan> spans = CodeSpansOf(text);
  std::vector<SaidSentence> sentences;
  const std::size_t last_close = text.rfind(')');
  std::size_t begin = 0, line_begin = 0, span = 0;
  SentenceEnd end;
  int brackets = 0;
  const auto close = [&](std::size_t to, bool asks) {
    SaidSentence& sentence = sentences.emplace_back();
    sentence.text = text.substr(begin, to - begin);
    sentence.asks = asks;
    begin = to;
    brackets = 0;
  };
  for (std::size_t at = 0; at < text.size(); ++at) {
    while (span < spans.size() && spans[span].end <= at) ++span;
    if (span < spans.size() && at >= spans[span].begin) {
      at = spans[span].end - 1;
      continue;
    }
    const char c = text[at];
    if (c == '(') ++brackets;
    if (c == ')') brackets = std::max(0, brackets - 1);
    if (c == '\n' && by_lines) {
      end.Add(text.substr(line_begin, at - line_begin), line_begin > begin);
      line_begin = at + 1;
      const std::size_t next = std::min(text.find('\n', line_begin), text.size());
      if (at > begin && !end.GoesOn(text.substr(line_begin, next - line_begin))) close(at + 1, false);
      continue;
    }
    const bool within = brackets > 0 && last_close != std::string_view::npos && at < last_close;
    if (!within && EndsSentence(text, at)) close(SkipClosing(text, at + 1), c == '?');
  }
  if (begin < text.size() || sentences.empty()) close(text.size(), false);
  std::size_t offset = 0;
  std::size_t next = 0;
  for (SaidSentence& sentence : sentences) {
    for (; next < spans.size() && spans[next].begin < offset + sentence.text.size(); ++next) {
      CodeSpan placed = spans[next];
      placed.begin -= offset;
      placed.end -= offset;
      sentence.spans.push_back(placed);
    }
    offset += sentence.text.size();
  }
  return sentences;
}

}  // namespace

std::vector<SaidSentence> SplitSaidSentences(std::string_view text) { return SplitSentences(text, true); }

}  // namespace forge
