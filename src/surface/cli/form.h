// What a command takes, as data: parsing, help, the manual page and shell completion all read it.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace forge::cli {

enum class ValueType {
  kText,
  kCount,     // a whole number, 0 or more
  kPositive,  // a whole number, 1 or more
  kNumber,    // 0 or more
  kPair,      // name=value
  kFile,      // a path: completed as such
};

struct Positional {
  std::string name;  // "RUN"
  std::string about;
  bool required = true;
  ValueType type = ValueType::kText;
  bool repeat = false;
  std::vector<std::string> choices = {};  // not empty: nothing else is taken
};

struct Option {
  std::string name;   // "pipeline", for --pipeline; one letter, "c", for -c
  std::string value;  // "NAME"; empty: a switch
  std::string about;
  ValueType type = ValueType::kText;
  bool repeat = false;
  std::vector<std::string> choices = {};
  std::string letter = {};  // "f": -f is the same
};

// An option with a letter: -f as git and gh have it.
inline Option Lettered(std::string letter, Option option) {
  option.letter = std::move(letter);
  return option;
}

// An option that takes one of a few words.
inline Option Choice(std::string name, std::string value, std::string about, std::vector<std::string> choices) {
  return {std::move(name), std::move(value), std::move(about), ValueType::kText, false, std::move(choices)};
}

struct Example {
  std::string line;
  std::string about;
};

struct Form {
  bool json = true;  // has --json
  std::vector<Positional> positionals = {};
  std::vector<Option> options = {};  // --json and --help apart
  std::string notes = {};            // further paragraphs for --help
  std::vector<Example> examples = {};
};

}  // namespace forge::cli
