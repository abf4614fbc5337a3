#include "text/symbols/modules/module_names.h"

namespace forge {

bool HasReadableModules(Language language) {
  switch (language) {
    case Language::kScript:
    case Language::kPython:
    case Language::kGo:
    case Language::kRust:
    case Language::kC: return true;
    default: return false;
  }
}

ModuleExports FindModuleExports(Language language, std::string_view text) {
  switch (language) {
    case Language::kScript: return ScriptExports(text);
    case Language::kPython: return PythonExports(text);
    case Language::kGo: return GoExports(text);
    case Language::kRust: return RustExports(text);
    case Language::kC: return CExports(text);
    default: return {};
  }
}

ModuleImports FindModuleImports(Language language, std::string_view text) {
  switch (language) {
    case Language::kScript: return ScriptImports(text);
    case Language::kPython: return PythonImports(text);
    case Language::kGo: return GoImports(text);
    case Language::kRust: return RustImports(text);
    case Language::kC: return CImports(text);
    default: return {};
  }
}

}  // namespace forge
