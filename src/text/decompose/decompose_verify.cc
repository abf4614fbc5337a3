// The commands of `## Testing`. Does not know shells.
#include "text/decompose/decompose_changes.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <utility>

#include "base/strings.h"
#include "text/command_words.h"
#include "text/decompose/line_paths.h"
#include "text/html_comments.h"
#include "text/lines.h"
#include "text/plan/plan_check.h"
#include "text/plan/plan_fence.h"
#include "text/said_listing.h"

namespace forge {
namespace {

constexpr std::size_t kMostCommands = 32;

class CommandList {
 public:
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

  TestCommands Take() {
    std::ranges::stable_sort(found_.left_out, {}, &PlanProblem::line);
    return std::move(found_);
  }

 private:
  TestCommands found_;
};

// The parts of the section that a list is read from.
SaidPiece PieceOf(const Markdown& document, const PlanSection& section, std::size_t at) {
  const MarkdownBlock& block = document.blocks()[at];
  SaidPiece piece;
  piece.line = block.line;
  piece.last_line = block.last_line;
  piece.depth = block.depth;
  if (block.kind == MarkdownBlock::Kind::kCode) {
    const PlanFence fence = ReadFence(document, block);
    piece.kind = SaidPiece::Kind::kCode;
    piece.text = fence.text;
    piece.language = fence.info.substr(0, fence.info.find_first_of(" {"));
    return piece;
  }
  const bool item = at > section.begin && document.blocks()[at - 1].kind == MarkdownBlock::Kind::kItem;
  const std::vector<std::string_view> lines = document.ParagraphLines(block);
  piece.kind = item ? SaidPiece::Kind::kItem : SaidPiece::Kind::kParagraph;
  piece.text = Join({lines.begin(), lines.end()}, "\n");
  if (item) piece.text = WithoutCheckbox(Trim(piece.text));
  return piece;
}

void LeaveOut(const SaidListing::NotRun& each, CommandList& commands) {
  // Words without code: nobody can tell a command from a sentence, so one that looks like a command is told.
  if (!each.is_code) {
    if (each.why != SaidWhy::kAbove && IsCommand(each.text))
      commands.LeaveOut(each.line, each.text, "put it in backticks if it is a command");
    return;
  }
  if (each.why == SaidWhy::kSpokenOf && !IsCommand(each.text)) return;
  commands.LeaveOut(each.line, each.text, AdviceFor(each.why, each.text));
}

}  // namespace

TestCommands ReadTestCommands(const Markdown& plan, const PlanSection& section) {
  const std::string text = BlankComments(plan);
  const Markdown document(plan, text);
  SaidListReader reader(false);
  for (std::size_t at = section.begin; at < section.end; ++at) {
    const MarkdownBlock& block = document.blocks()[at];
    if (block.kind == MarkdownBlock::Kind::kHeading) reader.Heading(block.level, document.HeadingText(block));
    if (block.kind == MarkdownBlock::Kind::kCode || block.kind == MarkdownBlock::Kind::kParagraph)
      reader.Add(PieceOf(document, section, at));
  }
  SaidListing read = reader.Take();
  CommandList commands;
  for (SaidListing::Command& command : read.commands) {
    if (command.in_block || IsCommand(command.text, command.alone)) {
      commands.Add(std::move(command.text), command.line);
    } else {
      commands.LeaveOut(command.line, command.text, "it is not a command");
    }
  }
  for (const SaidListing::NotRun& each : read.not_run) LeaveOut(each, commands);
  return commands.Take();
}

}  // namespace forge
