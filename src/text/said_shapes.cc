#include "text/said_shapes.h"

#include <algorithm>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/strings.h"
#include "text/lines.h"
#include "text/said_tokens.h"
#include "text/said_words.h"

namespace forge {
namespace {

using ShapeKind = SaidShape::Kind;

// May stand before everything.
constexpr std::string_view kConnectives =
    " then and also first firstly second third last lastly finally now next please afterwards again plus ";
constexpr std::string_view kRunVerbs = " run rerun re-run execute ";
constexpr std::string_view kCheckVerbs = " build test check verify lint compile validate run rerun re-run execute ";

// Names of checks, and what a label says of them.
constexpr std::string_view kCheckNames =
    " unit units integration e2e end-to-end smoke regression regressions acceptance functional sanity automated test"
    " tests testing suite suites case cases lint linter linting build builds compile types type typecheck type-check"
    " typechecking typing format formatting style syntax lints doctest doctests static analysis check checks verify "
    "verification validate validation command"
    " commands coverage plan all the full whole entire complete fast slow quick new existing both and also following"
    " these how to ";
constexpr std::string_view kPassing =
    " pass passes passed passing succeed succeeds succeeded work works green ok cleanly successfully ";
constexpr std::string_view kModals =
    " must should shall will still now both all each always again also to be is are stay stays remain remains keep "
    "keeps"
    " continue continues it they make sure that check verify ensure confirm expect expected does do with ";
constexpr std::string_view kMissing =
    " error errors warning warnings failure failures finding findings problem problems issue issues output diff"
    " differences ";

using Token = SaidToken;
using Tokens = std::span<const Token>;

bool IsNumberToken(const Token& token) { return !token.word.empty() && IsDigits(token.word); }

bool IsJoint(const Token& token) {
  return token.Is(',') || token.Is(';') || token.Is('&') || token.Is('+') || token.IsWordIn(" and then also plus ");
}

bool AreWords(Tokens tokens) {
  return std::ranges::all_of(tokens, [](const Token& token) { return token.kind == Token::Kind::kWord; });
}

bool AreNames(Tokens tokens) {
  return std::ranges::all_of(tokens, [](const Token& token) {
    return token.IsWordIn(kCheckNames) || token.IsWordIn(kPassing) || token.IsWordIn(" must should still is are be ") ||
           IsNumberToken(token);
  });
}

Tokens WithoutConnectives(Tokens tokens) {
  bool any = false;
  while (!tokens.empty() && (tokens[0].IsWordIn(kConnectives) || IsNumberToken(tokens[0]))) {
    tokens = tokens.subspan(1);
    any = true;
  }
  if (any && tokens.size() == 1 && tokens[0].Is(':')) return {};
  return any && !tokens.empty() && tokens[0].Is(',') ? WithoutConnectives(tokens.subspan(1)) : tokens;
}

// What stands before code.
struct Lead {
  bool fits = false;
  bool introduces = false;     // an order, or the name of a check
  bool wants_outcome = false;  // "Check that"
};

bool IsThat(Tokens tokens) {
  if (!tokens.empty() && tokens.back().IsWordIn(" that ")) tokens = tokens.first(tokens.size() - 1);
  if (tokens.size() == 1) return tokens[0].IsWordIn(" check verify ensure confirm expect all both ");
  if (tokens.size() != 2) return false;
  return (tokens[0].word == "make" && tokens[1].word == "sure") ||
         (tokens[0].IsWordIn(" all both each ") && tokens[1].word == "of");
}

Lead ReadLead(Tokens tokens) {
  tokens = WithoutConnectives(tokens);
  if (tokens.empty()) return {true, false, false};
  const Token& last = tokens.back();
  const Tokens before = tokens.first(tokens.size() - 1);
  const bool orders = tokens[0].IsWordIn(kRunVerbs);
  if (last.Is(':') || last.Is('-')) {
    // "New: `a`, existing: `b`" compares them.
    const bool half = before.size() == 1 && before[0].IsWordIn(" new existing complete plan to how the ");
    const bool fits = !before.empty() && !half && AreNames(orders ? before.subspan(1) : before);
    return {fits, fits, false};
  }
  if (last.Is('(')) {  // "All tests pass (`a`)"
    const bool fits =
        AreNames(before) && std::ranges::any_of(before, [](const Token& token) { return token.IsWordIn(kPassing); });
    return {fits, fits, false};
  }
  if (!AreWords(tokens)) return {};
  if (orders && tokens.size() == 1) return {true, true, false};
  if (IsThat(tokens)) return {true, false, true};
  Tokens middle = before;
  if (last.word == "running" && !middle.empty() && middle.back().word == "by") middle = middle.first(middle.size() - 1);
  const bool by = IsBy(last.word) || middle.size() < before.size();
  const bool fits = by && !middle.empty() && middle[0].IsWordIn(kCheckVerbs) && AreNames(middle.subspan(1));
  return {fits, fits, false};
}

// What stands behind code: remarks of names of checks, and outcomes.
struct Tail {
  bool fits = false;
  bool outcome = false;
  bool must_fail = false;
  bool empty = false;  // it says nothing
  bool shows = false;  // from `shown` on it is what is seen
  std::size_t shown = 0;
};

class TailReader {
 public:
  explicit TailReader(Tokens tokens) : tokens_(tokens) {}

