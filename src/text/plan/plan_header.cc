#include "text/plan/plan_header.h"

#include <algorithm>

#include "base/strings.h"
#include "text/lines.h"
#include "text/markdown.h"
#include "text/prose.h"
#include "text/wait_time.h"

namespace forge {
namespace {

// `**Name:** value`; an empty name when the line is not a field.
HeaderLine ParseHeaderLine(std::string_view line, int number) {
  constexpr std::string_view kMark = "**";
  std::string_view text = Trim(line);
  if (!text.starts_with(kMark)) return {};
  text.remove_prefix(kMark.size());
  std::size_t close = text.find(kMark);
  if (close == std::string_view::npos) return {};
  std::string_view name = text.substr(0, close);
  std::string_view value = text.substr(close + kMark.size());
  if (name.ends_with(':')) {
    name.remove_suffix(1);
  } else if (value.starts_with(':')) {
    value.remove_prefix(1);
  } else {
    return {};
  }
  return {std::string(Trim(name)), std::string(Trim(value)), number};
}

bool IsRuleLine(std::string_view line) {
  line = Trim(line);
  return line.size() >= 3 && line.find_first_not_of('-') == std::string_view::npos;
}

// `**Bead:**` is another name of the task.
std::string PlainFieldName(std::string_view name) {
  std::string plain = Lower(name);
  return plain == "bead" ? "task" : plain;
}

// Below a rule only a known field counts that is not given yet: the rest is the plan's own text.
bool CountsBelowRule(const HeaderLine& field, const std::vector<HeaderLine>& above) {
  const std::string name = PlainFieldName(field.name);
  if (!IsOneOf(name, {"status", "id", "task", "project", "created", "heartbeat"})) return false;
  return std::ranges::none_of(above, [&](const HeaderLine& line) { return PlainFieldName(line.name) == name; });
}

bool IsKey(std::string_view line) {
  if (line.empty() || !(IsLetterOrDigit(line[0]) || line[0] == '_' || line[0] == '"' || line[0] == '/')) return false;
  return line.ends_with(':') || line.find(": ") != std::string_view::npos;
}

}  // namespace

std::optional<PlanStatus> ParsePlanStatus(std::string_view name) {
  constexpr auto kWords = EnumWords(PlanStatus{});
  const auto found = std::ranges::find_if(kWords, [&](std::string_view word) { return EqualsIgnoreCase(word, name); });
  if (found == kWords.end()) return std::nullopt;
  return static_cast<PlanStatus>(found - kWords.begin());
}

std::vector<HeaderLine> FindHeaderLines(const Markdown& document, int end_line) {
  std::vector<HeaderLine> lines;
  bool below_rule = false;
  for (const MarkdownBlock& block : document.blocks()) {
    if (block.line >= end_line) break;
    below_rule = below_rule || (block.kind == MarkdownBlock::Kind::kRule && block.depth == 0 && !lines.empty());
    if (block.depth != 0 ||
        (block.kind != MarkdownBlock::Kind::kParagraph && block.kind != MarkdownBlock::Kind::kHeading))
      continue;
    for (int line = block.line; line <= std::min(block.last_line, end_line - 1); ++line) {
      HeaderLine field = ParseHeaderLine(document.Line(line), line);
      if (!field.name.empty() && (!below_rule || CountsBelowRule(field, lines))) lines.push_back(std::move(field));
    }
    // Markdown takes fields directly above a rule for a heading.
    const bool underlined = block.kind == MarkdownBlock::Kind::kHeading && block.last_line > block.line;
    below_rule = below_rule || (underlined && block.level == 2 && !lines.empty());
  }
  return lines;
}

PlanHeader ReadPlanHeader(const std::vector<HeaderLine>& lines, const HeaderLine** unknown_status) {
  PlanHeader header;
  *unknown_status = nullptr;
  for (const HeaderLine& line : lines) {
    if (EqualsIgnoreCase(line.name, "Status")) {
      header.status = ParsePlanStatus(line.value);
      *unknown_status = header.status || line.value.empty() ? nullptr : &line;
    } else if (EqualsIgnoreCase(line.name, "ID")) {
      header.id = line.value;
    } else if (EqualsIgnoreCase(line.name, "Task") || EqualsIgnoreCase(line.name, "Bead")) {
      header.task = line.value;
    } else if (EqualsIgnoreCase(line.name, "Project")) {
      header.project = line.value;
    } else if (EqualsIgnoreCase(line.name, "Created")) {
      header.created = line.value;
    } else if (EqualsIgnoreCase(line.name, "Heartbeat")) {
      header.heartbeat = line.value;
    } else {
      header.other.emplace_back(line.name, line.value);
    }
  }
  return header;
}

std::string_view WithoutPlanPrefix(std::string_view title) {
  constexpr std::string_view kPrefix = "plan:";
  if (EqualsIgnoreCase(title.substr(0, kPrefix.size()), kPrefix)) title.remove_prefix(kPrefix.size());
  return Trim(title);
}

ScannedHeader ScanPlanHeader(std::string_view text) {
  ScannedHeader scanned;
  std::vector<HeaderLine> fields;
  const FrontMatter front = FindFrontMatter(text);
  ProseReader reader(text);
  ProseLine line;
  bool below_rule = false;
  while (reader.Next(line)) {
    if (front.found && line.number <= front.last_line) continue;
    if (line.kind != ProseLine::Kind::kSaid) continue;
    const HeadingLine heading = ParseHeading(line.text);
    if (heading.level == 2) break;
    below_rule = below_rule || (IsRuleLine(line.text) && !fields.empty());
    if (heading.level == 1 && scanned.title.empty()) scanned.title = WithoutPlanPrefix(heading.text);
    HeaderLine field = ParseHeaderLine(line.text, line.number);
    if (!field.name.empty() && (!below_rule || CountsBelowRule(field, fields))) fields.push_back(std::move(field));
  }
  const HeaderLine* unknown = nullptr;
  scanned.header = ReadPlanHeader(fields, &unknown);
  return scanned;
}

FrontMatter FindFrontMatter(std::string_view text) {
  LineReader lines(text);
  FrontMatter matter;
  std::string_view line;
  if (!lines.Next(line) || TrimRight(line) != "---") return {};
  const char* begin = nullptr;
  bool has_key = false;
  while (lines.Next(line)) {
    if (!begin) begin = line.data();
    std::string_view trimmed = TrimRight(line);
    if (trimmed == "---" || trimmed == "...") {
      if (!has_key) return {};
      matter.found = true;
      matter.yaml = std::string_view(begin, static_cast<std::size_t>(line.data() - begin));
      matter.line = 2;
      matter.last_line = lines.number();
      return matter;
    }
    // Without a key first it is a rule, and the words below it are the plan's.
    if (!has_key && !trimmed.empty() && !trimmed.starts_with('#')) {
      if (!IsKey(trimmed)) return {};
      has_key = true;
    }
  }
  return {};
}

bool HasUnreadHeartbeat(const PlanHeader& header) {
  const std::string word = Lower(Trim(header.heartbeat));
  return HeartbeatMs(header) == 0 && !IsOneOf(word, {"", "off", "none", "never", "no", "false", "0", "-", "(none)"});
}

std::int64_t HeartbeatMs(const PlanHeader& header) {
  constexpr std::int64_t kLeastMs = 1000;
  const std::int64_t ms = ParseDurationText(Lower(Trim(header.heartbeat)));
  return ms > 0 ? std::max(ms, kLeastMs) : 0;
}

}  // namespace forge
