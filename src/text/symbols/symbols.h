// The symbols a plan names, and what it means that a repository has them or not. Pure: verify/symbol_lookup.h looks at
// the files. docs/plan-checks.md says what looks like a symbol and what the classes mean.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/word_table.h"
#include "model/json.h"
#include "model/step.h"
#include "text/symbols/symbols_definitions.h"

namespace forge {

struct NamedSymbol {
  std::string written;        // without arguments: "Foo::Bar"
  std::string name;           // "Bar"
  std::string qualifier;      // "Foo", or empty
  std::string file;           // the file named with it, or empty
  StepId step;                // the step it was first named in, or empty
  int line = 0;               // of that
  bool is_new = false;        // the plan says that it makes it
  bool owner_is_new = false;  // or what it is a member of
  // The plan says that the repository has it: it changes it, calls it existing, or cites a line.
  bool said_here = false;
  // It may be a plain word (`parse`): reported when it is found, and not a mistake when it is not.
  bool tentative = false;
};

struct PlanSymbols {
  std::vector<NamedSymbol> symbols;   // each once, in the order of the plan
  std::vector<std::string> promised;  // files the steps write or `## Changes` lists, without duplicates, sorted
};

// `steps`: those of the plan. Code fences, the audit log, the notes, and the fields that hold paths, ids and commands
// name no symbols.
PlanSymbols FindPlanSymbols(std::string_view plan, const std::vector<StepSpec>& steps);

// One code span as a symbol; nothing when it is a path, a command, a flag, a keyword or a literal. `class Foo(Bar)` and
// `def f(x)` declare it: is_new.
std::optional<NamedSymbol> ParseSymbol(std::string_view span);

struct SymbolPlace {
  std::string file;
  int line = 0;
  DefinitionKind kind = DefinitionKind::kType;
  std::string container;
  bool operator==(const SymbolPlace&) const = default;
};

// What the repository contains of one symbol.
struct SymbolFinds {
  std::vector<SymbolPlace> definitions;  // sorted by file and line
  std::int64_t uses = 0;                 // mentions in files of known languages, definitions among them
  std::int64_t elsewhere = 0;            // mentions in other files
  bool qualifier_is_type = false;        // the repository defines a type of the qualifier's name
  bool qualifier_is_here = false;        // or it has a module or a file of that name
  bool qualifier_is_written = false;     // and the plan writes that file: the name may be one that it makes there
  unsigned imported = 0;                 // languages (1 << Language) whose files import something of its name
};

enum class SymbolClass : std::uint8_t { kVerified, kAmbiguous, kMissing, kGreenfield, kUncheckable };
constexpr auto EnumWords(SymbolClass) {
  return WordTable<SymbolClass>("verified", "ambiguous", "missing", "greenfield", "uncheckable");
}

struct CheckedSymbol {
  NamedSymbol symbol;
  SymbolClass symbol_class = SymbolClass::kMissing;
  std::string reason;
  std::vector<SymbolPlace> places;  // where it is defined; the first few
};

// `file_exists`: of symbol.file. `promised`: some step writes that file.
CheckedSymbol ClassifySymbol(const NamedSymbol& symbol, const SymbolFinds& finds, bool file_exists, bool promised);

struct SymbolReport {
  std::vector<CheckedSymbol> items;
  std::int64_t Count(SymbolClass symbol_class) const;
};

// {"counts": {"verified","ambiguous","missing","greenfield","uncheckable"}, "items":
// [{"symbol","class","reason","file", "step","line","places": [{"file","line","kind"}]}]}
Json ToJson(const SymbolReport& report);

}  // namespace forge
