#include "text/plan/claims_citation.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <unordered_set>

#include "base/strings.h"
#include "text/code_spans.h"
#include "text/lines.h"
#include "text/path_words.h"
#include "text/prose.h"

namespace forge {
namespace {

std::optional<int> LineNumber(std::string_view text) {
  auto number = ParseInt(text);
  if (!number || *number < 1 || *number > 100 * 1000 * 1000 || text[0] == '+') return std::nullopt;
  return static_cast<int>(*number);
}

// "12", "12-20", "12:7"; false for anything else.
bool ReadLines(std::string_view text, Citation& citation) {
  text = text.substr(0, text.find(':'));
  const std::size_t dash = text.find('-');
  auto first = LineNumber(text.substr(0, dash));
  if (!first) return false;
  std::string_view behind = dash == std::string_view::npos ? text : text.substr(dash + 1);
  if (behind.starts_with('L')) behind.remove_prefix(1);
  auto last = LineNumber(behind);
  if (!last) return false;
  citation.kind = Citation::Kind::kLine;
  citation.first = *first;
  citation.last = std::max(*first, *last);
  return true;
}

const std::unordered_set<std::string_view>& IdleWords() {
  static const std::unordered_set<std::string_view> words = {
      "about",   "after",     "again",   "all",     "already", "also",  "always",   "and",   "any",   "are",
      "because", "been",      "before",  "being",   "both",    "but",   "can",      "claim", "code",  "contains",
      "current", "currently", "defined", "defines", "does",    "done",  "each",     "else",  "every", "exists",
      "fact",    "file",      "files",   "first",   "for",     "from",  "function", "has",   "have",  "here",
      "into",    "its",       "line",    "lines",   "made",    "makes", "method",   "more",  "most",  "must",
      "never",   "not",       "only",    "other",   "over",    "same",  "should",   "since", "some",  "such",
      "than",    "that",      "the",     "their",   "them",    "then",  "there",    "these", "they",  "this",
      "those",   "through",   "under",   "until",   "used",    "uses",  "using",    "value", "was",   "what",
      "when",    "where",     "which",   "while",   "will",    "with",  "without",  "you",   "your"};
  return words;
}

// `read_all`, `readAll`. A word all in capitals (README, JSON) is a word.
bool LooksLikeCode(std::string_view word) {
  if (word.find('_') != std::string_view::npos) return word.size() > 2;
  return word.size() > 2 && std::any_of(word.begin() + 1, word.end(), IsUpper) &&
         std::any_of(word.begin(), word.end(), IsLower);
}
bool IsNumber(std::string_view word) { return word.size() > 1 && IsDigits(word); }

// What stands between double quotes, straight or typographic.
void AddQuoted(std::string_view text, std::vector<std::string>& things) {
  std::size_t at = 0;
  while ((at = text.find('"', at)) != std::string_view::npos) {
    const std::size_t close = text.find('"', at + 1);
    if (close == std::string_view::npos) return;
    std::string_view inside = Trim(text.substr(at + 1, close - at - 1));
    if (!inside.empty()) things.emplace_back(inside);
    at = close + 1;
  }
}

std::vector<std::string_view> NamesIn(std::string_view text) {
  std::vector<std::string_view> words;
  std::size_t at = 0;
  while (at < text.size()) {
    while (at < text.size() && !IsNamePart(text[at])) ++at;
    const std::size_t begin = at;
    while (at < text.size() && IsNamePart(text[at])) ++at;
    if (at > begin) words.push_back(text.substr(begin, at - begin));
  }
  return words;
}

// "Foo::Bar(x)" -> "Bar"
std::string_view LastName(std::string_view thing) {
  thing = thing.substr(0, thing.find('('));
  while (!thing.empty() && !IsNamePart(thing.back())) thing.remove_suffix(1);
  std::size_t begin = thing.size();
  while (begin > 0 && IsNamePart(thing[begin - 1])) --begin;
  return thing.substr(begin);
}

// Words of prose are there when an identifier has them as a part: "timeout" in `kReadTimeout`.
bool ContainsPart(std::string_view place, const std::string& word) {
  return Lower(place).find(Lower(word)) != std::string::npos;
}

}  // namespace

Citation ParseCitation(std::string_view text) {
  Citation citation;
  text = Trim(text);
  while (!text.empty() && (text.front() == '`' || text.front() == '(' || text.front() == '[')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == '`' || text.back() == ')' || text.back() == ']' || text.back() == '.'))
    text.remove_suffix(1);
  text = Trim(text);
  constexpr std::string_view kSpike = "spike:";
  if (EqualsIgnoreCase(text.substr(0, kSpike.size()), kSpike)) {
    citation.anchor = Trim(text.substr(kSpike.size()));
    if (!citation.anchor.empty()) citation.kind = Citation::Kind::kSpike;
    return citation;
  }
  if (const std::size_t hash = text.find('#'); hash != std::string_view::npos && hash > 0) {
    citation.path = Trim(text.substr(0, hash));
    citation.anchor = Trim(text.substr(hash + 1));
    if (citation.anchor.empty()) return citation;
    if (citation.anchor[0] == 'L' && ReadLines(std::string_view(citation.anchor).substr(1), citation)) return citation;
    citation.kind = Citation::Kind::kSection;
    return citation;
  }
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos || colon == 0) return citation;
  citation.path = Trim(text.substr(0, colon));
  ReadLines(Trim(text.substr(colon + 1)), citation);
  return citation;
}

