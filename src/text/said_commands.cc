#include "text/said_commands.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "base/strings.h"
#include "text/code_spans.h"
#include "text/lines.h"

namespace forge {
namespace {

using WordList = std::vector<std::string>;

constexpr std::size_t kMostWordsRead = 64;

// In lower case; punctuation separates them.
WordList WordsOf(std::string_view text, std::size_t most = kMostWordsRead) {
  WordList words;
  std::string word;
  for (std::size_t at = 0; at <= text.size() && words.size() < most; ++at) {
    const char c = at < text.size() ? text[at] : ' ';
    if (IsLetterOrDigit(c) || c == '\'' || static_cast<unsigned char>(c) >= 0x80) {
      word += c;
    } else if (!word.empty()) {
      words.push_back(Lower(word));
      word.clear();
    }
  }
  return words;
}

bool HasOneOf(const WordList& words, std::initializer_list<std::string_view> wanted) {
  return std::ranges::any_of(words, [&](const std::string& word) { return IsOneOf(word, wanted); });
}

// Between two code spans that are said in one breath: "`a`, `b` and `c`".
bool Joins(std::string_view between) {
  constexpr std::string_view kMarks = ",;&+/ \t*_";
  if (std::ranges::all_of(between, [&](char c) { return kMarks.find(c) != std::string_view::npos; })) return true;
  if (between.find_first_of(".:()[]!?") != std::string_view::npos) return false;
  const WordList words = WordsOf(between);
  return words.size() <= 3 && std::ranges::all_of(words, [](const std::string& word) {
           return IsOneOf(word, {"and", "or", "then", "also", "plus", "followed", "by"});
         });
}

bool IsNot(std::string_view word) {
  return word.ends_with("n't") || word.ends_with("n\xE2\x80\x99t") || IsOneOf(word, {"not", "never", "cannot"});
}
bool Denies(std::string_view word) {
  return IsNot(word) || IsOneOf(word, {"no", "without", "instead", "avoid", "forbidden"});
}
bool DeniesAny(const WordList& words) {
  return std::ranges::any_of(words, [](const std::string& word) { return Denies(word); });
}

bool IsOrderWord(std::string_view word) {
  return IsOneOf(word, {"run", "runs", "running", "rerun", "execute", "executing", "invoke", "try"});
}

// "Run", "Then also run", "by running", "the command".
bool OrdersToRun(const WordList& lead) {
  if (lead.empty()) return false;
  const bool only_lead = std::ranges::all_of(lead, [](const std::string& word) {
    return IsOrderWord(word) ||
           IsOneOf(word,
                   {"and",  "then",   "also", "first",    "finally", "now",   "please", "command",    "the",  "by",
                    "test", "tests",  "with", "commands", "must",    "check", "verify", "afterwards", "next", "last",
                    "pass", "passes", "that", "x",        "via",     "using", "all",    "suite"});
  });
  const bool ordered = std::ranges::any_of(lead, [](const std::string& word) { return IsOrderWord(word); });
  // "The `x` ..." is about it.
  if (only_lead && (ordered || !HasOneOf(lead, {"the", "that", "all", "suite", "must", "by", "with", "via", "using"})))
    return true;
  if (DeniesAny(lead)) return false;
  if (IsOrderWord(lead.back())) return true;
  const bool by = IsOneOf(lead.back(), {"by", "with", "via", "using"});
  return by && lead.size() > 1 &&
         HasOneOf(lead, {"run", "running", "shown", "proved", "proven", "verified", "checked", "tested", "covered",
                         "pass", "passes", "test", "tests", "check", "verify"});
}

// "Unit tests:"; not "Not changed:" or "See:".
bool IsNameOfCommand(std::string_view lead) {
  while (!lead.empty() && (IsBlank(lead.back()) || lead.back() == '*' || lead.back() == '_')) lead.remove_suffix(1);
  if (!lead.ends_with(':')) return false;
  const WordList words = WordsOf(lead);
  return !DeniesAny(words) && !HasOneOf(words, {"unchanged", "untouched", "keep", "see", "note", "example", "like",
                                                "except", "file", "files", "reads", "read"});
}

// What a command does, said behind it: "`x` must pass", "`x` prints `y`", "`x` is green".
bool TellsOutcome(const WordList& behind) {
  constexpr std::size_t kNear = 4;
  const WordList near(behind.begin(), behind.begin() + static_cast<std::ptrdiff_t>(std::min(behind.size(), kNear)));
  if (HasOneOf(near, {"changed", "unchanged", "touched", "untouched", "modified", "edited"})) return false;
  return HasOneOf(near, {"pass",    "passes",   "passed", "passing", "succeed", "succeeds",  "exit",      "exits",
                         "print",   "prints",   "output", "outputs", "report",  "reports",   "fail",      "fails",
                         "failing", "green",    "clean",  "quiet",   "silent",  "succeeded", "completes", "returns",
                         "return",  "finishes", "works",  "ok",      "shows",   "show",      "says",      "runs"});
}

// It is about the file, not about running it.
bool IsLeftAlone(const WordList& behind) {
  constexpr std::size_t kNear = 6;
  const WordList near(behind.begin(), behind.begin() + static_cast<std::ptrdiff_t>(std::min(behind.size(), kNear)));
  if (HasOneOf(near, {"unchanged", "untouched", "unmodified", "unaffected", "forbidden"})) return true;
  const auto no = std::ranges::find_if(near, [](const std::string& word) { return IsNot(word); });
  const WordList denied(no, near.end());
  if (HasOneOf(denied, {"change", "changed", "changes", "touched", "modified", "edited", "altered", "moved", "removed",
                        "run", "executed", "needed", "used", "affected", "part", "called"}))
    return true;
  return HasOneOf(near, {"stays", "stay", "remains", "remain", "kept", "keeps"}) && !TellsOutcome(behind);
}

// One or more spans that are joined, with what stands before and behind them.
struct SpanGroup {
  std::size_t first = 0, last = 0;  // places of spans
  std::string_view before;          // from the group before, or the line's beginning
  std::string_view behind;          // up to the next group, or the line's end
  bool in_brackets = false;
};

std::vector<SpanGroup> GroupSpans(std::string_view line, const std::vector<CodeSpan>& spans) {
  std::vector<SpanGroup> groups;
  std::size_t at = 0;
  int open = 0;
  for (std::size_t i = 0; i < spans.size(); ++i) {
    const std::string_view before = line.substr(at, spans[i].begin - at);
    at = spans[i].end;
    for (char c : before) open = c == '(' ? open + 1 : c == ')' ? std::max(0, open - 1) : open;
    if (i > 0 && Joins(before)) {
      groups.back().last = i;
      continue;
    }
    if (i > 0) groups.back().behind = before;
    groups.push_back({i, i, before, {}, open > 0});
  }
  if (!groups.empty()) groups.back().behind = line.substr(at);
  return groups;
}

// What stands behind the last full stop, semicolon, comma or dash.
struct Clause {
  std::string_view text;
  bool sentence = false;  // a full stop or a semicolon begins it
};

Clause LastClause(std::string_view text) {
  Clause clause = {text, false};
  for (std::size_t at = 0; at < text.size(); ++at) {
    const bool ends = text[at] == ';' || (text[at] == '.' && (at + 1 == text.size() || IsBlank(text[at + 1])));
    if (!ends && text[at] != ',') continue;
    clause = {text.substr(at + 1), ends};
  }
  return clause;
}

bool BeginsWithWord(std::string_view text) {
  text = Trim(text);
  return !text.empty() && (IsLetterOrDigit(text[0]) || static_cast<unsigned char>(text[0]) >= 0xC3) &&
         !text.starts_with(kEmDash) && !text.starts_with(kEnDash);
}

class LineOfCommands {
 public:
  explicit LineOfCommands(std::string_view line) : spans_(CodeSpansOf(line)), groups_(GroupSpans(line, spans_)) {}

