// The commands of `## Testing`. Does not know shells.
#include "text/decompose/decompose_changes.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <utility>

#include "base/strings.h"
#include "text/code_spans.h"
#include "text/command_words.h"
#include "text/decompose/line_paths.h"
#include "text/lines.h"
#include "text/plan/plan_check.h"
#include "text/said_commands.h"
#include "text/said_labels.h"
#include "text/said_words.h"

namespace forge {
namespace {

constexpr std::size_t kMostCommands = 32;
constexpr std::string_view kByHand = "the line or heading above it says that it is not";
constexpr std::string_view kGiveItAnItem = "the line only speaks of it; give it an item of its own";

// What stands after the fence, up to a blank, in lower case.
std::string FenceLanguage(const Markdown& document, const MarkdownBlock& block) {
  std::string_view opening = document.Line(block.line);
  opening.remove_prefix(std::min(opening.size(), static_cast<std::size_t>(std::max(block.column - 1, 0))));
  opening = Trim(opening);
  const std::size_t marks = opening.find_first_not_of("`~");
  if (marks == 0 || marks == std::string_view::npos) return {};
  opening = Trim(opening.substr(marks));
  return Lower(opening.substr(0, opening.find_first_of(" {")));
}

bool IsShell(std::string_view language) {
  return IsOneOf(language, {"sh", "bash", "shell", "console", "zsh", "terminal", "shell-session"});
}

class CommandList {
 public:
  void AddCode(const std::vector<std::string_view>& lines, int first_line) {
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
      if (!goes_on) Add(std::exchange(command, {}), first_line);
    }
    Add(std::move(command), first_line);
  }

  void Add(std::string command, int line) {
    std::vector<std::string>& all = found_.commands;
    if (command.empty() || std::find(all.begin(), all.end(), command) != all.end()) return;
    if (all.size() < kMostCommands) return all.push_back(std::move(command));
    LeaveOut(line, command, fmt::format("at most {} commands are run", kMostCommands));
  }

  void LeaveOut(int line, std::string_view what, std::string_view why) {
    AddPlanProblem(found_.left_out,
                   {line, fmt::format("`## Testing`: \"{}\" is not run: {}", Excerpt(what, 60), why), 0, "testing"});
  }

  TestCommands Take() { return std::move(found_); }

 private:
  TestCommands found_;
};

// Without a language, a block is a list of commands if each of its lines is one.
bool AreCommands(const std::vector<std::string_view>& lines) {
  bool any = false;
  for (std::string_view line : lines) {
    line = Trim(line);
    if (line.starts_with("$ ")) return true;
    if (line.empty() || line.starts_with('#')) continue;
    if (!IsCommand(line)) return false;
    any = true;
  }
  return any;
}

// A paragraph that is a command and nothing else.
bool IsOneSpan(const std::vector<std::string_view>& lines) {
  if (lines.size() != 1) return false;
  const std::vector<CodeSpan> spans = CodeSpansOf(lines[0]);
  return spans.size() == 1 && spans[0].begin == 0 && spans[0].end == lines[0].size();
}

// In a sentence or a table nobody can tell what is meant to be run.
void LeaveOutCommands(std::string_view line, int number, std::string_view why, CommandList& commands) {
  for (const CodeSpan& span : CodeSpansOf(line)) {
    if (IsCommand(span.text)) commands.LeaveOut(number, span.text, why);
  }
}

// Words without code: nobody can tell a command from a sentence, so one that looks like a command is told.
void LeaveOutPlain(std::string_view text, int line, CommandList& commands) {
  if (IsCommand(text)) commands.LeaveOut(line, text, "put it in backticks if it is a command");
}

// "`make test`", "Run `make check`", "[ ] `make lint`", "Unit tests: `make unit`", "`make e2e` must pass".
void ReadTestItem(const std::string& item, int line, CommandList& commands) {
  const std::string_view text = WithoutCheckbox(Trim(item));
  const std::vector<CodeSpan> spans = CodeSpansOf(text);
  if (spans.empty()) return LeaveOutPlain(text, line, commands);
  const bool alone = spans.size() == 1 && spans[0].begin == 0 && spans[0].end == text.size();
  SaidCommands said = ReadSaidCommands(text);
  for (std::string& command : said.commands) {
    if (IsCommand(command, alone)) {
      commands.Add(std::move(command), line);
    } else {
      commands.LeaveOut(line, command, "it is not a command");
    }
  }
  for (const std::string& code : said.cited) {
    if (IsCommand(code)) commands.LeaveOut(line, code, kGiveItAnItem);
  }
}

// Which parts of the section are not run: below a heading, or in the list below a line, that says "by hand" or "not";
// and the block of code that a paragraph with such words introduces.
class NotRunParts {
 public:
  // Follows the blocks in their order; does this one belong to such a part?
  bool Covers(const Markdown& document, const MarkdownBlock& block) {
    if (block.kind == MarkdownBlock::Kind::kHeading) return Heading(block.level, document.HeadingText(block));
    if (block.kind == MarkdownBlock::Kind::kParagraph) {
      if (lead_depth_ >= 0 && block.depth <= lead_depth_) lead_depth_ = -1;
      const std::vector<std::string_view> lines = document.ParagraphLines(block);
      if (lead_depth_ < 0 && !lines.empty() && LeadsToWhatIsNotRun(lines.back())) lead_depth_ = block.depth;
      kept_depth_ = KeepsFromRunning(Join({lines.begin(), lines.end()}, "\n")) ? block.depth : -1;
    }
    const bool kept = block.kind == MarkdownBlock::Kind::kCode && kept_depth_ >= 0 && block.depth >= kept_depth_;
    return level_ > 0 || lead_depth_ >= 0 || kept;
  }

