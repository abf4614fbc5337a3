#include "model/failed_command.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/strings.h"

namespace forge {
namespace {

constexpr std::size_t kMostShown = 3;   // commands
constexpr std::size_t kMostUnmet = 10;  // other things that do not hold

std::string HowItEnded(const FailedCommand& failed) {
  constexpr std::int64_t kNotFoundByShell = 127;
  if (failed.timed_out) return "timed out";
  return fmt::format("exit {}{}", failed.exit_code, failed.exit_code == kNotFoundByShell ? ": not found" : "");
}

// Where the escape sequence at `at` ends: "\x1b[31m", or an ESC with one character.
std::size_t EndOfEscape(std::string_view text, std::size_t at) {
  std::size_t end = at + 1;
  if (end >= text.size() || text[end] != '[') return std::min(end + 1, text.size());
  ++end;
  while (end < text.size() && (text[end] < '@' || text[end] > '~')) ++end;
  return std::min(end + 1, text.size());
}

// What a terminal would show of one line: the text after the last carriage return, without colours.
std::string ShownLine(std::string_view line) {
  const std::size_t over = line.rfind('\r');
  if (over != std::string_view::npos) line.remove_prefix(over + 1);
  std::string shown;
  for (std::size_t at = 0; at < line.size();) {
    if (line[at] == '\x1b') {
      at = EndOfEscape(line, at);
      continue;
    }
    const auto byte = static_cast<unsigned char>(line[at]);
    if (byte >= ' ' || line[at] == '\t') shown += line[at];
    ++at;
  }
  return shown;
}

// What the check says besides its commands.
std::vector<std::string> Unmet(const Json& result, const std::vector<FailedCommand>& failed) {
  std::vector<std::string> unmet;
  for (const Json& issue : result["issues"].AsArray()) {
    const std::string text = issue.AsString();
    const bool of_command = std::ranges::any_of(failed, [&](const FailedCommand& one) {
      return IsSignature(text, one) || text.starts_with(one.command + ": ");
    });
    if (!of_command) unmet.push_back(text);
  }
  for (const Json& line : result[kUnprovenMember].AsArray()) unmet.push_back(line.AsString());
  return unmet;
}

}  // namespace

std::vector<FailedCommand> FailedCommands(const Json& result) {
  std::vector<FailedCommand> failed;
  for (const Json& one : result["results"].AsArray()) {
    if (one["passed"].AsBool()) continue;
    failed.push_back({one["command"].AsString(), one["exit_code"].AsInt(), one["timed_out"].AsBool(),
                      one["tail"].AsString(), one["contract"].AsString()});
  }
  return failed;
}

std::string DescribeCommand(const FailedCommand& failed) {
  const std::string command = fmt::format("`{}`", failed.command);
  return failed.contract.empty() ? command : fmt::format("contract `{}`: {}", failed.contract, command);
}

std::string DescribeFailure(const FailedCommand& failed) {
  return fmt::format("{} fails ({})", DescribeCommand(failed), HowItEnded(failed));
}

std::string FailedOutput(const Json& result) {
  const std::vector<FailedCommand> failed = FailedCommands(result);
  std::vector<std::string> lines;
  const std::vector<std::string> unmet = Unmet(result, failed);
  for (std::size_t i = 0; i < unmet.size() && i < kMostUnmet; ++i) lines.push_back(unmet[i]);
  if (unmet.size() > kMostUnmet) lines.push_back(fmt::format("... and {} more", unmet.size() - kMostUnmet));
  for (std::size_t i = 0; i < failed.size() && i < kMostShown; ++i) {
    if (!failed[i].contract.empty()) lines.push_back(fmt::format("contract broken: {}", failed[i].contract));
    lines.push_back(fmt::format("$ {} ({})", failed[i].command, HowItEnded(failed[i])));
    if (!failed[i].tail.empty()) lines.push_back(failed[i].tail);
  }
  if (failed.size() > kMostShown) lines.push_back(fmt::format("... and {} more commands", failed.size() - kMostShown));
  return Join(lines, "\n");
}

bool IsSignature(std::string_view issue, const FailedCommand& failed) {
  constexpr std::size_t kHashLength = 16;
  const std::string head = fmt::format("{}: {} ", failed.command, failed.exit_code);
  if (!issue.starts_with(head) || issue.size() != head.size() + kHashLength) return false;
  return issue.substr(head.size()).find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

std::string LastLines(std::string_view output, std::size_t lines, std::size_t bytes) {
  std::vector<std::string> kept;  // the last one first
  std::size_t size = 0;
  const std::vector<std::string_view> all = Lines(output);
  for (auto line = all.rbegin(); line != all.rend() && kept.size() < lines; ++line) {
    std::string shown(TrimRight(ShownLine(*line)));
    if (shown.empty() && kept.empty()) continue;
    if (shown.size() > bytes) shown = "... " + shown.substr(shown.size() - bytes);
    size += shown.size() + 1;
    if (size > bytes && !kept.empty()) break;
    kept.push_back(ValidUtf8(shown));
  }
  std::ranges::reverse(kept);
  return Join(kept, "\n");
}

}  // namespace forge
