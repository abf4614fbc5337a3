#include "text/review/result_document.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "base/strings.h"
#include "text/review/list_lines.h"

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

constexpr std::string_view kQuestions = "questions";

struct LabelledLine {
  std::string_view value;  // on the line of its label
  std::size_t line = 0;
};

// Of a heading.
std::string_view HeadingTitle(std::string_view line) {
  return WithoutStars(Trim(line.substr(std::min(line.find(' '), line.size()))));
}

std::size_t HeadingLevel(std::string_view line) { return std::min(line.find_first_not_of('#'), line.size()); }

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
      if (name == kQuestions && value.AsArray().empty()) AddQuestions(field.has_value(), value);
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
      if (EqualsIgnoreCase(HeadingTitle(lines_[i]), LabelFor(name))) return LabelledLine{{}, i};
    }
    return std::nullopt;
  }

  // What only a person can decide must not get lost, whatever it stands under. `said`: that there is none.
  void AddQuestions(bool said, Json& list) const {
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      const auto label = LabelIn(lines_[i]);
      const bool heading = lines_[i].starts_with('#');
      const std::string_view title = heading ? HeadingTitle(lines_[i]) : label ? label->first : std::string_view();
      const bool labels = heading || (label && (label->second.empty() || WithoutMark(lines_[i]).starts_with("**")));
      const auto counted = heading ? LabelIn(HeadingTitle(lines_[i])) : label;
      Json found;
      if (!said && counted && CountsQuestion(counted->first)) {
        const std::string text = TextAt({counted->second, i});
        if (!ListsNothing(text, kQuestions)) found.Append(ValidUtf8(text));
      } else if (labels && HeadsQuestions(title)) {
        found = ListAt({heading ? std::string_view() : label->second, i}, std::string(kQuestions));
      }
      for (const Json& one : found.AsArray()) list.Append(one);
    }
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
    const std::size_t level = HeadingLevel(lines_[field.line]);
    std::string item;
    std::vector<std::string> head;
    const auto add = [&] {
      if (!ListsNothing(item, label)) list.Append(ValidUtf8(item));
      item.clear();
    };
    for (std::size_t i = field.line + 1; i < lines_.size(); ++i) {
      const std::string_view line = Trim(lines_[i]);
      const bool below = level > 0 && HeadingLevel(line) > level;
      if (KnownLabel(line) || (line.starts_with('#') && !below)) break;
      const std::vector<std::string> cells = CellsIn(line);
      if (below) {
        add();
        item = HeadingTitle(line);
      } else if (!cells.empty()) {
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

// "Which colour? (options: red, blue)" of {"question": "Which colour?", "options": ["red", "blue"]}.
std::string TextOfEntry(const Json& entry) {
  if (!entry.is_object()) return Plain(entry);
  std::vector<std::string> more;
  std::string text;
  for (const auto& [name, value] : entry.AsObject()) {
    std::vector<std::string> parts;
    for (const Json& part : value.AsArray()) parts.push_back(TextOfEntry(part));
    const std::string said = value.is_array() ? Join(parts, ", ") : value.is_null() ? "" : Plain(value);
    if (said.empty()) continue;
    if (text.empty() && value.is_string()) {
      text = said;
    } else {
      more.push_back(fmt::format("{}: {}", ReplaceAll(name, "_", " "), said));
    }
  }
  return more.empty() ? text : fmt::format("{} ({})", text, Join(more, "; "));
}

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

ResultBlock FindObject(std::string_view document, const Json& schema) {
  Json loose = schema;
  Json properties = schema["properties"];
  for (const auto& [name, property] : schema["properties"].AsObject()) {
    if (IsList(property) && IsText(property["items"])) properties.Set(name, Json::MakeObject());
  }
  loose.Set("properties", std::move(properties));
  ResultBlock block = FindResultBlock(document, loose);
  for (const auto& [name, property] : schema["properties"].AsObject()) {
    const Json* found = block.value.Find(name);
    if (found == nullptr || !IsList(property) || !IsText(property["items"])) continue;
    Json list = Json::MakeArray();
    if (!found->is_array() && !found->is_null() && !ListsNothing(TextOfEntry(*found), LabelFor(name)))
      list.Append(TextOfEntry(*found));
    for (const Json& entry : found->AsArray()) list.Append(TextOfEntry(entry));
    block.value.Set(name, std::move(list));
  }
  return block;
}

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
