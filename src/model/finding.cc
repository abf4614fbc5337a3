#include "model/finding.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <initializer_list>
#include <set>
#include <utility>

#include "base/strings.h"
#include "model/fields.h"

namespace forge {
namespace {

constexpr std::size_t kLongestName = 1024;  // of a path, an element, a category, a severity

constexpr std::array<std::string_view, 14> kHighWords = {"error", "critical", "blocker",   "blocking", "fatal",
                                                         "high",  "severe",   "p0",        "p1",       "urgent",
                                                         "crit",  "err",      "emergency", "alert"};
constexpr std::array<std::string_view, 8> kMediumWords = {"warning",  "warn", "medium", "major",
                                                          "moderate", "p2",   "med",    "normal"};
constexpr std::array<std::string_view, 17> kLowWords = {
    "note", "info", "information", "informational", "low",    "minor", "p3",    "p4",      "style",
    "nit",  "hint", "suggestion",  "trivial",       "notice", "none",  "debug", "advisory"};

// Not names of anything in code.
constexpr std::array<std::string_view, 22> kCommonWords = {
    "the",      "a",      "an",       "function",  "method",      "class",    "struct", "type",
    "field",    "member", "variable", "call",      "const",       "enum",     "module", "macro",
    "property", "object", "argument", "parameter", "constructor", "interface"};

bool IsNameByte(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return IsLetterOrDigit(c) || c == '_' || c == '$' || byte >= 0x80;
}

// The first member there is, of several names for the same thing.
const Json* FindAny(const Json& json, std::initializer_list<const char*> names) {
  for (const char* name : names) {
    const Json* member = json.Find(name);
    if (member != nullptr && !member->is_null()) return member;
  }
  return nullptr;
}

// Valid UTF-8 on one line or several, without control characters that would break a terminal or a page.
std::string Printable(std::string_view text, bool one_line) {
  std::string clean = ValidUtf8(text);
  std::string out;
  out.reserve(clean.size());
  for (char c : clean) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '\n' || c == '\t') {
      out += one_line ? ' ' : c;
    } else if (c == '\r') {
      continue;
    } else if (byte < 0x20 || byte == 0x7f) {
      out += "\xEF\xBF\xBD";
    } else {
      out += c;
    }
  }
  return out;
}

// Words of four letters and more, in lower case.
std::set<std::string> LongWords(std::string_view text) {
  constexpr std::size_t kShortest = 4;
  std::set<std::string> words;
  std::string word;
  for (char c : Lower(text) + " ") {
    if (IsNameByte(c)) {
      word += c;
    } else {
      if (word.size() >= kShortest) words.insert(word);
      word.clear();
    }
  }
  return words;
}

bool MostlySameWords(std::string_view one, std::string_view other) {
  const std::set<std::string> a = LongWords(one);
  const std::set<std::string> b = LongWords(other);
  const auto shared =
      static_cast<std::size_t>(std::ranges::count_if(a, [&](const auto& word) { return b.contains(word); }));
  const std::size_t all = a.size() + b.size() - shared;
  return shared > 0 && shared * 10 >= all * 6;
}

class FindingReader {
 public:
  explicit FindingReader(Finding& finding) : finding_(finding) {}

  void Note(std::string note) { finding_.notes.push_back(std::move(note)); }

  std::string Text(const Json* member, const char* what, std::size_t longest, bool one_line) {
    if (member == nullptr) return "";
    if (!member->is_string()) Note(fmt::format("{} was {}, not text", what, WithArticle(member->type_name())));
    const std::string raw = member->is_string() ? member->AsString() : member->Dump();
    const bool controls = raw.find('\0') != std::string::npos;
    if (controls) Note(fmt::format("{} held NUL bytes", what));
    std::string_view kept = Trim(raw);
    std::string text;
    if (kept.size() > longest) {
      Note(fmt::format("{} had {} bytes; head and tail are kept", what, kept.size()));
      text = KeepHeadAndTail(kept, longest / 2, longest / 2);
    } else {
      text = kept;
    }
    return std::string(Trim(Printable(text, one_line)));
  }

  void Line(const Json* member) {
    if (member == nullptr) return;
    if (member->is_string() && Trim(member->AsString()).empty()) return;
    const std::optional<std::int64_t> line = LineOf(*member);
    if (line && *line >= 1 && *line <= kHighestLine) {
      finding_.line = *line;
      if (member->is_number() && member->Dump() != std::to_string(*line))
        Note(fmt::format("line {} is read as {}", member->Dump(), *line));
    } else {
      Note("line " +
           KeepHeadAndTail(Printable(member->is_string() ? member->AsString() : member->Dump(), true), 40, 0) +
           " is not a line");
    }
  }

