#include "model/triage_words.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "base/strings.h"

namespace forge {
namespace {

using Kind = TriageWord::Kind;

struct TriagePhrase {
  std::string_view words;  // set apart by single blanks
  Kind kind;
  std::string_view decision;
};

// Longer phrases stand before those that they begin with.
constexpr std::array kPhrases = {
    TriagePhrase{"leave as it is", Kind::kDecision, "keep"},
    TriagePhrase{"leave as is", Kind::kDecision, "keep"},
    TriagePhrase{"leave it as it is", Kind::kDecision, "keep"},
    TriagePhrase{"leave alone", Kind::kDecision, "keep"},
    TriagePhrase{"as it is", Kind::kDecision, "keep"},
    TriagePhrase{"as they are", Kind::kDecision, "keep"},
    TriagePhrase{"as is", Kind::kDecision, "keep"},
    TriagePhrase{"won't fix", Kind::kDecision, "keep"},
    TriagePhrase{"wont fix", Kind::kDecision, "keep"},
    TriagePhrase{"wontfix", Kind::kDecision, "keep"},
    TriagePhrase{"keep", Kind::kDecision, "keep"},
    TriagePhrase{"kept", Kind::kDecision, "keep"},
    TriagePhrase{"leave", Kind::kDecision, "keep"},
    TriagePhrase{"ignore", Kind::kDecision, "keep"},
    TriagePhrase{"fix it later", Kind::kDecision, "follow-up"},
    TriagePhrase{"fix them later", Kind::kDecision, "follow-up"},
    TriagePhrase{"fix later", Kind::kDecision, "follow-up"},
    TriagePhrase{"follow up", Kind::kDecision, "follow-up"},
    TriagePhrase{"follow-up", Kind::kDecision, "follow-up"},
    TriagePhrase{"followup", Kind::kDecision, "follow-up"},
    TriagePhrase{"later", Kind::kDecision, "follow-up"},
    TriagePhrase{"for now", Kind::kFiller, ""},
    TriagePhrase{"right now", Kind::kDecision, "fix"},
    TriagePhrase{"now", Kind::kDecision, "fix"},
    TriagePhrase{"fix", Kind::kDecision, "fix"},
    TriagePhrase{"fixed", Kind::kDecision, "fix"},
    TriagePhrase{"repair", Kind::kDecision, "fix"},
    TriagePhrase{"deferred", Kind::kDecision, "defer"},
    TriagePhrase{"defer", Kind::kDecision, "defer"},
    TriagePhrase{"spawn", Kind::kDecision, "spawn"},
    TriagePhrase{"all the others", Kind::kRest, ""},
    TriagePhrase{"all others", Kind::kRest, ""},
    TriagePhrase{"everything else", Kind::kRest, ""},
    TriagePhrase{"all the rest", Kind::kRest, ""},
    TriagePhrase{"the rest", Kind::kRest, ""},
    TriagePhrase{"the others", Kind::kRest, ""},
    TriagePhrase{"rest", Kind::kRest, ""},
    TriagePhrase{"others", Kind::kRest, ""},
    TriagePhrase{"all of them", Kind::kAll, ""},
    TriagePhrase{"all", Kind::kAll, ""},
    TriagePhrase{"everything", Kind::kAll, ""},
    TriagePhrase{"but not", Kind::kNot, ""},
    TriagePhrase{"and not", Kind::kNot, ""},
    TriagePhrase{"not", Kind::kNot, ""},
    TriagePhrase{"except for", Kind::kNot, ""},
    TriagePhrase{"except", Kind::kNot, ""},
    TriagePhrase{"do not", Kind::kNot, ""},
    TriagePhrase{"don't", Kind::kNot, ""},
    TriagePhrase{"dont", Kind::kNot, ""},
    TriagePhrase{"never", Kind::kNot, ""},
    TriagePhrase{"no", Kind::kNot, ""},
    TriagePhrase{"only", Kind::kOnly, ""},
    TriagePhrase{"just", Kind::kOnly, ""},
    TriagePhrase{"and", Kind::kAnd, ""},
    TriagePhrase{"but", Kind::kAnd, ""},
    TriagePhrase{"while", Kind::kAnd, ""},
    TriagePhrase{"then", Kind::kAnd, ""},
    TriagePhrase{"please", Kind::kFiller, ""},
    TriagePhrase{"also", Kind::kFiller, ""},
    TriagePhrase{"too", Kind::kFiller, ""},
    TriagePhrase{"it", Kind::kFiller, ""},
    TriagePhrase{"them", Kind::kFiller, ""},
    TriagePhrase{"both", Kind::kFiller, ""},
    TriagePhrase{"the", Kind::kFiller, ""},
    TriagePhrase{"should be", Kind::kFiller, ""},
    TriagePhrase{"must be", Kind::kFiller, ""},
    TriagePhrase{"as", Kind::kFiller, ""},
    TriagePhrase{"finding", Kind::kFiller, ""},
    TriagePhrase{"findings", Kind::kFiller, ""},
};

constexpr std::string_view kBlank = " \t\r";
constexpr std::string_view kAround = "\"'`*_";  // what people put around a word

bool EndsTriageWord(char c) { return kBlank.contains(c) || std::string_view(",:=()&+;?").contains(c); }

// The number of "F3", "f3", "#3", "F#3", "F-3"; of "3" only with `bare`.
std::optional<std::string> FindingNumberIn(std::string_view word, bool bare) {
  bool marked = bare;
  if (!word.empty() && (word[0] == 'F' || word[0] == 'f')) {
    marked = true;
    word.remove_prefix(1);
    if (word.starts_with('-')) word.remove_prefix(1);
  }
  if (word.starts_with('#')) {
    marked = true;
    word.remove_prefix(1);
  }
  if (!marked || !IsDigits(word) || word.size() > 9) return std::nullopt;
  return std::string(word);
}

std::string FindingNameOf(const std::string& number) { return "F" + std::to_string(ParseInt(number).value_or(0)); }

// "F2-F4", "F2-4", "F2..F4": all between them.
std::vector<std::string> FindingRangeIn(std::string_view word) {
  constexpr std::int64_t kLongest = 1000;
  for (const std::string_view mark : {"..", "-", "\xE2\x80\x93"}) {
    const std::size_t at = word.find(mark, 2);
    if (at == std::string_view::npos) continue;
    const auto first = FindingNumberIn(word.substr(0, at), false);
    const auto last = FindingNumberIn(word.substr(at + mark.size()), true);
    if (!first || !last) continue;
    const std::int64_t from = ParseInt(*first).value_or(0);
    const std::int64_t to = ParseInt(*last).value_or(0);
    std::vector<std::string> names;
    for (std::int64_t i = from; i <= to && to - from < kLongest; ++i) names.push_back("F" + std::to_string(i));
    return names;
  }
  return {};
}

class SentenceReader {
 public:
  SentenceReader(std::string_view sentence, const std::vector<std::string>& titles)
      : text_(sentence), lower_(Lower(sentence)), titles_(titles) {}

