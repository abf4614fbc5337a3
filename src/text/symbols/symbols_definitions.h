// Finds where a code file defines a name, as opposed to where it uses it. Reads declarations by their shape; knows no
// types, no imports and no other file. docs/plan-checks.md says what counts. Pure, linear.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "base/word_table.h"
#include "text/symbols/symbols_language.h"

namespace forge {

// From real definitions to what only substitutes for one.
enum class DefinitionKind : std::uint8_t { kType, kFunction, kConstant, kVariable, kDeclaration, kModule };
constexpr auto EnumWords(DefinitionKind) {
  return WordTable<DefinitionKind>("type", "function", "constant", "variable", "declaration", "module");
}

struct Definition {
  std::string_view name;
  std::string_view container;  // the class, type or namespace it is a member of; may be empty
  int line = 0;
  DefinitionKind kind = DefinitionKind::kType;
};

// Calls `found` for every definition outside comments and strings, in order. Local variables and parameters do not
// count.
void FindDefinitions(Language language, std::string_view text, const std::function<void(const Definition&)>& found);

// The same for languages whose statements are lines: Python, Ruby, shell.
void FindLineDefinitions(Language language, std::string_view text, const std::function<void(const Definition&)>& found);

}  // namespace forge
