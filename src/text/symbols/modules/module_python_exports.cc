#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "text/symbols/modules/module_names.h"
#include "text/symbols/modules/module_python.h"

namespace forge {
namespace {

class PythonExportScan {
 public:
  explicit PythonExportScan(std::string_view text) : t_(Language::kPython, text) {}

  ModuleExports Run() {
    for (const PythonStatement& statement : PythonStatements(t_)) {
      if (statement.inside) {
        Inside(statement);
      } else {
        Top(statement);
      }
    }
    for (std::size_t i = 0; i < t_.size(); ++i) Reflection(i);
    if (all_is_open_) exports_.all.reset();
    for (const char* name : {"__name__", "__file__", "__doc__", "__package__", "__spec__", "__loader__", "__dict__",
                             "__path__", "__builtins__", "__annotations__", "__cached__"}) {
      if (exports_.names.emplace(name).second) exports_.implied.emplace(name);
    }
    return std::move(exports_);
  }

 private:
  void Add(std::size_t i) {
    if (t_.IsWord(i)) exports_.names.emplace(t_.At(i).text);
  }
  void Open(std::size_t i, std::string_view why) {
    if (exports_.open.size() < 5) exports_.open.push_back(fmt::format("line {}: {}", t_.At(i).line, why));
  }

  void Inside(const PythonStatement& s) {
    if (!t_.IsWord(s.begin, "global")) return;
    for (std::size_t i = s.begin + 1; i < s.end; ++i) {
      if (t_.IsWord(i)) exports_.unsure.emplace(t_.At(i).text, "it is assigned in a function, through `global`");
    }
  }

  void Top(const PythonStatement& s) {
    std::size_t i = s.begin;
    PythonImport import;
    if (ReadPythonImport(t_, s, import)) return Import(import);
    if (t_.IsWord(i, "async")) ++i;
    if (t_.IsOneWordOf(i, {"def", "class"})) {
      if (t_.IsWord(i + 1, "__getattr__")) Open(i, "`__getattr__` answers for names that are not here");
      return Add(i + 1);
    }
    if (t_.IsWord(i, "type") && t_.IsWord(i + 1) && i + 2 < s.end) return Add(i + 1);
    if (t_.IsWord(i, "match") && i + 1 < s.end && !t_.Is(i + 1, '.') && !t_.Is(i + 1, '=')) {
      Open(i, "`match` may bind names");
    }
    if (t_.IsWord(i, "del")) {
      for (++i; i < s.end; ++i) {
        if (t_.IsWord(i) && !t_.Is(i + 1, '.') && !t_.Is(i - 1, '.')) Delete(std::string(t_.At(i).text));
      }
      return;
    }
    if (t_.IsWord(i, "for")) {
      std::size_t end = i + 1;
      while (end < s.end && !t_.IsWord(end, "in")) ++end;
      Targets(i + 1, end);
    }
    if (t_.IsWord(i, "with")) WithTargets(i + 1, s.end);
    Assignments(s);
    All(s);
  }
  void Delete(const std::string& name) {
    exports_.names.erase(name);
    exports_.unsure.emplace(name, "it is deleted again");
  }
  void Import(const PythonImport& import) {
    if (import.star) exports_.stars.push_back(import.module);
    for (const PythonImportedAs& item : import.items) exports_.names.insert(item.name);
  }
  void WithTargets(std::size_t i, std::size_t end) {
    for (; i < end; ++i) {
      if (!t_.IsWord(i, "as")) continue;
      std::size_t last = t_.After(i + 1);
      Targets(i + 1, last);
    }
  }

  void Assignments(const PythonStatement& s) {
    std::size_t begin = s.begin, first_colon = s.end;
    for (std::size_t i = s.begin; i < s.end; ++i) {
      if (t_.IsWord(i) && t_.Reads(i + 1, ":=")) Add(i);
      if (!t_.IsTop(i)) continue;
      if (t_.Is(i, ':') && first_colon == s.end) first_colon = i;
      if (!t_.IsAssignment(i)) continue;
      Targets(begin, std::min(i, std::max(first_colon, begin)));
      begin = i + 1;
    }
    const bool annotated = begin == s.begin && first_colon == s.begin + 1 && first_colon < s.end && t_.IsWord(s.begin);
    if (annotated) exports_.unsure.emplace(t_.At(s.begin).text, "it has a type and no value");
  }
  // a, (b, *c), d.e, f[0]: a, b and c.
  void Targets(std::size_t i, std::size_t end) {
    for (const std::size_t begin = i; i < end; ++i) {
      const bool member =
          (i > begin && t_.Is(i - 1, '.')) || t_.Is(i + 1, '.') || t_.Is(i + 1, '[') || t_.Is(i + 1, '(');
      if (t_.IsWord(i) && !member) Add(i);
      const bool is_index = t_.Is(i, '[') && i > 0 && (t_.IsWord(i - 1) || t_.Is(i - 1, ']') || t_.Is(i - 1, ')'));
      if (is_index && t_.Partner(i) < end) i = t_.Partner(i);
    }
  }

  // __all__ = ["a"], __all__ += ("b",), __all__.extend(["c"]), __all__.append("d")
  void All(const PythonStatement& s) {
    if (!t_.IsWord(s.begin, "__all__")) return;
    std::size_t i = s.begin + 1;
    while (i < s.end && !t_.Is(i, '=') && !t_.Is(i, '(')) ++i;
    if (t_.IsAssignment(i)) exports_.all.emplace();
    if (!exports_.all) exports_.all.emplace();
    for (++i; i < s.end; ++i) {
      if (auto name = t_.Quoted(i)) {
        exports_.all->insert(*std::move(name));
      } else if (t_.IsWord(i)) {
        all_is_open_ = true;
      }
    }
  }

  void Reflection(std::size_t i) {
    if (t_.Is(i - 1, '.')) return;
    if (t_.IsOneWordOf(i, {"globals", "exec", "vars"}) && t_.Is(i + 1, '(')) {
      Open(i, fmt::format("`{}()` may define names", t_.At(i).text));
    }
    if (t_.IsWord(i, "sys") && t_.Is(i + 1, '.') && t_.IsWord(i + 2, "modules") && t_.Is(i + 3, '[')) {
      Open(i, "`sys.modules` may be changed");
    }
  }

  ModuleTokens t_;
  ModuleExports exports_;
  bool all_is_open_ = false;
};

}  // namespace

ModuleExports PythonExports(std::string_view text) { return PythonExportScan(text).Run(); }

}  // namespace forge
