#include "model/proof.h"

#include "base/strings.h"

namespace forge {
namespace {

constexpr std::string_view kMarks = " \t\n*_`";

std::string_view WithoutMarks(std::string_view text, std::string_view marks = kMarks) {
  const std::size_t begin = text.find_first_not_of(marks);
  return begin == std::string_view::npos ? std::string_view() : text.substr(begin);
}

// What follows the word; none if the text does not begin with it.
std::optional<std::string_view> After(std::string_view text, std::string_view word) {
  if (!EqualsIgnoreCase(text.substr(0, word.size()), word)) return std::nullopt;
  const std::string_view rest = text.substr(word.size());
  if (!rest.empty() && IsLetterOrDigit(rest.front())) return std::nullopt;
  return rest;
}

std::vector<std::string> CodeSpansIn(std::string_view text) {
  std::vector<std::string> spans;
  for (std::size_t open = text.find('`'); open != std::string_view::npos; open = text.find('`')) {
    text.remove_prefix(open + 1);
    const std::size_t close = text.find('`');
    if (close == std::string_view::npos) break;
    if (std::string_view span = Trim(text.substr(0, close)); !span.empty()) spans.emplace_back(span);
    text.remove_prefix(close + 1);
  }
  return spans;
}

// "because x", ": x", "(x)", "- x".
std::string ReasonIn(std::string_view rest) {
  const bool bracket = WithoutMarks(rest).starts_with('(');
  constexpr std::string_view kSeparators = " \t\n*_`:;,.-(\xE2\x80\x93\x94";
  rest = WithoutMarks(rest, kSeparators);
  for (std::string_view word : {"because", "since", "as"}) {
    if (const auto reason = After(rest, word)) {
      rest = WithoutMarks(*reason, kSeparators);
      break;
    }
  }
  rest = Trim(rest);
  if (bracket && rest.ends_with(')')) rest.remove_suffix(1);
  return std::string(rest);
}

}  // namespace

std::optional<PlannedProof> ParseProof(std::string_view written) {
  std::string_view text = WithoutMarks(written, " \t\n*_`-");
  PlannedProof proof;
  for (std::string_view word :
       {"red-green", "red/green", "red green", "red\xE2\x80\x93green", "red \xE2\x86\x92 green"}) {
    const auto rest = After(text, word);
    if (!rest) continue;
    proof.red_green = true;
    // The word itself may stand in backticks.
    std::string_view files = *rest;
    if (files.starts_with('`')) files.remove_prefix(1);
    proof.tests = CodeSpansIn(files);
    return proof;
  }
  const auto rest = After(text, "waived");
  if (!rest) return std::nullopt;
  proof.waived = true;
  proof.reason = ReasonIn(*rest);
  return proof;
}

PlannedProof ProofOf(const StepSpec& step) {
  return ParseProof(step.extra["proof"].AsString()).value_or(PlannedProof{});
}

}  // namespace forge
