#include <fmt/core.h>

#include <map>
#include <utility>

#include "text/symbols/modules/module_names.h"
#include "text/symbols/modules/module_python.h"

namespace forge {
namespace {

constexpr std::size_t kLongestChain = 16;
constexpr std::size_t kMostModules = 16;  // of one name

class PythonImportScan {
 public:
  explicit PythonImportScan(std::string_view text) : t_(Language::kPython, text), in_import_(t_.size(), false) {}

  ModuleImports Run() {
    PythonImport import;
    for (const PythonStatement& statement : PythonStatements(t_)) {
      if (!ReadPythonImport(t_, statement, import)) continue;
      for (std::size_t i = statement.begin; i < statement.end; ++i) in_import_[i] = true;
      Import(import, statement);
    }
    for (std::size_t i = 0; i < t_.size(); ++i) {
      AtRunTime(i);
      const bool member = t_.Is(i - 1, '.') && !t_.IsFirstOnLine(i);  // "1." may end a line, and "..." too
      if (!t_.IsWord(i) || in_import_[i] || member) continue;
      const auto found = bindings_.find(t_.At(i).text);
      if (found != bindings_.end()) Use(found->second, i);
    }
    for (const auto& [name, binding] : bindings_) Settle(name, binding);
    return std::move(imports_);
  }

 private:
  // A name that stands for a module, or (behind `from`) may stand for one.
  struct Binding {
    NameSet modules;  // `import a.b` and `import a.c` both bind a
    NameSet paths;    // and their names are written in uses (a.b.f): a, a.b, a.c
    std::string doubt;
    std::vector<std::pair<std::string, std::string>> names;  // path (empty: each of `modules`), name
    std::size_t whole = ModuleTokens::kNone;
  };

  void Take(const std::string& module, const std::string& name, const std::string& doubt) {
    auto [place, fresh] = imports_.modules[module].names.emplace(name, doubt);
    if (!fresh && doubt.empty()) place->second.clear();
  }
  void Open(const std::string& module, std::size_t i, std::string_view why) {
    auto& open = imports_.modules[module].open;
    if (open.size() < 5) open.push_back(fmt::format("line {}: {}", t_.At(i).line, why));
  }

  void Import(const PythonImport& import, const PythonStatement& statement) {
    const std::string doubt =
        statement.tried ? fmt::format("line {}: the import may fail: it is tried", t_.At(statement.begin).line) : "";
    if (import.star) {
      return Open(import.module, statement.begin, fmt::format("`from {} import *` names none", import.module));
    }
    for (const PythonImportedAs& item : import.items) {
      std::string module = item.path;
      if (import.from) {
        Take(import.module, item.path, doubt);
        module = import.module + (import.module.ends_with('.') ? "" : ".") + item.path;
      } else {
        imports_.modules[module];
      }
      Binding& binding = bindings_[item.name];
      if (!import.from && !item.renamed) {
        for (std::size_t dot = module.find('.'); dot != std::string::npos; dot = module.find('.', dot + 1)) {
          binding.paths.insert(module.substr(0, dot));
        }
        binding.paths.insert(module);
      }
      if (import.from && !imports_.modules.contains(module)) imports_.modules[module].perhaps = true;
      if (!import.from) imports_.modules[module].perhaps = false;
      binding.modules.insert(std::move(module));
      if (!doubt.empty()) binding.doubt = doubt;
    }
  }

  void Use(Binding& binding, std::size_t i) const {
    const bool argument = t_.IsAssignment(i + 1) && t_.Parent(i) != ModuleTokens::kNone && t_.Is(t_.Parent(i), '(');
    if (argument && (t_.Is(i - 1, '(') || t_.Is(i - 1, ','))) return;  // f(m=1)
    std::string path(t_.At(i).text);
    std::size_t at = i;
    for (std::size_t length = 0; length < kLongestChain && t_.Is(at + 1, '.') && t_.IsWord(at + 2); ++length) {
      const std::string name(t_.At(at + 2).text);
      const std::string longer = path + "." + name;
      if (!binding.paths.contains(longer)) {
        // What is assigned to is made here.
        if (!t_.IsAssignment(at + 3)) binding.names.emplace_back(binding.paths.empty() ? "" : path, name);
        return;
      }
      path = longer;  // `a.b` of "import a.b.c" goes on to the module
      at += 2;
    }
    if (binding.whole == ModuleTokens::kNone) binding.whole = i;
  }

  void Settle(std::string_view name, const Binding& binding) {
    std::string doubt = binding.doubt;
    if (binding.modules.size() > 1 && binding.paths.empty()) {
      doubt = fmt::format("`{}` is imported more than once", name);
      if (binding.modules.size() > kMostModules) {
        for (const std::string& module : binding.modules) imports_.modules[module].open.push_back(doubt);
        return;
      }
    }
    if (binding.whole != ModuleTokens::kNone) {
      doubt = fmt::format("`{}` is passed on as a whole, or another variable", name);
      for (const std::string& module : binding.modules) Open(module, binding.whole, doubt);
    }
    for (const auto& [path, taken] : binding.names) {
      if (!path.empty()) {
        Take(path, taken, doubt);
        continue;
      }
      for (const std::string& module : binding.modules) Take(module, taken, doubt);
    }
  }

  // importlib.import_module("m"), __import__("m")
  void AtRunTime(std::size_t i) {
    if (!t_.IsOneWordOf(i, {"import_module", "__import__"}) || !t_.Is(i + 1, '(')) return;
    if (auto module = t_.Quoted(i + 2)) return Open(*module, i, fmt::format("`{}` is imported at run time", *module));
    if (imports_.computed.size() < 5) {
      imports_.computed.push_back(fmt::format("line {}: the module of {}() is computed", t_.At(i).line, t_.At(i).text));
    }
  }

  ModuleTokens t_;
  std::vector<bool> in_import_;
  ModuleImports imports_;
  std::map<std::string, Binding, std::less<>> bindings_;
};

}  // namespace

ModuleImports PythonImports(std::string_view text) { return PythonImportScan(text).Run(); }

}  // namespace forge
