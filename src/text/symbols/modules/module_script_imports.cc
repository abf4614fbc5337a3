#include <fmt/core.h>

#include <unordered_map>
#include <utility>

#include "text/symbols/modules/module_names.h"
#include "text/symbols/modules/module_script.h"

namespace forge {
namespace {

constexpr std::size_t kMostReasons = 5;     // for one module
constexpr std::size_t kLongestThen = 2000;  // tokens

class ScriptImportScan {
 public:
  explicit ScriptImportScan(std::string_view text) : t_(Language::kScript, text) {}

  ModuleImports Run() {
    for (std::size_t i = 0; i < t_.size(); ++i) {
      const bool member = i > 0 && t_.Is(i - 1, '.') && !(i > 2 && t_.Reads(i - 3, "..."));
      if (member || !t_.IsOneWordOf(i, {"import", "export", "require"})) continue;
      if (t_.IsWord(i, "import") && t_.Is(i + 1, '(')) {
        Loaded(i, true);
      } else if (t_.IsWord(i, "import") && ScriptStatementAt(t_, i)) {
        Import(i + 1);
      } else if (t_.IsWord(i, "export") && ScriptStatementAt(t_, i)) {
        Export(i + 1);
      } else if (t_.IsWord(i, "require") && t_.Is(i + 1, '(')) {
        Loaded(i, false);
      }
    }
    ReadUses();
    return std::move(imports_);
  }

 private:
  // A variable that holds a whole module.
  struct Binding {
    std::string module;
    std::size_t declared = 0;  // the token
    bool called = false;       // it may be the module's function: require
    std::vector<std::string> names;
    std::size_t whole = ModuleTokens::kNone;  // where it is used otherwise than for one of its names
  };

  ImportedModule& Module(const std::string& module) { return imports_.modules[module]; }
  void Take(const std::string& module, const std::string& name, const std::string& doubt = "") {
    auto [place, fresh] = Module(module).names.emplace(name, doubt);
    if (!fresh && doubt.empty()) place->second.clear();
  }
  void Open(const std::string& module, std::size_t i, std::string_view why) {
    auto& open = Module(module).open;
    if (open.size() < kMostReasons) open.push_back(fmt::format("line {}: {}", t_.At(i).line, why));
  }
  void Bind(std::size_t i, const std::string& module, bool called) {
    Module(module);
    const Binding binding{module, i, called, {}, ModuleTokens::kNone};
    const auto [place, fresh] = bindings_.emplace(t_.At(i).text, binding);
    if (!fresh && place->second.declared != i)
      Open(module, i, fmt::format("`{}` is declared more than once", t_.At(i).text));
  }

  // import X, {a as b} from "m"
  void Import(std::size_t i) {
    if (auto module = t_.Quoted(i)) {
      Module(*module);
      return;
    }
    const bool modifier = t_.IsOneWordOf(i, {"type", "typeof", "defer", "source"});
    if (modifier && (t_.Is(i + 1, '{') || t_.Is(i + 1, '*') ||
                     (t_.IsWord(i + 1) && (!t_.IsWord(i + 1, "from") || t_.IsWord(i + 2, "from"))))) {
      ++i;
    }
    std::size_t whole = ModuleTokens::kNone, list = ModuleTokens::kNone;
    const bool has_default = t_.IsWord(i);
    if (has_default && t_.Is(i + 1, '=')) {  // TypeScript's import X = require("m")
      if (auto module = ScriptRequire(t_, i + 2)) Bind(i, *module, true);
      return;
    }
    if (has_default) i += t_.Is(i + 1, ',') ? 2 : 1;
    if (t_.Is(i, '*') && t_.IsWord(i + 1, "as") && t_.IsWord(i + 2)) {
      whole = i + 2;
      i += 3;
    } else if (t_.Is(i, '{')) {
      list = i;
      i = t_.After(i);
    }
    auto module = ScriptFrom(t_, i);
    if (!module) return;
    Module(*module);
    if (has_default) Take(*module, "default");
    if (whole != ModuleTokens::kNone) Bind(whole, *module, false);
    if (list == ModuleTokens::kNone) return;
    ScriptList(t_, list, [&](const std::string& left, const std::string&) { Take(*module, left); });
  }

