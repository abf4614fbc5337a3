#include "text/said_commands.h"

#include <algorithm>
#include <cstddef>

#include "base/strings.h"
#include "text/check_commands.h"
#include "text/command_words.h"
#include "text/lines.h"
#include "text/said_labels.h"
#include "text/said_sentences.h"
#include "text/said_words.h"

namespace forge {
namespace {

// Between two code spans that are said in one breath: "`a`, `b` and `c`".
bool JoinsSpans(std::string_view between) {
  constexpr std::string_view kMarks = ",;&+/ \t\n*_";
  if (std::ranges::all_of(between, [&](char c) { return kMarks.find(c) != std::string_view::npos; })) return true;
  if (between.find_first_of(".:()[]!?") != std::string_view::npos) return false;
  const SaidWords words = SaidWordsOf(between);
  return !words.empty() && words.size() <= 3 && AllWords(words, [](std::string_view word) {
    return IsOneOf(word, {"and", "or", "then", "also", "plus", "followed", "by"});
  });
}

// --- What stands before the code. ---

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

enum class Lead {
  kNone,
  kOrder,      // "Run", "Build with"
  kCheckWord,  // "Verify", "Use": so far it may be about the code
  kCheck,      // "Check that the": only what is seen when it runs makes it a command
  kLabel,      // "Unit tests:"
  kNameOnly,   // "Parser:"
  kTitle,      // "Billing:": of one command, and nothing else
  kAnyLabel,   // "Release:": only what is seen when it runs makes it a check
  kProof,      // "shown by"
  kOther
};

Lead LeadOf(SaidLabel label) {
  switch (label) {
    case SaidLabel::kCheck: return Lead::kLabel;
    case SaidLabel::kPart: return Lead::kNameOnly;
    case SaidLabel::kTitle: return Lead::kTitle;
    case SaidLabel::kAny: return Lead::kAnyLabel;
    case SaidLabel::kAgainst: return Lead::kOther;
  }
  return Lead::kOther;
}

bool IsBy(std::string_view word) { return IsOneOf(word, {"by", "with", "via", "using", "through"}); }

// The words of one clause, from its beginning to the code.
Lead ReadClause(SaidWords words) {
  const auto connects = [](const std::string& word) {
    return IsDigits(word) || IsOneOf(word, {"then", "and", "also", "first", "finally", "now", "please", "next", "last",
                                            "afterwards", "again", "second", "third", "just", "to"});
  };
  words.erase(words.begin(), std::ranges::find_if_not(words, connects));
  if (words.empty()) return Lead::kNone;
  const std::string& first = words.front();
  const SaidWords rest(words.begin() + 1, words.end());
  const bool by = IsBy(words.back()) || (IsRunVerb(words.back()) && words.size() > 1 && IsBy(words[words.size() - 2]));
  if (IsRunVerb(first) && AllWords(rest, [](std::string_view word) {
        return IsNameOfCheck(word) || IsBy(word) ||
               IsOneOf(word, {"the", "again", "also", "both", "following", "script", "once", "locally"});
      }))
    return Lead::kOrder;
  if (IsWorkVerb(first) && by) return Lead::kOrder;
  if (first == "by" && words.size() == 2 && IsRunVerb(words[1])) return Lead::kOrder;
  const std::size_t before_by = words.size() - (IsRunVerb(words.back()) ? 3 : 2);
  if (by && words.size() > (IsRunVerb(words.back()) ? 2U : 1U) &&
      IsOneOf(words[before_by], {"shown", "proved", "proven", "verified", "checked", "tested", "covered", "exercised",
                                 "demonstrated", "confirmed", "pass", "passes"}))
    return Lead::kProof;
  const bool checks = IsOneOf(first, {"check", "verify", "test", "confirm", "use", "ensure", "assert", "validate"});
  if (checks && rest.empty()) return Lead::kCheckWord;
  const bool plain = AllWords(rest, [](std::string_view word) {
    return IsOneOf(word, {"that", "sure", "the", "if", "whether", "command", "commands", "both", "all", "still",
                          "target", "suite", "of"});
  });
  const bool begins = checks || IsOneOf(first, {"the", "that", "both", "all", "command", "make", "see", "expect"});
  return begins && plain ? Lead::kCheck : Lead::kOther;
}

// --- What stands behind it. ---

enum class Tail {
  kNothing,
  kRemark,        // "(slow)", "- the whole"
  kAside,         // ", as ever"
  kObserved,      // "must pass", "prints ..."
  kOutcome,       // "covers ..."
  kCircumstance,  // "after the build"
  kOther,
  kDenied
};

// "only in production", "only by hand".
bool IsRestricted(const SaidWords& words) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (IsReserveBehind(words[i]) || (words[i] == "no" && i + 1 < words.size() && words[i + 1] == "longer"))
      return true;
    if (words[i] == "only" && i + 1 < words.size() &&
        IsOneOf(words[i + 1], {"in", "on", "by", "for", "if", "when", "at", "during"}))
      return true;
  }
  return false;
}