  // "./src//a.cc:12" is line 12 of src/a.cc.
  void File(std::string said) {
    std::string path = ReplaceAll(said, "\\", "/");
    if (path.starts_with("file://")) path = path.substr(7);
    TakeLineFrom(path);
    const bool absolute = path.starts_with("/") || (path.size() > 1 && path[1] == ':');
    std::vector<std::string> parts;
    bool outside = absolute;
    for (std::string_view part : Split(path, '/')) {
      if (part.empty() || part == ".") continue;
      if (part == ".." && parts.empty()) outside = true;
      if (part == ".." && !parts.empty()) {
        parts.pop_back();
      } else if (part != "..") {
        parts.emplace_back(part);
      }
    }
    finding_.foreign = outside;
    if (outside) Note(fmt::format("{} is not a path in this repository", said));
    finding_.file = outside ? std::move(said) : Join(parts, "/");
  }

 private:
  static std::string WithArticle(std::string_view type) {
    return fmt::format("{} {}", type == "integer" || type == "array" || type == "object" ? "an" : "a", type);
  }

  // 12, 12.0, "12", "L12", "12-15", "12:3".
  static std::optional<std::int64_t> LineOf(const Json& member) {
    if (member.is_number()) {
      const double value = member.AsDouble();
      return value >= 1 && value < 1e15 ? std::optional(static_cast<std::int64_t>(value)) : std::nullopt;
    }
    std::string_view text = Trim(member.AsString());
    if (text.starts_with("L") || text.starts_with("l")) text.remove_prefix(1);
    return ParseInt(Trim(text.substr(0, text.find_first_of("-:,"))));
  }

  void TakeLineFrom(std::string& path) {
    const std::size_t colon = path.find(':', path.starts_with("/") ? 0 : std::min<std::size_t>(2, path.size()));
    if (colon == std::string::npos) return;
    const std::string rest = path.substr(colon + 1);
    const auto line = ParseInt(rest.substr(0, rest.find_first_of(":-")));
    if (!line) return;
    if (finding_.line == 0 && *line >= 1 && *line <= kHighestLine) finding_.line = *line;
    path.resize(colon);
  }

  Finding& finding_;
};

}  // namespace

FindingLevel LevelOf(std::string_view severity) {
  const std::string word = Lower(Trim(severity));
  if (IsOneOf(word, kHighWords)) return FindingLevel::kHigh;
  if (IsOneOf(word, kMediumWords)) return FindingLevel::kMedium;
  if (IsOneOf(word, kLowWords)) return FindingLevel::kLow;
  return FindingLevel::kUnknown;
}

std::string CategoryName(std::string_view category) {
  std::string name;
  for (char c : Lower(Trim(category))) {
    if (IsNameByte(c) && c != '_') {
      name += c;
    } else if (!name.empty() && name.back() != '-') {
      name += '-';
    }
  }
  while (name.ends_with('-')) name.pop_back();
  return name;
}

std::string ElementKey(std::string_view element) {
  // Parentheses hold arguments, which are not part of the name.
  const std::size_t open = element.find('(');
  if (open != std::string_view::npos && open > 0) element = element.substr(0, open);
  std::string last;
  std::string word;
  auto close = [&] {
    if (!word.empty() && !IsOneOf(word, kCommonWords)) last = word;
    word.clear();
  };
  for (char c : Lower(element)) {
    if (IsNameByte(c)) {
      word += c;
    } else {
      close();
    }
  }
  close();
  return last;
}

Finding FindingFromJson(const Json& json, std::string_view source) {
  Finding finding;
  finding.source = source;
  FindingReader reader(finding);
  if (!json.is_object()) {
    finding.description = reader.Text(&json, "the finding", kLongestDescription, false);
    if (finding.description.empty()) finding.description = kNoDescription;
    return finding;
  }
  finding.title = reader.Text(json.Find("title"), "the title", kLongestName, true);
  finding.description = reader.Text(FindAny(json, {"description", "text", "message", "issue", "objection", "summary"}),
                                    "the description", kLongestDescription, false);
  if (finding.description.empty()) {
    finding.description = finding.title;
  } else if (!finding.title.empty() && !finding.description.starts_with(finding.title)) {
    finding.description = finding.title + "\n" + finding.description;
  }
  finding.severity = reader.Text(FindAny(json, {"severity", "level", "priority"}), "the severity", kLongestName, true);
  finding.level = LevelOf(finding.severity);
  if (finding.level == FindingLevel::kUnknown && !finding.severity.empty()) {
    reader.Note(fmt::format("unknown severity {}", finding.severity));
  }
  finding.category = CategoryName(
      reader.Text(FindAny(json, {"category", "type", "kind", "rule"}), "the category", kLongestName, true));
  finding.element =
      reader.Text(FindAny(json, {"element", "symbol", "function", "name"}), "the element", kLongestName, true);
  finding.fix =
      reader.Text(FindAny(json, {"fix", "suggestion", "recommendation"}), "the fix", kLongestDescription, false);
  finding.same_as = reader.Text(FindAny(json, {"same_as", "repeats"}), "the number", kLongestName, true);
  reader.Line(FindAny(json, {"line", "line_number", "lineNumber", "start_line", "startLine"}));
  std::string file =
      reader.Text(FindAny(json, {"file", "path", "location", "filename"}), "the file", kLongestName, true);
  if (!file.empty()) reader.File(std::move(file));
  if (finding.description.empty()) {
    reader.Note("it has no description");
    finding.description = finding.fix.empty() ? kNoDescription : finding.fix;
  }
  if (const Json* state = json.Find("state")) {
    finding.state = ParseFindingState(state->AsString()).value_or(FindingState::kOpen);
    finding.reason = json["reason"].AsString();
  }
  return finding;
}

