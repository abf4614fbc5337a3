// Definitions: every name found stands in the text on its line, in any language; a plan's symbols are identifiers.
#include <string>

#include "base/result.h"
#include "base/strings.h"
#include "target.h"
#include "text/symbols/symbols.h"

FUZZ_TARGET(symbols) {
  using namespace forge;
  if (text.empty()) return;
  const auto language = static_cast<Language>(static_cast<unsigned char>(text[0]) % 11);
  text.remove_prefix(1);
  FindDefinitions(language, text, [&](const Definition& found) {
    CHECK(found.line >= 1 && !found.name.empty());
    CHECK(found.name.data() >= text.data() && found.name.data() + found.name.size() <= text.data() + text.size());
  });
  const PlanSymbols symbols = FindPlanSymbols(text, {});
  for (const NamedSymbol& symbol : symbols.symbols) {
    CHECK(symbol.line >= 1 && symbol.name.size() > 1 && symbol.written.ends_with(symbol.name));
    CHECK(symbol.written.find_first_of(" \t`()") == std::string::npos);
  }
}
