#include "surface/cli/completion.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "base/display.h"
#include "base/strings.h"
#include "surface/cli/commands.h"

namespace forge::cli {
namespace {

// What is being typed, among the words of one command.
struct Place {
  const Form& form;
  std::vector<std::string> before;                // words behind the command's name
  std::string typed;                              // may be empty
  std::vector<std::string> positionals = {};      // of those before
  const Option* value_of = nullptr;               // the word before is an option that takes a value
  std::set<std::string, std::less<>> given = {};  // options
};

std::optional<Thing> ThingNamed(std::string_view name, bool of_plan) {
  if (name == "RUN" || name == "PARENT" || name == "RUN_OR_ANSWER" || name == "WHAT") return Thing::kRun;
  if (name == "STEP") return of_plan ? Thing::kStepOfPlan : Thing::kStepOfRun;
  if (name == "PLAN") return Thing::kPlan;
  if (name == "PIPELINE") return Thing::kPipeline;
  if (name == "ROLE") return Thing::kRole;
  if (name == "KEY") return Thing::kSetting;
  if (name == "ANSWER") return Thing::kAnswer;
  if (name == "VALUE") return Thing::kValue;
  return std::nullopt;
}

std::optional<Thing> ThingOf(const Option& option) {
  if (option.name == "pipeline") return Thing::kPipeline;
  if (option.name == "agent") return Thing::kAgent;
  if (option.value == "STEP") return Thing::kStepOfRun;
  return std::nullopt;
}

bool HasPositional(const Form& form, std::string_view name) {
  return std::any_of(form.positionals.begin(), form.positionals.end(),
                     [&](const Positional& each) { return each.name == name; });
}

const Option* FindOption(const Form& form, std::string_view word) {
  for (const Option& option : form.options) {
    const bool letter = option.name.size() == 1;
    if (word == (letter ? "-" : "--") + option.name) return &option;
    if (!option.letter.empty() && word == "-" + option.letter) return &option;
  }
  return nullptr;
}

// Which of the words are positionals, and whether the last one still wants its value.
void ReadBefore(Place& place) {
  bool only_positionals = false;
  for (std::size_t i = 0; i < place.before.size(); ++i) {
    const std::string& word = place.before[i];
    if (only_positionals || !word.starts_with('-') || word == "-") {
      place.positionals.push_back(word);
      continue;
    }
    if (word == "--") {
      only_positionals = true;
      continue;
    }
    const Option* option = FindOption(place.form, word.substr(0, word.find('=')));
    place.given.insert(option != nullptr ? option->name : word);
    if (option == nullptr || option->value.empty() || word.find('=') != std::string::npos) continue;
    if (i + 1 == place.before.size()) place.value_of = option;
    ++i;
  }
}

std::vector<Candidate> Choices(const std::vector<std::string>& choices) {
  std::vector<Candidate> words;
  for (const std::string& choice : choices) words.push_back({choice});
  return words;
}

void Append(std::vector<Candidate>& all, std::vector<Candidate> more) {
  std::move(more.begin(), more.end(), std::back_inserter(all));
}

std::vector<Candidate> Options(const Place& place) {
  std::vector<Candidate> words;
  for (const Option& option : place.form.options) {
    if (place.given.contains(option.name) && !option.repeat) continue;
    words.push_back({(option.name.size() == 1 ? "-" : "--") + option.name, option.about});
  }
  if (place.form.json && !place.given.contains("--json")) words.push_back({"--json", "print JSON, for scripts"});
  words.push_back({"--help", "print this text"});
  return words;
}

// Steps are those of the run or plan that was typed first.
std::vector<Candidate> FindIn(const Place& place, Thing thing, const FindThings& find) {
  if (thing == Thing::kRun) return find(thing, place.typed);
  const bool of_first =
      thing == Thing::kStepOfRun || thing == Thing::kStepOfPlan || thing == Thing::kAnswer || thing == Thing::kValue;
  return find(thing, of_first && !place.positionals.empty() ? place.positionals.front() : "");
}

Completion ValueOf(const Place& place, const Option& option, const FindThings& find) {
  Completion found;
  found.words = Choices(option.choices);
  if (const auto thing = ThingOf(option)) Append(found.words, FindIn(place, *thing, find));
  found.files = option.type == ValueType::kFile;
  return found;
}

Completion PositionalOf(const Place& place, const FindThings& find) {
  Completion found;
  const auto& all = place.form.positionals;
  if (all.empty()) return found;
  const std::size_t index = place.positionals.size();
  if (index >= all.size() && !all.back().repeat) return found;
  const Positional& positional = all[std::min(index, all.size() - 1)];
  found.words = Choices(positional.choices);
  found.files = positional.type == ValueType::kFile;
  if (const auto thing = ThingNamed(positional.name, HasPositional(place.form, "PLAN")))
    Append(found.words, FindIn(place, *thing, find));
  if (positional.name == "RUN_OR_ANSWER") Append(found.words, find(Thing::kAnswer, ""));
  // A file, or a plan of this project.
  if (positional.name == "FILE" && positional.about.find("plan of this project") != std::string::npos)
    Append(found.words, find(Thing::kPlan, ""));
  return found;
}

Completion InCommand(Place place, const FindThings& find) {
  ReadBefore(place);
  const std::size_t equals = place.typed.find('=');
  if (place.typed.starts_with("--") && equals != std::string::npos) {
    const Option* option = FindOption(place.form, place.typed.substr(0, equals));
    Completion found = option == nullptr ? Completion{} : ValueOf(place, *option, find);
    found.files = false;  // a shell would not split it off
    for (Candidate& each : found.words) each.word = place.typed.substr(0, equals + 1) + each.word;
    return found;
  }
  if (place.value_of != nullptr) return ValueOf(place, *place.value_of, find);
  if (place.typed.starts_with('-')) return {Options(place)};
  Completion found = PositionalOf(place, find);
  if (found.words.empty() && !found.files) found.words = Options(place);
  return found;
}

std::vector<Candidate> FirstWords() {
  std::map<std::string, std::string> words;  // a family has no description of its own
  for (const Command* command : Commands()) {
    const std::size_t space = command->name.find(' ');
    std::string& about = words[std::string(command->name.substr(0, space))];
    if (space == std::string_view::npos) about = command->about;
  }
  std::vector<Candidate> all;
  for (const auto& [word, about] : words) all.push_back({word, about});
  all.push_back({"--help", "print the list of commands"});
  all.push_back({"--version", "print the version"});
  return all;
}

std::vector<Candidate> FamilyWords(std::string_view word) {
  std::vector<Candidate> words;
  for (const Command* command : Family(word)) {
    words.push_back({std::string(command->name.substr(command->name.find(' ') + 1)), std::string(command->about)});
  }
  return words;
}

Completion AnyPlace(const std::vector<std::string>& words, const FindThings& find) {
  if (words.size() <= 1) return {FirstWords()};
  const std::string& typed = words.back();
  Completion found;
  if (words.size() == 2) found.words = FamilyWords(words[0]);
  const Command* command = words.size() > 2 ? FindCommand(words[0] + " " + words[1]) : nullptr;
  const std::size_t named = command != nullptr ? 2 : 1;
  if (command == nullptr) command = FindCommand(words[0]);
  if (command == nullptr && words.size() > 2) command = FindCommand(words[0] + " list");
  // `forge "OBJECTIVE"` is short for `forge run`.
  const bool objective = command == nullptr && words[0].find(' ') != std::string::npos;
  if (objective) return InCommand({FindCommand("run")->form(), {words.begin(), words.end() - 1}, typed}, find);
  if (command == nullptr) return found;
  const Form form = command->form();
  Completion own =
      InCommand({form, {words.begin() + static_cast<std::ptrdiff_t>(named), words.end() - 1}, typed}, find);
  Append(found.words, std::move(own.words));
  found.files = own.files;
  return found;
}

}  // namespace

Completion Complete(const std::vector<std::string>& words, const FindThings& find) {
  // bash makes `=` a word of its own, and `:`, which belongs to the word before: `acp:gemini` are three.
  std::vector<std::string> plain;
  bool after_colon = false;
  std::size_t typed_before = 0;  // bytes of the last word that bash does not take for its own
  for (std::size_t i = 0; i < words.size(); ++i) {
    const bool last = i + 1 == words.size();
    const bool colon = words[i] == ":" && !plain.empty();
    if (colon || after_colon) {
      plain.back() += words[i];
      if (colon) typed_before = plain.back().size();
      after_colon = colon;
      continue;
    }
    typed_before = 0;
    if (words[i] == "=" && last) {
      plain.emplace_back();
    } else if (words[i] != "=") {
      plain.push_back(words[i]);
    }
  }
  Completion found = AnyPlace(plain, find);
  const std::string typed = plain.empty() ? "" : plain.back();
  std::erase_if(found.words, [&](const Candidate& each) { return !each.word.starts_with(typed); });
  for (Candidate& each : found.words) each.word.erase(0, typed_before);
  return found;
}

std::string CompletionText(const Completion& completion) {
  constexpr std::size_t kLongest = 70;
  std::string text;
  for (const Candidate& each : completion.words) {
    const std::string about = Fit(Trim(each.about), kLongest);
    text += each.word + (about.empty() ? "" : "\t" + about) + "\n";
  }
  return text + (completion.files ? ":files\n" : "");
}

std::string BashCompletion() {
  return R"(# bash completion for forge; made by `forge completion bash`
_forge() {
  local line quoted word=${COMP_WORDS[COMP_CWORD]}
  local -a typed=("${COMP_WORDS[@]:1:COMP_CWORD}")
  [[ $word == [=:] ]] && word=
  [[ $word == [\"\']* ]] && quoted=yes
  COMPREPLY=()
  while IFS= read -r line; do
    if [[ $line == :files ]]; then
      compopt -o filenames 2>/dev/null
      mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -f -- "$word")
    else
      line=${line%%$'\t'*}
      [[ -n $quoted ]] || printf -v line %q "$line"
      COMPREPLY+=("$line")
    fi
  done < <("${COMP_WORDS[0]}" __complete "${typed[@]//[\\\"\']/}" 2>/dev/null)
}
complete -F _forge forge
)";
}

std::string ZshCompletion() {
  return R"(#compdef forge
# zsh completion for forge; made by `forge completion zsh`
_forge() {
  local line word about files=0
  local -a found
  for line in "${(@f)$("${words[1]}" __complete "${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
    [[ -n $line ]] || continue
    if [[ $line == :files ]]; then
      files=1
      continue
    fi
    word=${line%%$'\t'*}
    about=${line#"$word"}
    found+=("${word//:/\\:}${about:+:${about#$'\t'}}")
  done
  (( $#found )) && _describe -t forge forge found
  (( files )) && _files
}
# Loaded as a completion function it is called; sourced, it registers itself.
if [[ $funcstack[1] == _forge ]]; then _forge; else compdef _forge forge; fi
)";
}

std::string FishCompletion() {
  return R"(# fish completion for forge; made by `forge completion fish`
function __forge_complete
    set -l typed (commandline -ct)
    set -l words (commandline -opc) "$typed"
    for line in ($words[1] __complete $words[2..-1] 2>/dev/null)
        if test "$line" = ":files"
            __fish_complete_path "$typed"
        else
            echo $line
        end
    end
end
complete -c forge -f -a '(__forge_complete)'
)";
}

}  // namespace forge::cli
