#include <fmt/core.h>

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "base/strings.h"
#include "text/symbols/modules/module_names.h"
#include "text/symbols/modules/module_tokens.h"

namespace forge {
namespace {

class GoExportScan {
 public:
  explicit GoExportScan(std::string_view text) : t_(Language::kGo, text) {}

  ModuleExports Run() {
    for (std::size_t i = 0; i < t_.size(); ++i) {
      if (!t_.IsTop(i) || !t_.IsWord(i)) continue;
      if (i > 0 && !t_.IsFirstOnLine(i) && !t_.Is(i - 1, ';')) continue;
      if (t_.IsWord(i, "package") && exports_.package.empty()) exports_.package = t_.At(i + 1).text;
      if (t_.IsWord(i, "func") && t_.IsWord(i + 1)) Define(i + 1);  // a method has its receiver there
      if (!t_.IsOneWordOf(i, {"type", "var", "const"})) continue;
      if (t_.Is(i + 1, '(')) {
        Group(i + 1);
      } else {
        List(i + 1, t_.IsWord(i, "type"));
      }
    }
    return std::move(exports_);
  }

 private:
  void Define(std::size_t i) {
    const std::string name(t_.At(i).text);
    if (IsUpper(name[0])) {
      exports_.names.insert(name);
    } else if (static_cast<unsigned char>(name[0]) >= 0x80) {
      exports_.unsure.emplace(name, "whether its first letter is a capital is not known");
    } else {
      exports_.hidden.insert(name);
    }
  }
  // const ( A = iota; B; C, D = 1, 2 )
  void Group(std::size_t open) {
    const std::size_t end = t_.Partner(open);
    for (std::size_t i = open + 1; i < end && end < t_.size(); i = t_.After(i)) {
      if (t_.IsWord(i) && (i == open + 1 || t_.IsFirstOnLine(i) || t_.Is(i - 1, ';'))) {
        const bool goes_on = i > open + 1 && t_.At(i - 1).kind == CodeToken::Kind::kMark && !t_.Is(i - 1, ';') &&
                             !t_.Is(i - 1, ')') && !t_.Is(i - 1, ']') && !t_.Is(i - 1, '}');
        if (!goes_on) List(i, false);
      }
    }
  }
  void List(std::size_t i, bool one) {
    while (t_.IsWord(i)) {
      Define(i);
      if (one || !t_.Is(i + 1, ',')) return;
      i += 2;
    }
  }

  ModuleTokens t_;
  ModuleExports exports_;
};

class GoImportScan {
 public:
  explicit GoImportScan(std::string_view text) : t_(Language::kGo, text), in_import_(t_.size(), false) {}

  ModuleImports Run() {
    for (std::size_t i = 0; i < t_.size(); ++i) {
      if (t_.IsTop(i) && t_.IsWord(i, "import")) Import(i + 1);
      if (t_.IsTop(i) && t_.IsWord(i, "package")) in_import_[std::min(i + 1, t_.size() - 1)] = true;
    }
    for (std::size_t i = 0; i < t_.size(); ++i) {
      if (!t_.IsWord(i) || in_import_[i] || t_.Is(i - 1, '.')) continue;
      const auto found = bindings_.find(t_.At(i).text);
      if (found == bindings_.end()) continue;
      Binding& binding = found->second;
      if (t_.Is(i + 1, '.') && t_.IsWord(i + 2)) {
        binding.names.push_back(t_.At(i + 2).text);
      } else if (!t_.Is(i + 1, ':') || t_.Reads(i + 1, ":=")) {
        binding.shadow = true;
      }
    }
    for (const auto& [name, binding] : bindings_) {
      const std::string doubt = binding.shadow ? fmt::format("`{}` is a variable too", name) : "";
      for (std::string_view taken : binding.names) {
        auto [place, fresh] = imports_.modules[binding.module].names.emplace(taken, doubt);
        if (!fresh && doubt.empty()) place->second.clear();
      }
    }
    return std::move(imports_);
  }

 private:
  struct Binding {
    std::string module;
    std::vector<std::string_view> names;
    bool shadow = false;  // nothing but a selector follows a package's name
  };

  void Import(std::size_t i) {
    if (!t_.Is(i, '(')) return One(i);
    const std::size_t end = t_.Partner(i);
    for (++i; i < end; ++i) {
      One(i);
      if (!t_.IsLiteral(i)) ++i;
    }
  }
  // "x/y", name "x/y", _ "x/y", . "x/y"
  void One(std::size_t i) {
    const bool named = !t_.IsLiteral(i);
    auto module = t_.Quoted(named ? i + 1 : i);
    if (!module || (named && !t_.IsWord(i) && !t_.Is(i, '.'))) return;
    in_import_[i] = true;
    ImportedModule& imported = imports_.modules[*module];
    if (t_.Is(i, '.')) {
      imported.open.push_back(fmt::format("line {}: `. \"{}\"` names none", t_.At(i).line, *module));
    } else if (!t_.IsWord(i, "_")) {
      bindings_.emplace(named ? t_.At(i).text : GoPackageName(t_.At(i).text.substr(1, module->size())),
                        Binding{*module, {}, false});
    }
  }

  ModuleTokens t_;
  std::vector<bool> in_import_;
  ModuleImports imports_;
  std::unordered_map<std::string_view, Binding> bindings_;
};

}  // namespace

std::string_view GoPackageName(std::string_view path) {
  const auto is_version = [](std::string_view part) {
    return part.size() > 1 && part[0] == 'v' && IsDigits(part.substr(1));
  };
  std::size_t slash = path.rfind('/');
  if (slash != std::string_view::npos && is_version(path.substr(slash + 1))) path = path.substr(0, slash);
  path = path.substr(path.rfind('/') + 1);
  const std::size_t dot = path.rfind('.');
  if (dot != std::string_view::npos && is_version(path.substr(dot + 1))) path = path.substr(0, dot);
  return path;
}

ModuleExports GoExports(std::string_view text) { return GoExportScan(text).Run(); }
ModuleImports GoImports(std::string_view text) { return GoImportScan(text).Run(); }

}  // namespace forge
