#include "text/plan/plan_fields.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "base/strings.h"
#include "model/proof.h"
#include "text/code_spans.h"
#include "text/html_comments.h"
#include "text/lines.h"
#include "text/plain_commands.h"
#include "text/plan/plan_field_table.h"

namespace forge {
namespace {

constexpr std::size_t kLongestName = 32;

// Bold words that begin prose: they are text of the field they stand in.
constexpr std::string_view kProseLabels[] = {"attention", "background", "careful",   "caution",  "context",  "example",
                                             "examples",  "hint",       "important", "nb",       "note",     "notes",
                                             "question",  "reason",     "remark",    "remember", "see",      "see also",
                                             "tip",       "warning",    "why",       "why not",  "rationale"};

bool IsEmphasis(char c) { return c == '*' || c == '_'; }

std::string_view TrimEmphasis(std::string_view text) {
  while (!text.empty() && (IsEmphasis(text.front()) || IsBlank(text.front()))) text.remove_prefix(1);
  while (!text.empty() && (IsEmphasis(text.back()) || IsBlank(text.back()))) text.remove_suffix(1);
  return text;
}

bool IsNameChar(char c) { return IsLetterOrDigit(c) || c == ' ' || c == '-' || c == '/' || c == '_'; }

// The code spans of a text, in order, and what stands outside them.
struct Spans {
  std::vector<std::string> code;
  std::string outside;
};

Spans FindCodeSpans(std::string_view text) {
  Spans spans;
  while (!text.empty()) {
    std::size_t open = std::min(text.find('`'), text.size());
    spans.outside += text.substr(0, open);
    text.remove_prefix(open);
    std::size_t length = std::min(text.find_first_not_of('`'), text.size());
    if (length == 0) break;
    std::string_view fence = text.substr(0, length);
    std::size_t close = text.find(fence, length);
    if (close == std::string_view::npos) {
      // Without a partner it is text; looking for one again from every later backtick would cost the square.
      spans.outside += text;
      break;
    }
    std::string_view code = Trim(text.substr(length, close - length));
    if (!code.empty()) spans.code.emplace_back(code);
    text.remove_prefix(close + length);
  }
  return spans;
}

// Where the code span that opens at `at` ends; `at` when it never does.
std::size_t SpanEnd(std::string_view text, std::size_t at) {
  std::size_t open = std::min(text.find_first_not_of('`', at), text.size());
  std::size_t close = text.find(text.substr(at, open - at), open);
  return close == std::string_view::npos ? at : close + (open - at);
}

// At commas outside code spans and braces (`src/{a,b}.ts`).
std::vector<std::string_view> SplitAtCommas(std::string_view value) {
  std::vector<std::string_view> pieces;
  bool spans = true;  // one without a partner: the rest has none, and is not searched again
  const bool braced = std::ranges::count(value, '{') == std::ranges::count(value, '}');
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t at = 0; at <= value.size();) {
    if (spans && at < value.size() && value[at] == '`') {
      std::size_t end = SpanEnd(value, at);
      spans = end != at;
      at = end;
      continue;
    }
    if (at < value.size() && braced && value[at] == '{') ++depth;
    if (at < value.size() && depth > 0 && value[at] == '}') --depth;
    if (at == value.size() || (value[at] == ',' && depth == 0)) {
      pieces.push_back(Trim(value.substr(begin, at - begin)));
      begin = at + 1;
    }
    ++at;
  }
  return pieces;
}

// The text up to a remark: "a.cc - the parser", "a.cc (new)".
std::string_view WithoutRemark(std::string_view text) {
  for (std::string_view mark : {std::string_view(" - "), std::string_view(" ("), std::string_view(" -- ")}) {
    text = text.substr(0, text.find(mark));
  }
  for (std::string_view dash : {kEmDash, kEnDash}) text = text.substr(0, text.find(dash));
  return Trim(text);
}

bool IsIdChar(char c) { return IsLetterOrDigit(c) || c == '.' || c == '_' || c == '-'; }

bool IsStepId(std::string_view id) {
  return !id.empty() && id.size() <= 64 && IsLetterOrDigit(id[0]) && std::ranges::all_of(id, IsIdChar);
}

// `**Claims**`: a line that is a field's name and nothing else. **Verify** `make` and "**Writes** - a.c": with a value,
// only the name that the table gives it. Only a label with a colon is a state.
FieldLabel ParseBoldLine(std::string_view text) {
  const std::size_t close = text.substr(0, kLongestName + 4).find(text.substr(0, 2), 2);
  if (close == std::string_view::npos) return {};
  const std::string_view written = text.substr(2, close - 2);
  const PlanField* field = FindPlanField(Lower(written));
  if (!field || IsOneOf(field->name, {"state", "title", "more"})) return {};
  std::string_view value = Trim(text.substr(close + 2));
  if (value.empty()) return {std::string(field->name), {}, written, true, true};
  if (!EqualsIgnoreCase(written, field->label) && !EqualsIgnoreCase(written, field->name)) return {};
  bool divided = value.starts_with('`');
  for (std::string_view dash : {kEmDash, kEnDash, std::string_view("-- "), std::string_view("- ")}) {
    if (!value.starts_with(dash)) continue;
    value = Trim(value.substr(dash.size()));
    divided = true;
  }
  if (!divided) return {};
  return {std::string(field->name), value, written, true, false};
}

// A colon, also a full-width one, where a label may have it.
struct LabelColon {
  std::size_t at = std::string_view::npos, size = 0;
};

LabelColon FindLabelColon(std::string_view text) {
  constexpr std::string_view kWide = "\xEF\xBC\x9A";
  text = text.substr(0, kLongestName + 6);
  const std::size_t plain = text.find(':'), wide = text.find(kWide);
  return wide < plain ? LabelColon{wide, kWide.size()} : LabelColon{plain, 1};
}

// "[ ] **Files:** a" and "\xE2\x80\xA2 Files: a" without the mark; else empty.
std::string_view BehindMark(std::string_view text) {
  constexpr std::string_view kBullet = "\xE2\x80\xA2";
  if (text.starts_with(kBullet)) return Trim(text.substr(kBullet.size()));
  const bool box = text.size() > 4 && text[0] == '[' && text[2] == ']' &&
                   std::string_view(" xX").find(text[1]) != std::string_view::npos;
  if (!box) return {};
  text = Trim(text.substr(3));
  return text.starts_with("**") ? text : std::string_view();
}

// **(check mark) Verify:**
std::string_view WithoutSign(std::string_view written) {
  std::string_view name = written;
  while (!name.empty() && (static_cast<unsigned char>(name.front()) >= 0x80 || name.front() == ' '))
    name.remove_prefix(1);
  return FindPlanField(Lower(name)) ? name : written;
}

// Behind what may stand between two fields of a line.
bool EndsField(std::string_view before) {
  constexpr std::string_view kDot = "\xC2\xB7";
  return !before.empty() &&
         (std::string_view(" \t;,|").find(before.back()) != std::string_view::npos || before.ends_with(kDot));
}

std::string_view WithoutDivider(std::string_view field) {
  constexpr std::string_view kDot = "\xC2\xB7";
  while (EndsField(field)) field.remove_suffix(field.ends_with(kDot) ? kDot.size() : 1);
  return field;
}

bool BeginsFurtherField(std::string_view text) {
  const std::size_t close = text.substr(0, kLongestName + 6).find("**", 2);
  if (close == std::string_view::npos) return false;
  const std::string_view name = text.substr(2, close - 2);
  const bool colon =
      FindLabelColon(name).at != std::string_view::npos || FindLabelColon(text.substr(close + 2)).at == 0;
  return colon && ParseFieldLabel(text).known;
}

}  // namespace

