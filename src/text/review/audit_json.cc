// JSON verdicts of an audit. Does not know Markdown.
#include "text/review/audit_evidence.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <string>

#include "base/strings.h"
#include "model/json.h"
#include "text/json_spans.h"
#include "text/lines.h"
#include "text/review/audit_phrases.h"
#include "text/review/audit_shapes.h"

namespace forge {
namespace {

// maxSeverity, max_severity and max-severity are one name.
std::string PlainKey(std::string_view key) {
  std::string plain;
  for (char c : key.substr(0, 32)) {
    if (IsLetterOrDigit(c)) plain += c;
  }
  return Lower(plain);
}

bool IsWrapper(std::string_view key) {
  return key == "audit" || key == "result" || key == "review" || key == "verdict";
}

class VerdictObject {
 public:
  VerdictObject(AuditEvidence& evidence, int line) : evidence_(evidence), line_(line) {}

  void Read(const Json& object) {
    for (const auto& [name, value] : object.AsObject()) ReadMember(PlainKey(name), value);
  }

 private:
  void ReadMember(const std::string& key, const Json& value) {
    if (key == "severity" || key == "maxseverity" || key == "overallseverity") {
      if (auto level = LevelOf(value)) evidence_.AddLevel(*level);
    } else if (key == "shouldloop" || key == "needsrevision") {
      ReadLoop(key, value);
    } else if (key == "concerns") {
      ReadConcerns(value);
    } else if (key == "verdict" && !value.is_object()) {
      if (value.is_string()) return ReadVerdictValue(line_, value.AsString(), evidence_);
      evidence_.AddDoubt(line_, fmt::format("the verdict {} is not known", Excerpt(value.Dump(), 40)));
    } else if (IsWrapper(key)) {
      Read(value);
    } else {
      ReadNested(value);
    }
  }

  // Only the worst of what stands elsewhere in the object counts: it may say more than "none", never less.
  void ReadNested(const Json& value) {
    for (const Json& item : value.AsArray()) ReadNested(item);
    for (const auto& [name, member] : value.AsObject()) {
      std::string key = PlainKey(name);
      if (key == "severity" || key == "maxseverity") {
        auto level = SeverityWord(Lower(Trim(std::string_view(member.AsString()).substr(0, 32))));
        if (level && *level >= Severity::kMedium) evidence_.AddLevel(*level);
      }
      if (key == "shouldloop" && member.AsBool()) evidence_.revise = true;
      ReadNested(member);
    }
  }

  void ReadLoop(const std::string& key, const Json& value) {
    if (!value.is_bool()) return evidence_.AddDoubt(line_, fmt::format("{} is not a boolean", key));
    evidence_.revise = evidence_.revise || value.AsBool();  // that no loop is needed does not say what was found
  }

  void ReadConcerns(const Json& value) {
    if (!value.is_array()) return evidence_.AddDoubt(line_, "the concerns are no list");
    if (value.AsArray().empty()) evidence_.AddLevel(Severity::kNone);
    for (const Json& concern : value.AsArray()) {
      auto level = LevelOf(concern["severity"]);
      if (level) evidence_.AddConcern(*level, TextOf(concern), line_);
      ReadNested(concern);
    }
  }

  std::optional<Severity> LevelOf(const Json& value) {
    const std::string& word = value.AsString();
    auto level = word.size() < 32 ? SeverityWord(ReplaceAll(Lower(Trim(word)), "-", "")) : std::nullopt;
    if (!level) evidence_.AddDoubt(line_, fmt::format("the severity {} is not known", Excerpt(value.Dump(), 40)));
    return level;
  }

  static std::string_view TextOf(const Json& concern) {
    for (std::string_view key : {"title", "concern", "text", "description", "message", "summary"}) {
      if (concern[key].is_string()) return concern[key].AsString();
    }
    return {};
  }