bool IsDeniedBehind(const SaidWords& words) {
  if (words.empty()) return false;
  if (IsRestricted(words)) return true;
  if (!AnyWord(words, IsDenyingWord)) return false;
  const bool states = IsOneOf(words[0], {"doesn't", "isn't", "won't", "cannot", "shouldn't", "mustn't", "can't"});
  const bool orders_not = words[0] == "do" && words.size() > 1 && words[1] == "not";
  return (IsDenyingWord(words[0]) && !states) || orders_not || AnyWord(words, IsAboutRunning) ||
         AnyWord(words, IsAboutChanging);
}

// Words that begin with what a command does.
Tail ReadOutcome(const SaidWords& words) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (IsOneOf(word, {"run", "runs"})) {
      const std::string next = i + 1 < words.size() ? words[i + 1] : "";
      const bool asked = next.empty() && i > 0 && IsOneOf(words[i - 1], {"must", "should", "shall"});
      return asked || IsOneOf(next, {"clean", "cleanly", "green", "without", "successfully", "through", "ok"})
                 ? Tail::kOutcome
                 : Tail::kOther;
    }
    if (IsObserved(word)) return Tail::kObserved;
    if (IsOutcome(word)) return Tail::kOutcome;
    if (!LeadsToOutcome(word)) break;
  }
  return Tail::kOther;
}

Tail ReadTail(std::string_view text) {
  const SaidWords all = SaidWordsOf(text);
  if (all.empty()) return Tail::kNothing;
  if (IsDeniedBehind(all)) return Tail::kDenied;
  std::string_view rest = WithoutEmphasis(text);
  bool remark = false;
  while (rest.starts_with('(')) {
    const std::size_t close = rest.find(')');
    rest = close == std::string_view::npos ? std::string_view() : WithoutEmphasis(rest.substr(close + 1));
    remark = true;
  }
  const SaidWords words = remark ? SaidWordsOf(rest) : all;
  constexpr std::size_t kNear = 6;
  const SaidWords near(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(std::min(all.size(), kNear)));
  const bool alone = AnyWord(near, SaysLeftAlone);
  if (words.empty() || rest.starts_with(':') || rest.starts_with("- ") || rest.starts_with("-- ") ||
      rest.starts_with(kEmDash) || rest.starts_with(kEnDash) || rest.starts_with("=>") || rest.starts_with("->"))
    return alone ? Tail::kDenied : Tail::kRemark;
  if (rest.starts_with(',') || rest.starts_with(';')) return alone ? Tail::kDenied : Tail::kAside;
  const Tail outcome = ReadOutcome(words);
  if (outcome != Tail::kOther) return outcome;
  const bool of_others = AnyWord(all, IsOtherActor) || HasWord(all, {"release", "releases", "publish"});
  if (!IsCircumstance(words[0]) || alone || of_others || AnyWord(all, IsDenyingWord)) return Tail::kOther;
  return Tail::kCircumstance;
}

