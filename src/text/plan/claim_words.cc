#include "text/plan/claim_words.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>
#include <vector>

#include "base/strings.h"
#include "text/lines.h"
#include "text/path_words.h"
#include "text/plan/claims_citation.h"
#include "text/plan/plan_items.h"
#include "text/prose.h"

namespace forge {
namespace {

constexpr std::string_view kClaimMarks = "*_`[]() ";

// "design-bet", "Design Bet" and "design_bet 2" are one key.
std::string PlainClaimKey(std::string_view text) {
  std::string key = Lower(Trim(text));
  while (!key.empty() && (IsDigits(key.substr(key.size() - 1)) || key.back() == ' ' || key.back() == '#'))
    key.pop_back();
  std::ranges::replace(key, '-', '_');
  std::ranges::replace(key, ' ', '_');
  while (key.ends_with('_')) key.pop_back();
  return key;
}

std::optional<ClaimType> ParseTypeWord(std::string_view text) {
  const std::string key = PlainClaimKey(text);
  if (const auto type = ParseClaimType(key)) return type;
  if (IsOneOf(key, {"facts", "fact_claim", "verified_fact", "code_fact"})) return ClaimType::kFact;
  if (IsOneOf(key, {"kgfact", "kg", "knowledge_graph_fact"})) return ClaimType::kKgFact;
  if (IsOneOf(key, {"bet", "designbet", "design_bets"})) return ClaimType::kDesignBet;
  if (IsOneOf(key, {"strategy", "strategic_choice", "strategic_decision", "strategic_claim"}))
    return ClaimType::kStrategic;
  return std::nullopt;
}

std::string_view WithoutMarks(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(kClaimMarks), text.size()));
  while (!text.empty() && kClaimMarks.find(text.back()) != std::string_view::npos) text.remove_suffix(1);
  return text;
}

struct InlineLabel {
  std::string_view name;
  bool must_cite;  // also a word of prose: only what is a citation counts
};
constexpr auto kInlineLabels = std::to_array<InlineLabel>({{"kg citation", false},
                                                           {"kg_citation", false},
                                                           {"citation", false},
                                                           {"cite", false},
                                                           {"cited", false},
                                                           {"source", true},
                                                           {"evidence", true},
                                                           {"see", true},
                                                           {"assumption", false},
                                                           {"validation plan", false},
                                                           {"validation_plan", false},
                                                           {"validation", false},
                                                           {"blast radius", false},
                                                           {"blast_radius", false},
                                                           {"rationale", false},
                                                           {"alternatives considered", false},
                                                           {"alternatives_considered", false},
                                                           {"alternatives", false}});

struct FoundLabel {
  std::size_t begin = 0;  // of the label with its marks
  std::size_t value = 0;  // behind it
  const InlineLabel* label = nullptr;
};

bool EndsPhrase(std::string_view before) {
  while (!before.empty() && std::string_view("*_ ([").find(before.back()) != std::string_view::npos)
    before.remove_suffix(1);
  return before.empty() || std::string_view(".;,:!?)`").find(before.back()) != std::string_view::npos ||
         before.ends_with(kEmDash) || before.ends_with(kEnDash) || before.ends_with(" -");
}

// The label that the colon at `colon` ends, if the words before it are one.
std::optional<FoundLabel> LabelBefore(std::string_view text, const std::string& lower, std::size_t colon) {
  std::size_t end = colon;
  while (end > 0 && (text[end - 1] == '*' || text[end - 1] == '_')) --end;
  for (const InlineLabel& label : kInlineLabels) {
    if (end < label.name.size() || lower.compare(end - label.name.size(), label.name.size(), label.name) != 0) continue;
    std::size_t begin = end - label.name.size();
    if (begin > 0 && IsLetterOrDigit(text[begin - 1])) continue;
    bool bracketed = false;
    while (begin > 0 && std::string_view("*_([").find(text[begin - 1]) != std::string_view::npos) {
      --begin;
      bracketed = bracketed || text[begin] == '(' || text[begin] == '[';
    }
    if (!bracketed && !EndsPhrase(text.substr(0, begin))) continue;
    std::size_t value = colon + 1;
    while (value < text.size() && (text[value] == '*' || text[value] == '_' || IsBlank(text[value]))) ++value;
    return FoundLabel{begin, value, &label};
  }
  return std::nullopt;
}

std::string_view WithoutMarks(std::string_view text, std::string_view marks) {
  text = Trim(text);
  while (!text.empty() && marks.find(text.back()) != std::string_view::npos)
    text = Trim(text.substr(0, text.size() - 1));
  return text;
}