  std::vector<TriageWord> Read() {
    while (Skip()) ReadOne();
    return std::move(words_);
  }

 private:
  bool Skip() {
    while (at_ < text_.size() && (kBlank.contains(text_[at_]) || kAround.contains(text_[at_]))) ++at_;
    return at_ < text_.size();
  }

  void Add(Kind kind, std::size_t length, std::vector<std::string> names = {}, std::string_view decision = {}) {
    words_.push_back({kind, std::move(names), std::string(decision), at_, at_ + length});
    at_ += length;
  }

  std::size_t EndOfWord(std::size_t from) const {
    std::size_t end = from;
    while (end < text_.size() && !EndsTriageWord(text_[end])) ++end;
    while (end > from && (kAround.contains(text_[end - 1]) || text_[end - 1] == '.' || text_[end - 1] == '!')) --end;
    return std::max(end, from + 1);
  }

  void ReadOne() {
    const char c = text_[at_];
    if (c == ',' || c == '&' || c == '+') return Add(Kind::kAnd, 1);
    if (c == ':' || c == '=') return Add(Kind::kColon, 1);
    for (const std::string_view dash : {"->", "-", "\xE2\x80\x93", "\xE2\x80\x94"}) {
      if (text_.substr(at_).starts_with(dash) && IsDecision(at_ + dash.size())) return Add(Kind::kColon, dash.size());
    }
    if (ReadTitle() || ReadFinding() || ReadPhrase()) return;
    Add(Kind::kOther, EndOfWord(at_) - at_);
  }

