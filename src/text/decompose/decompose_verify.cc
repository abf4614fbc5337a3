// The commands of `## Testing`. Does not know shells.
#include "text/decompose/decompose_changes.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>
#include <utility>

#include "base/strings.h"
#include "text/code_spans.h"
#include "text/path_words.h"

namespace forge {
namespace {

constexpr std::size_t kMostCommands = 32;

bool IsShellFence(std::string_view opening) {
  opening = Trim(opening);
  const std::size_t marks = opening.find_first_not_of("`~");
  if (marks == 0 || marks == std::string_view::npos) return false;
  opening = Trim(opening.substr(marks));
  const std::string name = Lower(opening.substr(0, opening.find_first_of(" {")));
  return IsOneOf(name, {"sh", "bash", "shell", "console", "zsh", "terminal", "shell-session"});
}

bool BeginsWithProgram(std::string_view command) {
  constexpr std::array<std::string_view, 50> kPrograms = {
      "make",   "cmake",    "ctest",   "ninja",      "meson",   "bazel",  "npm",    "npx",    "pnpm",   "yarn",
      "bun",    "deno",     "node",    "jest",       "vitest",  "tsc",    "eslint", "pytest", "python", "python3",
      "tox",    "nox",      "uv",      "poetry",     "ruff",    "mypy",   "go",     "cargo",  "rustc",  "mvn",
      "gradle", "dotnet",   "swift",   "xcodebuild", "flutter", "dart",   "mix",    "rake",   "rspec",  "bundle",
      "php",    "composer", "phpunit", "bash",       "sh",      "docker", "just",   "task",   "zig",    "git"};
  const std::string_view word = command.substr(0, command.find_first_of(" \t"));
  const bool more = command.size() > word.size();
  const bool script = word.starts_with("./") && word.size() > 2;
  return script || (std::find(kPrograms.begin(), kPrograms.end(), word) != kPrograms.end() &&
                    (more || word == "make" || word == "pytest" || word == "tox" || word == "ctest" || word == "jest" ||
                     word == "vitest" || word == "ninja" || word == "rspec" || word == "rake" || word == "phpunit"));
}

class CommandList {
 public:
  void AddCode(const std::vector<std::string_view>& lines) {
    const bool session =
        std::any_of(lines.begin(), lines.end(), [](auto line) { return Trim(line).starts_with("$ "); });
    std::string command;
    for (std::string_view line : lines) {
      std::string_view text = Trim(line);
      if (command.empty() && session && !text.starts_with("$ ")) continue;  // what it printed
      if (command.empty() && session) text = Trim(text.substr(2));
      if (command.empty() && text.starts_with('#')) continue;
      const bool goes_on = text.ends_with('\\');
      if (goes_on) text.remove_suffix(1);
      command += command.empty() ? "" : " ";
      command += Trim(text);
      if (!goes_on) Add(std::exchange(command, {}));
    }
    Add(std::move(command));
  }

  void Add(std::string command) {
    if (command.empty() || commands_.size() >= kMostCommands) return;
    if (std::find(commands_.begin(), commands_.end(), command) == commands_.end())
      commands_.push_back(std::move(command));
  }

  std::vector<std::string> Take() { return std::move(commands_); }

 private:
  std::vector<std::string> commands_;
};

}  // namespace

std::vector<std::string> ReadTestCommands(const Markdown& document, const PlanSection& section) {
  CommandList commands;
  const auto& blocks = document.blocks();
  for (std::size_t at = section.begin; at < section.end; ++at) {
    const MarkdownBlock& block = blocks[at];
    if (block.kind == MarkdownBlock::Kind::kCode) {
      std::string_view opening = document.Line(block.line);
      opening.remove_prefix(std::min(opening.size(), static_cast<std::size_t>(std::max(block.column - 1, 0))));
      if (IsShellFence(opening)) commands.AddCode(document.CodeLines(block));
    }
    const bool item = block.kind == MarkdownBlock::Kind::kParagraph && at > section.begin &&
                      blocks[at - 1].kind == MarkdownBlock::Kind::kItem;
    if (!item) continue;
    const std::vector<std::string_view> lines = document.ParagraphLines(block);
    const std::vector<CodeSpan> spans = lines.size() == 1 ? CodeSpansOf(lines[0]) : std::vector<CodeSpan>{};
    const bool alone = spans.size() == 1 && spans[0].begin == 0 && spans[0].end == lines[0].size();
    if (alone && BeginsWithProgram(Trim(spans[0].text))) commands.Add(std::string(Trim(spans[0].text)));
  }
  return commands.Take();
}

}  // namespace forge
