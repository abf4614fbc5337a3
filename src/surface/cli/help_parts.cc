#include "surface/cli/help_parts.h"

#include <array>

#include "base/strings.h"
#include "surface/cli/commands.h"

namespace forge::cli {
namespace {

std::string PositionalWord(const Positional& positional) {
  const std::string word = positional.name + (positional.repeat ? "..." : "");
  return positional.required ? word : "[" + word + "]";
}

std::string OptionWord(const Option& option) {
  const std::string dashes = option.name.size() == 1 ? "-" : "--";
  const std::string letter = option.letter.empty() ? "" : ", -" + option.letter;
  return dashes + option.name + letter + (option.value.empty() ? "" : " " + option.value) +
         (option.repeat ? " ..." : "");
}

std::string WithChoices(const std::string& about, const std::vector<std::string>& choices) {
  return choices.empty() ? about : about + " (" + Join(choices, ", ") + ")";
}

constexpr std::array kGroups = {Group::kStart,     Group::kLook,   Group::kSteer,  Group::kPlans,
                                Group::kPipelines, Group::kMemory, Group::kChecks, Group::kSetUp};

}  // namespace

std::span<const Group> Groups() { return kGroups; }

std::vector<const Command*> CommandsOf(Group group) {
  std::vector<const Command*> commands;
  for (const Command* command : Commands()) {
    if (command->group == group) commands.push_back(command);
  }
  return commands;
}

std::string UsageLine(const Command& command, const Form& form) {
  std::string line = "forge " + std::string(command.name);
  for (const Positional& positional : form.positionals) line += " " + PositionalWord(positional);
  return line + " [options]";
}

std::vector<HelpRow> PositionalRows(const Form& form) {
  std::vector<HelpRow> rows;
  for (const Positional& positional : form.positionals) {
    rows.emplace_back(positional.name, WithChoices(positional.about, positional.choices));
  }
  return rows;
}

std::vector<HelpRow> OptionRows(const Form& form) {
  std::vector<HelpRow> rows;
  for (const Option& option : form.options)
    rows.emplace_back(OptionWord(option), WithChoices(option.about, option.choices));
  if (form.json) rows.emplace_back("--json", "print JSON, for scripts");
  rows.emplace_back("--help", "print this text");
  return rows;
}

}  // namespace forge::cli