  // After blanks.
  bool IsDecision(std::size_t from) const {
    const std::size_t at = lower_.find_first_not_of(kBlank, from);
    return at != std::string::npos && std::ranges::any_of(kPhrases, [&](const TriagePhrase& phrase) {
             return phrase.kind == Kind::kDecision && IsSaid(phrase.words, at);
           });
  }

  bool IsSaid(std::string_view phrase, std::size_t at) const {
    if (!std::string_view(lower_).substr(at).starts_with(phrase)) return false;
    const std::size_t after = at + phrase.size();
    return after == lower_.size() || EndsTriageWord(lower_[after]) || kAround.contains(lower_[after]) ||
           lower_[after] == '.' || lower_[after] == '!';
  }

  bool ReadPhrase() {
    for (const TriagePhrase& phrase : kPhrases) {
      if (!IsSaid(phrase.words, at_)) continue;
      // "all but F2": the exception follows.
      const std::string_view behind = std::string_view(lower_).substr(at_ + phrase.words.size());
      const bool except = phrase.kind == Kind::kAll && behind.starts_with(" but ");
      Add(phrase.kind, phrase.words.size(), {}, phrase.decision);
      if (except && Skip()) Add(Kind::kNot, 3);
      return true;
    }
    return false;
  }

  bool ReadFinding() {
    std::size_t end = EndOfWord(at_);
    const std::string_view word = text_.substr(at_, end - at_);
    const bool announced =
        !words_.empty() && words_.back().kind == Kind::kFiller && lower_.substr(words_.back().at, 7) == "finding";
    const auto add_split = [&] {  // "F1/F2"
      const std::vector<std::string_view> parts = Split(word, '/');
      std::vector<std::string> names;
      for (std::string_view part : parts) {
        const auto number = FindingNumberIn(part, false);
        if (!number) return false;
        names.push_back(FindingNameOf(*number));
      }
      Add(Kind::kFinding, word.size(), std::move(names));
      return true;
    };
    if (const auto number = FindingNumberIn(word, announced)) {
      Add(Kind::kFinding, word.size(), {FindingNameOf(*number)});
      return true;
    }
    if (add_split()) return true;
    if (std::vector<std::string> names = FindingRangeIn(word); !names.empty()) {
      Add(Kind::kFinding, word.size(), std::move(names));
      return true;
    }
    if (IsDigits(word) && word.size() < 10) {
      Add(Kind::kNumber, word.size(), {FindingNameOf(std::string(word))});
      return true;
    }
    if (word != "F" && word != "f" && word != "#") return false;
    // "F 3"
    std::size_t next = end;
    while (next < text_.size() && kBlank.contains(text_[next])) ++next;
    if (next == end || next == text_.size()) return false;
    end = EndOfWord(next);
    const auto number = FindingNumberIn(text_.substr(next, end - next), true);
    if (number) Add(Kind::kFinding, end - at_, {FindingNameOf(*number)});
    return number.has_value();
  }

  bool ReadTitle() {
    for (const std::string& title : titles_) {
      if (title.empty() || !IsSaid(Lower(title), at_) || !IsDecidedAbout(title)) continue;
      Add(Kind::kGroup, title.size(), {title});
      return true;
    }
    return false;
  }

  // "lenses: fix", "fix lenses", "lenses fix".
  bool IsDecidedAbout(const std::string& title) const {
    const std::string_view rest = Trim(std::string_view(lower_).substr(at_ + title.size()));
    if (rest.starts_with(':') || rest.starts_with('=')) return true;
    const bool after_decision = !words_.empty() && words_.back().kind == Kind::kDecision;
    if (after_decision && (rest.empty() || rest.starts_with(',') || rest.starts_with("and "))) return true;
    return words_.empty() && IsDecision(at_ + title.size());
  }

