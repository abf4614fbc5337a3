#include "text/shell_line.h"

#include <algorithm>
#include <utility>

#include "base/strings.h"
#include "text/command_reader.h"

namespace forge {
namespace {

// What each wrapper's options with a value are; all others stand alone.
struct ShellWrapper {
  std::string_view name, valued;
  int operands = 0;  // its own, before the command: `timeout 5 git ...`
};

constexpr ShellWrapper kShellWrappers[] = {
    {"sudo", "ugpCDhRrtT"}, {"doas", "uC"},  {"env", "uCS"},       {"command", ""},       {"exec", "a"},
    {"builtin", ""},        {"nohup", ""},   {"nice", "n"},        {"ionice", "cn"},      {"setsid", ""},
    {"stdbuf", "ioe"},      {"busybox", ""}, {"timeout", "ks", 1}, {"xargs", "IdEnLPsa"}, {"time", "fo"},
    {"unbuffer", ""},       {"chronic", ""},
};

constexpr std::string_view kShells[] = {"sh", "bash", "dash", "zsh", "ksh", "ash"};

// Behind "sudo -u ada", "env A=b": where the command begins; words.size() if none does.
std::size_t AfterWrapper(const ShellWrapper& wrapper, const std::vector<std::string>& words) {
  std::size_t at = 1;
  int operands = wrapper.operands;
  for (; at < words.size(); ++at) {
    const std::string& word = words[at];
    if (word == "--") return at + 1 + static_cast<std::size_t>(operands);
    if (word.size() > 1 && word[0] == '-') {
      const bool takes = word[1] != '-' && wrapper.valued.find(word.back()) != std::string_view::npos;
      if (takes && (word.size() == 2 || wrapper.valued.find(word[1]) == std::string_view::npos)) ++at;
      continue;
    }
    if (IsShellAssignment(word)) continue;
    if (operands-- > 0) continue;
    return at;
  }
  return words.size();
}

// What it says where that stands in the line: `echo TEXT`, `printf TEXT`, `cat <<EOF`.
std::string SaidBy(const LineCommand& command) {
  const std::string_view program = command.program();
  std::string said = command.here;
  for (const ShellRedirect& redirect : command.redirects) {
    if (redirect.op == "<<<") said += "\n" + redirect.target;
  }
  if (program != "echo" && program != "printf") return program == "cat" ? said : "";
  std::size_t at = 1;
  while (at < command.words.size() && command.words[at].starts_with('-')) ++at;
  const auto from = command.words.begin() + static_cast<std::ptrdiff_t>(std::min(at, command.words.size()));
  return ReplaceAll(Join({from, command.words.end()}, " "), "\\n", "\n");
}

// Of `sh -euo pipefail -c TEXT`, `sh -s <<EOF`, `echo TEXT | sh`: the text that it runs. `before`: what the command
// before it pipes into it.
std::string ShellText(const LineCommand& command, const std::string& before) {
  const std::vector<std::string>& words = command.words;
  bool text = false, standard = false;
  std::size_t at = 1;
  for (; at < words.size(); ++at) {
    const std::string& word = words[at];
    if (word.size() < 2 || (word[0] != '-' && word[0] != '+')) break;  // its text, or a script
    if (word == "--") {
      ++at;
      break;
    }
    if (word == "--rcfile" || word == "--init-file") ++at;
    if (word.starts_with("--")) continue;
    text = text || (word[0] == '-' && word.find('c') != std::string::npos);
    standard = standard || word.find('s') != std::string::npos;
    at += static_cast<std::size_t>(std::ranges::count_if(word, [](char c) { return c == 'o' || c == 'O'; }));
  }
  if (text) return at < words.size() ? words[at] : "";
  if (at < words.size() && !standard && words[at] != "-" && words[at] != "/dev/stdin") return "";
  std::string read = before + command.here;
  for (const ShellRedirect& redirect : command.redirects) {
    if (redirect.op == "<<<") read += "\n" + redirect.target;
  }
  return read;
}

// `piped`: what the command before it says; then what this one does.
void Unwrap(LineCommand command, int depth, std::string& piped, int& next, std::vector<LineCommand>& out) {
  while (!command.words.empty()) {
    const std::string_view program = command.program();
    const auto* wrapper = std::ranges::find(kShellWrappers, program, &ShellWrapper::name);
    if (wrapper == std::end(kShellWrappers)) break;
    const std::size_t at = std::min(AfterWrapper(*wrapper, command.words), command.words.size());
    command.words.erase(command.words.begin(), command.words.begin() + static_cast<std::ptrdiff_t>(at));
  }
  std::string inner;
  std::vector<int> shells = command.shells;
  if (!command.words.empty() && depth < kDeepestShell) {
    const std::string_view program = command.program();
    if (program == "eval") {
      inner = Join({command.words.begin() + 1, command.words.end()}, " ");
    } else if (std::ranges::find(kShells, program) != std::end(kShells)) {
      inner = ShellText(command, piped);
      shells.push_back(next++);
    }
  }
  piped = command.pipes ? SaidBy(command) : "";
  out.push_back(std::move(command));
  if (inner.empty()) return;
  std::string inside;
  std::vector<LineCommand> read;
  ReadCommands(inner, depth + 1, std::move(shells), next, read);
  for (LineCommand& one : read) {
    if (out.size() < kMostLineCommands) Unwrap(std::move(one), depth + 1, inside, next, out);
  }
}

}  // namespace

std::string_view LineCommand::program() const {
  if (words.empty()) return "";
  const std::string_view word = words[0];
  const std::size_t slash = word.rfind('/');
  return slash == std::string_view::npos ? word : word.substr(slash + 1);
}

std::vector<LineCommand> ReadShellLine(std::string_view line) {
  std::vector<LineCommand> read;
  int next = 1;
  ReadCommands(line, 0, {}, next, read);
  std::string piped;
  std::vector<LineCommand> commands;
  for (LineCommand& one : read) {
    if (commands.size() < kMostLineCommands) Unwrap(std::move(one), 0, piped, next, commands);
  }
  return commands;
}

}  // namespace forge
