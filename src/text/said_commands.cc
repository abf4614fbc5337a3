#include "text/said_commands.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "base/strings.h"
#include "text/check_commands.h"
#include "text/command_words.h"
#include "text/lines.h"
#include "text/said_labels.h"
#include "text/said_sentences.h"
#include "text/said_words.h"

namespace forge {
namespace {

bool IsJoint(std::string_view word) {
  return IsDigits(word) || IsOneOf(word, {"and", "or", "then", "also", "plus", "followed", "by"});
}

// Between two code spans that are said in one breath: "`a`, `b` and `c`".
bool JoinsSpans(std::string_view between) {
  constexpr std::string_view kMarks = ",&+/ \t\n*_";
  if (std::ranges::all_of(between, [&](char c) { return kMarks.find(c) != std::string_view::npos; })) return true;
  if (between.find_first_of(".:()[]!?") != std::string_view::npos) return false;
  const SaidWords words = SaidWordsOf(between);
  return !words.empty() && words.size() <= 3 && AllWords(words, IsJoint);
}

// "`a`, not `b`", "`a` instead of `b`": said of what follows alone.
bool DeniesNext(const SaidWords& words) {
  return AnyWord(words, IsDenyingAhead) && AllWords(words, [](std::string_view word) {
           return IsDenyingAhead(word) || IsOneOf(word, {"but", "and", "of", "than"});
         });
}

// The last comma, semicolon, dash, colon, *and*, *then* or *but* of a text, and what it parts.
struct Parted {
  std::string_view tail;  // before it
  std::string_view lead;  // behind it
  char mark = '\0';       // '&' for a word, '-' for a dash; none: both parts are the whole
};

std::size_t DashLength(std::string_view text) {
  if (text.starts_with(kEmDash)) return kEmDash.size();
  if (text.starts_with(kEnDash)) return kEnDash.size();
  if (text.starts_with(" - ")) return 3;
  return text.starts_with(" -- ") ? 4 : 0;
}

std::size_t JoiningWordLength(std::string_view text, std::size_t at) {
  if (at > 0 && !IsBlank(text[at - 1]) && text[at - 1] != '\n') return 0;
  for (std::string_view word : {"and ", "then ", "but "}) {
    if (text.size() - at >= word.size() && EqualsIgnoreCase(text.substr(at, word.size()), word)) return word.size();
  }
  return 0;
}

Parted PartAtLast(std::string_view text) {
  Parted parted = {text, text, '\0'};
  std::size_t end = 0;  // of the parting before
  for (std::size_t at = 0; at < text.size(); ++at) {
    const std::size_t dash = DashLength(text.substr(at));
    const std::size_t word = JoiningWordLength(text, at);
    const bool mark = text[at] == ',' || text[at] == ';' || text[at] == ':';
    if (dash == 0 && word == 0 && !mark) continue;
    const char kind = dash > 0 ? '-' : word > 0 ? '&' : text[at];
    const bool more = parted.mark != '\0' && Trim(text.substr(end, at - end)).empty();  // ", and then": one parting
    const std::string_view tail = more ? parted.tail : text.substr(0, at);
    const char strongest = more && kind == '&' ? parted.mark : kind;
    end = at + std::max<std::size_t>(dash + word, 1);
    parted = {tail, text.substr(end), strongest};
    at = end - 1;
  }
  return parted;
}

// One or more spans that are joined, with what stands around them.
struct SpanGroup {
  std::size_t first = 0, last = 0;  // places of spans
  std::string_view before;          // from the group before, or the beginning
  std::string_view lead;            // the clause of it that ends here
  char mark = '\0';                 // what begins that clause
  std::string_view tail;            // what goes on behind
  bool in_brackets = false;
};

std::vector<SpanGroup> GroupSpans(const SaidSentence& sentence) {
  std::vector<SpanGroup> groups;
  std::size_t at = 0;
  int open = 0;
  for (std::size_t i = 0; i < sentence.spans.size(); ++i) {
    const std::string_view before = sentence.text.substr(at, sentence.spans[i].begin - at);
    at = sentence.spans[i].end;
    for (char c : before) open = c == '(' ? open + 1 : c == ')' ? std::max(0, open - 1) : open;
    if (i > 0 && JoinsSpans(before)) {
      groups.back().last = i;
      continue;
    }
    const Parted parted = PartAtLast(before);
    if (i > 0 && !DeniesNext(SaidWordsOf(before))) groups.back().tail = parted.tail;
    groups.push_back({i, i, before, parted.lead, parted.mark, {}, open > 0});
  }
  if (!groups.empty()) groups.back().tail = sentence.text.substr(at);
  return groups;
}

bool HasArguments(std::string_view code) { return code.find_first_of(" \t") != std::string_view::npos; }

bool CanBeCommand(std::string_view code) { return HasArguments(code) || IsCommand(code, true); }

// A path alone may also be what the sentence is about.
bool IsClear(std::string_view code) {
  return HasArguments(code) || (IsCommand(code, true) && code.find_first_of("/.") == std::string_view::npos);
}

bool IsCheck(std::string_view code) { return IsCommand(code, true) && IsCheckCommand(code); }

// "Then", "1.", "Finally,".
bool IsConnective(std::string_view word) {
  return IsJoint(word) || IsOneOf(word, {"first", "finally", "now", "next", "last", "lastly", "afterwards", "again",
                                         "second", "third", "just", "please"});
}

// "Run", "Build with", "Unit tests:".
bool IsOrder(std::string_view lead, const SaidWords& words) {
  if (EndsAsLabel(lead)) return true;
  return !words.empty() && (IsRunVerb(words.back()) || IsBy(words.back()));
}

bool SaysOutcome(const SaidWords& tail) {
  return HasWord(tail,
                 {"pass", "passes", "passed", "succeed", "succeeds", "exit", "exits", "green", "fail", "fails"}) ||
         AnyWord(tail, IsOutputVerb);
}

// "(slow)", "- the whole", ": all of it"; or nothing.
bool IsRemark(std::string_view tail) {
  tail = WithoutEmphasis(tail);
  return SaidWordsOf(tail).empty() || std::string_view("(:,;-=").contains(tail.front()) || tail.starts_with(kEmDash) ||
         tail.starts_with(kEnDash);
}

class SentenceOfCommands {
 public:
  explicit SentenceOfCommands(const SaidSentence& sentence) : sentence_(sentence), groups_(GroupSpans(sentence)) {}

