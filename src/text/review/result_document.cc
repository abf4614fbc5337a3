#include "text/review/result_document.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "base/strings.h"
#include "text/plan/plan_fields.h"

namespace forge {
namespace {

bool IsText(const Json& property) { return property["type"].AsString() == "string"; }

bool IsList(const Json& property) { return property["type"].AsString() == "array"; }

bool FitsALine(const Json& property) {
  const std::string type = property["type"].AsString();
  if (property["enum"].is_array() || type == "string" || type == "boolean" || type == "integer") return true;
  return IsList(property) && IsText(property["items"]);
}

// left_out -> Left out
std::string LabelFor(std::string_view name) {
  std::string label = ReplaceAll(name, "_", " ");
  if (!label.empty() && label[0] >= 'a' && label[0] <= 'z') label[0] = static_cast<char>(label[0] - 'a' + 'A');
  return label;
}

std::vector<std::string> AllowedWords(const Json& property) {
  if (property["type"].AsString() == "boolean") return {"true", "false"};
  std::vector<std::string> words;
  for (const Json& word : property["enum"].AsArray()) words.push_back(word.AsString());
  return words;
}

// `A`, `B` or `C`
std::string Choice(const std::vector<std::string>& words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i)
    text += fmt::format("{}`{}`", i == 0 ? "" : i + 1 == words.size() ? " or " : ", ", words[i]);
  return text;
}

std::string Takes(const Json& property) {
  if (const auto words = AllowedWords(property); !words.empty()) return Choice(words);
  if (IsList(property)) return "a list below this line";
  return IsText(property) ? "text" : "a number";
}

bool IsRequired(const Json& schema, std::string_view name) {
  return std::ranges::any_of(schema["required"].AsArray(), [&](const Json& one) { return one.AsString() == name; });
}

std::string LinesFor(const Json& schema, bool required) {
  std::string text;
  for (const auto& [name, property] : schema["properties"].AsObject()) {
    if (IsRequired(schema, name) != required) continue;
    const std::string about = property["description"].AsString();
    text += fmt::format("**{}:** {}{}\n", LabelFor(name), Takes(property),
                        about.empty() ? "" : fmt::format(" ({})", about));
  }
  return text;
}

struct LabelledLine {
  std::string_view value;  // on the line of its label
  std::size_t line = 0;
};

// The length of "- ", "* ", "1. " or "12) " at the beginning; 0: no item begins here.
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

// Without the brackets and stops around it, in lower case.
std::string Bared(std::string_view value) {
  while (!value.empty() && std::string_view("([*`_ ").contains(value.front())) value.remove_prefix(1);
  while (!value.empty() && std::string_view(")]*`_ .!").contains(value.back())) value.remove_suffix(1);
  return Lower(value);
}

// "none", "(none; the code decides)", "no open questions", "Nothing is left": nothing is listed. `label`: of the list.
// A question is one, whatever it begins with.
bool ListsNothing(std::string_view value, std::string_view label = {}) {
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

// The cells of a row of a table; empty: the line is none.
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

// "Which colour? (options: red, blue)". A number in front only counts the rows.
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

// The label and the value of `**Label:** value`, `**Label**: value` or `Label: value`.
std::optional<std::pair<std::string_view, std::string_view>> LabelIn(std::string_view line) {
  line = WithoutMark(line);
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos || colon > 40) return std::nullopt;
  std::string_view value = line.substr(colon + 1);
  while (value.starts_with('*')) value.remove_prefix(1);
  return std::pair(WithoutStars(line.substr(0, colon)), Trim(value));
}

class DocumentLines {
 public:
  DocumentLines(std::string_view document, const Json& schema) : lines_(Lines(document)), schema_(schema) {
    bool fenced = false;
    for (std::string_view& line : lines_) {
      const bool fence = Trim(line).starts_with("```");
      fenced = fence ? !fenced : fenced;
      if (fence || fenced) line = {};
    }
  }

