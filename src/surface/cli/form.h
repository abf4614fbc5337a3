// What a command takes, as data: parsing, help, the manual page and shell completion all read it.
#pragma once

#include <string>
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
  bool repeat = false;
  std::vector<std::string> choices;  // not empty: nothing else is taken
  ValueType type = ValueType::kText;
};

struct Option {
  std::string name;   // "pipeline", for --pipeline; one letter, "c", for -c
  std::string value;  // "NAME"; empty: a switch
  std::string about;
  bool repeat = false;
  std::vector<std::string> choices;
  ValueType type = ValueType::kText;
};

struct Example {
  std::string line;
  std::string about;
};

struct Form {
  std::vector<Positional> positionals;
  std::vector<Option> options;  // --json and --help apart
  std::vector<Example> examples;
  std::string notes;  // further paragraphs for --help
  bool json = true;   // has --json
};

}  // namespace forge::cli
