#include "text/made_decisions.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <set>
#include <utility>

#include "base/strings.h"
#include "text/first_line.h"

namespace forge {
namespace {

constexpr std::size_t kLongestDecision = 400;
constexpr std::size_t kMostLeftOutNamed = 20;  // of those that are left out

std::set<std::string> WordsAbove(std::string_view text, std::size_t least) {
  std::set<std::string> words;
  std::string word;
  const std::string lower = Lower(text);
  for (std::size_t i = 0; i <= lower.size(); ++i) {
    const auto c = i < lower.size() ? static_cast<unsigned char>(lower[i]) : static_cast<unsigned char>(' ');
    if (IsLetterOrDigit(static_cast<char>(c)) || c == '_' || c >= 0x80) {
      word += static_cast<char>(c);
      continue;
    }
    if (word.size() >= least) words.insert(word);
    word.clear();
  }
  return words;
}

std::size_t SharedWords(const std::set<std::string>& a, const std::set<std::string>& b) {
  return static_cast<std::size_t>(std::ranges::count_if(a, [&](const std::string& word) { return b.contains(word); }));
}

// "D12" as a word of its own.
bool NamesIt(std::string_view text, std::string_view id) {
  for (std::size_t at = text.find(id); at != std::string_view::npos; at = text.find(id, at + 1)) {
    const bool begins = at == 0 || !IsLetterOrDigit(text[at - 1]);
    const std::size_t end = at + id.size();
    if (begins && (end == text.size() || !IsLetterOrDigit(text[end]))) return true;
  }
  return false;
}

}  // namespace

std::vector<MadeDecision> NumberDecisions(const std::vector<MadeDecision>& said) {
  std::vector<MadeDecision> decisions;
  std::set<std::set<std::string>> words;
  for (const MadeDecision& one : said) {
    const std::string text = FirstLine(ReplaceAll(Trim(one.text), "\n", " "), kLongestDecision);
    std::set<std::string> own = WordsAbove(text, 1);
    if (own.empty()) continue;
    if (!words.insert(std::move(own)).second) continue;
    decisions.push_back({fmt::format("D{}", decisions.size() + 1), text, one.from});
  }
  return decisions;
}

SharedLength DecisionsAbout(const std::vector<MadeDecision>& decisions, std::string_view about, std::size_t most) {
  constexpr std::size_t kLeastTelling = 4;
  const std::set<std::string> words = WordsAbove(about, kLeastTelling);
  std::vector<std::size_t> order(decisions.size());
  std::vector<std::size_t> common;
  for (std::size_t i = 0; i < decisions.size(); ++i) {
    order[i] = i;
    common.push_back(SharedWords(WordsAbove(decisions[i].text, kLeastTelling), words));
  }
  std::ranges::sort(
      order, [&](std::size_t a, std::size_t b) { return common[a] != common[b] ? common[a] > common[b] : a > b; });
  std::set<std::size_t> shown;
  SharedLength result;
  for (const std::size_t i : order) {
    const std::size_t size = decisions[i].id.size() + decisions[i].text.size() + decisions[i].from.size() + 8;
    if (size > most || !result.left_out.empty()) {
      result.left_out.push_back(decisions[i].id);
      continue;
    }
    most -= size;
    shown.insert(i);
  }
  for (const std::size_t i : shown)
    result.text += fmt::format("- {} ({}): {}\n", decisions[i].id, decisions[i].from, decisions[i].text);
  if (result.left_out.size() > kMostLeftOutNamed) {
    const std::size_t more = result.left_out.size() - kMostLeftOutNamed;
    result.left_out.resize(kMostLeftOutNamed);
    result.left_out.push_back(fmt::format("{} more", more));
  }
  if (!result.left_out.empty())
    result.text += fmt::format("(left out, for want of room: {})\n", Join(result.left_out, ", "));
  return result;
}

std::string WithDecisionsNamed(std::string_view text, const std::vector<MadeDecision>& decisions) {
  std::string named(text);
  for (const MadeDecision& one : decisions) {
    if (NamesIt(text, one.id)) named += fmt::format(" ({}: {})", one.id, one.text);
  }
  return named;
}

}  // namespace forge