  // `alone`: there is nothing in the text but code.
  void Read(bool denied, bool alone, SaidCommands& said) {
    denied_ = denied || sentence_.asks || SaysInstead();
    for (std::size_t i = 0; i < groups_.size(); ++i) {
      Follow(groups_[i].before);
      std::vector<std::string>& list = !denied_ && (alone || IsRun(i)) ? said.commands : said.cited;
      for (std::size_t span = groups_[i].first; span <= groups_[i].last; ++span)
        list.emplace_back(sentence_.spans[span].text);
    }
  }

 private:
  // "`a`: run `b` instead": which of them is meant?
  bool SaysInstead() const {
    const SaidWords words = SaidWordsOf(WordsOutside(sentence_));
    const auto found = std::ranges::find(words, "instead");
    return found != words.end() && (found + 1 == words.end() || *(found + 1) != "of");
  }

  // What is said before the code. A denial holds to the end of the sentence, the rest up to a semicolon.
  void Follow(std::string_view text) {
    const SaidWords all = SaidWordsOf(text);
    const bool but = !all.empty() && all.back() == "but";
    const bool denies = WordsAround(all) == SaidAround::kAgainst && AnyWord(all, IsDenyingAhead);
    denied_ = denied_ || denies || but || text.find("~~") != std::string_view::npos;
    const std::size_t semicolon = text.rfind(';');
    const SaidWords words = semicolon == std::string_view::npos ? all : SaidWordsOf(text.substr(semicolon + 1));
    if (semicolon != std::string_view::npos && !words.empty()) around_ = SaidAround::kNeutral;
    around_ = std::max(around_, WordsAround(words));
  }

  bool IsRun(std::size_t place) const {
    const SpanGroup& group = groups_[place];
    if (AnySpan(group, ShipsOrDestroys) || (group.in_brackets && !FillsBrackets(group))) return false;
    if (place > 0 && !BeginsAnew(group)) return false;
    const SaidWords tail = SaidWordsOf(group.tail);
    switch (std::max(around_, WordsAround(tail))) {
      case SaidAround::kAgainst: return false;
      case SaidAround::kOther: return !AnySpan(group, [](std::string_view code) { return !IsCheck(code); });
      case SaidAround::kNeutral: break;
    }
    const SaidWords lead = SaidWordsOf(group.lead);
    if (IsOrder(group.before, lead)) return true;
    if (AnySpan(group, [](std::string_view code) { return !CanBeCommand(code); })) return false;
    const bool clear = !AnySpan(group, [](std::string_view code) { return !IsClear(code); });
    return clear || SaysOutcome(tail) || (AllWords(lead, IsConnective) && IsRemark(group.tail));
  }

  // Not what the code before it prints, nor a part of it: "`a` prints `b`", "`a` with `b`".
  static bool BeginsAnew(const SpanGroup& group) {
    if (EndsAsLabel(group.before)) {
      const std::size_t begin = group.before.find_last_of(",;");
      const SaidWords label = SaidWordsOf(begin == std::string_view::npos ? group.before : group.before.substr(begin));
      return !label.empty() && !AnyWord(label, IsOutputVerb);
    }
    return group.mark != '\0' && !AnyWord(SaidWordsOf(group.lead), IsOutputVerb);
  }