  ResultBlock Read() {
    ResultBlock block;
    Json object = Json::MakeObject();
    for (const auto& [name, property] : schema_["properties"].AsObject()) {
      std::optional<LabelledLine> field = Find(name);
      if (!field && IsList(property)) field = FindHeading(name);
      Json value = field ? ValueOf(property, *field, name) : Json();
      const bool required = IsRequired(schema_, name);
      if (!value.is_null()) {
        object.Set(name, std::move(value));
      } else if (required || (field && !ListsNothing(field->value))) {
        block.violations.push_back(fmt::format("{} `**{}:** {}`",
                                               field ? "this line cannot be read:" : "the document has no line",
                                               LabelFor(name), field ? std::string(field->value) : Takes(property)));
      }
    }
    if (block.violations.empty()) block.value = std::move(object);
    return block;
  }

 private:
  std::optional<std::string> KnownLabel(std::string_view line) const {
    const auto label = LabelIn(line);
    if (!label) return std::nullopt;
    for (const auto& [name, property] : schema_["properties"].AsObject()) {
      if (EqualsIgnoreCase(label->first, LabelFor(name)) || EqualsIgnoreCase(label->first, name)) return name;
    }
    return std::nullopt;
  }

  std::optional<LabelledLine> Find(std::string_view name) const {
    // A line of its own comes before one that is an item of a list; of several the last counts.
    std::optional<LabelledLine> found;
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      const bool item = BeginsItem(Trim(lines_[i]));
      if (KnownLabel(lines_[i]) != name || (item && found && !BeginsItem(Trim(lines_[found->line])))) continue;
      found = LabelledLine{LabelIn(lines_[i])->second, i};
    }
    return found;
  }

  // The heading above a list instead of its label.
  std::optional<LabelledLine> FindHeading(std::string_view name) const {
    for (std::size_t i = lines_.size(); i-- > 0;) {
      if (!lines_[i].starts_with('#')) continue;
      const std::string_view title =
          WithoutStars(Trim(lines_[i].substr(std::min(lines_[i].find(' '), lines_[i].size()))));
      if (EqualsIgnoreCase(title, LabelFor(name))) return LabelledLine{{}, i};
    }
    return std::nullopt;
  }

  Json ValueOf(const Json& property, const LabelledLine& field, std::string_view name) const {
    if (const auto words = AllowedWords(property); !words.empty()) return WordIn(property, words, field.value);
    if (IsList(property)) return ListAt(field, LabelFor(name));
    if (IsText(property)) {
      const std::string text = TextAt(field);
      return text.empty() ? Json() : Json(ValidUtf8(text));
    }
    const auto number = ParseInt(WithoutStars(field.value));
    return number ? Json(*number) : Json();
  }

  static Json WordIn(const Json& property, const std::vector<std::string>& words, std::string_view value) {
    const std::string said = Lower(WithoutStars(value));
    for (const std::string& word : words) {
      const bool starts = said.starts_with(Lower(word));
      const char after = starts && said.size() > word.size() ? said[word.size()] : ' ';
      if (!starts || IsLetterOrDigit(after) || after == '-' || after == '_') continue;
      return property["type"].AsString() == "boolean" ? Json(word == "true") : Json(word);
    }
    return {};
  }

  // To the end of its paragraph.
  std::string TextAt(const LabelledLine& field) const {
    std::string text(field.value);
    for (std::size_t i = field.line + 1; i < lines_.size(); ++i) {
      const std::string_view line = Trim(lines_[i]);
      if (line.empty() || line.starts_with('#') || BeginsItem(line) || KnownLabel(line)) break;
      text += (text.empty() ? "" : " ") + std::string(line);
    }
    return text;
  }