std::string FieldName(std::string_view written) {
  std::size_t length = std::min(written.size(), kLongestName);
  while (length > 0 && length < written.size() && (static_cast<unsigned char>(written[length]) & 0xC0U) == 0x80U)
    --length;
  std::string name = Lower(TrimEmphasis(written.substr(0, length)));
  while (name.ends_with(':') || name.ends_with(' ')) name.pop_back();
  const PlanField* field = FindPlanField(name);
  return field ? std::string(field->name) : name;
}

bool IsItemField(std::string_view name) {
  const PlanField* field = FindPlanField(name);
  return field && field->value == FieldValue::kItems;
}

bool IsTextField(std::string_view name) {
  const PlanField* field = FindPlanField(name);
  return !field || field->value == FieldValue::kText || field->value == FieldValue::kKept;
}

bool IsProseLabel(std::string_view name) {
  if (name.find_first_of("0123456789") != std::string_view::npos) return true;  // "Phase 1:", "2:"
  return std::ranges::find(kProseLabels, name) != std::end(kProseLabels);
}

FieldLabel ParseFieldLabel(std::string_view line) {
  std::string_view text = Trim(line);
  if (const std::string_view behind = BehindMark(text); !behind.empty()) {
    FieldLabel label = ParseFieldLabel(behind);
    return label.known && label.name != "state" ? label : FieldLabel{};
  }
  bool emphasised = text.starts_with("**") || text.starts_with("__");
  if (FieldLabel label = emphasised ? ParseBoldLine(text) : FieldLabel{}; label.known) return label;
  const auto [colon, width] = FindLabelColon(text);
  if (colon == std::string_view::npos) return {};
  std::string_view written = TrimEmphasis(text.substr(0, colon));
  if (emphasised) written = WithoutSign(written);
  if (written.empty() || !std::all_of(written.begin(), written.end(), IsNameChar)) return {};
  const PlanField* known = FindPlanField(Lower(written));
  std::string name = FieldName(written);
  std::string_view value = text.substr(colon + width);
  // "Proof: red-green" is a label, "Proof: the log shows it" is prose.
  const bool proof = name == "proof" && ParseProof(value);
  if (!emphasised && !proof && !IsPlainLabel(Lower(written))) return {};
  if (emphasised && value.starts_with(text.substr(0, 2))) {
    value.remove_prefix(2);
  } else if (emphasised && value.ends_with(text.substr(0, 2)) && !IsEmphasis(text[colon - 1])) {
    value.remove_suffix(2);  // **Files: a**
  }
  return {std::move(name), Trim(value), written, known != nullptr, false};
}

