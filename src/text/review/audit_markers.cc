#include "text/review/audit_markers.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "base/strings.h"
#include "text/lines.h"
#include "text/prose.h"
#include "text/review/audit_phrases.h"
#include "text/review/audit_shapes.h"

namespace forge {
namespace {

// Cells of a table's row. A backslash keeps a bar inside its cell.
std::vector<std::string_view> Cells(std::string_view line) {
  std::vector<std::string_view> cells;
  line = Trim(line);
  if (line.starts_with('|')) line.remove_prefix(1);
  if (line.ends_with('|')) line.remove_suffix(1);
  std::size_t begin = 0;
  for (std::size_t at = 0; at <= line.size(); ++at) {
    if (at < line.size() && (line[at] != '|' || (at > 0 && line[at - 1] == '\\'))) continue;
    cells.push_back(Trim(line.substr(begin, at - begin)));
    begin = at + 1;
  }
  return cells;
}

// The longest cell that is not a level: most likely it says what the concern is.
std::string_view Subject(const std::vector<std::string_view>& cells) {
  std::string_view longest;
  for (std::string_view cell : cells) {
    if (cell.size() > longest.size() && !ExactLevel(cell)) longest = cell;
  }
  return FromFirstWord(longest);
}

// "| High | 0 |": a row that counts, and found none.
bool CountsNone(const std::vector<std::string_view>& cells, std::size_t level_cell) {
  if (cells.size() != 2) return false;
  std::string_view other = cells[1 - level_cell];
  return !other.empty() && SaysNothing(other);
}

std::optional<Severity> WorstWord(std::string_view cell) {
  std::optional<Severity> worst;
  for (const std::string& word : WordsOf(cell, 12)) {
    if (auto level = SeverityWord(word)) worst = std::max(worst.value_or(*level), *level);
  }
  return worst;
}

bool IsSeverityHeader(std::string_view header) {
  return header.find("severity") != std::string_view::npos || header == "sev";
}

// Other things are low or high as well.
bool IsForeignHeader(std::string_view header) {
  return IsOneOf(header, {"likelihood", "probability", "effort", "complexity", "confidence", "estimate"});
}

}  // namespace

bool IsDelimiterRow(std::string_view line) {
  line = Trim(line);
  return line.find('|') != std::string_view::npos && line.find('-') != std::string_view::npos &&
         line.find_first_not_of("|:- \t") == std::string_view::npos;
}

void MarkerReader::Break() {
  in_table_ = false;
  header_.clear();
  pending_.reset();
}

void MarkerReader::TableHeader(std::string_view line) {
  Break();
  in_table_ = true;
  for (std::string_view cell : Cells(line)) header_.push_back(Join(WordsOf(cell, 4), " "));
}

void MarkerReader::Line(int number, std::string_view line) {
  if (Trim(line).empty()) {
    in_table_ = false;
    return;
  }
  bool row = AfterListMarkers(line).starts_with('|') || (in_table_ && line.find('|') != std::string_view::npos);
  if (!row) in_table_ = false;
  if (IsDelimiterRow(line)) return;
  if (row) {
    pending_.reset();
    return ReadRow(number, line);
  }
  ReadPending(number, line);
  std::size_t before = evidence_.concerns.size();
  if (!ReadLeading(number, line)) ReadInline(number, line, IsTitleLike(line));
  if (evidence_.concerns.size() == before && IsTitleLike(line)) title_ = Excerpt(line, 200);
}

// A heading such as "### High" or "**Severity**" speaks about the line below it.
void MarkerReader::ReadPending(int number, std::string_view line) {
  if (!pending_) return;
  Pending pending = *pending_;
  pending_.reset();
  if (!pending.level) {
    if (auto level = ExactLevel(AfterListMarkers(line))) evidence_.AddConcern(*level, TitleFor(""), number);
    return;
  }
  if (ParseHeading(line).level > 0 || SaysNothing(AfterListMarkers(line))) return;
  evidence_.AddConcern(*pending.level, FromFirstWord(line), pending.line);
}

// True when the line begins with a level and has nothing more to say. "High: 0, Medium: 2" continues with the next
// pair.
bool MarkerReader::ReadLeading(int number, std::string_view line) {
  constexpr std::string_view kBetween = ",;|/*_ \t\xC2\xB7";
  std::string_view text = FromFirstWord(line);
  bool marked = Trim(line).data() != text.data();
  auto leading = ParseLeadingLevel(text, IsListItem(line) || ParseHeading(line).level > 0);
  if (!leading) return false;
  if (!leading->count && leading->value.empty()) {
    if (!marked && !leading->separated) return false;
    pending_ = Pending{leading->level, number};
    return true;
  }
  while (leading) {
    if (leading->count ? *leading->count > 0 : !SaysNothing(leading->value)) {
      evidence_.AddConcern(leading->level, leading->count ? text : leading->value, number);
    }
    if (!leading->count) break;
    std::size_t next = leading->value.find_first_not_of(kBetween);
    if (next == std::string_view::npos) break;
    leading = ParseLeadingLevel(leading->value.substr(next));
  }
  return true;
}

void MarkerReader::ReadInline(int number, std::string_view line, bool title_like) {
  SeverityLabels labels = ReadSeverityLabels(line);
  if (!labels.unknown.empty()) {
    evidence_.AddDoubt(number, fmt::format("the severity \"{}\" is not known", Excerpt(labels.unknown, 40)));
  }
  if (labels.label_only && !labels.worst) pending_ = Pending{std::nullopt, number};
  std::optional<Severity> level = std::max({labels.worst, BracketedLevel(line, title_like), StatedLevel(line)});
  if (!level) return;
  if (labels.overall) return evidence_.AddLevel(*level);
  evidence_.AddConcern(*level, TitleFor(line), number);
}

// The line itself when it says more than its level, else the title above it.
std::string_view MarkerReader::TitleFor(std::string_view line) const {
  std::vector<std::string> words = WordsOf(line, 12);
  auto says_more = [](const std::string& word) { return word != "severity" && !SeverityWord(word); };
  bool own = std::count_if(words.begin(), words.end(), says_more) >= 2 || title_.empty();
  return FromFirstWord(own ? line : std::string_view(title_));
}

void MarkerReader::ReadRow(int number, std::string_view line) {
  std::vector<std::string_view> cells = Cells(line);
  for (std::size_t i = 0; i + 1 < cells.size(); ++i) {
    if (WordsOf(cells[i], 2) == std::vector<std::string>{"verdict"}) ReadVerdictValue(number, cells[i + 1], evidence_);
  }
  for (std::size_t i = 0; in_table_ && i < header_.size() && i < cells.size(); ++i) {
    if (IsSeverityHeader(header_[i])) return ReadSeverityCell(number, i, cells);
  }
  ReadFreeCells(number, cells);
}

void MarkerReader::ReadSeverityCell(int number, std::size_t column, const std::vector<std::string_view>& cells) {
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (i != column) ReadInline(number, cells[i], false);
  }
  pending_.reset();
  auto worst = WorstWord(cells[column]);
  if (!worst && !SaysNothing(cells[column])) {
    evidence_.AddDoubt(number, fmt::format("the severity \"{}\" is not known", Excerpt(cells[column], 40)));
  }
  if (!worst || CountsNone(cells, std::min<std::size_t>(column, 1))) return;
  evidence_.AddConcern(*worst, Subject(cells), number);
}

void MarkerReader::ReadFreeCells(int number, const std::vector<std::string_view>& cells) {
  std::string_view subject = Subject(cells);
  bool severity_before = false;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    std::string_view header = in_table_ && i < header_.size() ? std::string_view(header_[i]) : std::string_view{};
    if (IsForeignHeader(header)) continue;
    auto level = ExactLevel(cells[i]);
    bool behind_label = std::exchange(severity_before, IsSeverityHeader(Join(WordsOf(cells[i], 3), " ")));
    if (auto counted = ExactLevel(header); counted && *counted != Severity::kNone) {
      if (ParseInt(cells[i]).value_or(0) > 0) evidence_.AddConcern(*counted, subject, number);
    } else if (!level) {
      ReadInline(number, cells[i], true);
      pending_.reset();
    } else if ((*level != Severity::kNone || behind_label) && !(i == 0 && CountsNone(cells, 0))) {
      evidence_.AddConcern(*level, subject, number);
    }
  }
}

}  // namespace forge