  Tail Read() {
    while (at_ < tokens_.size() && !tail_.shows) {
      if (!(Skip() || Exits() || Misses() || Fails() || Shows() || Place())) return tail_;
    }
    tail_.fits = !incomplete_ || tail_.outcome || tail_.must_fail;
    tail_.empty = std::ranges::all_of(tokens_, IsJoint);
    return tail_;
  }

 private:
  bool Take(std::string_view list) {
    if (at_ >= tokens_.size() || !tokens_[at_].IsWordIn(list)) return false;
    ++at_;
    return true;
  }
  bool TakeAny(std::string_view list) {
    while (Take(list)) {
    }
    return true;
  }
  const std::string& Next() const {
    static const std::string kNothing;
    return at_ < tokens_.size() ? tokens_[at_].word : kNothing;
  }

  bool Skip() {
    const Token& token = tokens_[at_];
    const bool expected = token.word == "expected" && at_ + 1 < tokens_.size() && tokens_[at_ + 1].Is(':');
    if (expected) return false;
    if (Take(kPassing)) return tail_.outcome = true;
    if (token.kind == Token::Kind::kMark) {
      if (token.mark == '?' || (token.Is(':') && at_ + 1 == tokens_.size())) return false;
      ++at_;
      return remark_ = true;
    }
    if (IsJoint(token) || (remark_ && token.IsWordIn(kCheckNames))) return ++at_, true;
    return Take(kModals) && (incomplete_ = true);
  }

  // "exits with code 0"
  bool Exits() {
    if (!Take(" exit exits return returns end ends finish finishes complete completes ")) return false;
    TakeAny(" with the an a exit code status ");
    if (Take(" 0 zero ")) return tail_.outcome = true;
    if (IsDigits(Next()) || IsOneOf(Next(), {"nonzero", "non-zero"})) {
      ++at_;
      return tail_.must_fail = true;
    }
    return IsIn(kPassing, Next()) || IsOneOf(Next(), {"no", "without"});
  }

  // "without warnings", "does not fail"
  bool Misses() {
    const std::size_t begin = at_;
    if (Take(" no without zero ")) {
      TakeAny(" any new further ");
      if (Take(kMissing)) return tail_.outcome = true;
    } else if (Take(" not doesn't never ")) {
      if (Take(" fail fails crash hang ")) return tail_.outcome = true;
    }
    at_ = begin;
    return false;
  }

  // "fails today", "fails before the change and passes after it"
  bool Fails() {
    if (today_ && Take(" after afterwards ")) {
      TakeAny(" the this it change work fix step that ");
      return true;
    }
    if (today_ && Take(" because since ")) return Show();
    if (!Take(" fail fails failing failed ")) return false;
    if (Take(" today now currently yet ")) return tail_.outcome = today_ = true;
    if (Take(" before ")) {
      TakeAny(" the this it change work fix step that ");
      return tail_.outcome = today_ = true;
    }
    return tail_.must_fail = true;
  }

  // "prints `one`", "(expected: 3 passed)"
  bool Shows() {
    if (at_ >= tokens_.size() || !(IsOutputVerb(tokens_[at_].word) || tokens_[at_].word == "expected")) return false;
    return tail_.outcome = Show();
  }

  bool Show() {
    tail_.shows = true;
    tail_.shown = at_;
    return true;
  }

  // "from the root of the repository"
  bool Place() {
    const std::size_t begin = at_;
    if (Take(" from in at ")) {
      TakeAny(" the project repository repo ");
      if (Take(" root ")) return TakeAny(" of the project repository repo directory ");
    }
    at_ = begin;
    return false;
  }

  Tokens tokens_;
  std::size_t at_ = 0;
  bool today_ = false;
  bool remark_ = false;      // behind a mark names of checks may stand: "(slow)", "- the whole"
  bool incomplete_ = false;  // "must": what?
  Tail tail_;
};

class ShapeReader {
 public:
  explicit ShapeReader(const SaidSentence& sentence) : sentence_(sentence), tokens_(ReadSaidTokens(sentence)) {}

  SaidShape Read() {
    shape_.shown = sentence_.spans.size();
    std::vector<std::size_t> codes;
    for (std::size_t at = 0; at < tokens_.size(); ++at) {
      if (tokens_[at].kind == Token::Kind::kCode) codes.push_back(at);
    }
    const Tokens all = tokens_;
    if (sentence_.asks || codes.empty() || !Begin(all.first(codes[0]))) return {};
    shape_.alone = std::ranges::all_of(all.first(codes[0]), IsNumberToken);
    for (std::size_t i = 0; i + 1 < codes.size() && !shows_; ++i) {
      if (!Between(all.subspan(codes[i] + 1, codes[i + 1] - codes[i] - 1))) return SaidShape{fault_, false, true, 0};
    }
    if (!shows_ && !End(all.subspan(codes.back() + 1))) return {};
    if (must_fail_) return {ShapeKind::kMustFail, false, true, shape_.shown};
    if (wants_outcome_) return {};
    shape_.kind = ShapeKind::kRun;
    return shape_;
  }