std::string BoldName(std::string_view line) {
  line = Trim(line).substr(0, kLongestName + 4);
  const std::size_t close = line.starts_with("**") ? line.find("**", 2) : std::string_view::npos;
  return close == std::string_view::npos ? "" : Lower(line.substr(2, close - 2));
}

std::vector<std::string_view> SplitFields(std::string_view line) {
  const FieldLabel first = Trim(line).starts_with("**") ? ParseFieldLabel(line) : FieldLabel{};
  if (first.name.empty() || (!first.known && IsProseLabel(first.name))) return {line};
  std::string said(line);
  BlankInlineComments(said);
  std::vector<std::string_view> fields;
  std::size_t begin = line.find("**");
  bool spans = true;  // one without a partner: the rest has none
  for (std::size_t at = begin + 2; at < said.size() && said.compare(at, 4, "<!--") != 0;) {
    if (said[at] == '`' && spans) {
      const std::size_t end = SpanEnd(said, at);
      spans = end != at;
      at = std::max(end, at + 1);
    } else if (said.compare(at, 2, "**") == 0 && EndsField(std::string_view(said).substr(0, at)) &&
               BeginsFurtherField(std::string_view(said).substr(at))) {
      fields.push_back(WithoutDivider(line.substr(begin, at - begin)));
      begin = at;
      at += 2;
    } else {
      ++at;
    }
  }
  fields.push_back(fields.empty() ? line : line.substr(begin));
  return fields;
}