// --- One sentence. ---

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
    if (i > 0) groups.back().tail = parted.tail;
    groups.push_back({i, i, before, parted.lead, parted.mark, {}, open > 0});
  }
  if (!groups.empty()) groups.back().tail = sentence.text.substr(at);
  return groups;
}

class SentenceOfCommands {
 public:
  explicit SentenceOfCommands(const SaidSentence& sentence) : sentence_(sentence), groups_(GroupSpans(sentence)) {}

  void Read(bool denied, SaidCommands& said) {
    denied_ = denied || SaysInstead();
    for (std::size_t i = 0; i < groups_.size(); ++i) {
      Follow(groups_[i].before, i == 0);
      std::vector<std::string>& list = IsRun(i) ? said.commands : said.cited;
      for (std::size_t span = groups_[i].first; span <= groups_[i].last; ++span)
        list.emplace_back(sentence_.spans[span].text);
    }
  }

 private:
  // "`a`: run `b` instead": which of them is meant?
  bool SaysInstead() const {
    std::size_t at = 0;
    for (std::size_t i = 0; i <= sentence_.spans.size(); ++i) {
      const std::size_t end = i < sentence_.spans.size() ? sentence_.spans[i].begin : sentence_.text.size();
      const SaidWords words = SaidWordsOf(sentence_.text.substr(at, end - at));
      const auto found = std::ranges::find(words, "instead");
      if (found != words.end() && (found + 1 == words.end() || *(found + 1) != "of")) return true;
      if (i < sentence_.spans.size()) at = sentence_.spans[i].end;
    }
    return false;
  }

  // What is said before the code. A denial holds to the end of the sentence, the rest up to a semicolon.
  void Follow(std::string_view text, bool first) {
    denied_ = denied_ || AnyWord(SaidWordsOf(text), IsDenyingAhead) || text.find("~~") != std::string_view::npos;
    const std::size_t semicolon = text.rfind(';');
    const bool anew = first || semicolon != std::string_view::npos;
    const SaidWords words = SaidWordsOf(semicolon == std::string_view::npos ? text : text.substr(semicolon + 1));
    if (anew) {
      reserved_ = others_ = false;
      // "The jobs build it and run ...".
      states_ = !words.empty() && IsOneOf(words[0], {"the", "a", "an", "this", "these", "each", "every", "our", "its"});
      // "To deploy it, run ...".
      const bool purpose = words.size() > 1 && words[0] == "to";
      reserved_ = purpose && !IsWorkVerb(words[1]) && words[1] != "see";
    }
    reserved_ = reserved_ || AnyWord(words, IsReserve);
    reserved_ = reserved_ || (!EndsAsLabel(text) && AnyWord(words, AsksAPerson));
    others_ = others_ || AnyWord(words, IsOtherActor);
  }

  bool IsRun(std::size_t place) const {
    const SpanGroup& group = groups_[place];
    if (denied_ || group.in_brackets || sentence_.asks) return false;
    const Tail tail = ReadTail(group.tail);
    if (tail == Tail::kDenied) return false;
    const bool nothing = tail == Tail::kNothing || tail == Tail::kRemark;
    Lead lead = ReadLead(place);
    if (lead == Lead::kTitle) lead = nothing && IsOneCommand() ? Lead::kNameOnly : Lead::kAnyLabel;
    const bool named = lead == Lead::kLabel || lead == Lead::kNameOnly || lead == Lead::kAnyLabel;
    if (SaysLimitBehind(SaidWordsOf(group.tail), named || lead == Lead::kOrder)) return false;
    if (lead == Lead::kAnyLabel && tail != Tail::kObserved) return false;
    if (lead == Lead::kNone && nothing) return true;
    if (reserved_) return false;
    if (lead == Lead::kProof) return tail != Tail::kOther;
    if (lead == Lead::kLabel && nothing) return true;
    if (others_ && !named) return false;
    if (lead == Lead::kOrder) return true;
    if (lead == Lead::kOther || tail == Tail::kOther || !CanBeCommands(group)) return false;
    if (tail == Tail::kObserved) return true;
    if (!AreClear(group) || lead == Lead::kCheck) return AreClear(group) && tail == Tail::kOutcome;
    return true;
  }

