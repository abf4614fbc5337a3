#include "surface/view/transcript_text.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "base/strings.h"
#include "model/usage.h"
#include "surface/view/times.h"
#include "text/first_line.h"
#include "text/gist.h"
#include "text/lines.h"

namespace forge {
namespace {

using Kind = AgentEvent::Kind;

constexpr std::string_view kIndent = "          ";  // as wide as a time
constexpr std::size_t kLongestShown = 120;          // of an argument
constexpr std::size_t kLongestGist = 400;           // of an answer in JSON; `forge output --json` has all of it

constexpr char kEscape = '\x1b';

// Whether the call's line says it already; a path below the unit's directory is shortened there.
bool IsIn(const TranscriptEntry& call, std::string_view argument) {
  std::string_view said = call.line;
  if (said.size() <= call.text.size() || !said.starts_with(call.text)) return false;
  said.remove_prefix(call.text.size());
  said = Trim(said.starts_with(':') ? said.substr(1) : said);
  return argument == said || (argument.ends_with(said) && argument[argument.size() - said.size() - 1] == '/');
}

// The end of the escape sequence that begins at `at`.
std::size_t AfterEscape(std::string_view text, std::size_t at) {
  if (at + 1 >= text.size()) return text.size();
  const char kind = text[at + 1];
  if (kind == '[') {
    std::size_t end = at + 2;
    while (end < text.size() && (text[end] < '@' || text[end] > '~')) ++end;
    return std::min(end + 1, text.size());
  }
  if (kind == ']') {
    const std::size_t end = text.find_first_of("\a\x1b", at + 2);
    if (end == std::string_view::npos) return text.size();
    return text[end] == '\a' ? end + 1 : std::min(end + 2, text.size());
  }
  return at + 2;
}

}  // namespace

std::string PlainText(std::string_view text) {
  std::string plain;
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    if (c == kEscape) {
      at = AfterEscape(text, at);
      continue;
    }
    const bool control = (static_cast<unsigned char>(c) < ' ' && c != '\n' && c != '\t') || c == '\x7f';
    if (!control) plain += c;
    ++at;
  }
  return plain;
}

std::string TranscriptText::Timed(TimePoint at, Tone tone, std::string_view text) const {
  std::string shown;
  const std::string plain = PlainText(text);
  for (std::string_view line : Lines(TrimRight(plain))) {
    const std::string head = shown.empty() ? palette_.Paint(Tone::kFaint, ClockTime(at)) + "  " : std::string(kIndent);
    shown += line.empty() ? "\n" : head + palette_.Paint(tone, line) + "\n";
  }
  return shown;
}

std::string TranscriptText::Below(Tone tone, std::string_view text) const {
  std::string shown;
  const std::string plain = PlainText(text);
  for (std::string_view line : Lines(TrimRight(plain)))
    shown += line.empty() ? "\n" : std::string(kIndent) + palette_.Paint(tone, line) + "\n";
  return shown;
}

// The line says the most important argument; the others follow it.
std::string TranscriptText::Call(const TranscriptEntry& entry) const {
  const std::string command = CommandOf(entry.data);
  if (!command.empty()) {
    const std::string who = entry.text == "verify" ? "$ " : fmt::format("> {}: ", entry.text);
    return Timed(entry.at, Tone::kNote, who + command);
  }
  std::string shown = Timed(entry.at, Tone::kNote, "> " + (entry.line.empty() ? entry.text : entry.line));
  for (const auto& [name, value] : entry.data.AsObject()) {
    const std::string text = value.is_string() ? value.AsString() : value.Dump();
    const std::string first = FirstLine(text, kLongestShown);
    if (first.empty() || IsIn(entry, text)) continue;
    const auto lines = static_cast<std::int64_t>(Lines(text).size());
    shown += Below(Tone::kFaint,
                   fmt::format("{}: {}{}", name, first, lines > 1 ? fmt::format(" ({} lines)", lines) : std::string()));
  }
  return shown;
}