FieldLabel ParsePlainLabel(std::string_view line) {
  constexpr std::ptrdiff_t kMostBlanks = 2;
  const std::string_view text = Trim(line);
  const std::size_t colon = text.substr(0, kLongestName).find(':');
  if (colon == std::string_view::npos || !IsUpper(text[0])) return {};
  const std::string_view written = text.substr(0, colon);
  const std::string_view value = text.substr(colon + 1);
  if (!std::ranges::all_of(written, IsNameChar) || written.ends_with(' ')) return {};
  if (std::ranges::count(written, ' ') > kMostBlanks || !(value.empty() || IsBlank(value[0]))) return {};
  return {FieldName(written), Trim(value), written, FindPlanField(Lower(written)) != nullptr, false};
}

bool IsNone(std::string_view value) {
  value = Trim(value);
  while (!value.empty() && std::string_view("(_*`").find(value.front()) != std::string_view::npos)
    value.remove_prefix(1);
  while (!value.empty() && std::string_view(")_*`.").find(value.back()) != std::string_view::npos)
    value.remove_suffix(1);
  if (value.size() > 8) return false;
  return value.empty() || IsOneOf(Lower(value), {"none", "n/a", "na", "nothing", "-", kEmDash, kEnDash});
}

bool IsNoneForAReason(std::string_view value) {
  if (value.find('`') == std::string_view::npos && IsNone(value)) return true;
  value = Trim(value);
  for (std::string_view word : {"none", "nothing", "n/a"}) {
    if (!EqualsIgnoreCase(value.substr(0, word.size()), word)) continue;
    std::string_view rest = value.substr(word.size());
    if (rest.starts_with(':') || rest.starts_with(';') || rest.starts_with(". ")) return true;
    if (rest.starts_with(", ")) return Trim(rest.substr(2)).find(' ') != std::string_view::npos;  // no list of ids
    if (!rest.starts_with(' ')) continue;
    rest = Trim(rest);
    for (std::string_view mark : {std::string_view("("), std::string_view("- "), std::string_view("-- "),
                                  std::string_view("because "), std::string_view("since ")}) {
      if (rest.starts_with(mark)) return true;
    }
    if (rest.starts_with(kEmDash) || rest.starts_with(kEnDash)) return true;
  }
  return false;
}

std::vector<std::string> SplitPaths(std::string_view value) {
  std::vector<std::string> paths;
  if (IsNoneForAReason(value)) return paths;
  auto add = [&paths](std::string_view path) {
    while (path.starts_with("./")) path.remove_prefix(2);
    path = Trim(path);
    if (!path.empty()) paths.emplace_back(path);
  };
  for (std::string_view piece : SplitAtCommas(value)) {
    Spans spans = FindCodeSpans(piece);
    for (const std::string& code : spans.code) add(code);
    if (spans.code.empty() && !IsNone(piece)) add(WithoutRemark(piece));
  }
  return paths;
}

std::vector<std::string> SplitIds(std::string_view value) {
  std::vector<std::string> ids;
  if (IsNoneForAReason(value)) return ids;
  for (std::string_view piece : SplitAtCommas(value)) {
    Spans spans = FindCodeSpans(piece);
    if (!spans.code.empty() && std::ranges::all_of(spans.code, IsStepId)) {
      ids.insert(ids.end(), spans.code.begin(), spans.code.end());
      continue;
    }
    if (IsNone(piece)) continue;
    std::string text = ReplaceAll(WithoutRemark(piece), "`", "");
    for (std::string_view word : Split(std::string_view(text).substr(0, text.find(':')), ' ')) {
      word = Trim(word);
      if (!word.empty() && word != "and" && word != "&" && !EqualsIgnoreCase(word, "step") &&
          !EqualsIgnoreCase(word, "steps")) {
        ids.emplace_back(word);
      }
    }
  }
  return ids;
}

