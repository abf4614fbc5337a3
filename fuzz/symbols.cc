// Definitions: every name found stands in the text on its line, in any language; a plan's symbols are identifiers.
#include <cstddef>
#include <cstdint>
#include <string>

#include "base/result.h"
#include "base/strings.h"
#include "input.h"
#include "text/symbols/symbols.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace forge;
  if (size == 0) return 0;
  const std::string_view text = FuzzText(data + 1, size - 1);
  const auto language = static_cast<Language>(data[0] % 11);
  FindDefinitions(language, text, [&](const Definition& found) {
    CHECK(found.line >= 1 && !found.name.empty());
    CHECK(found.name.data() >= text.data() && found.name.data() + found.name.size() <= text.data() + text.size());
  });
  const PlanSymbols symbols = FindPlanSymbols(text, {});
  for (const NamedSymbol& symbol : symbols.symbols) {
    CHECK(symbol.line >= 1 && symbol.name.size() > 1 && symbol.written.ends_with(symbol.name));
    CHECK(symbol.written.find_first_of(" \t`()") == std::string::npos);
  }
  return 0;
}
