#include "surface/cli/help.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "base/strings.h"
#include "surface/cli/commands.h"

namespace forge::cli {
namespace {

constexpr std::size_t kWidth = 100;

using Row = std::pair<std::string, std::string>;

// Two columns; the second is wrapped under itself.
void AppendRows(std::string& text, const std::vector<Row>& rows) {
  std::size_t left = 0;
  for (const Row& row : rows) left = std::max(left, row.first.size());
  left = std::min<std::size_t>(left, 30);
  for (const Row& row : rows) {
    std::string line = fmt::format("  {:<{}}", row.first, left);
    const std::size_t indent = left + 4;
    if (line.size() >= indent) line += "\n" + std::string(indent - 2, ' ');
    std::size_t column = indent;
    line += "  ";
    bool first = true;
    for (std::string_view word : Split(row.second, ' ')) {
      if (!first && column + 1 + word.size() > kWidth) {
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

std::string PositionalWord(const Positional& positional) {
  const std::string word = positional.name + (positional.repeat ? "..." : "");
  return positional.required ? word : "[" + word + "]";
}

std::string OptionWord(const Option& option) {
  const std::string dashes = option.name.size() == 1 ? "-" : "--";
  return dashes + option.name + (option.value.empty() ? "" : " " + option.value) + (option.repeat ? " ..." : "");
}

std::string WithChoices(const std::string& about, const std::vector<std::string>& choices) {
  return choices.empty() ? about : about + " (" + Join(choices, ", ") + ")";
}

std::string UsageLine(const Command& command, const Form& form) {
  std::string line = "forge " + std::string(command.name);
  for (const Positional& positional : form.positionals) line += " " + PositionalWord(positional);
  return line + " [options]";
}

std::vector<Row> PositionalRows(const Form& form) {
  std::vector<Row> rows;
  for (const Positional& positional : form.positionals) {
    rows.emplace_back(positional.name, WithChoices(positional.about, positional.choices));
  }
  return rows;
}

std::vector<Row> OptionRows(const Form& form) {
  std::vector<Row> rows;
  for (const Option& option : form.options)
    rows.emplace_back(OptionWord(option), WithChoices(option.about, option.choices));
  if (form.json) rows.emplace_back("--json", "print JSON, for scripts");
  rows.emplace_back("--help", "print this text");
  return rows;
}

constexpr std::array kGroups = {Group::kStart,     Group::kLook,   Group::kSteer,  Group::kPlans,
                                Group::kPipelines, Group::kMemory, Group::kChecks, Group::kSetUp};

std::vector<const Command*> InGroup(Group group) {
  std::vector<const Command*> commands;
  for (const Command* command : Commands()) {
    if (command->group == group) commands.push_back(command);
  }
  return commands;
}

void AppendMarkdown(std::string& text, const Command& command) {
  const Form form = command.form();
  text += fmt::format("\n### forge {}\n\n{}.\n\n```\n{}\n```\n", command.name, command.about, UsageLine(command, form));
  if (!form.notes.empty()) text += "\n" + form.notes + "\n";
  auto rows = PositionalRows(form);
  for (Row& row : OptionRows(form)) rows.push_back(std::move(row));
  text += "\n| argument | |\n|---|---|\n";
  for (const Row& row : rows) text += fmt::format("| `{}` | {} |\n", row.first, ReplaceAll(row.second, "|", "\\|"));
  if (form.examples.empty()) return;
  text += "\n```sh\n";
  for (const Example& example : form.examples) text += fmt::format("{}  # {}\n", example.line, example.about);
  text += "```\n";
}

}  // namespace

std::string OverviewText() {
  std::string text =
      "forge takes an objective in a git repository through a pipeline and returns verified commits.\n\n"
      "usage: forge COMMAND [arguments] [options]\n";
  for (Group group : kGroups) {
    text += fmt::format("\n{}\n", Title(group));
    std::vector<Row> rows;
    for (const Command* command : InGroup(group)) rows.emplace_back(command->name, command->about);
    AppendRows(text, rows);
  }
  text += "\nExit codes\n";
  std::vector<Row> rows;
  for (const ExitMeaning& row : ExitMeanings())
    rows.emplace_back(std::to_string(static_cast<int>(row.exit)), row.meaning);
  AppendRows(text, rows);
  return text + "\n`forge COMMAND --help` says more, with examples. See it work: forge demo\n";
}

std::string CommandText(const Command& command) {
  const Form form = command.form();
  std::string text = fmt::format("forge {}: {}\n\nusage: {}\n", command.name, command.about, UsageLine(command, form));
  if (!form.positionals.empty()) {
    text += "\n";
    AppendRows(text, PositionalRows(form));
  }
  text += "\noptions:\n";
  AppendRows(text, OptionRows(form));
  if (!form.notes.empty()) text += "\n" + form.notes + "\n";
  if (form.examples.empty()) return text;
  text += "\nexamples:\n";
  for (const Example& example : form.examples) text += fmt::format("  {}\n      {}\n", example.line, example.about);
  return text;
}

std::string FamilyText(std::string_view word) {
  std::string text = fmt::format("usage: forge {} COMMAND [arguments] [options]\n\n", word);
  std::vector<Row> rows;
  for (const Command* command : Family(word)) rows.emplace_back(command->name, command->about);
  AppendRows(text, rows);
  return text;
}

std::string MarkdownText() {
  std::string text =
      "# Commands\n\n"
      "Made by `forge help --markdown`; a test checks that it is current.\n\n"
      "A run is named by its number (`17`, `017`, `run-17`, `plan-17`) or its slug; where it may be left out, the\n"
      "current run is meant: the newest that has not ended. Every command has `--help`; errors go to standard error "
      "as\n"
      "`forge: what is wrong` and a hint. With `--json`, standard output then holds\n"
      "`{\"error\": {\"code\", \"message\", \"hint\"}}`.\n\n"
      "## Exit codes\n\n| code | meaning |\n|---|---|\n";
  for (const ExitMeaning& row : ExitMeanings())
    text += fmt::format("| {} | {} |\n", static_cast<int>(row.exit), row.meaning);
  for (Group group : kGroups) {
    text += fmt::format("\n## {}\n", Title(group));
    for (const Command* command : InGroup(group)) AppendMarkdown(text, *command);
  }
  return text;
}

}  // namespace forge::cli
