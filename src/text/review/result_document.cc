#include "text/review/result_document.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "base/strings.h"

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
      const std::optional<LabelledLine> field = Find(name);
      Json value = field ? ValueOf(property, *field) : Json();
      const bool required = IsRequired(schema_, name);
      if (!value.is_null()) {
        object.Set(name, std::move(value));
      } else if (required || (field && !IsNone(field->value))) {
        block.violations.push_back(fmt::format("{} `**{}:** {}`",
                                               field ? "this line cannot be read:" : "the document has no line",
                                               LabelFor(name), field ? std::string(field->value) : Takes(property)));
      }
    }
    if (block.violations.empty()) block.value = std::move(object);
    return block;
  }

 private:
  static bool IsNone(std::string_view value) {
    const std::string word = Lower(WithoutStars(value));
    return word.empty() || word == "none" || word == "none." || word == "nothing" || word == "-";
  }

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

  Json ValueOf(const Json& property, const LabelledLine& field) const {
    if (const auto words = AllowedWords(property); !words.empty()) return WordIn(property, words, field.value);
    if (IsList(property)) return ListAt(field);
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

  Json ListAt(const LabelledLine& field) const {
    Json list = Json::MakeArray();
    if (!IsNone(field.value)) list.Append(ValidUtf8(field.value));
    std::string item;
    const auto add = [&] {
      if (!IsNone(item)) list.Append(ValidUtf8(item));
      item.clear();
    };
    for (std::size_t i = field.line + 1; i < lines_.size(); ++i) {
      const std::string_view line = Trim(lines_[i]);
      if (KnownLabel(line) || line.starts_with('#')) break;
      if (BeginsItem(line)) {
        add();
        item = Trim(line.substr(ItemMark(line)));
      } else if (!line.empty() && !item.empty() && lines_[i].starts_with(' ')) {
        item += " " + std::string(line);
      } else if (!line.empty()) {
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