  AuditEvidence& evidence_;
  int line_;
};

// Whether `text` names one of `keys` as a JSON member: quoted, with a colon after it.
template <std::size_t N>
bool NamesMember(const std::string& lower_text, const std::string_view (&keys)[N]) {
  for (std::string_view key : keys) {
    for (std::size_t at = lower_text.find(key); at != std::string::npos; at = lower_text.find(key, at + 1)) {
      std::size_t colon = lower_text.find_first_not_of(" \t\r\n", at + key.size());
      if (colon != std::string::npos && lower_text[colon] == ':') return true;
    }
  }
  return false;
}

bool NamesVerdictMember(std::string_view text, bool fenced) {
  std::string lower = Lower(text);
  if (NamesMember(lower, {"\"maxseverity\"", "\"max_severity\"", "\"shouldloop\"", "\"should_loop\""})) return true;
  return fenced && NamesMember(lower, {"\"severity\"", "\"verdict\"", "\"concerns\""});
}

// A repeated member hides the one before it from the parser, and a sentence in a string may contradict the members:
// what the raw text says for a revision counts too.
void ReadRawText(std::string_view text, AuditEvidence& evidence) {
  AuditEvidence said;
  PhraseReader phrases(said);
  LineReader lines(text);
  for (std::string_view line; lines.Next(line);) {
    if (auto level = ReadSeverityLabels(line).worst; level && *level >= Severity::kMedium) evidence.AddLevel(*level);
    phrases.Line(lines.number(), line);
  }
  phrases.Break();
  evidence.revise = evidence.revise || said.revise;
}

// A value ends at a comma, a semicolon or a brace, and with its line unless a bar continues it.
std::size_t EndOfCodeValue(std::string_view text, std::size_t begin) {
  constexpr std::size_t kLongest = 256;  // so that no text costs its square
  text = text.substr(0, begin + kLongest);
  std::size_t end = begin;
  bool bar = false;
  for (std::size_t at = begin; at < text.size(); ++at) {
    if (std::string_view(",;}").find(text[at]) != std::string_view::npos) return at;
    if (text[at] == '\n') {
      const std::size_t next = text.find_first_not_of(" \t\r\n", at);
      const bool goes_on = next != std::string_view::npos && (bar || text[next] == '|' || end == begin);
      if (!goes_on) return at;
      continue;
    }
    if (IsBlank(text[at]) || text[at] == '\r') continue;
    bar = text[at] == '|';
    end = at + 1;
  }
  return text.size();
}

// 'low' | 'high'; not `a || b`, and not the `|` of YAML with its one text.
bool IsUnion(std::string_view value) {
  if (value.find("||") != std::string_view::npos) return false;
  const std::vector<std::string_view> choices = Split(value, '|');
  return std::ranges::count_if(choices, [](std::string_view choice) { return !Trim(choice).empty(); }) > 1;
}

// Blanks in place of the members whose value is a union: they declare a type and state nothing.
std::string WithoutUnions(std::string_view text) {
  std::string stated(text);
  const std::string lower = Lower(text);
  for (std::string_view key : {"severity", "shouldloop", "should_loop"}) {
    for (std::size_t at = lower.find(key); at != std::string::npos; at = lower.find(key, at + 1)) {
      const std::size_t mark = lower.find_first_not_of(" \t\"'?", at + key.size());
      if (mark == std::string::npos || (lower[mark] != ':' && lower[mark] != '=')) continue;
      const std::size_t end = EndOfCodeValue(text, mark + 1);
      if (!IsUnion(text.substr(mark + 1, end - mark - 1))) continue;
      for (std::size_t i = at; i < end; ++i) stated[i] = stated[i] == '\n' ? '\n' : ' ';
    }
  }
  return stated;
}

}  // namespace

void ReadCodeVerdict(std::string_view code, AuditEvidence& evidence) {
  std::string lower = Lower(code);
  const bool states =
      std::ranges::any_of(std::to_array<std::string_view>({"maxseverity", "max_severity", "shouldloop", "should_loop"}),
                          [&](std::string_view key) { return lower.find(key) != std::string::npos; });
  if (!states) return;
  const std::string text = WithoutUnions(code);
  lower = Lower(text);
  ReadRawText(text, evidence);
  for (std::string_view key : {"shouldloop", "should_loop"}) {
    for (std::size_t at = lower.find(key); at != std::string::npos; at = lower.find(key, at + 1)) {
      const std::size_t value = lower.find_first_not_of(" \t\"':=", at + key.size());
      if (value != std::string::npos && lower.compare(value, 4, "true") == 0) evidence.revise = true;
    }
  }
}

void ReadJsonVerdicts(std::string_view text, int line, bool fenced, AuditEvidence& evidence) {
  if (fenced && Trim(text).find_first_of("{[") != 0) return;
  std::string outside;  // what no object covers
  std::size_t done = 0;
  for (JsonSpan span : FindJsonObjects(text)) {
    outside += text.substr(done, span.begin - done);
    auto newlines = std::count(text.begin() + static_cast<std::ptrdiff_t>(done),
                               text.begin() + static_cast<std::ptrdiff_t>(span.begin), '\n');
    line += static_cast<int>(newlines);
    std::string_view source = text.substr(span.begin, span.end - span.begin);
    if (auto value = ParseJson(ValidUtf8(source))) {
      VerdictObject(evidence, line).Read(*value);
      if (fenced && NamesVerdictMember(source, true)) ReadRawText(source, evidence);
    } else {
      outside += source;
    }
    line += static_cast<int>(std::count(source.begin(), source.end(), '\n'));
    done = span.end;
  }
  outside += text.substr(done);
  if (!NamesVerdictMember(outside, fenced)) return;
  if (fenced) ReadRawText(outside, evidence);
  evidence.AddDoubt(line, "a JSON verdict that cannot be read");
}

}  // namespace forge
