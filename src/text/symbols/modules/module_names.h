// What a source file offers to other files, and what it takes from which of them, by its tokens: JavaScript,
// TypeScript, Python, Go, Rust, C and C++. Says what cannot be known. Reads no other file (module_contract.h does).
// Pure, linear.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "text/symbols/symbols_language.h"

namespace forge {

using NameSet = std::set<std::string, std::less<>>;
using NameReasons = std::map<std::string, std::string, std::less<>>;

struct ModuleExports {
  NameSet names;       // Rust: "E::V" is V of the enum E. C, C++: "n::f" is f in n, and f is listed too
  NameReasons unsure;  // names that others may see or not, and why; C, C++: members
  NameSet hidden;      // Go: not for others. Rust: not for other crates, or, if not in `names`, for the modules below
  NameSet scopes;      // Rust: modules in the file, of which "m::x" is in `names`. C++: namespaces
  NameSet mentioned;   // C, C++: all words of its code
  NameSet macros;      // C, C++: those with arguments
  NameSet implied;     // Python: of `names`, those that every module has
  std::optional<NameSet> all;      // Python: `__all__`, if its value can be read
  std::string package;             // Go
  std::vector<std::string> stars;  // all names of these modules too, as written; C, C++: what it includes
  std::vector<std::string> open;   // why it may have more names; empty: it has these
};

struct ImportedModule {
  NameReasons names;              // with why their absence would prove nothing; empty if it would
  std::vector<std::string> open;  // why more may be taken from it
  bool perhaps = false;           // Python: it may be a name of the module above it instead
};

struct ModuleImports {
  // By the module as written: "./a.mjs", "..pkg.util", "x/y", "crate::a", "a.h", "<stdio.h>". The name "*" is all
  // names. Those of "" are used and not declared here, and no import says where they come from: C, C++.
  std::map<std::string, ImportedModule, std::less<>> modules;
  std::vector<std::string> computed;  // imports of which the module is not written
};

bool HasReadableModules(Language language);
ModuleExports FindModuleExports(Language language, std::string_view text);
ModuleImports FindModuleImports(Language language, std::string_view text);

// What a package of Go is called if its import does not rename it: "gopkg.in/yaml.v3" is yaml, "x/y/v2" is y.
std::string_view GoPackageName(std::string_view path);

// The parts of it, by language.
ModuleExports ScriptExports(std::string_view text);
ModuleImports ScriptImports(std::string_view text);
ModuleExports PythonExports(std::string_view text);
ModuleImports PythonImports(std::string_view text);
ModuleExports GoExports(std::string_view text);
ModuleImports GoImports(std::string_view text);
ModuleExports RustExports(std::string_view text);
ModuleImports RustImports(std::string_view text);
ModuleExports CExports(std::string_view text);
// `macros`: of the files that it includes. What is an argument of one may be declared by it.
ModuleImports CImports(std::string_view text, const NameSet& macros = {});

}  // namespace forge
