#include "text/shell_blocks.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "base/strings.h"
#include "text/command_words.h"
#include "text/lines.h"

namespace forge {
namespace {

bool IsShell(std::string_view language) {
  return IsOneOf(language, {"sh", "bash", "shell", "console", "zsh", "terminal", "shell-session"});
}

bool HasPrompt(std::string_view line) { return Trim(line).starts_with("$ "); }

// Where a comment behind a command begins.
std::size_t CommentAt(std::string_view line) {
  char quote = '\0';
  for (std::size_t at = 0; at < line.size(); ++at) {
    const char c = line[at];
    if (c == '\\' && quote != '\'') {
      ++at;
    } else if (quote != '\0') {
      quote = c == quote ? '\0' : quote;
    } else if (c == '\'' || c == '"') {
      quote = c;
    } else if (c == '#' && at > 0 && IsBlank(line[at - 1])) {
      return at;
    }
  }
  return line.size();
}

bool AreCommands(const std::vector<std::string_view>& lines) {
  bool any = false, goes_on = false;
  for (std::string_view line : lines) {
    line = Trim(line);
    const bool more = std::exchange(goes_on, line.ends_with('\\'));
    if (more || line.empty() || line.starts_with('#')) continue;
    if (!IsCommand(line)) return false;
    any = true;
  }
  return any;
}

}  // namespace

std::optional<std::vector<ShellLine>> ReadShellBlock(std::string_view text, std::string_view language) {
  const std::vector<std::string_view> lines = Split(text, '\n');
  const bool session = std::ranges::any_of(lines, HasPrompt);
  if (!IsShell(language) && !(language.empty() && (session || AreCommands(lines)))) return std::nullopt;
  std::vector<ShellLine> found;
  std::string command, comment;
  const auto end_command = [&] {
    const std::size_t at = CommentAt(command);
    std::string behind = at < command.size() ? command.substr(at + 1) : "";
    const std::string_view said = Trim(std::string_view(command));
    if (!said.empty()) found.push_back({std::string(said), comment + behind, false});
    command.clear();
  };
  bool in_comment = false;
  for (std::string_view line : lines) {
    line = Trim(line);
    if (command.empty()) {
      const bool more = std::exchange(in_comment, line.starts_with('#'));
      if (line.empty() || (in_comment && !more)) comment.clear();
      if (in_comment && !line.starts_with("#!")) comment += std::string(line.substr(1)) + " ";
      if (line.empty() || in_comment) continue;
      if (session && !HasPrompt(line)) {
        found.push_back({std::string(line), "", true});
        continue;
      }
      if (session) line = Trim(line.substr(2));
    }
    const bool goes_on = line.ends_with('\\');
    if (goes_on) line.remove_suffix(1);
    command += command.empty() ? "" : " ";
    command += Trim(line);
    if (!goes_on) end_command();
  }
  end_command();
  return found;
}

}  // namespace forge
