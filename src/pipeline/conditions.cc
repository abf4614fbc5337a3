#include "pipeline/conditions.h"

#include <fmt/core.h>

#include <algorithm>

#include "base/strings.h"
#include "text/gates.h"

namespace forge {
namespace {

int IndentOf(std::string_view line) {
  const std::size_t indent = line.find_first_not_of(" \t");
  return indent == std::string_view::npos ? 0 : static_cast<int>(indent);
}

// A line of a multi-line string, as a line of the file. A string on one line has no lines of its own.
SourcePos PosOfLine(const TomlValue& value, std::size_t index, std::string_view line) {
  if (value.begin.line == value.end.line) return value.begin;
  const int at = std::clamp(value.text_line + static_cast<int>(index), value.begin.line, value.end.line);
  return at == value.begin.line ? value.begin : SourcePos{at, IndentOf(line) + 1};
}

void Append(std::string_view line, SourcePos pos, Condition& out) {
  if (!out.lines.empty()) out.text += "\n";
  out.text += line;
  out.lines.push_back(pos);
}

}  // namespace

SourcePos Condition::At(int line) const {
  if (lines.empty()) return {};
  return lines[static_cast<std::size_t>(std::clamp(line, 1, static_cast<int>(lines.size())) - 1)];
}

void Conditions::ReadTable(TableReader& file) {
  const TomlValue* table = file.Expect("when", TomlValue::Type::kTable, "a table of named conditions: [when]");
  if (!table) return;
  TableReader reader(*table, "[when]", problems_);
  for (const TomlMember& member : table->members) {
    const std::string where = "condition " + Quote(member.key);
    if (!IsName(member.key)) {
      problems_.Add(member.pos, "invalid name: " + where,
                    "a name is lower-case letters, digits, - and _, at most 64, and begins with a letter or digit");
      continue;
    }
    const Condition condition = Read(reader, member.key);
    const ParsedGate parsed = ParseGate(condition.text);
    for (const GateProblem& problem : parsed.problems) {
      problems_.Add(condition.At(problem.line), fmt::format("{}: {}", where, ValidUtf8(problem.what)));
    }
    named_[member.key] = {member.pos, parsed.problems.empty() ? condition.text : "", false};
  }
}

Condition Conditions::Read(TableReader& reader, std::string_view key) {
  const TomlMember* member = reader.table().Find(key);
  if (!member) return {};
  const std::string where = fmt::format("`{}` of {}", key, reader.where());
  if (member->value.type == TomlValue::Type::kArray) {
    std::vector<std::string> checked;
    reader.Strings(key, checked);
    Condition out;
    for (const TomlValue& item : member->value.items) {
      if (item.type == TomlValue::Type::kString) AddLine(Trim(item.text), item.begin, where, out);
    }
    return out;
  }
  std::string text;
  reader.String(key, text);
  return text.empty() ? Condition{} : Expand(member->value, where);
}

Condition Conditions::Expand(const TomlValue& value, const std::string& where) {
  Condition out;
  const std::vector<std::string_view> lines = Lines(value.text);
  for (std::size_t i = 0; i < lines.size(); ++i) AddLine(lines[i], PosOfLine(value, i, lines[i]), where, out);
  return out;
}

void Conditions::AddLine(std::string_view line, SourcePos pos, const std::string& where, Condition& out) {
  const std::string_view word = Trim(line);
  if (!IsName(word)) {
    Append(line, pos, out);
    return;
  }
  const auto found = named_.find(word);
  if (found == named_.end()) {
    std::vector<std::string> names;
    for (const auto& [name, condition] : named_) names.push_back(name);
    const std::string hint = names.empty()
                                 ? fmt::format("define it above the stages: [when] {} = \"require ...\"", word)
                                 : Suggest(word, names, "the conditions of [when] are");
    problems_.Add(pos, fmt::format("unknown condition {} in {}", Quote(word), where), hint);
    return;
  }
  found->second.used = true;
  for (const std::string_view inner : Lines(found->second.text)) Append(inner, pos, out);
}

void Conditions::ReportUnused() {
  for (const auto& [name, condition] : named_) {
    if (condition.used) continue;
    problems_.Add(condition.pos, fmt::format("condition `{}` is never used", name),
                  fmt::format("write when = \"{}\" in a stage, or delete it", name));
  }
}

}  // namespace forge