 private:
  bool Begin(Tokens lead) { return lead.size() <= kLongest && Follow(ReadLead(lead)); }

  bool Follow(const Lead& lead) {
    wants_outcome_ = wants_outcome_ || lead.wants_outcome;
    introduced_ = introduced_ || lead.introduces;
    shape_.introduced = shape_.introduced && introduced_;
    return lead.fits;
  }

  // An outcome of the code before, what joins the next, and what introduces it.
  bool Between(Tokens gap) {
    if (gap.size() > kLongest) return false;
    if (std::ranges::any_of(gap, [](const Token& token) { return token.IsWordIn(" or either "); })) {
      const bool only = std::ranges::all_of(
          gap, [](const Token& token) { return IsJoint(token) || token.IsWordIn(" or either else "); });
      fault_ = only ? ShapeKind::kChoice : ShapeKind::kNone;
      return false;
    }
    for (std::size_t at = gap.size(); at-- > 0;) {
      if (!IsJoint(gap[at])) continue;
      const Tail tail = TailReader(gap.first(at)).Read();
      const Lead lead = ReadLead(gap.subspan(at + (gap[at].kind == Token::Kind::kMark ? 1 : 0)));
      if (!tail.fits || tail.shows || !lead.fits) continue;
      shape_.alone = shape_.alone && tail.empty && !lead.introduces && !lead.wants_outcome;
      return Take(tail) && Follow(lead);
    }
    const Tail tail = TailReader(gap).Read();
    return tail.shows && Take(tail) && Show(PlaceIn(gap, tail.shown));
  }

  bool End(Tokens gap) {
    if (gap.size() > kLongest && !TailReader(gap).Read().shows) return false;
    const Tail tail = TailReader(gap).Read();
    shape_.alone = shape_.alone && tail.empty;
    return tail.fits && Take(tail) && (!tail.shows || Show(PlaceIn(gap, tail.shown)));
  }

  bool Take(const Tail& tail) {
    must_fail_ = must_fail_ || tail.must_fail;
    wants_outcome_ = wants_outcome_ && !tail.outcome && !tail.must_fail;
    return true;
  }

  // Behind the gap stands the code that ends it, or nothing.
  std::size_t PlaceIn(Tokens gap, std::size_t index) const {
    if (index < gap.size()) return gap[index].place;
    const auto behind = static_cast<std::size_t>(gap.data() - tokens_.data()) + gap.size();
    return behind < tokens_.size() ? tokens_[behind].place : sentence_.text.size();
  }

  // What is seen may be anything that does not speak against running the code.
  bool Show(std::size_t place) {
    shows_ = true;
    shape_.alone = false;
    std::string seen;
    std::size_t at = place;
    for (std::size_t i = 0; i < sentence_.spans.size(); ++i) {
      const CodeSpan& span = sentence_.spans[i];
      if (span.begin < place) continue;
      shape_.shown = std::min(shape_.shown, i);
      seen += std::string(sentence_.text.substr(at, span.begin - at)) + " ";
      at = span.end;
    }
    const SaidWords words = SaidWordsOf(seen += sentence_.text.substr(at));
    const bool denies = AnyWord(words, IsDenyingWord) && HasWord(words, {"run", "executed", "used", "running", "use"});
    const bool others = HasWord(words, {"ci", "manually", "optional", "manual", "hand", "yourself"});
    return !denies && !others && seen.find("~~") == std::string::npos;
  }

  static constexpr std::size_t kLongest = 30;
  const SaidSentence& sentence_;
  std::vector<Token> tokens_;
  SaidShape shape_;
  ShapeKind fault_ = ShapeKind::kNone;
  bool introduced_ = false;
  bool wants_outcome_ = false;
  bool must_fail_ = false;
  bool shows_ = false;
};

}  // namespace

SaidShape ReadSaidShape(const SaidSentence& sentence) { return ShapeReader(sentence).Read(); }

bool IntroducesCode(std::string_view words) {
  SaidSentence sentence;
  sentence.text = words;
  const std::vector<Token> read = ReadSaidTokens(sentence);
  Tokens tokens = read;
  while (!tokens.empty() && (tokens.back().Is(':') || tokens.back().Is('-') || tokens.back().Is(',')))
    tokens = tokens.first(tokens.size() - 1);
  tokens = WithoutConnectives(tokens);
  if (tokens.empty()) return true;
  if (tokens[0].IsWordIn(kCheckVerbs)) tokens = tokens.subspan(1);
  if (!tokens.empty() && tokens.back().kind == Token::Kind::kWord && IsBy(tokens.back().word))
    tokens = tokens.first(tokens.size() - 1);
  return AreNames(tokens);
}

bool IsOutputVerb(std::string_view word) {
  return IsIn(" print prints output outputs show shows list lists report reports say says ", word);
}

bool IsBy(std::string_view word) { return IsOneOf(word, {"by", "with", "via", "using"}); }

}  // namespace forge