std::string_view WithoutDash(std::string_view text) {
  text = WithoutMarks(text, ";,(");
  for (std::string_view dash : {kEmDash, kEnDash, std::string_view(" -")}) {
    if (text.ends_with(dash)) return Trim(text.substr(0, text.size() - dash.size()));
  }
  return text;
}

std::string CitationText(std::string_view text) {
  text = WithoutMarks(text, ".;,");
  if (text.starts_with('`') && text.ends_with('`') && text.size() > 2) text = text.substr(1, text.size() - 2);
  if (text.ends_with(')') && text.find('(') == std::string_view::npos) text.remove_suffix(1);
  if (text.ends_with('`') && text.starts_with('`') && text.size() > 2) text = text.substr(1, text.size() - 2);
  return std::string(Trim(text));
}

bool IsCitation(std::string_view text) { return ParseCitation(text).kind != Citation::Kind::kNone; }

std::vector<FoundLabel> FindLabels(const std::string& text) {
  const std::string lower = Lower(text);
  std::vector<FoundLabel> found;
  for (std::size_t at = text.find(':'); at != std::string::npos; at = text.find(':', at + 1)) {
    if (auto label = LabelBefore(text, lower, at)) found.push_back(*label);
  }
  return found;
}

// A fact has no other members: what else looks like a label is part of its text.
void MoveCitation(Claim& claim) {
  const std::string text = claim.text;
  const std::string_view all = text;
  const std::vector<FoundLabel> found = FindLabels(text);
  for (std::size_t i = 0; i < found.size(); ++i) {
    const FoundLabel& at = found[i];
    if (ClaimMember(claim, PlainClaimKey(at.label->name)) != &claim.citation) continue;
    const std::size_t end = i + 1 < found.size() ? found[i + 1].begin : text.size();
    std::string cited = CitationText(WithoutDash(all.substr(at.value, end - at.value)));
    if (cited.empty() || cited.find_first_of(" \t") != std::string::npos) continue;
    if (at.label->must_cite && !IsCitation(cited)) continue;
    claim.citation = std::move(cited);
    claim.text = std::string(WithoutDash(all.substr(0, at.begin)));
    if (end < text.size()) claim.text += " " + text.substr(end);
    return;
  }
}

void MoveLabelled(Claim& claim) {
  const std::string text = claim.text;
  std::vector<FoundLabel> found = FindLabels(text);
  const std::string_view all = text;
  std::size_t first = text.size();
  for (std::size_t i = found.size(); i-- > 0;) {
    const FoundLabel& at = found[i];
    const std::size_t end = i + 1 < found.size() ? found[i + 1].begin : text.size();
    std::string_view value = WithoutDash(all.substr(at.value, end - at.value));
    std::string* member = ClaimMember(claim, PlainClaimKey(at.label->name));
    const std::string cited = CitationText(value);
    const bool cites = member == &claim.citation;
    if (at.label->must_cite && !IsCitation(cited)) {
      found.resize(i);
      first = text.size();
      break;  // a word of prose: what stands before it is prose too
    }
    if (member != nullptr && member->empty()) *member = cites ? cited : std::string(value);
    first = at.begin;
  }
  if (first < text.size()) claim.text = std::string(WithoutDash(all.substr(0, first)));
}

// "Assumption: a. Validation plan: b": members that stand behind another one in its line.
void MoveBehind(Claim& claim, std::string& first) {
  const std::string text = first;
  const std::string_view all = text;
  std::vector<FoundLabel> found = FindLabels(text);
  std::erase_if(found, [&](const FoundLabel& at) {
    const std::string* member = ClaimMember(claim, PlainClaimKey(at.label->name));
    return at.label->must_cite || at.begin == 0 || member == nullptr || member == &first || !member->empty();
  });
  for (std::size_t i = 0; i < found.size(); ++i) {
    const std::size_t end = i + 1 < found.size() ? found[i + 1].begin : text.size();
    const std::string_view value = WithoutDash(all.substr(found[i].value, end - found[i].value));
    std::string* member = ClaimMember(claim, PlainClaimKey(found[i].label->name));
    if (member->empty()) *member = member == &claim.citation ? CitationText(value) : std::string(value);
  }
  if (!found.empty()) first = std::string(WithoutDash(all.substr(0, found[0].begin)));
}

