#include "text/said_criteria.h"

#include <algorithm>
#include <cstddef>

#include "base/strings.h"
#include "text/check_commands.h"
#include "text/code_spans.h"
#include "text/command_words.h"
#include "text/said_commands.h"
#include "text/said_labels.h"
#include "text/said_shapes.h"
#include "text/said_statements.h"
#include "text/said_words.h"

namespace forge {
namespace {

// "shape (disabled)"
bool HasBracketAgainst(std::string_view text) {
  for (std::size_t open = text.find('('); open != std::string_view::npos; open = text.find('(', open + 1)) {
    const std::size_t close = std::min(text.find(')', open), text.size());
    const SaidWords words = SaidWordsOf(text.substr(open, close - open));
    if (SaysAgainst(words) || HasWord(words, {"old"})) return true;
  }
  return false;
}

// The check at the end of a statement that it proves.
std::string ProofAtEnd(std::string_view text) {
  const std::vector<CodeSpan> spans = CodeSpansOf(text);
  if (spans.empty()) return "";
  const std::string_view behind = WithoutEmphasis(text.substr(spans.back().end));
  if (behind.find_first_not_of(").") != std::string_view::npos) return "";
  std::string_view before = WithoutEmphasis(text.substr(0, spans.back().begin));
  const bool bracket = before.ends_with('(') && behind.starts_with(')');
  const SaidWords words = WordsOutsideCode(before);
  const bool by = !words.empty() && IsBy(words.back());
  if (!bracket && !by && !EndsAsLabel(before)) return "";
  // "not covered by `make x`"
  constexpr std::size_t kNear = 3;
  for (std::size_t at = words.size() - std::min(words.size(), kNear); at < words.size(); ++at) {
    if (by && IsDenyingWord(words[at])) return "";
  }
  constexpr std::size_t kShort = 6;  // "an operator checks with `make x`"
  if (by && words.size() <= kShort && AnyWord(words, IsOtherActor)) return "";
  if (bracket) before.remove_suffix(1);
  const std::string_view code = WithoutPrompt(spans.back().text);
  const bool speaks_of_it = HasWord(words, {"see", "like", "eg", "example", "output", "expected"});
  if (speaks_of_it || ReservesCommand(before) || before.contains("~~") || HoldsPlaceholder(code)) return "";
  return IsCommand(code, true) && IsCheckCommand(code) ? std::string(code) : "";
}

}  // namespace

std::string CommandOfCriterion(std::string_view criterion, std::string_view expected,
                               const std::vector<std::string>& verify) {
  const auto is_verify = [&](std::string_view text) { return std::ranges::find(verify, text) != verify.end(); };
  const std::vector<CodeSpan> spans = CodeSpansOf(criterion);
  if (spans.empty()) return is_verify(criterion) ? std::string(criterion) : "";
  const SaidCommands said = ReadSaidProof(criterion);
  const bool exits = Lower(expected).contains("exit ");
  for (const SaidCommands::Cited& cited : said.cited) {
    if (cited.why == SaidWhy::kMustFail && exits) return cited.code;
    if (cited.why != SaidWhy::kSpokenOf && cited.why != SaidWhy::kShips) return "";
  }
  const bool alone = spans.size() == 1 && spans[0].begin == 0 && spans[0].end == criterion.size();
  for (const CodeSpan& span : spans) {
    const std::string_view code = WithoutPrompt(span.text);
    const bool ordered = std::ranges::find(said.commands, code) != said.commands.end();
    if (is_verify(code) || (ordered && (alone ? !NamesNoCommand(code) : IsCommand(code)))) return std::string(code);
  }
  return said.commands.empty() ? ProofAtEnd(Trim(criterion)) : "";
}

bool ReservesCommand(std::string_view text) {
  constexpr std::size_t kShort = 2;
  const SaidWords name = WordsOutsideCode(text);
  if (name.empty()) return false;
  if (HasBracketAgainst(text) || SpeaksAgainst(text) || Warns(text) || text.contains("~~") || text.contains("<!--"))
    return true;
  const bool orders = name.size() > 1 && IsOneOf(name[0], {"do", "please", "by", "to", "in", "on"});
  for (std::size_t at = 0; at < std::min<std::size_t>(name.size(), orders ? 2 : 1); ++at) {
    if (IsDenyingWord(name[at]) || IsOneOf(name[at], {"if", "when", "only", "unless", "hand", "after", "once", "before",
                                                      "until", "ci", "production"}))
      return true;
  }
  if (name.size() > 1 && name[0] == "e" && name[1] == "g") return true;
  const bool reserves = name.size() <= kShort || HasWord(name, {"for", "by", "only", "manual", "manually"});
  return reserves && !AnyWord(name, IsDenyingWord) && !HasWord(name, {"no", "without"}) && SaysAgainst(name);
}

bool SaysMoreThanExit(std::string_view criterion) {
  constexpr std::string_view kOfExit =
      " a all and are be code exit exits exiting green in is it must no of ok on pass passed passes passing repository"
      " returns root run runs should shall status still succeed succeeds test tests the there to today whole with"
      " without work works zero 0 error errors failure failures ";
  if (CodeSpansOf(criterion).empty()) return false;
  return AnyWord(WordsOutsideCode(criterion), [&](std::string_view word) { return !IsIn(kOfExit, word); });
}

}  // namespace forge