  // "All tests pass (`a`)".
  bool FillsBrackets(const SpanGroup& group) const {
    return TrimRight(group.before).ends_with('(') && Trim(group.tail).starts_with(')');
  }

  template <typename Is>
  bool AnySpan(const SpanGroup& group, Is is) const {
    for (std::size_t span = group.first; span <= group.last; ++span) {
      if (is(sentence_.spans[span].text)) return true;
    }
    return false;
  }

  const SaidSentence& sentence_;
  std::vector<SpanGroup> groups_;
  bool denied_ = false;
  SaidAround around_ = SaidAround::kNeutral;  // of what stands before
};

std::string_view WithoutBox(std::string_view text) {
  text = Trim(text);
  for (std::string_view box : {"[ ]", "[x]", "[X]"}) {
    if (text.starts_with(box)) return Trim(text.substr(box.size()));
  }
  return text;
}

bool IsOnlyCode(const std::vector<SaidSentence>& sentences) {
  return std::ranges::all_of(sentences, [](const SaidSentence& sentence) {
    const std::string outside = WordsOutside(sentence);
    return outside.find("~~") == std::string::npos && AllWords(SaidWordsOf(outside), IsJoint);
  });
}

// --- A line without backticks. ---

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

// A word that only sentences have.
bool IsFillerWord(std::string_view word) {
  return IsOneOf(word, {"the",  "a",    "an",   "is",   "are",    "be",     "been",   "must",   "should", "shall",
                        "will", "can",  "may",  "has",  "have",   "by",     "for",    "from",   "of",     "to",
                        "and",  "or",   "then", "it",   "its",    "this",   "that",   "these",  "here",   "there",
                        "also", "with", "as",   "pass", "passes", "works",  "prints", "before", "after",  "every",
                        "does", "so",   "but",  "too",  "very",   "because"});
}

// No word of a command looks like that: "must", "never", "test,", "it." The first argument may be a name: `make ci`.
bool IsWordOfProse(std::string_view word, bool first) {
  const bool mark = word.ends_with(',') || word.ends_with(':') || (word.ends_with('.') && word.size() > 1);
  if (mark && IsOnlyLetters(word.substr(0, word.size() - 1))) return true;
  if (word.starts_with('(') || word.contains(kEmDash) || word.contains(kEnDash) || word == "-" || word == "--")
    return true;
  if (!IsOnlyLetters(word)) return word.ends_with("n't");
  const std::string lower = Lower(word);
  return first ? IsDenyingAhead(lower) : IsFillerWord(lower) || IsAgainstWord(lower);
}

}  // namespace

bool IsPlainCommand(std::string_view line) {
  constexpr std::size_t kMostLetters = 4, kMostUnknown = 3;
  line = Trim(line);
  const std::vector<std::string> words = PlainWords(line);
  if (words.empty() || line.ends_with(':') || ShipsOrDestroys(line)) return false;
  const bool script = line.contains("; do ") || line.contains("; then ");
  const auto letters = std::ranges::count_if(words, [](const std::string& word) { return IsOnlyLetters(word); });
  bool prose = IsWordOfProse(words[0], true);
  for (std::size_t at = 1; at < words.size(); ++at)
    prose = prose || IsWordOfProse(words[at], at == 1 || words[at - 1] == "run");
  if (!script && (prose || static_cast<std::size_t>(letters) > kMostLetters)) return false;
  if (IsCommand(line)) return true;
  // `stack test`: a program that is not known.
  const std::string& program = words[0];
  return words.size() <= kMostUnknown && !IsUpper(program[0]) && !NamesNoCommand(program) && !IsNeutralWord(program) &&
         !IsAgainstWord(program);
}

SaidCommands ReadSaidCommands(std::string_view text) {
  SaidCommands said;
  std::size_t before = 0;  // commands up to the sentence before
  bool denied = false;     // by "Do not run the following."
  const std::vector<SaidSentence> sentences = SplitSaidSentences(WithoutBox(text));
  const bool alone = IsOnlyCode(sentences);
  for (const SaidSentence& sentence : sentences) {
    if (TakesBack(sentence.text)) {
      const std::size_t from = TakesBackAll(sentence.text) ? 0 : before;
      const bool none = said.commands.empty() && said.cited.empty();
      said.cited.insert(said.cited.end(), said.commands.begin() + static_cast<std::ptrdiff_t>(from),
                        said.commands.end());
      said.commands.resize(from);
      if (sentence.spans.empty()) {
        denied = none || HasWord(SaidWordsOf(sentence.text), {"following", "these", "this", "those"});
        continue;
      }
    }
    if (sentence.spans.empty()) continue;
    before = said.commands.size();
    SentenceOfCommands(sentence).Read(denied, alone, said);
    denied = false;
  }
  return said;
}

}  // namespace forge
