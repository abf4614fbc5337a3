// Which file an import means. Part of module_contract; knows how languages name modules, not what is in them.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "text/symbols/modules/module_names.h"

namespace forge {

// What a comparison may look at besides its two files. Paths are like those of the files themselves.
struct ModuleFiles {
  std::string root;  // absolute: the folder that paths are relative to; may be empty
  std::function<std::optional<std::string>(const std::string& path)> read;  // none: not there, or not to be read
  std::function<std::vector<std::string>(const std::string& folder)> list;  // names
};

enum class Meant : std::uint8_t { kNo, kPerhaps, kYes };

// Does `module`, as `importer` writes it, mean the file `exporter`? `exports` are that file's. kPerhaps fills `doubt`.
// Rust: `inside` becomes the module in the exporter's file that is meant, and `outside` says that another crate asks.
struct MeantModule {
  Meant meant = Meant::kNo;
  std::string doubt;
  std::string inside;
  bool outside = false;
  bool below = false;  // Rust: the importer's module is below the exporter's, and sees what is hidden
};
MeantModule MeansModule(Language language, std::string_view module, const std::string& importer,
                        const std::string& exporter, const ModuleExports& exports, const ModuleFiles& files);

// The file that `module`, as `from` writes it, names: JavaScript, TypeScript, Python, C and C++.
struct FoundModule {
  std::string path, text;
};
std::optional<FoundModule> FindModule(Language language, std::string_view module, const std::string& from,
                                      const ModuleFiles& files);

// Without "." and "x/..".
std::string PlainPath(std::string_view path);
std::string FolderOf(std::string_view path);  // empty for a file without one
std::string InFolder(const std::string& folder, std::string_view name);
bool EndsWithPath(std::string_view path, std::string_view end);  // at a slash

}  // namespace forge
