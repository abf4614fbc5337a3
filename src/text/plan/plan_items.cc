#include "text/plan/plan_items.h"

#include <fmt/core.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "base/strings.h"
#include "text/lines.h"
#include "text/plan/claim_words.h"
#include "text/plan/plan_fields.h"
#include "text/prose.h"

namespace forge {
namespace {

struct Item {
  int line = 0;
  int indent = 0;
  bool bullet = false;
  std::string_view text;
};

std::vector<Item> ReadItems(const std::vector<FieldLine>& lines) {
  std::vector<Item> items;
  for (const FieldLine& line : lines) {
    Item item = {line.line, Indent(line.text), IsListItem(line.text), Trim(line.text)};
    if (item.bullet) item.text = Trim(AfterListMarkers(line.text));
    if (!item.text.empty()) items.push_back(item);
  }
  return items;
}

// Among other items, "nothing: ..." is one of them; alone, it says that there is none.
bool SaysNone(const Item& item, const std::vector<Item>& all) {
  return all.size() == 1 ? IsNoneForAReason(item.text) : IsNone(item.text);
}

// "design-bet: text", "**fact:** text", "`unit`: text".
struct Keyed {
  std::string key;  // lower case, blanks and dashes as underscores; empty: there is none
  std::string_view rest;
};

Keyed SplitKey(std::string_view text) {
  constexpr std::size_t kLongestKey = 32;
  constexpr std::string_view kMarks = "*_` ";
  std::size_t colon = text.substr(0, kLongestKey).find(':');
  if (colon == std::string_view::npos) return {};
  std::string_view key = text.substr(0, colon);
  std::string_view rest = text.substr(colon + 1);
  bool marked = key.starts_with("**") || key.starts_with('`') || key.starts_with("__");
  if (marked) {
    key.remove_prefix(std::min(key.find_first_not_of(kMarks), key.size()));
    while (!key.empty() && kMarks.find(key.back()) != std::string_view::npos) key.remove_suffix(1);
    for (std::string_view mark : {"**", "__"}) {
      if (rest.starts_with(mark)) rest.remove_prefix(mark.size());
    }
  }
  std::string name = Lower(key);
  std::ranges::replace(name, '-', '_');
  std::ranges::replace(name, ' ', '_');
  bool word = !name.empty() && std::ranges::all_of(name, [](char c) { return IsLetterOrDigit(c) || c == '_'; });
  if (!word) return {};
  return {std::move(name), Trim(rest)};
}

std::string WithoutSpan(std::string_view text) {
  text = Trim(text);
  bool span = text.size() > 2 && text.starts_with('`') && text.ends_with('`');
  if (span && text.substr(1, text.size() - 2).find('`') == std::string_view::npos)
    return std::string(Trim(text.substr(1, text.size() - 2)));
  return std::string(text);
}

bool CanBeCitation(std::string_view text) {
  if (text.empty()) return false;
  if (text.starts_with("spike:") || text.find('#') != std::string_view::npos) return true;
  return text.find(' ') == std::string_view::npos;
}

void AppendWords(std::string& text, std::string_view words) {
  if (!text.empty()) text += ' ';
  text += words;
}

std::optional<bool> ReadYes(std::string_view text) {
  std::string word = Lower(WithoutSpan(text));
  if (IsOneOf(word, {"true", "yes", "blocking"})) return true;
  if (IsOneOf(word, {"false", "no", "advisory", "non-blocking"})) return false;
  return std::nullopt;
}

class CriteriaReader {
 public:
  explicit CriteriaReader(std::vector<LineProblem>& problems) : problems_(problems) {}

  void Add(const Item& item) {
    Keyed keyed = SplitKey(item.text);
    if (!criteria_.empty() && item.indent > start_indent_ && AddSubKey(item, keyed)) return;
    bool below = !criteria_.empty() && item.indent > start_indent_;
    if (below && item.bullet && group_ && (criteria_.back().check.empty() || item.indent == group_indent_)) {
      return AddToGroup(item);
    }
    if (!criteria_.empty() && (below || !item.bullet)) return AppendWords(*last_, item.text);
    Start(item, keyed);
  }

  std::vector<Criterion> Take() {
    std::erase_if(criteria_, [](const Criterion& criterion) { return criterion.check.empty(); });
    return std::move(criteria_);
  }

 private:
  void Start(const Item& item, const Keyed& keyed) {
    Criterion& criterion = criteria_.emplace_back();
    bool kind = keyed.key == "static" || keyed.key == "unit" || keyed.key == "e2e";
    if (kind) criterion.kind = keyed.key;
    criterion.check = kind ? keyed.rest : item.text;
    group_ = kind && keyed.rest.empty();
    start_indent_ = item.indent;
    last_ = &criterion.check;
  }

