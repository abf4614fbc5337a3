#include "text/review/list_lines.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/strings.h"
#include "text/plan/plan_fields.h"

namespace forge {
namespace {

// Without the brackets and stops around it, in lower case.
std::string Bared(std::string_view value) {
  while (!value.empty() && std::string_view("([*`_ ").contains(value.front())) value.remove_prefix(1);
  while (!value.empty() && std::string_view(")]*`_ .!").contains(value.back())) value.remove_suffix(1);
  return Lower(value);
}

std::vector<std::string> WordsOfTitle(std::string_view title) {
  std::vector<std::string> words(1);
  for (const char c : Lower(title)) {
    if (IsLetterOrDigit(c)) {
      words.back() += c;
    } else if (!words.back().empty()) {
      words.emplace_back();
    }
  }
  if (words.back().empty()) words.pop_back();
  return words;
}

}  // namespace

std::size_t ItemMark(std::string_view line) {
  if (line.starts_with("- ") || line.starts_with("* ")) return 2;
  const std::size_t digits = line.find_first_not_of("0123456789");
  const bool numbered = digits != std::string_view::npos && digits > 0 && digits < 4 && digits + 1 < line.size() &&
                        (line[digits] == '.' || line[digits] == ')') && line[digits + 1] == ' ';
  return numbered ? digits + 2 : 0;
}

bool BeginsItem(std::string_view line) { return ItemMark(line) > 0; }

std::string_view WithoutMark(std::string_view line) {
  line = Trim(line);
  return Trim(line.substr(ItemMark(line)));
}

std::string_view WithoutStars(std::string_view text) {
  while (text.starts_with('*') || text.starts_with('`')) text.remove_prefix(1);
  while (text.ends_with('*') || text.ends_with('`')) text.remove_suffix(1);
  return Trim(text);
}

bool ListsNothing(std::string_view value, std::string_view label) {
  const std::string said = Bared(value);
  if (said.contains('?')) return false;
  if (said == "no" || IsNoneForAReason(said)) return true;
  for (const std::string_view word : {"none ", "nothing "}) {
    if (!said.starts_with(word)) continue;
    const std::string_view next = Split(Trim(std::string_view(said).substr(word.size())), ' ')[0];
    return IsOneOf(next, {"is", "are", "left", "open", "remain", "remains", "for", "to"});
  }
  if (!said.starts_with("no ") || label.empty()) return false;
  const std::string named = Lower(label);
  const std::vector<std::string_view> words = Split(said, ' ');
  for (std::size_t i = 1; i < words.size() && i < 4; ++i) {
    const std::string_view word = words[i].substr(0, words[i].find_first_of(".,;:"));
    if (word == named || std::string(word) + "s" == named) return true;
  }
  return false;
}

std::vector<std::string> CellsIn(std::string_view line) {
  line = Trim(line);
  if (line.size() < 2 || line.front() != '|') return {};
  line.remove_prefix(1);
  std::vector<std::string> cells(1);
  for (std::size_t i = 0; i < line.size(); ++i) {
    const bool escaped = line[i] == '\\' && i + 1 < line.size() && line[i + 1] == '|';
    if (escaped) {
      cells.back() += line[++i];
    } else if (line[i] == '|') {
      cells.emplace_back();
    } else {
      cells.back() += line[i];
    }
  }
  if (Trim(cells.back()).empty()) cells.pop_back();
  for (std::string& cell : cells) cell = std::string(Trim(cell));
  return cells;
}

bool IsRule(const std::vector<std::string>& cells) {
  return std::ranges::all_of(cells, [](const std::string& cell) {
    return cell.contains('-') && cell.find_first_not_of("-: ") == std::string::npos;
  });
}

std::string EntryOfRow(const std::vector<std::string>& head, const std::vector<std::string>& cells) {
  std::string entry;
  std::vector<std::string> more;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const bool counts = i == 0 && cells.size() > 1 && cells[0].size() < 5 &&
                        cells[0].find_first_not_of("Qq#0123456789.)") == std::string::npos;
    if (counts || cells[i].empty()) continue;
    if (entry.empty()) {
      entry = cells[i];
    } else {
      more.push_back((i < head.size() && !head[i].empty() ? Lower(head[i]) + ": " : "") + cells[i]);
    }
  }
  return more.empty() ? entry : fmt::format("{} ({})", entry, Join(more, "; "));
}

std::optional<std::pair<std::string_view, std::string_view>> LabelIn(std::string_view line) {
  line = WithoutMark(line);
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos || colon > 40) return std::nullopt;
  std::string_view value = line.substr(colon + 1);
  while (value.starts_with('*')) value.remove_prefix(1);
  return std::pair(WithoutStars(line.substr(0, colon)), Trim(value));
}

bool HeadsQuestions(std::string_view title) {
  const std::vector<std::string> words = WordsOfTitle(title);
  const auto says = [&](std::initializer_list<std::string_view> any) {
    return std::ranges::any_of(words, [&](const std::string& word) { return IsOneOf(word, any); });
  };
  const bool to_be = Lower(title).contains("to be ");
  if (!to_be && says({"settled", "answered", "decided", "decides", "resolved", "closed", "no", "not", "considered"}))
    return false;
  if (says({"question", "questions"})) return true;
  return says({"decide", "decision", "decisions", "decided"}) &&
         says({"person", "people", "human", "user", "you", "your"});
}

bool CountsQuestion(std::string_view label) {
  const std::vector<std::string> words = WordsOfTitle(label);
  if (words.size() == 2) return words[0] == "question" && IsDigits(words[1]);
  return words.size() == 1 && words[0].size() < 5 && words[0].starts_with('q') && IsDigits(words[0].substr(1));
}

}  // namespace forge
