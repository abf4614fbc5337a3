#include "surface/cli/completion.h"

#include <fmt/core.h>

#include <set>
#include <vector>

#include "base/strings.h"
#include "surface/cli/commands.h"

namespace forge::cli {
namespace {

std::vector<std::string> FirstWords() {
  std::set<std::string> words;
  for (const Command* command : Commands()) words.emplace(command->name.substr(0, command->name.find(' ')));
  return {words.begin(), words.end()};
}

std::vector<std::string> OptionNames(const Form& form) {
  std::vector<std::string> names;
  for (const Option& option : form.options) names.push_back((option.name.size() == 1 ? "-" : "--") + option.name);
  if (form.json) names.emplace_back("--json");
  names.emplace_back("--help");
  return names;
}

bool TakesFiles(const Form& form) {
  for (const Positional& positional : form.positionals) {
    if (positional.type == ValueType::kFile) return true;
  }
  return false;
}

std::vector<std::string> PositionalChoices(const Form& form) {
  std::vector<std::string> all;
  for (const Positional& positional : form.positionals) {
    all.insert(all.end(), positional.choices.begin(), positional.choices.end());
  }
  return all;
}

std::string FamilyWords(std::string_view word) {
  std::vector<std::string> words;
  for (const Command* command : Family(word)) words.emplace_back(command->name.substr(command->name.find(' ') + 1));
  return Join(words, " ");
}

// `'` ends a quoted word in every shell; a description can do without it.
std::string ShellQuoted(std::string_view text) { return "'" + ReplaceAll(text, "'", "") + "'"; }

// One `case` arm: what may follow this command.
std::string ShellArm(const Command& command) {
  const Form form = command.form();
  std::string arm = fmt::format("    {})\n", ShellQuoted(command.name));
  std::string by_option;
  for (const Option& option : form.options) {
    if (option.name.size() == 1) {
      by_option += fmt::format("        -{}) return ;;\n", option.name);
    } else if (!option.choices.empty()) {
      by_option += fmt::format("        --{}) _forge_words '{}'; return ;;\n", option.name, Join(option.choices, " "));
    } else if (option.type == ValueType::kFile) {
      by_option += fmt::format("        --{}) _forge_files; return ;;\n", option.name);
    } else if (!option.value.empty()) {
      by_option += fmt::format("        --{}) return ;;\n", option.name);
    }
  }
  if (!by_option.empty()) arm += "      case $previous in\n" + by_option + "      esac\n";
  std::vector<std::string> words = PositionalChoices(form);
  for (std::string& name : OptionNames(form)) words.push_back(std::move(name));
  arm += fmt::format("      _forge_words '{}'\n", Join(words, " "));
  if (TakesFiles(form)) arm += "      [[ $word == -* ]] || _forge_files\n";
  return arm + "      ;;\n";
}

// The part that bash and zsh read alike, up to the end of the function.
std::string ShellBody() {
  std::string text = "  if [[ $place == 1 ]]; then\n";
  text += fmt::format("    _forge_words '{} --help --version'\n    return\n  fi\n", Join(FirstWords(), " "));
  text += "  case $command in\n";
  for (const std::string& word : FirstWords()) {
    const std::string family = FamilyWords(word);
    if (family.empty()) continue;
    text += fmt::format(
        "    {})\n      if [[ $place == 2 ]]; then _forge_words '{}'; return; fi\n"
        "      command+=\" $second\"\n      ;;\n",
        word, family);
  }
  text += "  esac\n  case $command in\n";
  for (const Command* command : Commands()) text += ShellArm(*command);
  return text + "  esac\n}\n";
}

}  // namespace

std::string BashCompletion() {
  return "# bash completion for forge; made by `forge completion bash`\n"
         "_forge_words() { mapfile -t -O \"${#COMPREPLY[@]}\" COMPREPLY < <(compgen -W \"$1\" -- \"$word\"); }\n"
         "_forge_files() {\n"
         "  compopt -o filenames\n"
         "  mapfile -t -O \"${#COMPREPLY[@]}\" COMPREPLY < <(compgen -f -- \"$word\")\n"
         "}\n"
         "_forge() {\n"
         "  local place=$COMP_CWORD word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}\n"
         "  local command=${COMP_WORDS[1]} second=${COMP_WORDS[2]}\n"
         "  COMPREPLY=()\n" +
         ShellBody() + "complete -F _forge forge\n";
}

std::string ZshCompletion() {
  return "#compdef forge\n"
         "# zsh completion for forge; made by `forge completion zsh`\n"
         "_forge_words() { compadd -- ${=1} }\n"
         "_forge_files() { _files }\n"
         "_forge() {\n"
         "  local place=$((CURRENT - 1)) word=$words[CURRENT] previous=$words[CURRENT-1]\n"
         "  local command=$words[2] second=$words[3]\n" +
         ShellBody() +
         "# Loaded as a completion function it is called; sourced, it registers itself.\n"
         "if [[ $funcstack[1] == _forge ]]; then _forge; else compdef _forge forge; fi\n";
}

std::string FishCompletion() {
  std::string text = "# fish completion for forge; made by `forge completion fish`\ncomplete -c forge -f\n";
  std::set<std::string> families;
  for (const Command* command : Commands()) {
    const std::string first(command->name.substr(0, command->name.find(' ')));
    const std::string rest(command->name.substr(std::min(command->name.size(), first.size() + 1)));
    const Form form = command->form();
    std::string seen = "__fish_seen_subcommand_from " + first;
    if (rest.empty()) {
      text +=
          fmt::format("complete -c forge -n __fish_use_subcommand -a {} -d {}\n", first, ShellQuoted(command->about));
    } else {
      if (families.insert(first).second)
        text += fmt::format("complete -c forge -n __fish_use_subcommand -a {}\n", first);
      text += fmt::format("complete -c forge -n '{}; and not __fish_seen_subcommand_from {}' -a {} -d {}\n", seen,
                          FamilyWords(first), rest, ShellQuoted(command->about));
      seen += "; and __fish_seen_subcommand_from " + rest;
    }
    for (const std::string& choice : PositionalChoices(form)) {
      text += fmt::format("complete -c forge -n '{}' -a {}\n", seen, choice);
    }
    if (TakesFiles(form)) text += fmt::format("complete -c forge -n '{}' -F\n", seen);
    for (const Option& option : form.options) {
      std::string tail = option.value.empty() ? "" : option.type == ValueType::kFile ? " -r -F" : " -x";
      if (!option.choices.empty()) tail += " -a " + ShellQuoted(Join(option.choices, " "));
      text += fmt::format("complete -c forge -n '{}' -{} {} -d {}{}\n", seen, option.name.size() == 1 ? "s" : "l",
                          option.name, ShellQuoted(option.about), tail);
    }
    if (form.json) text += fmt::format("complete -c forge -n '{}' -l json -d 'print JSON, for scripts'\n", seen);
  }
  return text;
}

}  // namespace forge::cli