 private:
  bool Heading(int level, std::string_view text) {
    lead_depth_ = kept_depth_ = -1;
    if (level_ > 0 && level <= level_) level_ = 0;
    if (level_ == 0 && SaysNotRun(text)) level_ = level;
    return level_ > 0;
  }

  int level_ = 0;        // of the heading that says so; 0: none
  int lead_depth_ = -1;  // of the line that says so; -1: none
  int kept_depth_ = -1;  // of the paragraph that keeps the block below it from being run; -1: none
};

class TestSection {
 public:
  TestSection(const Markdown& document, const PlanSection& section) : document_(document), section_(section) {}

  TestCommands Read() {
    NotRunParts not_run;
    for (std::size_t at = section_.begin; at < section_.end; ++at) {
      const MarkdownBlock& block = document_.blocks()[at];
      const bool left_out = not_run.Covers(document_, block);
      if (block.kind == MarkdownBlock::Kind::kCode) ReadCode(block, left_out);
      if (block.kind == MarkdownBlock::Kind::kParagraph) ReadParagraph(at, left_out);
    }
    return commands_.Take();
  }

 private:
  void ReadCode(const MarkdownBlock& block, bool left_out) {
    const std::vector<std::string_view> lines = document_.CodeLines(block);
    const std::string language = FenceLanguage(document_, block);
    const bool shell = IsShell(language) || (language.empty() && AreCommands(lines));
    if (lines.empty()) return;
    if (shell && left_out) {
      commands_.LeaveOut(block.line, Trim(lines[0]), kByHand);
    } else if (shell) {
      commands_.AddCode(lines, block.line);
    } else if (language.empty()) {
      commands_.LeaveOut(block.line, Trim(lines[0]), "begin the block with ```sh if it lists commands");
    }
  }

  void ReadParagraph(std::size_t at, bool left_out) {
    const MarkdownBlock& block = document_.blocks()[at];
    const bool item = at > section_.begin && document_.blocks()[at - 1].kind == MarkdownBlock::Kind::kItem;
    const std::vector<std::string_view> lines = document_.ParagraphLines(block);
    if (!left_out && (item || IsOneSpan(lines))) {
      return ReadTestItem(Join({lines.begin(), lines.end()}, "\n"), block.line, commands_);
    }
    for (std::size_t i = 0; i < lines.size(); ++i)
      LeaveOutCommands(lines[i], block.line + static_cast<int>(i), left_out ? kByHand : kGiveItAnItem, commands_);
  }

  const Markdown& document_;
  const PlanSection& section_;
  CommandList commands_;
};

}  // namespace

TestCommands ReadTestCommands(const Markdown& document, const PlanSection& section) {
  return TestSection(document, section).Read();
}

}  // namespace forge
