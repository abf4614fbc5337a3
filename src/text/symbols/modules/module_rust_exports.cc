#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "text/symbols/modules/module_names.h"
#include "text/symbols/modules/module_rust.h"

namespace forge {
namespace {

class RustExportScan {
 public:
  explicit RustExportScan(std::string_view text) : t_(Language::kRust, text) {}

  ModuleExports Run() {
    Items(0, t_.size());
    return std::move(exports_);
  }

 private:
  enum class Sight : std::uint8_t { kHidden, kSome, kCrate, kAll };

  void Items(std::size_t i, std::size_t end) {
    while (i < end) i = std::max(Item(i, end), i + 1);
  }

  // Returns the index behind the item.
  std::size_t Item(std::size_t i, std::size_t end) {
    bool exported_macro = false;
    while (t_.Is(i, '#')) {
      const std::size_t open = t_.Is(i + 1, '!') ? i + 2 : i + 1;
      exported_macro = exported_macro || t_.IsWord(open + 1, "macro_export");
      i = t_.After(open);
    }
    Sight sight = Sight::kHidden;
    if (t_.IsWord(i, "pub")) {
      sight = Sight::kAll;
      ++i;
      if (t_.Is(i, '(')) {
        sight = t_.IsWord(i + 1, "crate") ? Sight::kCrate : Sight::kSome;
        i = t_.After(i);
      }
    }
    while (t_.IsOneWordOf(i, {"unsafe", "async", "default", "auto", "safe"}) && t_.IsWord(i + 1)) ++i;
    if (t_.IsWord(i, "const") && t_.IsOneWordOf(i + 1, {"fn", "unsafe", "async", "extern"})) {
      return Item(i + 1, end, sight);
    }
    return Item(i, end, sight, exported_macro);
  }

  std::size_t Item(std::size_t i, std::size_t end, Sight sight, bool exported_macro = false) {
    while (t_.IsOneWordOf(i, {"unsafe", "async"}) && t_.IsWord(i + 1)) ++i;
    if (t_.IsWord(i, "extern") && t_.IsWord(i + 1, "crate")) {
      const bool renamed = t_.IsWord(i + 3, "as");
      Define(renamed ? i + 4 : i + 2, sight);
      return SkipItem(i, end);
    }
    if (t_.IsWord(i, "extern")) {
      i += t_.IsLiteral(i + 1) ? 2 : 1;
      if (t_.Is(i, '{')) {  // functions of another language are items of this module
        if (t_.Partner(i) < end) Items(i + 1, t_.Partner(i));
        return t_.After(i);
      }
    }
    if (t_.IsWord(i, "use")) {
      return ReadRustUse(t_, i + 1, [&](const RustUse& use) { Use(use, sight, i); });
    }
    if (t_.IsWord(i, "macro_rules") && t_.Is(i + 1, '!')) {
      Define(i + 2, exported_macro ? Sight::kAll : Sight::kHidden);
      return t_.After(i + 3);
    }
    while (t_.IsWord(i) && t_.Reads(i + 1, "::") && t_.IsWord(i + 3)) i += 3;
    if (t_.IsWord(i) && t_.Is(i + 1, '!') && !t_.Is(i + 2, '=')) {
      if (exports_.open.size() < 5) {
        exports_.open.push_back(fmt::format("line {}: the macro `{}!` may define names", t_.At(i).line, t_.At(i).text));
      }
      return t_.After(i + 2);
    }
    if (t_.IsOneWordOf(i, {"fn", "struct", "enum", "union", "trait", "type", "const", "static", "mod", "macro"})) {
      const bool is_enum = t_.IsWord(i, "enum");
      std::size_t name = i + 1;
      if (t_.IsWord(name, "mut") && t_.IsWord(name + 1)) ++name;
      Define(name, sight);
      const std::size_t after = SkipItem(i, end);
      if (t_.IsWord(i, "mod") && t_.Is(name + 1, '{') && prefix_.empty()) {
        exports_.scopes.emplace(t_.At(name).text);
        prefix_ = fmt::format("{}::", t_.At(name).text);
        Items(name + 2, after - 1);
        prefix_.clear();
      }
      if (is_enum && t_.Is(after - 1, '}')) Variants(t_.At(name).text, t_.Partner(after - 1), after - 1);
      return after;
    }
    return SkipItem(i, end);
  }

  // To the semicolon or behind the braces; a constant's value may have braces in it.
  std::size_t SkipItem(std::size_t i, std::size_t end) const {
    const bool value = t_.IsOneWordOf(i, {"const", "static", "type", "use", "extern"});
    for (; i < end; i = t_.After(i)) {
      if (t_.Is(i, ';')) return i + 1;
      if (t_.Is(i, '{') && !value) return t_.After(i);
      if (t_.Is(i, '}')) return i + 1;
    }
    return end;
  }
  void Variants(std::string_view name, std::size_t open, std::size_t end) {
    for (std::size_t i = open + 1; i < end; ++i) {
      while (t_.Is(i, '#')) i = t_.After(i + 1);
      if (t_.IsWord(i) && i < end) exports_.names.insert(fmt::format("{}{}::{}", prefix_, name, t_.At(i).text));
      while (i < end && !t_.Is(i, ',')) i = t_.After(i);
    }
  }

  void Define(std::size_t i, Sight sight) {
    if (!t_.IsWord(i) || t_.IsWord(i, "_")) return;
    Define(std::string(t_.At(i).text), sight);
  }
  void Define(std::string name, Sight sight) {
    if (!prefix_.empty() && sight != Sight::kAll && sight != Sight::kCrate) return;
    name = prefix_ + name;
    switch (sight) {
      case Sight::kCrate: exports_.hidden.insert(name); [[fallthrough]];
      case Sight::kAll: exports_.names.insert(std::move(name)); return;
      case Sight::kSome: exports_.unsure.emplace(std::move(name), "only some modules see it"); return;
      case Sight::kHidden: exports_.hidden.insert(std::move(name)); return;
    }
  }
  void Use(const RustUse& use, Sight sight, std::size_t i) {
    if (!use.glob) {
      if (use.name != "_") Define(std::string(use.name), sight);
    } else if (sight != Sight::kHidden && exports_.open.size() < 5) {
      exports_.open.push_back(
          fmt::format("line {}: `pub use {}::*` names none", t_.At(i).line, RustPathText(use.path, use.path.size())));
    }
  }

  ModuleTokens t_;
  ModuleExports exports_;
  std::string prefix_;  // "m::" in the module m of this file
};

}  // namespace

ModuleExports RustExports(std::string_view text) { return RustExportScan(text).Run(); }

}  // namespace forge