std::vector<Finding> FindingsFromJson(const Json& json, std::string_view source) {
  const Json* list = &json;
  if (json.is_object()) list = FindAny(json, {"findings", "issues", "objections", "concerns"});
  std::vector<Finding> findings;
  if (list == nullptr) return findings;
  if (!list->is_array()) {
    if (!list->is_null()) findings.push_back(FindingFromJson(*list, source));
    return findings;
  }
  findings.reserve(list->AsArray().size());
  for (const Json& item : list->AsArray()) findings.push_back(FindingFromJson(item, source));
  return findings;
}

Json ToJson(const Finding& finding) {
  Json json = Json::MakeObject();
  SetUnlessEmpty(json, "file", finding.file);
  if (finding.foreign) json.Set("foreign", true);
  SetUnlessZero(json, "line", finding.line);
  json.Set("severity", finding.severity);
  json.Set("level", Name(finding.level));
  SetUnlessEmpty(json, "category", finding.category);
  SetUnlessEmpty(json, "title", finding.title);
  json.Set("description", finding.description);
  SetUnlessEmpty(json, "element", finding.element);
  SetUnlessEmpty(json, "fix", finding.fix);
  SetUnlessEmpty(json, "source", finding.source);
  SetUnlessEmpty(json, "same_as", finding.same_as);
  if (finding.state != FindingState::kOpen) json.Set("state", Name(finding.state));
  SetUnlessEmpty(json, "reason", finding.reason);
  SetUnlessEmpty(json, "notes", finding.notes);
  return json;
}

bool IsWorse(FindingLevel level, FindingLevel than) { return level != FindingLevel::kUnknown && level < than; }

Finding Repeated(const Finding& before, Finding now) {
  if (now.file.empty()) {
    now.file = before.file;
    now.foreign = before.foreign;
    now.line = before.line;
  }
  if (now.element.empty()) now.element = before.element;
  if (now.category.empty()) now.category = before.category;
  if (now.description == kNoDescription) {
    now.title = before.title;
    now.description = before.description;
  }
  if (IsWorse(before.level, now.level)) {
    now.level = before.level;
    now.severity = before.severity;
  }
  return now;
}

bool LooksSame(const Finding& one, const Finding& other) {
  const auto differ = [](const std::string& a, const std::string& b) { return !a.empty() && !b.empty() && a != b; };
  const std::string element = ElementKey(one.element);
  const std::string other_element = ElementKey(other.element);
  if (one.file != other.file || differ(one.category, other.category) || differ(element, other_element)) return false;
  if (IsWorse(other.level, one.level)) return false;
  if (!element.empty() && element == other_element) return true;
  const bool places = !one.file.empty() && one.line > 0 && other.line > 0;
  if (places && std::max(one.line, other.line) - std::min(one.line, other.line) > kSamePlaceLines) return false;
  // A remark at the same place is the same remark in other words. What is worse must say the same.
  if (places && other.level == FindingLevel::kLow) return true;
  return MostlySameWords(one.description, other.description);
}

bool SaysTheSame(const Finding& one, const Finding& other) {
  return LooksSame(one, other) && MostlySameWords(one.description, other.description);
}

std::string FindingKey(const Finding& finding) {
  std::string words;
  for (char c : Lower(finding.title.empty() ? finding.description : finding.title)) {
    if (IsNameByte(c)) {
      words += c;
    } else if (!words.empty() && words.back() != ' ') {
      words += ' ';
    }
  }
  const std::string all = finding.source + '\n' + finding.file + '\n' + ElementKey(finding.element) + '\n' +
                          finding.category + '\n' + std::string(Trim(words));
  return Sha256(all).substr(0, 8);
}

}  // namespace forge