  void AddToGroup(const Item& item) {
    std::string kind = criteria_.back().kind;
    if (!criteria_.back().check.empty()) criteria_.emplace_back();
    criteria_.back().kind = std::move(kind);
    criteria_.back().check = item.text;
    group_indent_ = item.indent;
    last_ = &criteria_.back().check;
  }

  bool AddSubKey(const Item& item, const Keyed& keyed) {
    Criterion& criterion = criteria_.back();
    if (keyed.key == "expected") {
      criterion.expected = keyed.rest;
      last_ = &criterion.expected;
      return true;
    }
    if (keyed.key != "blocking") return false;
    if (auto blocking = ReadYes(keyed.rest)) {
      criterion.blocking = *blocking;
    } else {
      problems_.push_back({item.line, fmt::format("blocking is true or false, not \"{}\"", Excerpt(keyed.rest, 40))});
    }
    return true;
  }

  std::vector<LineProblem>& problems_;
  std::vector<Criterion> criteria_;
  std::string* last_ = nullptr;  // what a line without a bullet goes on with
  int start_indent_ = 0;
  bool group_ = false;
  int group_indent_ = -1;
};

}  // namespace

CitedText SplitCitation(std::string_view text) {
  text = Trim(text);
  std::size_t at = std::string_view::npos;
  std::size_t length = 0;
  for (std::string_view dash : {kEmDash, std::string_view("\xE2\x80\x93"), std::string_view(" -- ")}) {
    std::size_t found = text.rfind(dash);
    if (found == std::string_view::npos || (at != std::string_view::npos && found < at)) continue;
    at = found;
    length = dash.size();
  }
  if (at == std::string_view::npos) return {std::string(text), ""};
  std::string citation = WithoutSpan(text.substr(at + length));
  if (!CanBeCitation(citation)) return {std::string(text), ""};
  return {std::string(Trim(text.substr(0, at))), std::move(citation)};
}

std::vector<Claim> ReadClaims(const std::vector<FieldLine>& lines, std::vector<LineProblem>& problems) {
  std::vector<Claim> claims;
  std::string* last = nullptr;
  int top = -1;
  const std::vector<Item> items = ReadItems(lines);
  for (const Item& item : items) {
    Keyed keyed = SplitKey(item.text);
    if (item.bullet && top < 0) top = item.indent;
    if (auto typed = ReadClaimType(item.text)) {
      Claim& claim = claims.emplace_back();
      claim.type = typed->type;
      claim.line = item.line;
      claim.text = typed->text;
      last = &claim.text;
      continue;
    }
    std::string* value = claims.empty() ? nullptr : ClaimMember(claims.back(), keyed.key);
    bool starts = claims.empty() || (item.bullet && item.indent <= top);
    if (value && (!item.bullet || item.indent > top)) {
      *value = value == &claims.back().citation ? WithoutSpan(keyed.rest) : std::string(keyed.rest);
      last = value;
    } else if (!starts) {
      AppendWords(*last, item.text);
    } else if (!SaysNone(item, items)) {
      problems.push_back({item.line, fmt::format("\"{}\" is not a claim: start it with fact:, kg_fact:, design_bet: or "
                                                 "strategic:",
                                                 Excerpt(item.text, 40))});
    }
  }
  for (Claim& claim : claims) SplitClaimText(claim);
  return claims;
}

Result<Claim> ReadWrittenClaim(const Json& item) {
  Json whole = item;
  if (item.is_object() && !item.Has("type") && !item.Has("text")) {
    for (const auto& [key, value] : item.AsObject()) {
      const std::string said = key + ": " + value.AsString();
      const auto typed = value.is_string() ? ReadClaimType(said) : std::nullopt;
      if (!typed) continue;
      whole.Set("type", Name(typed->type)).Set("text", typed->text);
      break;
    }
  }
  Claim claim = TRY(ClaimFromJson(whole));
  if (!item.Has("text")) SplitClaimText(claim);
  return claim;
}

std::vector<Criterion> ReadCriteria(const std::vector<FieldLine>& lines, std::vector<LineProblem>& problems) {
  CriteriaReader reader(problems);
  const std::vector<Item> items = ReadItems(lines);
  for (const Item& item : items) {
    if (!SaysNone(item, items)) reader.Add(item);
  }
  return reader.Take();
}

std::vector<std::string> ReadTexts(const std::vector<FieldLine>& lines) {
  std::vector<std::string> texts;
  const std::vector<Item> items = ReadItems(lines);
  for (const Item& item : items) {
    if (item.bullet || texts.empty()) {
      if (!SaysNone(item, items)) texts.emplace_back(item.text);
    } else {
      AppendWords(texts.back(), item.text);
    }
  }
  return texts;
}

}  // namespace forge