std::string AnchorOf(std::string_view heading) {
  std::string anchor;
  for (char c : heading) {
    if (IsNamePart(c) || c == '-') anchor += c;
    if (c == ' ') anchor += '-';
  }
  return Lower(anchor);
}

std::string_view FindCitedSection(std::string_view document, std::string_view anchor) {
  const std::string wanted = AnchorOf(anchor);
  ProseReader reader(document);
  ProseLine line;
  const char* begin = nullptr;
  const char* end = nullptr;
  int level = 0;
  while (reader.Next(line)) {
    const HeadingLine heading = line.kind == ProseLine::Kind::kSaid ? ParseHeading(line.text) : HeadingLine{};
    if (begin != nullptr && heading.level > 0 && heading.level <= level) break;
    if (begin == nullptr && heading.level > 0 && !wanted.empty() && AnchorOf(heading.text) == wanted) {
      begin = line.text.data();
      level = heading.level;
    }
    if (line.kind != ProseLine::Kind::kFenceOpen && begin != nullptr) end = line.text.data() + line.text.size();
  }
  return begin == nullptr ? std::string_view() : std::string_view(begin, static_cast<std::size_t>(end - begin));
}

int CountLines(std::string_view document) {
  const auto ends = std::count(document.begin(), document.end(), '\n');
  return static_cast<int>(ends) + (document.empty() || document.ends_with('\n') ? 0 : 1);
}

std::string_view FindCitedLines(std::string_view document, int first, int last, int window) {
  LineReader reader(document);
  std::string_view line;
  const char* begin = nullptr;
  const char* end = nullptr;
  bool reached = false;
  while (reader.number() < last + window && reader.Next(line)) {
    if (reader.number() < first - window) continue;
    if (begin == nullptr) begin = line.data();
    end = line.data() + line.size();
    reached = reached || reader.number() >= first;
  }
  return reached ? std::string_view(begin, static_cast<std::size_t>(end - begin)) : std::string_view();
}

std::vector<std::string> ThingsNamed(std::string_view claim, const Citation& citation) {
  std::vector<std::string> things;
  std::string prose(claim);
  for (const CodeSpan& span : CodeSpansOf(claim)) {
    std::fill(prose.begin() + static_cast<std::ptrdiff_t>(span.begin),
              prose.begin() + static_cast<std::ptrdiff_t>(span.end), ' ');
    const std::string_view path = FilePartOf(span.text);
    if (path != citation.path && ParseCitation(span.text).kind == Citation::Kind::kNone) things.emplace_back(span.text);
  }
  AddQuoted(prose, things);
  if (!citation.path.empty()) prose = ReplaceAll(prose, citation.path, " ");
  for (std::string_view word : NamesIn(prose)) {
    if (LooksLikeCode(word) || IsNumber(word)) things.emplace_back(word);
  }
  if (!things.empty()) return things;
  for (std::string_view word : NamesIn(prose)) {
    if (word.size() > 2 && !IdleWords().contains(Lower(word))) things.emplace_back(word);
  }
  return things;
}

std::vector<std::string> WordsSaid(std::string_view claim, const Citation& citation) {
  constexpr std::size_t kShortest = 4;
  const std::string text = citation.path.empty() ? std::string(claim) : ReplaceAll(claim, citation.path, " ");
  std::vector<std::string> words;
  for (std::string_view name : NamesIn(text)) {
    std::string word = Lower(name);
    if (IdleWords().contains(word)) continue;
    if (word.ends_with('s')) word.pop_back();
    if (word.size() >= kShortest && std::ranges::find(words, word) == words.end()) words.push_back(std::move(word));
  }
  return words;
}

namespace {

// "opened" is said by `fopen`, "counting" by `count`.
std::string WordStem(const std::string& word) {
  constexpr std::size_t kShortest = 4;
  for (const std::string_view ending : {"ing", "ed", "es", "s"}) {
    if (word.ends_with(ending) && word.size() >= kShortest + ending.size())
      return word.substr(0, word.size() - ending.size());
  }
  return word;
}

}  // namespace

bool SaysWord(std::string_view place, const std::string& word) { return ContainsPart(place, word); }

bool Mentions(std::string_view place, const std::string& thing) {
  if (ContainsWord(place, thing)) return true;
  const std::string_view name = LastName(thing);
  if (name.size() > 1 && name != thing && thing.find_first_of(" \t") == std::string::npos && ContainsWord(place, name))
    return true;
  const bool plain = !LooksLikeCode(thing) && !IsNumber(thing) && std::all_of(thing.begin(), thing.end(), IsNamePart);
  return plain && ContainsPart(place, WordStem(thing));
}

}  // namespace forge
