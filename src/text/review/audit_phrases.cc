#include "text/review/audit_phrases.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/strings.h"
#include "text/lines.h"
#include "text/prose.h"
#include "text/review/audit_shapes.h"
#include "text/review/audit_words.h"
#include "text/review/verdict.h"

namespace forge {
namespace {

using namespace audit_words;

constexpr std::size_t kLongestSentence = 400;
constexpr std::size_t kOverlap = 8;  // longer than any phrase
constexpr std::size_t kLongestWord = 16;
constexpr std::string_view kCurlyApostrophe = "\xE2\x80\x99";

// Bytes of an apostrophe at `at`, straight or curly; 0 for anything else.
std::size_t ApostropheAt(std::string_view line, std::size_t at) {
  if (line[at] == '\'') return 1;
  return line.substr(at).starts_with(kCurlyApostrophe) ? kCurlyApostrophe.size() : 0;
}

bool IsRow(std::string_view line) { return AfterListMarkers(line).starts_with('|'); }

// `**Label:**` and `**Label**:` begin a new sentence even without a full stop before them.
bool IsBoldLabel(std::string_view line) {
  constexpr std::size_t kLongestLabel = 40;
  std::string_view bare = Trim(line);
  if (!bare.starts_with("**")) return false;
  std::string_view head = bare.substr(2, kLongestLabel);
  std::size_t close = head.find("**");
  if (close == std::string_view::npos || close == 0) return false;
  return head[close - 1] == ':' || head.substr(close + 2).starts_with(':');
}

// "Severity: none" is complete with or without a period.
bool IsSeverityLine(std::string_view line) {
  constexpr std::size_t kFew = 4;
  std::vector<std::string> words = WordsOf(line, kFew + 1);
  return !words.empty() && words.size() <= kFew && SeverityWord(words.back()) &&
         std::find(words.begin(), words.end(), "severity") != words.end();
}

bool IsUncheckedBox(std::string_view line) { return IsListItem(line) && AfterListMarkers(line).starts_with("[ ]"); }

}  // namespace

void PhraseReader::Line(int number, std::string_view line) {
  bool heading = ParseHeading(line).level > 0;
  bool item = IsListItem(line);
  bool blank = Trim(line).empty();
  if (blank || item || heading || IsRow(line) || IsBoldLabel(line)) Break();
  if (tokens_.empty() && !item && !blank) bad_lead_in_ = false;
  if (tokens_.empty()) in_item_ = item;
  line_ = number;
  line_start_ = true;
  if (IsUncheckedBox(line)) return;
  for (std::size_t at = 0; at < line.size();) {
    if (IsLetterOrDigit(line[at])) {
      ReadWord(line, at);
    } else {
      ReadOther(line, at);
    }
  }
  if (heading || IsRow(line) || IsSeverityLine(line)) Break();
}

void PhraseReader::ReadWord(std::string_view line, std::size_t& at) {
  std::array<char, kLongestWord> word{};
  std::size_t length = 0;
  bool apostrophe = false;
  while (at < line.size()) {
    if (std::size_t mark = ApostropheAt(line, at)) {
      apostrophe = true;
      at += mark;
      continue;
    }
    if (!IsLetterOrDigit(line[at])) break;
    char c = line[at++];
    if (length < word.size()) word[length] = IsUpper(c) ? static_cast<char>(c - 'A' + 'a') : c;
    ++length;
  }
  abbreviation_ = false;
  if (length > word.size()) return Add(0);
  std::string_view text(word.data(), length);
  abbreviation_ = length == 1 || text == "etc" || text == "vs" || text == "cf";
  Add(apostrophe && text.ends_with("nt") ? static_cast<std::uint32_t>(kNot) : KindOf(text));
}

void PhraseReader::ReadOther(std::string_view line, std::size_t& at) {
  constexpr std::pair<std::string_view, std::uint32_t> kMarks[] = {
      {kEmDash, kClause},     {kEnDash, kClause},          // dashes
      {"\xE2\x9D\x8C", kNot}, {"\xE2\x9C\x97", kNot},      // crosses
      {"\xE2\x9C\x98", kNot}, {"\xF0\x9F\x9A\xAB", kNot},  // cross, no entry
      {"\xE2\x9B\x94", kNot}, {"~~", kStrike},
      {" - ", kClause},
  };
  for (const auto& [mark, kind] : kMarks) {
    if (line[at] != mark[0] || !line.substr(at).starts_with(mark)) continue;
    Add(kind);
    at += mark.size();
    return;
  }
  char c = line[at++];
  bool inside_word = at < line.size() && IsLetterOrDigit(line[at]);
  switch (c) {
    case ',':
    case ':':
    case '(':
    case ')': return Add(kClause);
    case '|': return Add(kCell);
    case '?': {
      // The answer is part of it: "Ready to approve? No."
      std::size_t n = tokens_.size();
      bool asks = (n >= 3 && ReadyPhraseAt(n - 3) == n) || (n >= 4 && ReadyPhraseAt(n - 4) == n);
      return asks ? Add(kQuestion) : EndSentence();
    }
    case '.':
      if (!inside_word && !abbreviation_) EndSentence();
      return;
    case '!':
    case ';':
      if (!inside_word) EndSentence();
      return;
    default: return;
  }
}

void PhraseReader::Add(std::uint32_t token) {
  if (tokens_.size() >= kLongestSentence) {
    Judge();
    tokens_.erase(tokens_.begin(), tokens_.end() - kOverlap);
    cut_ = true;
  }
  tokens_.push_back(line_start_ ? token | kLineStart : token);
  line_start_ = false;
}

void PhraseReader::Break() {
  if (tokens_.empty()) return;
  bool leads_in = !in_item_ || Is(tokens_.size() - 1, kClause);
  bad_lead_in_ = bad_lead_in_ || (leads_in && Any(0, tokens_.size(), kNot | kIf));
  EndSentence();
}

void PhraseReader::EndSentence() {
  if (!tokens_.empty()) Judge();
  tokens_.clear();
  cut_ = false;
}

bool PhraseReader::Any(std::size_t begin, std::size_t end, std::uint32_t kind) const {
  for (std::size_t i = begin; i < end; ++i) {
    if (Is(i, kind)) return true;
  }
  return false;
}

bool PhraseReader::StrongNegation(std::size_t begin, std::size_t end) const {
  for (std::size_t i = begin; i < end; ++i) {
    if (Is(i, kNot) || (Is(i, kNo) && i + 1 < end && Is(i + 1, kNoWay))) return true;
  }
  return false;
}

// In the same clause and line: what stands on the line above belongs to something else more often than not, and taking
// a demand as negated would be the worse mistake.
bool PhraseReader::NegatedShortlyBefore(std::size_t at, std::uint32_t kind) const {
  constexpr std::size_t kReach = 4;
  for (std::size_t back = 1; back <= std::min(at, kReach); ++back) {
    if (Is(at - back, kBreaks) || Is(at - back + 1, kLineStart)) return false;
    if (Is(at - back, kind)) return true;
  }
  return false;
}

std::size_t PhraseReader::ClauseStart(std::size_t at) const {
  while (at > 0 && !Is(at - 1, kBreaks)) --at;
  return at;
}

// "ready to approve", "ready for approval", "ready to be approved".
std::size_t PhraseReader::ReadyPhraseAt(std::size_t at) const {
  if (!Is(at, kReady)) return 0;
  if (Is(at + 1, kTo | kFor) && Is(at + 2, kApprove)) return at + 3;
  return Is(at + 1, kTo) && Is(at + 2, kBe) && Is(at + 3, kApprove) ? at + 4 : 0;
}

// "needs revision", "needs some more revision", "needs to be revised", "must be revised", "revision is required".
std::size_t PhraseReader::RevisionPhraseAt(std::size_t at) const {
  if (Is(at, kNeed | kNeeds)) {
    std::size_t noun = at + 1;
    while (noun < tokens_.size() && noun < at + 3 && (tokens_[noun] & ~kLineStart) == 0) ++noun;
    if (Is(noun, kRevision)) return noun + 1;
    std::size_t to = Is(at + 1, kTo) ? 1 : 0;
    return Is(at + 1 + to, kBe) && Is(at + 2 + to, kRevised) ? at + 3 + to : 0;
  }
  std::size_t verb = Is(at + 1, kVerb) ? 1 : 0;
  return Is(at, kRevision) && Is(at + 1 + verb, kNeeded) ? at + 2 + verb : 0;
}

PhraseReader::Answer PhraseReader::AnswerAfter(std::size_t at) const {
  bool asked = false;
  for (; Is(at, kBreaks); ++at) asked = asked || Is(at, kQuestion | kCell);
  if (at >= tokens_.size()) return at > 0 && Is(at - 1, kQuestion) ? Answer::kOpen : Answer::kNothing;
  bool alone = at + 1 == tokens_.size() || Is(at + 1, kBreaks);
  if (Is(at, kFalse) && alone) return Answer::kNo;
  if (Is(at, kYes)) return Answer::kYes;
  return asked ? Answer::kOpen : Answer::kNothing;
}

// "I see no gaps, so it is ready": what comes before "so" is not negating what comes after.
bool PhraseReader::PremiseOnly(std::size_t clause, std::size_t begin) const {
  return clause > 0 && Is(clause - 1, kSo) && Any(clause, begin, kVerb);
}

bool PhraseReader::IsDoubtful(std::size_t begin, std::size_t end, std::size_t clause) const {
  if (cut_ || bad_lead_in_ || AnswerAfter(end) == Answer::kOpen) return true;
  if (Any(end, tokens_.size(), kAfter | kNot) || Any(0, begin, kIf) || Any(clause, begin, kHedge)) return true;
  if (begin > 0 && Is(begin - 1, kBe)) return true;  // "to be ready", "would, I think, be ready"
  for (std::size_t i = 0; i < begin; ++i) {
    if (Is(i, kOnly) && Is(i + 1, kAfter)) return true;
  }
  if (!PremiseOnly(clause, begin)) {
    if (StrongNegation(0, clause)) return true;
    if (Any(0, clause, kNo) && Is(clause, kVerb)) return true;  // "No part of it, as written, is ready"
  }
  auto first = tokens_.begin();
  return std::count_if(first, first + static_cast<std::ptrdiff_t>(begin),
                       [](std::uint32_t token) { return (token & kStrike) != 0; }) %
             2 !=
         0;
}

void PhraseReader::JudgeReady(std::size_t begin, std::size_t end) {
  std::size_t clause = ClauseStart(begin);
  bool negative = StrongNegation(clause, begin) || AnswerAfter(end) == Answer::kNo;
  bool doubtful = false;
  for (std::size_t i = clause; i < begin; ++i) {
    if (!Is(i, kNo) || (i > 0 && Is(i - 1, kWith))) continue;
    // "No part of this is ready", but also "no gaps this is ready": code cannot tell them apart.
    (Any(i, begin, kVerb) ? doubtful : negative) = true;
  }
  if (negative) {
    evidence_.revise = true;
  } else if (doubtful || IsDoubtful(begin, end, clause)) {
    evidence_.AddDoubt(line_, "whether it is ready to approve cannot be told from the sentence");
  } else {
    evidence_.ready = true;
  }
}

void PhraseReader::Judge() {
  for (std::size_t i = 0; i < tokens_.size() && !evidence_.revise; ++i) {
    if (std::size_t ready_end = ReadyPhraseAt(i)) {
      JudgeReady(i, ready_end);
      i = ready_end - 1;
    } else if (Is(i, kApprove)) {
      // "Not approved", "cannot be approved", "no approval".
      if (NegatedShortlyBefore(i, kNot) || (i > 0 && Is(i - 1, kNo))) evidence_.revise = true;
    } else if (std::size_t revision_end = RevisionPhraseAt(i)) {
      std::uint32_t negation = Is(i, kNeeds) ? kNo : kNo | kNot;
      if (!NegatedShortlyBefore(i, negation) && AnswerAfter(revision_end) != Answer::kNo) evidence_.revise = true;
    }
  }
}

std::optional<std::string_view> VerdictLabel(std::string_view line) {
  constexpr std::string_view kMarkup = "#*_`~\"' \t";
  constexpr std::string_view kWord = "verdict";
  std::string_view rest = AfterListMarkers(line);
  auto skip = [&rest, kMarkup] { rest.remove_prefix(std::min(rest.find_first_not_of(kMarkup), rest.size())); };
  auto take = [&rest](std::string_view word) {
    bool there = rest.size() >= word.size() && EqualsIgnoreCase(rest.substr(0, word.size()), word);
    if (there) rest.remove_prefix(word.size());
    return there;
  };
  skip();
  for (std::string_view first : {"overall ", "final ", "audit ", "my "}) {
    if (take(first)) break;
  }
  if (!take(kWord)) return std::nullopt;
  skip();
  if (rest.empty()) return rest;
  for (std::string_view separator : std::initializer_list<std::string_view>{":", "=", "-", kEmDash, kEnDash}) {
    if (!take(separator)) continue;
    skip();
    return TrimRight(rest);
  }
  return std::nullopt;
}

void ReadVerdictValue(int line, std::string_view value, AuditEvidence& evidence) {
  constexpr std::string_view kMarkup = "*_`~\"' \t";
  std::string_view bare = value.substr(std::min(value.find_first_not_of(kMarkup), value.size()));
  bare = bare.substr(0, bare.find_last_not_of(kMarkup) + 1);
  switch (ReadVerdictWords(bare)) {
    case Verdict::kApproved: evidence.ready = true; return;
    case Verdict::kRevision: evidence.revise = true; return;
    case Verdict::kMalformed: break;
  }
  AuditEvidence said;
  PhraseReader phrases(said);
  phrases.Line(line, value);
  phrases.Break();
  if (said.ready || said.revise || !said.doubt.empty()) {
    evidence.ready = evidence.ready || said.ready;
    evidence.revise = evidence.revise || said.revise;
    if (!said.doubt.empty()) evidence.AddDoubt(0, said.doubt);
    return;
  }
  constexpr std::size_t kLongestLevel = 32;
  if (auto level = bare.size() <= kLongestLevel ? SeverityWord(Lower(bare)) : std::nullopt) {
    evidence.AddLevel(*level);
  } else {
    evidence.AddDoubt(line, fmt::format("the verdict \"{}\" is not known", Excerpt(value, 40)));
  }
}

}  // namespace forge
