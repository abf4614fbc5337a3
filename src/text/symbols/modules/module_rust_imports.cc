#include <fmt/core.h>

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "base/strings.h"
#include "text/symbols/modules/module_names.h"
#include "text/symbols/modules/module_rust.h"

namespace forge {
namespace {

class RustImportScan {
 public:
  explicit RustImportScan(std::string_view text) : t_(Language::kRust, text) {}

  ModuleImports Run() {
    // Modules may be named above the `use` that brings them in.
    Pass(true);
    Pass(false);
    return std::move(imports_);
  }

 private:
  void Pass(bool uses) {
    inline_ends_.clear();
    for (std::size_t i = 0; i < t_.size();) {
      while (!inline_ends_.empty() && i >= inline_ends_.back()) inline_ends_.pop_back();
      const std::size_t next = Step(i, uses);
      i = std::max(next, i + 1);
    }
  }
  std::size_t Step(std::size_t i, bool uses) {
    if (!t_.IsWord(i) || t_.Is(i - 1, '.')) return i + 1;
    if (t_.IsWord(i, "mod") && t_.IsWord(i + 1)) {
      if (t_.Is(i + 2, '{')) inline_ends_.push_back(t_.Partner(i + 2));
      if (t_.Is(i + 2, ';') && uses) bindings_.emplace(t_.At(i + 1).text, RustPath{"self", t_.At(i + 1).text});
      return i + 2;
    }
    if (t_.IsWord(i, "use") && (t_.IsWord(i + 1) || t_.Reads(i + 1, "::") || t_.Is(i + 1, '{'))) {
      return ReadRustUse(t_, i + 1, [&](const RustUse& use) {
        if (uses) Use(use, i);
      });
    }
    if (uses || !t_.Reads(i + 1, "::") || !t_.IsWord(i + 3)) return i + 1;
    if (t_.Is(i - 1, ':')) return i + 1;
    std::size_t after = i;
    RustPath path = ReadRustPath(t_, after);
    if (FromHere(path)) Take(std::move(path), true);
    return after;
  }

  void Use(const RustUse& use, std::size_t i) {
    RustPath path = use.path;
    if (!FromHere(path)) return;
    Take(path, false);
    if (!use.glob) {
      if (use.name != "_") bindings_.emplace(use.name, std::move(path));
      return;
    }
    auto& open = imports_.modules[RustPathText(path, path.size())].open;
    const std::string module = RustPathText(use.path, use.path.size());
    if (open.size() < 5) open.push_back(fmt::format("line {}: `use {}::*` names none", t_.At(i).line, module));
  }

  // Each name of a path with the path before it: which of them is a module is not known here.
  void Take(RustPath path, bool in_code) {
    if (path.empty()) return;
    if (const auto found = bindings_.find(path[0]); found != bindings_.end() && found->second != path) {
      RustPath whole = found->second;
      whole.insert(whole.end(), path.begin() + 1, path.end());
      path = std::move(whole);
    } else if (in_code && IsUpper(path[0][0])) {
      return;  // a type's
    }
    for (std::size_t i = 1; i < path.size(); ++i) {
      imports_.modules[RustPathText(path, i)].names.emplace(path[i], "");
    }
  }
  // In `mod tests { ... }`, `super` is this file. False: the path stays in that module.
  bool FromHere(RustPath& path) const {
    const std::size_t depth = inline_ends_.size();
    if (path.empty() || depth == 0) return !path.empty();
    if (path[0] == "self") return false;
    if (path[0] != "super") return true;
    std::size_t up = 0;
    while (up < path.size() && path[up] == "super") ++up;
    if (up < depth) return false;
    path.erase(path.begin(), path.begin() + static_cast<std::ptrdiff_t>(depth));
    if (up == depth) path.insert(path.begin(), "self");
    return true;
  }

  ModuleTokens t_;
  ModuleImports imports_;
  std::unordered_map<std::string_view, RustPath> bindings_;
  std::vector<std::size_t> inline_ends_;
};

}  // namespace

ModuleImports RustImports(std::string_view text) { return RustImportScan(text).Run(); }

}  // namespace forge