  Lead ReadLead(std::size_t place) const {
    const SpanGroup& group = groups_[place];
    const bool begins = place == 0 || group.before.find(';') != std::string_view::npos;
    if (EndsAsLabel(group.before)) {
      const Lead label = LeadOf(ReadSaidLabel(group.before));
      const bool listed = label == Lead::kLabel && group.before.find(',') != std::string_view::npos;
      return begins || listed ? label : Lead::kOther;
    }
    const Lead lead = ReadClause(SaidWordsOf(group.lead));
    if (group.mark == '\0') return lead == Lead::kNone && place > 0 ? Lead::kOther : lead;
    // "The jobs build it and run ...".
    if (lead == Lead::kOrder && states_ && group.mark != ';') return Lead::kOther;
    return lead == Lead::kNone && group.mark != ';' ? Lead::kCheck : lead;
  }

  template <typename Is>
  bool AllSpans(const SpanGroup& group, Is is) const {
    for (std::size_t span = group.first; span <= group.last; ++span) {
      if (!is(sentence_.spans[span].text)) return false;
    }
    return true;
  }

  static bool HasArguments(std::string_view code) { return code.find_first_of(" \t") != std::string_view::npos; }

  // The only code of the sentence, which says itself that it checks something, and ships nothing.
  bool IsOneCommand() const {
    if (sentence_.spans.size() != 1) return false;
    const std::string_view code = sentence_.spans[0].text;
    return IsCommand(code) && IsCheckCommand(code) && !AnyWord(SaidWordsOf(code), IsAboutShipping);
  }

  bool CanBeCommands(const SpanGroup& group) const {
    return AllSpans(group, [](std::string_view code) { return HasArguments(code) || IsCommand(code, true); });
  }
  // A path alone may also be what the sentence is about.
  bool AreClear(const SpanGroup& group) const {
    return AllSpans(group, [](std::string_view code) {
      return HasArguments(code) || (IsCommand(code, true) && code.find_first_of("/.") == std::string_view::npos);
    });
  }

  const SaidSentence& sentence_;
  std::vector<SpanGroup> groups_;
  bool denied_ = false;
  bool reserved_ = false;  // "if ...", "manually ..."
  bool others_ = false;    // "CI ...", "they ..."
  bool states_ = false;    // "the jobs ..."
};

std::string_view WithoutBox(std::string_view text) {
  text = Trim(text);
  for (std::string_view box : {"[ ]", "[x]", "[X]"}) {
    if (text.starts_with(box)) return Trim(text.substr(box.size()));
  }
  return text;
}

}  // namespace

SaidCommands ReadSaidCommands(std::string_view text) {
  SaidCommands said;
  std::size_t before = 0;  // commands up to the sentence before
  bool denied = false;     // by "Do not run the following."
  for (const SaidSentence& sentence : SplitSaidSentences(WithoutBox(text))) {
    const std::string_view lead =
        sentence.text.substr(0, sentence.spans.empty() ? std::string_view::npos : sentence.spans[0].begin);
    const bool back = DeniesRunning(lead) &&
                      (sentence.spans.empty() || HasWord(SaidWordsOf(lead), {"it", "this", "that", "them", "these"}));
    if (back) {
      said.cited.insert(said.cited.end(), said.commands.begin() + static_cast<std::ptrdiff_t>(before),
                        said.commands.end());
      said.commands.resize(before);
    }
    if (sentence.spans.empty()) {
      denied = back && HasWord(SaidWordsOf(lead), {"following", "these", "this", "those"});
      continue;
    }
    before = said.commands.size();
    SentenceOfCommands(sentence).Read(denied && Trim(lead).empty(), said);
    denied = false;
  }
  return said;
}

}  // namespace forge