SaidCommands SplitCommands(std::string_view value) {
  if (IsNoneForAReason(value)) return {};
  if (!CodeSpansOf(value).empty()) return ReadSaidCommands(value);
  if (IsNone(value)) return {};
  const std::string whole(Trim(value));
  return IsPlainCommand(value) ? SaidCommands{{whole}, {}} : SaidCommands{{}, {{whole, SaidWhy::kSpokenOf}}};
}

std::string InBackticks(std::string_view text) {
  std::size_t longest = 0;
  for (std::size_t at = 0; at < text.size();) {
    if (text[at] != '`') {
      ++at;
      continue;
    }
    std::size_t end = std::min(text.find_first_not_of('`', at), text.size());
    longest = std::max(longest, end - at);
    at = end;
  }
  std::string marks(longest + 1, '`');
  std::string_view pad = longest > 0 ? " " : "";
  return fmt::format("{0}{1}{2}{1}{0}", marks, pad, text);
}

std::int64_t ParseAmount(std::string_view text) {
  constexpr double kMost = 1e15;
  std::string number;
  for (char c : Lower(Trim(text))) {
    if (c != '_' && c != ',' && c != ' ' && c != '`') number += c;
  }
  double factor = number.ends_with('k') ? 1e3 : number.ends_with('m') ? 1e6 : 1;
  if (factor > 1) number.pop_back();
  std::optional<double> value = ParseDouble(number);
  if (!value || *value <= 0 || *value * factor > kMost) return 0;
  return std::llround(*value * factor);
}

std::string PathProblem(std::string_view path) {
  bool drive = path.size() >= 2 && path[1] == ':' && IsLetterOrDigit(path[0]) && path[0] > '9';
  if (path.starts_with('/') || path.starts_with('\\') || path.starts_with('~') || drive) {
    return fmt::format("the path \"{}\" is not relative to the repository", Excerpt(path));
  }
  const std::size_t doubled = path.find("//");
  if (doubled != std::string_view::npos && path.find("://") == std::string_view::npos) {
    return fmt::format("the path \"{}\" has two slashes in a row", Excerpt(path));
  }
  for (std::string_view part : Split(path, '/')) {
    if (part == "..") return fmt::format("the path \"{}\" leads out of its directory with ..", Excerpt(path));
  }
  auto control = [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; };
  if (std::any_of(path.begin(), path.end(), control)) {
    return fmt::format("the path \"{}\" has a control character in it", Excerpt(path));
  }
  return {};
}

StepHeading ParseStepHeading(std::string_view text) {
  StepHeading heading;
  std::string_view rest = TrimEmphasis(Trim(text));
  bool named = rest.size() > 4 && EqualsIgnoreCase(rest.substr(0, 4), "step") && IsBlank(rest[4]);
  if (named) rest = Trim(rest.substr(5));
  std::size_t end = rest.size();
  std::size_t skip = 0;
  for (std::string_view separator : {std::string_view(":"), kEmDash, kEnDash, std::string_view(" - ")}) {
    std::size_t at = rest.find(separator);
    if (at < end) {
      end = at;
      skip = separator.size();
    }
  }
  std::string id = ReplaceAll(TrimEmphasis(Trim(rest.substr(0, end))), "`", "");
  heading.title = TrimEmphasis(Trim(rest.substr(end + skip)));
  if (!named && skip == 0) {
    heading.problem = fmt::format("\"{}\" is not a step: write \"### Step id: title\"", Excerpt(text));
  } else if (!IsStepId(id)) {
    heading.problem = fmt::format(
        "\"{}\" is not a step id: use at most 64 letters, digits, dots, dashes and underscores", Excerpt(id));
  }
  heading.id = std::move(id);
  if (IsBlankText(heading.title)) heading.title = heading.id;
  return heading;
}

}  // namespace forge
