#include "text/shell_blocks.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "base/strings.h"
#include "text/command_words.h"
#include "text/lines.h"
#include "text/shell_scan.h"

namespace forge {
namespace {

struct SourceLine {
  std::string_view text;
  bool printed = false;
};

bool IsShell(std::string_view language) {
  return IsOneOf(language, {"sh", "bash", "shell", "console", "zsh", "terminal", "shell-session"});
}

// What stands behind `$ `, `% ` or `ada@host:~/src$ `.
std::optional<std::string_view> BehindPrompt(std::string_view line) {
  line = Trim(line);
  const std::size_t end = line.find(' ');
  if (end == std::string_view::npos) return std::nullopt;
  const std::string_view word = line.substr(0, end);
  const bool host = word.find('@') != std::string_view::npos && (word.ends_with('%') || word.ends_with('#'));
  if (word != "%" && !word.ends_with('$') && !host) return std::nullopt;
  return Trim(line.substr(end));
}

bool HasPrompt(std::string_view line) { return BehindPrompt(line).has_value(); }

bool IsCommentLine(std::string_view line) { return Trim(line).starts_with('#'); }

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

// The lines behind prompts, with those that go on with them; the others were printed.
std::vector<SourceLine> ReadSession(const std::vector<std::string_view>& lines) {
  std::vector<SourceLine> source;
  ShellScan scan;
  for (std::string_view line : lines) {
    const auto behind = BehindPrompt(line);
    if (behind) {
      line = *behind;
    } else if (scan.open() || scan.continued()) {
      if (line == ">" || line.starts_with("> ")) line.remove_prefix(std::min<std::size_t>(line.size(), 2));
    } else if (!Trim(line).empty() && !IsCommentLine(line)) {
      source.push_back({line, true});
      continue;
    }
    scan.Add(line);
    source.push_back({line, false});
  }
  return source;
}

// `cd web && make`: in a block of such lines each begins in the root.
bool BeginsInDirectory(std::string_view line) {
  line = Trim(line);
  if (!line.starts_with("cd ")) return false;
  line = Trim(line.substr(3));
  const std::string_view directory = line.substr(0, line.find(' '));
  return !directory.starts_with("..") && directory != "-" && Trim(line.substr(directory.size())).starts_with("&&");
}

// Whether a line needs what the lines above it did to their shell.
bool IsOneScript(const std::vector<SourceLine>& source) {
  ShellScan scan;
  bool open = false, carries = false, apart = true;
  for (const SourceLine& line : source) {
    const bool empty = Trim(line.text).empty() || IsCommentLine(line.text);
    if (line.printed || (empty && !open)) continue;
    if (open) return true;
    if (!scan.continued()) {
      apart = apart && BeginsInDirectory(line.text);
      if (carries && !apart) return true;
    }
    scan.Add(line.text);
    open = scan.open() && !scan.continued();
    carries = scan.carries();
  }
  return false;
}

bool SetsErrexit(std::string_view line) {
  line = Trim(line);
  if (!line.starts_with("set -")) return false;
  line = line.substr(5);
  return line.substr(0, line.find(' ')).find('e') != std::string_view::npos;
}

// The whole block as one command, which ends where a line fails.
ShellLine ReadScript(const std::vector<SourceLine>& source) {
  ShellLine script;
  ShellScan scan;
  bool first = true, unchecked = false;
  std::string blank;  // lines between commands
  for (const SourceLine& line : source) {
    if (line.printed) continue;
    const bool inside = scan.open() || scan.continued();
    const bool empty = Trim(line.text).empty();
    if (!inside && !empty && !IsCommentLine(line.text)) {
      if (first && !SetsErrexit(line.text)) script.command = "set -e\n" + script.command;
      // What `set -e` lets pass.
      if (unchecked) script.command += "[ $? = 0 ]\n";
      first = unchecked = false;
    }
    if (!inside && empty) {
      blank += script.command.empty() ? "" : "\n";
      continue;
    }
    scan.Add(line.text);
    unchecked = unchecked || (scan.unchecked() && !scan.open() && !scan.continued());
    script.command += std::exchange(blank, "") + std::string(line.text) + "\n";
    if (scan.comment() < line.text.size() && !line.text.starts_with("#!"))
      script.comment += std::string(Trim(line.text.substr(scan.comment() + 1))) + ". ";
  }
  script.command = TrimRight(script.command);
  return script;
}

std::vector<ShellLine> ReadCommands(const std::vector<SourceLine>& source) {
  std::vector<ShellLine> found;
  std::string command, comment;
  const auto end_command = [&] {
    ShellScan scan;
    scan.Add(command);
    std::string behind = scan.comment() < command.size() ? command.substr(scan.comment() + 1) : "";
    const std::string_view said = Trim(std::string_view(command));
    if (!said.empty()) found.push_back({std::string(said), comment + behind, false});
    command.clear();
  };
  bool in_comment = false;
  for (const SourceLine& each : source) {
    std::string_view line = Trim(each.text);
    if (command.empty()) {
      const bool more = std::exchange(in_comment, line.starts_with('#'));
      if (line.empty() || (in_comment && !more)) comment.clear();
      if (in_comment && !line.starts_with("#!")) comment += std::string(line.substr(1)) + " ";
      if (line.empty() || in_comment || each.printed) continue;
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

}  // namespace

std::optional<std::vector<ShellLine>> ReadShellBlock(std::string_view text, std::string_view language) {
  const std::vector<std::string_view> lines = Split(text, '\n');
  const bool session = std::ranges::any_of(lines, HasPrompt);
  if (!IsShell(language) && !(language.empty() && (session || AreCommands(lines)))) return std::nullopt;
  std::vector<SourceLine> source;
  if (session) {
    source = ReadSession(lines);
  } else {
    for (std::string_view line : lines) source.push_back({TrimRight(line), false});
  }
  std::vector<ShellLine> found;
  if (IsOneScript(source)) {
    found.push_back(ReadScript(source));
  } else {
    found = ReadCommands(source);
  }
  for (const SourceLine& line : source) {
    if (line.printed) found.push_back({std::string(Trim(line.text)), "", true});
  }
  return found;
}

}  // namespace forge