// "... (`a.cc:12`)", "... [a.cc:12].", "... in `a.cc:12`".
void MoveLastWord(Claim& claim) {
  const std::string_view text = WithoutMarks(claim.text, ".;");
  std::size_t begin = text.size();
  if (text.ends_with(')') || text.ends_with(']')) {
    begin = text.rfind(text.back() == ')' ? '(' : '[');
  } else {
    const std::size_t blank = text.rfind(' ');
    begin = blank == std::string_view::npos ? begin : blank + 1;
  }
  if (begin == std::string_view::npos || begin >= text.size() || begin == 0) return;
  const std::string cited = CitationText(WithoutMarks(text.substr(begin)));
  const Citation citation = ParseCitation(cited);
  const bool place = citation.kind == Citation::Kind::kSpike ||
                     ((citation.path.find('.') != std::string::npos || LooksLikeFile(citation.path)) &&
                      citation.path.find(' ') == std::string::npos && citation.kind != Citation::Kind::kNone);
  if (!place) return;
  claim.citation = cited;
  std::string_view rest = WithoutDash(text.substr(0, begin));
  for (std::string_view word : {" in", " at", " see"}) {
    if (rest.ends_with(word)) rest = WithoutDash(rest.substr(0, rest.size() - word.size()));
  }
  claim.text = std::string(rest);
}

}  // namespace

std::optional<TypedText> ReadClaimType(std::string_view item) {
  constexpr std::size_t kLongestType = 40;
  item = Trim(item);
  const std::string_view head = item.substr(0, kLongestType);
  const std::size_t colon = head.find(':');
  if (colon != std::string_view::npos) {
    const std::string_view before = item.substr(0, colon);
    // "Fact (verified): text"
    const std::string_view key = WithoutMarks(before.substr(0, std::min(before.find(" ("), before.size())));
    if (const auto type = ParseTypeWord(key)) {
      std::string_view rest = item.substr(colon + 1);
      for (std::string_view mark : {"**", "__", "*"}) {
        if (rest.starts_with(mark) && before.starts_with(mark)) rest.remove_prefix(mark.size());
      }
      return TypedText{*type, Trim(rest)};
    }
  }
  // "[fact] text", "(bet) text", "**Fact** — text"
  for (const auto& [open, close] : {std::pair<std::string_view, std::string_view>("**[", "]**"),
                                    {"**", "**"},
                                    {"[", "]"},
                                    {"(", ")"},
                                    {"`", "`"}}) {
    if (!item.starts_with(open)) continue;
    const std::size_t end = head.find(close, open.size());
    if (end == std::string_view::npos) continue;
    const auto type = ParseTypeWord(item.substr(open.size(), end - open.size()));
    if (!type) continue;
    std::string_view rest = Trim(item.substr(end + close.size()));
    for (std::string_view mark : {std::string_view(":"), kEmDash, kEnDash, std::string_view("- ")}) {
      if (rest.starts_with(mark)) rest = Trim(rest.substr(mark.size()));
    }
    return TypedText{*type, rest};
  }
  return std::nullopt;
}

std::string* ClaimMember(Claim& claim, std::string_view key) {
  if (key == "assumption") return &claim.assumption;
  if (key == "validation_plan" || key == "validation") return &claim.validation_plan;
  if (key == "blast_radius") return &claim.blast_radius;
  if (key == "rationale") return &claim.rationale;
  if (key == "alternatives_considered" || key == "alternatives") return &claim.alternatives_considered;
  if (IsOneOf(key, {"citation", "kg_citation", "source", "cite", "cited", "evidence", "see"})) return &claim.citation;
  return nullptr;
}

void SplitClaimText(Claim& claim) {
  if (claim.type != ClaimType::kFact) {
    MoveLabelled(claim);
    for (std::string* member : {&claim.assumption, &claim.validation_plan, &claim.blast_radius, &claim.rationale,
                                &claim.alternatives_considered})
      MoveBehind(claim, *member);
    return;
  }
  if (!claim.citation.empty()) return;
  CitedText cited = SplitCitation(claim.text);
  const Citation place = ParseCitation(cited.citation);
  if (place.kind != Citation::Kind::kNone && place.path.find(' ') == std::string::npos) {
    claim.text = std::move(cited.text);
    claim.citation = std::move(cited.citation);
    return;
  }
  MoveCitation(claim);
  if (!claim.citation.empty()) return;
  claim.text = std::move(cited.text);
  claim.citation = std::move(cited.citation);
  if (claim.citation.empty()) MoveLastWord(claim);
}

bool LooksLikeClaims(std::string_view text) {
  for (std::string_view line : Lines(text)) {
    const bool item = IsListItem(line);
    const std::string_view said = item ? Trim(AfterListMarkers(line)) : Trim(line);
    if (ReadClaimType(said)) return true;
    if (!item) continue;
    Claim claim;
    claim.text = said;
    SplitClaimText(claim);
    const Citation::Kind kind = ParseCitation(claim.citation).kind;
    if (kind == Citation::Kind::kLine || kind == Citation::Kind::kSpike) return true;
  }
  return false;
}

}  // namespace forge