  SaidCommands Read() const {
    SaidCommands said;
    for (std::size_t i = 0; i < groups_.size(); ++i) {
      std::vector<std::string>& list = IsSaidToRun(i) ? said.commands : said.cited;
      for (std::size_t span = groups_[i].first; span <= groups_[i].last; ++span) list.emplace_back(spans_[span].text);
    }
    return said;
  }

 private:
  bool IsSaidToRun(std::size_t place) const {
    const SpanGroup& group = groups_[place];
    const WordList behind = WordsOf(group.behind);
    if (group.in_brackets || IsLeftAlone(behind)) return false;
    const bool outcome = TellsOutcome(behind);
    if (place == 0) {
      const WordList lead = WordsOf(group.before);
      if (lead.empty()) return !BeginsWithWord(group.behind) || outcome || HasArguments(group);
      return OrdersToRun(lead) || IsNameOfCommand(group.before) || (outcome && HasArguments(group));
    }
    const Clause clause = LastClause(group.before);
    const WordList lead = WordsOf(clause.text);
    if (lead.empty()) return clause.sentence && (outcome || (HasArguments(group) && !BeginsWithWord(group.behind)));
    const bool ordered = std::ranges::any_of(lead, [](const std::string& word) { return IsOrderWord(word); });
    return OrdersToRun(lead) &&
           (ordered || HasOneOf(lead, {"shown", "proved", "proven", "verified", "checked", "tested", "covered"}));
  }

  // A single word may also be the name of a file.
  bool HasArguments(const SpanGroup& group) const {
    for (std::size_t span = group.first; span <= group.last; ++span) {
      if (spans_[span].text.find_first_of(" \t") != std::string_view::npos) return true;
    }
    return false;
  }

  std::vector<CodeSpan> spans_;
  std::vector<SpanGroup> groups_;
};

}  // namespace

SaidCommands ReadSaidCommands(std::string_view line) { return LineOfCommands(line).Read(); }

bool SaysMore(std::string_view line) {
  line = Trim(line);
  if (line.empty() || std::string_view("`.;)").find(line.back()) != std::string_view::npos) return false;
  const std::vector<CodeSpan> spans = CodeSpansOf(line);
  return spans.empty() ? OrdersToRun(WordsOf(line)) : true;
}

}  // namespace forge