  // export {a as b} from "m", export * from "m"
  void Export(std::size_t i) {
    if (t_.IsWord(i, "type")) ++i;
    if (t_.Is(i, '{')) {
      auto module = ScriptFrom(t_, t_.After(i));
      if (!module) return;
      Module(*module);
      ScriptList(t_, i, [&](const std::string& left, const std::string&) { Take(*module, left); });
    } else if (t_.Is(i, '*')) {
      auto module = ScriptFrom(t_, t_.IsWord(i + 1, "as") ? i + 3 : i + 1);
      if (module) Take(*module, "*");
    }
  }

  // import("m") and require("m"): what follows, or what it is assigned to, says what is taken.
  void Loaded(std::size_t i, bool promise) {
    const std::string what = promise ? "import()" : "require()";
    auto module = t_.Partner(i + 1) == i + 3 || t_.Is(i + 3, ',') ? t_.Quoted(i + 2) : std::nullopt;
    if (!module) {
      const bool declared = t_.IsOneWordOf(i - 1, {"function", "const", "let", "var"});
      if (!declared && imports_.computed.size() < kMostReasons) {
        imports_.computed.push_back(fmt::format("line {}: the module of {} is computed", t_.At(i).line, what));
      }
      return;
    }
    Module(*module);
    std::size_t begin = i, after = t_.After(i + 1);
    bool waits = promise;
    while (true) {
      if (waits && t_.IsWord(begin - 1, "await")) {
        waits = false;
        --begin;
      } else if (t_.Is(begin - 1, '(') && t_.Partner(begin - 1) == after && !IsCall(begin - 1)) {
        --begin;
        ++after;
      } else {
        break;
      }
    }
    if (t_.Is(after, '!')) ++after;  // TypeScript's "is not null"
    Taken(*module, begin, after, waits, what);
  }
  bool IsCall(std::size_t parenthesis) const {
    if (parenthesis == 0) return false;
    const std::size_t i = parenthesis - 1;
    if (t_.IsWord(i)) return !t_.IsOneWordOf(i, {"await", "return", "yield", "typeof", "new", "case", "void", "throw"});
    return t_.Is(i, ')') || t_.Is(i, ']') || t_.IsLiteral(i);
  }
  void Taken(const std::string& module, std::size_t begin, std::size_t after, bool waits, const std::string& what) {
    if (t_.Reads(after, "?.")) ++after;
    if (t_.Is(after, '.') && t_.IsWord(after + 1)) {
      if (waits && t_.IsWord(after + 1, "then")) return Then(module, after + 2);
      if (!waits || !t_.IsOneWordOf(after + 1, {"catch", "finally"})) {
        return Take(module, std::string(t_.At(after + 1).text));
      }
    } else if (t_.Is(after, '[')) {
      auto name = t_.Partner(after) == after + 2 ? t_.Quoted(after + 1) : std::nullopt;
      return name ? Take(module, *name) : Open(module, after, "a name is computed");
    } else if (t_.Is(after, '(') || t_.IsWord(begin - 1, "new") || (begin > 2 && t_.Reads(begin - 3, "..."))) {
      return Take(module, "*");  // the module itself, or all of it
    } else if (!waits && begin > 1 && t_.IsAssignment(begin - 1)) {
      return AssignedTo(module, begin - 2, what == "require()");
    } else if (begin == 0 || t_.IsFirstOnLine(begin) || t_.Is(begin - 1, ';') || t_.Is(begin - 1, '}')) {
      if (t_.Is(after, ';') || ScriptLineEndsAt(t_, after)) return;  // for what it does
    }
    if (t_.IsWord(begin - 1, "typeof")) return;
    Open(module, begin, fmt::format("{} of `{}` is passed on as a whole", what, module));
  }
  void AssignedTo(const std::string& module, std::size_t i, bool called) {
    if (t_.Is(i, '}') && t_.Partner(i) < i) {
      const bool all = ScriptPatternKeys(t_, t_.Partner(i), [&](const std::string& name) { Take(module, name); });
      if (!all) Open(module, i, "a pattern takes more than it names");
      return;
    }
    const bool typed = t_.IsWord(i) && t_.Is(i - 1, ':') && t_.IsOneWordOf(i - 3, {"const", "let", "var"});
    if (typed) i -= 2;
    if (t_.IsWord(i) && !t_.Is(i - 1, '.')) return Bind(i, module, called);
    if (t_.IsWord(i, "exports") || (t_.IsWord(i - 2, "exports") && t_.Is(i - 1, '.'))) return Take(module, "*");
    Open(module, i, fmt::format("`{}` is kept as a whole", module));
  }
  // import("m").then(({a}) => ...), .then(m => m.a)
  void Then(const std::string& module, std::size_t call) {
    const std::size_t end = t_.Partner(call);
    std::size_t i = call + 1;
    while (i < end && (t_.Is(i, '(') || t_.IsOneWordOf(i, {"async", "function"}))) ++i;
    if (end >= t_.size() || end - call > kLongestThen) return Open(module, call, "what `then` takes cannot be read");
    if (t_.Is(i, '{')) {
      const bool all = ScriptPatternKeys(t_, i, [&](const std::string& name) { Take(module, name); });
      if (!all) Open(module, i, "a pattern takes more than it names");
      return;
    }
    if (t_.Is(i, ')')) return;  // () => ...
    if (!t_.IsWord(i) || (!t_.Is(i + 1, ')') && !t_.Reads(i + 1, "=>"))) {
      return Open(module, i, "what `then` takes cannot be read");
    }
    Binding binding{module, i, false, {}, ModuleTokens::kNone};
    const std::string_view name = t_.At(i).text;
    for (std::size_t at = i + 1; at < end; ++at) {
      if (t_.IsWord(at, name)) Use(binding, at);
    }
    Settle(binding);
  }

