// Does a file have what another takes from it? By the names in their import statements and definitions; JavaScript,
// TypeScript and Python. Pure.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace forge {

struct ModuleContract {
  bool known = true;  // false: a language whose imports we cannot read; nothing is claimed
  std::vector<std::string> exported, imported, missing;
};

ModuleContract CompareContract(std::string_view exporter_path, std::string_view exporter,
                               std::string_view importer_path, std::string_view importer);

}  // namespace forge
