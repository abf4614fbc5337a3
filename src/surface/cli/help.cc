#include "surface/cli/help.h"

#include <fmt/core.h>

#include <algorithm>
#include <vector>

#include "base/flow.h"
#include "base/strings.h"
#include "surface/cli/commands.h"
#include "surface/cli/help_parts.h"

namespace forge::cli {
namespace {

constexpr std::size_t kWidest = 100;

std::size_t Narrowed(std::size_t width) { return width == 0 ? kWidest : std::min(width, kWidest); }

// Two columns; the second is wrapped under itself. Where it would be too narrow, Flow puts it below the first.
void AppendRows(std::string& text, const std::vector<HelpRow>& rows, std::size_t width) {
  std::size_t left = 0;
  for (const HelpRow& row : rows) left = std::max(left, row.first.size());
  left = std::min<std::size_t>(left, 30);
  for (const HelpRow& row : rows) {
    std::string line = fmt::format("  {:<{}}", row.first, left);
    const std::size_t indent = left + 4;
    if (indent > width / 2) {
      text += std::string(TrimRight(fmt::format("  {}  {}", row.first, row.second))) + "\n";
      continue;
    }
    if (line.size() >= indent) line += "\n" + std::string(indent - 2, ' ');
    std::size_t column = indent;
    line += "  ";
    bool first = true;
    for (std::string_view word : Split(row.second, ' ')) {
      if (!first && column + 1 + word.size() > width) {
        line += "\n" + std::string(indent, ' ');
        column = indent;
        first = true;
      }
      if (!first) line += " ";
      line += word;
      column += word.size() + 1;
      first = false;
    }
    text += std::string(TrimRight(line)) + "\n";
  }
}

// Every line wrapped to the width of the help.
std::string Wrapped(const std::string& notes, std::size_t width) {
  std::string text;
  for (std::string_view line : Split(notes, '\n')) {
    std::size_t column = 0;
    for (std::string_view word : Split(line, ' ')) {
      const bool fits = column + 1 + word.size() <= width;
      if (column > 0) text += fits ? ' ' : '\n';
      column = word.size() + (column > 0 && fits ? column + 1 : 0);
      text += word;
    }
    text += "\n";
  }
  return text;
}

void AppendMarkdown(std::string& text, const Command& command) {
  const Form form = command.form();
  text += fmt::format("\n### forge {}\n\n{}.\n\n```\n{}\n```\n", command.name, command.about, UsageLine(command, form));
  if (!form.notes.empty()) text += "\n" + form.notes + "\n";
  auto rows = PositionalRows(form);
  for (HelpRow& row : OptionRows(form)) rows.push_back(std::move(row));
  text += "\n| argument | |\n|---|---|\n";
  for (const HelpRow& row : rows) text += fmt::format("| `{}` | {} |\n", row.first, ReplaceAll(row.second, "|", "\\|"));
  if (form.examples.empty()) return;
  text += "\n```sh\n";
  for (const Example& example : form.examples)
    text += example.line + (example.about.empty() ? "" : "  # " + example.about) + "\n";
  text += "```\n";
}

}  // namespace

std::string OverviewText(std::size_t terminal) {
  const std::size_t width = Narrowed(terminal);
  std::string text =
      "forge takes an objective in a git repository through a pipeline and returns verified commits.\n\n"
      "usage: forge \"OBJECTIVE\" [options]           start a run; short for forge run\n"
      "       forge                                 show what is running, and what to type next\n"
      "       forge COMMAND [arguments] [options]\n";
  for (Group group : Groups()) {
    text += fmt::format("\n{}\n", Title(group));
    std::vector<HelpRow> rows;
    for (const Command* command : CommandsOf(group)) rows.emplace_back(command->name, command->about);
    AppendRows(text, rows, width);
  }
  text += "\nExit codes\n";
  std::vector<HelpRow> rows;
  for (const ExitMeaning& row : ExitMeanings())
    rows.emplace_back(std::to_string(static_cast<int>(row.exit)), row.meaning);
  AppendRows(text, rows, width);
  text += "\n" + Wrapped(fmt::format("The current run is {}.", kCurrentRunMeaning), width);
  text += "\n`forge COMMAND --help` shows options and examples. To watch a complete run: forge demo\n";
  return Flow(text, terminal);
}

std::string CommandText(const Command& command, std::size_t terminal) {
  const std::size_t width = Narrowed(terminal);
  const Form form = command.form();
  std::string text = fmt::format("forge {}: {}\n\nusage: {}\n", command.name, command.about, UsageLine(command, form));
  if (!form.positionals.empty()) {
    text += "\n";
    AppendRows(text, PositionalRows(form), width);
  }
  text += "\noptions:\n";
  AppendRows(text, OptionRows(form), width);
  if (!form.notes.empty()) text += "\n" + Wrapped(form.notes, width);
  if (form.examples.empty()) return Flow(text, terminal);
  text += "\nexamples:\n";
  for (const Example& example : form.examples) text += fmt::format("  {}\n      {}\n", example.line, example.about);
  return Flow(text, terminal);
}

std::string FamilyText(std::string_view word, std::size_t terminal) {
  std::string text = fmt::format("usage: forge {} COMMAND [arguments] [options]\n\n", word);
  std::vector<HelpRow> rows;
  for (const Command* command : Family(word)) rows.emplace_back(command->name, command->about);
  AppendRows(text, rows, Narrowed(terminal));
  return Flow(text, terminal);
}

std::string MarkdownText() {
  std::string text = fmt::format(
      "# Commands\n\nMade by `forge help --markdown`; a test checks that it is current.\n\nName a run by its number "
      "(`17`, `017`, `run-17`, `plan-17`) or its slug. Where RUN is optional, the default is the current run:\n{}.\n\n"
      "Every command has `--help`. Errors go to standard error as `forge: what is wrong` and a hint. With `--json`, "
      "standard output\nthen holds `{{\"error\": {{\"code\", \"message\", \"hint\"}}}}`; [json.md](json.md) has the "
      "fields of every command.\n\n## Exit codes\n\n"
      "| code | meaning |\n|---|---|\n",
      kCurrentRunMeaning);
  for (const ExitMeaning& row : ExitMeanings())
    text += fmt::format("| {} | {} |\n", static_cast<int>(row.exit), row.meaning);
  for (Group group : Groups()) {
    text += fmt::format("\n## {}\n", Title(group));
    for (const Command* command : CommandsOf(group)) AppendMarkdown(text, *command);
  }
  return text;
}

}  // namespace forge::cli