  std::string_view text_;
  std::string lower_;
  const std::vector<std::string>& titles_;
  std::size_t at_ = 0;
  std::vector<TriageWord> words_;
};

std::string_view WithoutListMark(std::string_view line) {
  line = Trim(line);
  if (line.starts_with("- ") || line.starts_with("* ")) return Trim(line.substr(2));
  const std::size_t digits = line.find_first_not_of("0123456789");
  const bool numbered = digits != std::string_view::npos && digits > 0 && digits + 1 < line.size() &&
                        (line[digits] == '.' || line[digits] == ')') && line[digits + 1] == ' ';
  return numbered ? Trim(line.substr(digits + 2)) : line;
}

}  // namespace

std::vector<TriageWord> TriageWordsIn(std::string_view sentence, const std::vector<std::string>& titles) {
  return SentenceReader(sentence, titles).Read();
}

bool LimitsTriage(const TriageWord& word, std::string_view text) {
  return word.kind == Kind::kOnly ||
         IsOneOf(Lower(text), {"but", "but not", "and not", "except", "except for", "excluding", "apart", "besides",
                               "ones", "unless", "instead"});
}

bool IsA(const TriageWord& word, std::initializer_list<Kind> kinds) {
  return std::ranges::find(kinds, word.kind) != kinds.end();
}

bool IsSubject(const TriageWord& word) {
  return IsA(word, {Kind::kFinding, Kind::kNumber, Kind::kGroup, Kind::kAll, Kind::kRest});
}

bool SaysDecision(const std::vector<TriageWord>& words) {
  return std::ranges::any_of(words, [](const TriageWord& word) { return word.kind == Kind::kDecision; });
}

bool DeniesTriage(std::string_view text) {
  return IsOneOf(Lower(text), {"no", "none", "nothing", "neither", "never", "nope", "nah"});
}

bool DelaysTriage(std::string_view text) {
  return IsOneOf(Lower(text),
                 {"wait", "until", "till", "yet", "hold", "postpone", "tomorrow", "skip", "stop", "cancel"});
}

bool CountsFindings(std::string_view sentence) {
  const std::vector<std::string_view> words = Split(Trim(sentence), ' ');
  const auto counts = [](std::string_view word) {
    return IsOneOf(Lower(word), {"first", "second", "third", "fourth", "last", "other", "former", "latter"});
  };
  return std::ranges::any_of(words, counts) && std::ranges::all_of(words, [&](std::string_view word) {
           return counts(word) || IsOneOf(Lower(word), {"the", "one", "ones", "two", "three", "four", "finding",
                                                        "findings", "and", "of", "them", "please", "this", "that"});
         });
}

bool IsHedge(std::string_view word) {
  return IsOneOf(Lower(word), {"if", "unless", "maybe", "perhaps", "or", "either", "probably", "instead"});
}

bool TellsHow(std::string_view sentence, const std::vector<TriageWord>& behind) {
  if (behind.empty() || sentence.contains('?')) return false;
  const auto text = [&](const TriageWord& word) { return sentence.substr(word.at, word.end - word.at); };
  const std::string_view first = text(behind.front());
  if (behind.front().kind == Kind::kNot || DeniesTriage(first) || DelaysTriage(first)) return false;
  const bool decides = std::ranges::any_of(behind, [&](const TriageWord& word) {
    const bool answers = word.kind == Kind::kFinding || word.kind == Kind::kGroup || word.kind == Kind::kDecision;
    return answers || IsHedge(text(word));
  });
  return !decides && std::ranges::count(behind, Kind::kOther, &TriageWord::kind) > 1;
}

std::vector<std::string> TriageSentences(std::string_view comment) {
  std::vector<std::string> sentences;
  const auto add = [&](std::string_view text) {
    if (text = Trim(text); !text.empty()) sentences.emplace_back(text);
  };
  const std::string lines = ReplaceAll(ReplaceAll(comment, ";", "\n"), "\xE2\x80\x99", "'");
  for (std::string_view line : Split(lines, '\n')) {
    line = WithoutListMark(line);
    std::size_t from = 0;
    for (std::size_t at = 0; at < line.size(); ++at) {
      const bool stop =
          (line[at] == '.' || line[at] == '!') && (at + 1 == line.size() || kBlank.contains(line[at + 1]));
      if (!stop) continue;
      add(line.substr(from, at - from));
      from = at + 1;
    }
    add(line.substr(from));
  }
  return sentences;
}

}  // namespace forge