  void ReadUses() {
    for (std::size_t i = 0; i < t_.size() && !bindings_.empty(); ++i) {
      if (!t_.IsWord(i)) continue;
      const auto found = bindings_.find(t_.At(i).text);
      if (found != bindings_.end() && found->second.declared != i) Use(found->second, i);
    }
    for (const auto& [name, binding] : bindings_) Settle(binding);
  }
  void Use(Binding& binding, std::size_t i) const {
    const bool spread = i > 2 && t_.Reads(i - 3, "...");
    if (i > 0 && t_.Is(i - 1, '.') && !spread) return;
    const bool in_braces = t_.Parent(i) != ModuleTokens::kNone && t_.Is(t_.Parent(i), '{');
    if (t_.Is(i + 1, ':') && in_braces && (t_.Is(i - 1, '{') || t_.Is(i - 1, ','))) return;  // {ns: 1}
    if (t_.IsOneWordOf(i - 1, {"typeof", "keyof"}) && !t_.Is(i + 1, '.')) return;
    std::size_t after = i + 1;
    if (t_.Is(after, '!')) ++after;
    if (t_.Reads(after, "?.")) ++after;
    if (t_.Is(after, '.') && t_.IsWord(after + 1)) {
      if (!t_.IsAssignment(after + 2)) binding.names.emplace_back(t_.At(after + 1).text);
      return;
    }
    if (t_.Is(after, '[') && t_.Partner(after) == after + 2) {
      if (auto name = t_.Quoted(after + 1)) return binding.names.push_back(*std::move(name));
    }
    if (i > 1 && t_.IsAssignment(i - 1) && t_.Is(i - 2, '}') && t_.Partner(i - 2) < i) {
      const auto keep = [&](std::string name) { binding.names.push_back(std::move(name)); };
      if (ScriptPatternKeys(t_, t_.Partner(i - 2), keep)) return;
    }
    const bool itself = t_.Is(i + 1, '(') || t_.IsOneWordOf(i - 1, {"new", "extends", "instanceof"});
    if (binding.called && itself && !t_.IsWord(i - 1, "function")) return;
    if (binding.whole == ModuleTokens::kNone) binding.whole = i;
  }
  // A variable of the same name elsewhere would look the same as the module that is passed on.
  void Settle(const Binding& binding) {
    std::string doubt;
    if (binding.whole != ModuleTokens::kNone) {
      doubt = fmt::format("`{}` is passed on as a whole, or another variable", t_.At(binding.declared).text);
      Open(binding.module, binding.whole, doubt);
    }
    for (const std::string& name : binding.names) Take(binding.module, name, doubt);
  }

  ModuleTokens t_;
  ModuleImports imports_;
  std::unordered_map<std::string_view, Binding> bindings_;
};

}  // namespace

ModuleImports ScriptImports(std::string_view text) { return ScriptImportScan(text).Run(); }

}  // namespace forge
