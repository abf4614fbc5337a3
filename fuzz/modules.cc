// Imports and exports: no name is empty, and a comparison of two halves of a text names what it misses.
#include <algorithm>
#include <string>

#include "base/result.h"
#include "target.h"
#include "text/symbols/modules/module_contract.h"

FUZZ_TARGET(modules) {
  using namespace forge;
  if (text.empty()) return;
  constexpr const char* kEndings[] = {"ts", "py", "go", "rs", "c", "cc", "rb"};
  const std::string ending = kEndings[static_cast<unsigned char>(text[0]) % 7];
  text.remove_prefix(1);
  const std::size_t middle = std::min(text.find('\0'), text.size());
  const ModuleSource exporter{"m." + ending, std::string(text.substr(0, middle))};
  const ModuleSource importer{"u." + ending, std::string(text.substr(std::min(middle + 1, text.size())))};
  const ModuleContract contract = CompareContract(exporter, importer, {});
  for (const std::string& name : contract.missing) {
    CHECK(!name.empty());
    for (const std::string& exported : contract.exported) CHECK(exported != name);
  }
  for (const NotLookedAt& one : contract.skipped) CHECK(!one.file.empty() && !one.reason.empty());
}
