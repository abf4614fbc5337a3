#include "surface/cli/args.h"

#include <fmt/core.h>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Error.hpp>
#include <CLI/Formatter.hpp>
#include <CLI/Option.hpp>
#include <algorithm>
#include <memory>
#include <utility>

#include "base/strings.h"

namespace forge::cli {
namespace {

constexpr int kAnyNumber = 1 << 20;

std::string HelpHint(const std::string& command) { return fmt::format("forge {} --help", command); }

std::string Dashed(const std::string& name) { return (name.size() == 1 ? "-" : "--") + name; }

CLI::Option* AddOption(CLI::App& app, const Option& option) {
  const std::string name = (option.letter.empty() ? "" : "-" + option.letter + ",") + Dashed(option.name);
  if (option.value.empty()) return app.add_flag(name);
  // Untyped, because CLI11 splits "[a,b]" of a typed list. Every occurrence takes exactly one word.
  CLI::Option* added = app.add_option(name, CLI::callback_t([](const CLI::results_t&) { return true; }));
  added->type_size(1)->expected(1)->allow_extra_args(false);
  added->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  return added;
}

CLI::Option* AddPositional(CLI::App& app, const Positional& positional) {
  CLI::Option* added = app.add_option(positional.name, CLI::callback_t([](const CLI::results_t&) { return true; }));
  added->type_size(1);
  added->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  if (positional.repeat) {
    added->expected(1, kAnyNumber);
  } else {
    added->expected(1);
  }
  // Without it CLI11 gives a positional no second word.
  added->allow_extra_args(positional.repeat);
  return added;
}

std::string WhyWrongType(ValueType type, const std::string& value) {
  switch (type) {
    case ValueType::kText:
    case ValueType::kFile: return "";
    case ValueType::kCount: {
      auto number = ParseInt(value);
      return number && *number >= 0 ? "" : "a whole number, 0 or more";
    }
    case ValueType::kPositive: {
      auto number = ParseInt(value);
      return number && *number >= 1 ? "" : "a whole number, 1 or more";
    }
    case ValueType::kNumber: {
      auto number = ParseDouble(value);
      return number && *number >= 0 ? "" : "a number, 0 or more";
    }
    case ValueType::kPair: {
      const std::size_t equals = value.find('=');
      return equals != std::string::npos && equals > 0 ? "" : "name=value";
    }
  }
  return "";
}

Status CheckValue(const std::string& name, const std::string& value, ValueType type,
                  const std::vector<std::string>& choices) {
  if (!choices.empty() && std::find(choices.begin(), choices.end(), value) == choices.end()) {
    return Fail(Code::kInvalid, fmt::format("{}: invalid value `{}`", name, value), "one of: " + Join(choices, ", "));
  }
  if (std::string want = WhyWrongType(type, value); !want.empty()) {
    return Fail(Code::kInvalid, fmt::format("{}: invalid value `{}`", name, value), "wanted " + want);
  }
  return {};
}

std::unexpected<Error> Unexpected(const std::string& command, const Form& form, const std::string& word) {
  if (!word.starts_with('-') || word == "-") {
    return Fail(Code::kInvalid, fmt::format("{}: unexpected argument `{}`", command, word),
                form.positionals.empty() ? HelpHint(command)
                                         : "quote an argument that contains spaces; see " + HelpHint(command));
  }
  std::vector<std::string> known = {"--help"};
  if (form.json) known.emplace_back("--json");
  for (const Option& option : form.options) {
    known.push_back(Dashed(option.name));
    if (!option.letter.empty()) known.push_back("-" + option.letter);
  }
  const std::string name = word.substr(0, word.find('='));
  auto close = Closest(name, known);
  return Fail(Code::kInvalid, fmt::format("{}: unknown option `{}`", command, name),
              close ? fmt::format("did you mean `{}`?", *close) : "see " + HelpHint(command));
}

// CLI11 throws; its exceptions end here.
Status ParseWords(CLI::App& app, const std::string& command, const Form& form, const std::vector<std::string>& words) {
  try {
    app.parse(std::vector<std::string>(words.rbegin(), words.rend()));
    return {};
  } catch (const CLI::ExtrasError&) {
    const auto extras = app.remaining();
    return Unexpected(command, form, extras.empty() ? "" : extras.front());
  } catch (const CLI::ArgumentMismatch& error) {
    // "--name: 1 required TEXT missing"
    const std::string_view what = error.what();
    return Fail(Code::kInvalid, fmt::format("{}: {} needs a value", command, what.substr(0, what.find(':'))),
                "see " + HelpHint(command));
  } catch (const CLI::ParseError& error) {
    return Fail(Code::kInvalid, fmt::format("{}: {}", command, error.what()), "see " + HelpHint(command));
  }
}

bool AsksForHelp(const std::vector<std::string>& words) {
  for (const std::string& word : words) {
    if (word == "--") return false;
    if (word == "--help" || word == "-h") return true;
  }
  return false;
}

}  // namespace

Result<Args> Args::Parse(const std::string& command, const Form& form, const std::vector<std::string>& words) {
  Args args;
  args.help_ = AsksForHelp(words);
  if (args.help_) return args;

  CLI::App app;
  app.set_help_flag();
  std::vector<std::pair<const Option*, CLI::Option*>> options;
  std::vector<std::pair<const Positional*, CLI::Option*>> positionals;
  const Option json{"json", "", ""};
  if (form.json) options.emplace_back(&json, AddOption(app, json));
  for (const Option& option : form.options) options.emplace_back(&option, AddOption(app, option));
  for (const Positional& positional : form.positionals) {
    positionals.emplace_back(&positional, AddPositional(app, positional));
  }
  TRY(ParseWords(app, command, form, words));

  for (const auto& [option, parsed] : options) {
    if (parsed->count() == 0) continue;
    for (const std::string& value : parsed->results()) {
      if (option->value.empty() && value != "true") {
        return Fail(Code::kInvalid, fmt::format("{}: {} takes no value", command, Dashed(option->name)));
      }
      TRY_WITH(command, CheckValue(Dashed(option->name), value, option->type, option->choices));
    }
    if (parsed->count() > 1 && !option->repeat && !option->value.empty()) {
      return Fail(Code::kInvalid, fmt::format("{}: {} was given twice", command, Dashed(option->name)));
    }
    args.values_[option->name] = parsed->results();
  }
  for (const auto& [positional, parsed] : positionals) {
    if (parsed->count() == 0) {
      if (!positional->required) continue;
      return Fail(Code::kInvalid, fmt::format("{}: {} is missing", command, positional->name),
                  fmt::format("{}: {}; see {}", positional->name, positional->about, HelpHint(command)));
    }
    for (const std::string& value : parsed->results()) {
      TRY_WITH(command, CheckValue(positional->name, value, positional->type, positional->choices));
    }
    args.values_[positional->name] = parsed->results();
  }
  return args;
}

std::string Args::Get(std::string_view name) const {
  const auto& all = All(name);
  return all.empty() ? "" : all.back();
}

std::optional<std::int64_t> Args::GetInt(std::string_view name) const { return ParseInt(Get(name)); }
std::optional<double> Args::GetNumber(std::string_view name) const { return ParseDouble(Get(name)); }

const std::vector<std::string>& Args::All(std::string_view name) const {
  static const std::vector<std::string> kNone;
  auto it = values_.find(name);
  return it == values_.end() ? kNone : it->second;
}

std::map<std::string, std::string> Args::Pairs(std::string_view name) const {
  std::map<std::string, std::string> pairs;
  for (const std::string& text : All(name)) {
    const std::size_t equals = text.find('=');
    pairs[text.substr(0, equals)] = text.substr(equals + 1);
  }
  return pairs;
}

}  // namespace forge::cli