std::string TranscriptText::ResultOf(const TranscriptEntry& entry) const {
  if (!entry.data["passed"].is_bool()) {
    const bool failed = entry.data["error"].AsBool() || entry.data["exit_code"].AsInt() != 0;
    std::string shown = Below(failed ? Tone::kBad : Tone::kFaint, entry.text);
    if (entry.data["exit_code"].AsInt() != 0)
      shown += Below(Tone::kBad, fmt::format("exit {}", entry.data["exit_code"].AsInt()));
    return shown;
  }
  const std::string time = FormatDuration(entry.data["duration_ms"].AsInt());
  if (entry.data["passed"].AsBool()) return Timed(entry.at, Tone::kGood, "passed in " + time);
  return Timed(entry.at, Tone::kBad, fmt::format("failed in {}: exit {}", time, entry.data["exit_code"].AsInt()));
}

std::string TranscriptText::Tell(const TranscriptEntry& entry) {
  const bool goes_on = std::exchange(speaking_, entry.Is(Kind::kText) && entry.data["delta"].AsBool());
  const auto gist = entry.Is(Kind::kText) && !speaking_ ? GistOfJson(entry.text, kLongestGist) : std::nullopt;
  if (gist) return Timed(entry.at, Tone::kPlain, *gist);
  if (entry.Is(Kind::kText))
    return goes_on && speaking_ ? Below(Tone::kPlain, entry.text) : Timed(entry.at, Tone::kPlain, entry.text);
  if (entry.Is(Kind::kThinking)) return Timed(entry.at, Tone::kFaint, entry.text);
  if (entry.Is(Kind::kToolCall)) return Call(entry);
  if (entry.Is(Kind::kToolResult)) return ResultOf(entry);
  if (entry.kind == kOutputEntry) return Below(Tone::kPlain, entry.text);
  if (entry.Is(Kind::kStarted))
    return Timed(entry.at, Tone::kFaint, entry.text.empty() ? "started" : "started: " + entry.text);
  if (entry.Is(Kind::kUsage)) {
    const Usage usage = UsageFromJson(entry.data);
    const std::string spent = SpendText(usage.tokens(), usage.usd);
    return spent.empty() ? "" : Timed(entry.at, Tone::kFaint, spent);
  }
  if (entry.Is(Kind::kRetry)) return Timed(entry.at, Tone::kWarn, "tries again: " + entry.text);
  if (entry.kind == kLeftOutEntry) {
    return Below(Tone::kWarn, fmt::format("({} entries left out here, {} bytes)", entry.data["entries"].AsInt(),
                                          entry.data["bytes"].AsInt()));
  }
  if (entry.kind == kEndEntry) return entry.text.empty() ? "" : Timed(entry.at, Tone::kBad, entry.text);
  return Timed(entry.at, Tone::kWarn, entry.text);
}

std::string UnitHead(const Palette& palette, const UnitRow& unit) {
  std::string where = unit.step.value.empty() ? unit.stage : unit.step.value + " " + unit.stage;
  if (!unit.member.empty()) where += "/" + unit.member;
  if (unit.iteration > 1) where += fmt::format(" #{}", unit.iteration);
  if (unit.attempt > 1) where += fmt::format(" (attempt {})", unit.attempt);
  return palette.Paint(Tone::kStrong, fmt::format("unit {}  {}", unit.id.value, where)) +
         palette.Paint(Tone::kFaint, fmt::format("  {}, {}", Name(unit.kind), Name(unit.status)));
}

std::string UnitEnd(const Palette& palette, const UnitRow& unit) {
  const bool done = unit.status == UnitStatus::kDone;
  std::string text = fmt::format("{} in {}", Name(unit.status), FormatDuration(unit.ended.ms - unit.started.ms));
  if (!unit.summary.empty()) text += ": " + FirstLine(PlainText(unit.summary), 200);
  return palette.Paint(done ? Tone::kGood : Tone::kBad, text);
}

}  // namespace forge