  // Items, rows of a table, or a paragraph that asks something.
  Json ListAt(const LabelledLine& field, const std::string& label) const {
    Json list = Json::MakeArray();
    if (!ListsNothing(field.value, label)) list.Append(ValidUtf8(field.value));
    std::string item;
    std::vector<std::string> head;
    const auto add = [&] {
      if (!ListsNothing(item, label)) list.Append(ValidUtf8(item));
      item.clear();
    };
    for (std::size_t i = field.line + 1; i < lines_.size(); ++i) {
      const std::string_view line = Trim(lines_[i]);
      if (KnownLabel(line) || line.starts_with('#')) break;
      const std::vector<std::string> cells = CellsIn(line);
      if (!cells.empty()) {
        add();
        if (head.empty()) {
          head = cells;
        } else if (!IsRule(cells)) {
          item = EntryOfRow(head, cells);
        }
      } else if (BeginsItem(line)) {
        add();
        item = Trim(line.substr(ItemMark(line)));
      } else if (!line.empty() && !item.empty() && lines_[i].starts_with(' ')) {
        item += " " + std::string(line);
      } else if (!line.empty() && item.empty() && list.AsArray().empty() && line.contains('?')) {
        item = line;
      } else if (!line.empty() && !(line.ends_with(':') && item.empty())) {
        break;
      }
    }
    add();
    return list;
  }

  std::vector<std::string_view> lines_;
  const Json& schema_;
};

std::string Plain(const Json& value) { return value.is_string() ? value.AsString() : value.Dump(); }

// What an entry is about stands first, and what it is besides in lines below.
std::string EntryOf(const Json& entry) {
  if (!entry.is_object()) return "- " + Plain(entry) + "\n";
  std::string text;
  for (const auto& [name, value] : entry.AsObject()) {
    const bool empty = value.is_null() || (value.is_string() && Trim(value.AsString()).empty());
    if (!empty)
      text += fmt::format("{}{}: {}\n", text.empty() ? "- " : "  ", name, ReplaceAll(Plain(value), "\n", "\n  "));
  }
  return text;
}

}  // namespace

bool FitsLines(const Json& schema) {
  const auto& properties = schema["properties"].AsObject();
  return !properties.empty() &&
         std::ranges::all_of(properties, [](const auto& property) { return FitsALine(property.second); });
}

std::string DescribeLines(const Json& schema) {
  const std::string optional = LinesFor(schema, false);
  std::string text = "The engine reads these lines of it. Each begins a line, with its label as it stands here:\n\n";
  text += LinesFor(schema, true);
  if (!optional.empty()) text += "\nThese only where you have something to say there:\n\n" + optional;
  return text;
}

ResultBlock ReadLines(std::string_view document, const Json& schema) { return DocumentLines(document, schema).Read(); }

Json WithListsOf(Json result, const ResultBlock& lines) {
  for (const auto& [name, said] : lines.value.AsObject()) {
    const Json* list = result.Find(name);
    const bool empty = list == nullptr || (list->is_array() && list->AsArray().empty());
    if (said.is_array() && !said.AsArray().empty() && empty) result.Set(name, said);
  }
  return result;
}

std::string WithMissingLists(std::string_view document, const ResultBlock& lines, const Json& result) {
  std::string text(TrimRight(document));
  for (const auto& [name, value] : result.AsObject()) {
    if (!value.is_array() || value.AsArray().empty() || !lines.value[name].AsArray().empty()) continue;
    std::string entries;
    for (const Json& entry : value.AsArray()) entries += EntryOf(entry);
    text += fmt::format("{}**{}:**\n{}", text.empty() ? "" : "\n\n", LabelFor(name), entries);
  }
  return text == TrimRight(document) ? std::string(document) : text;
}

std::string DocumentFrom(const Json& result) {
  std::string lists;
  std::string text;
  for (const auto& [name, value] : result.AsObject()) {
    if (value.is_array()) {
      std::string entries;
      for (const Json& entry : value.AsArray()) entries += EntryOf(entry);
      if (!entries.empty()) lists += fmt::format("{}## {}\n\n{}", lists.empty() ? "" : "\n", LabelFor(name), entries);
    } else if (!value.is_null() && !value.is_object() && !(value.is_string() && Trim(value.AsString()).empty())) {
      text += fmt::format("**{}:** {}\n", LabelFor(name), Plain(value));
    }
  }
  return text + (text.empty() || lists.empty() ? "" : "\n") + lists;
}

}  // namespace forge
