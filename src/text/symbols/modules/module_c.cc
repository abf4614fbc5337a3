#include <fmt/core.h>

#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "base/strings.h"
#include "text/lines.h"
#include "text/symbols/modules/module_c_words.h"
#include "text/symbols/modules/module_names.h"
#include "text/symbols/modules/module_tokens.h"
#include "text/symbols/symbols_definitions.h"

namespace forge {
namespace {

// "x.h" or "<x.h>" of the directive `include "x.h"`; empty: it is another, or its file is a macro's.
std::string IncludedFile(std::string_view directive) {
  for (std::string_view word : {"include_next", "include", "import"}) {
    if (!directive.starts_with(word)) continue;
    const std::string_view rest = Trim(directive.substr(word.size()));
    const char close = rest.starts_with('<') ? '>' : '"';
    if (rest.size() < 2 || (rest[0] != '<' && rest[0] != '"')) return "";
    const std::size_t end = rest.find(close, 1);
    if (end == std::string_view::npos) return "";
    return std::string(close == '>' ? rest.substr(0, end + 1) : rest.substr(1, end - 1));
  }
  return "";
}

bool IsInclude(std::string_view directive) { return directive.starts_with("include"); }

void EachCWord(std::string_view text, NameSet& words) {
  std::size_t begin = 0;
  for (std::size_t at = 0; at <= text.size(); ++at) {
    if (at < text.size() && IsNamePart(text[at])) continue;
    if (at > begin) words.emplace(text.substr(begin, at - begin));
    begin = at + 1;
  }
}

// Names that the code of a file uses and that nothing in it declares, as far as their place tells.
class CUses {
 public:
  explicit CUses(std::string_view text) : t_(Language::kC, text) {
    FindDefinitions(Language::kC, text, [this](const Definition& found) { declared_.emplace(found.name); });
  }

  ModuleImports Run() {
    for (std::size_t i = 0; i < t_.size(); ++i) {
      if (t_.IsDirective(i)) {
        Directive(i);
      } else if (t_.IsWord(i) && !IsCKeyword(t_.At(i).text)) {
        Name(i);
      }
    }
    ImportedModule& free = imports_.modules[""];
    for (const auto& [name, always] : uses_) {
      const std::string head = name.substr(0, name.find(':'));
      if (declared_.contains(head)) continue;
      free.names.emplace(name, always ? "" : "it is used below an `#if` only");
    }
    return std::move(imports_);
  }

 private:
  void Directive(std::size_t i) {
    const std::string_view text = t_.At(i).text;
    if (text.starts_with("if")) {
      // A header's guard is no condition.
      const bool guard = first_directive_ && text.starts_with("ifndef");
      guards_.push_back(guard);
      conditions_ += guard ? 0 : 1;
    } else if (text.starts_with("endif") && !guards_.empty()) {
      conditions_ -= guards_.back() ? 0 : 1;
      guards_.pop_back();
    }
    first_directive_ = false;
    if (!IsInclude(text)) return;
    std::string file = IncludedFile(text);
    if (file.empty()) {
      imports_.computed.push_back(fmt::format("line {}: the file of `#include` is a macro", t_.At(i).line));
    } else {
      imports_.modules[std::move(file)];
    }
  }

  void Name(std::size_t i) {
    const std::string_view name = t_.At(i).text;
    // Of the compiler, in an attribute, or the prefix or suffix of a string.
    if (name.starts_with("__") || (i > 1 && t_.Reads(i - 2, "[[")) || t_.IsLiteral(i + 1) || t_.IsLiteral(i - 1))
      return;
    const bool member = t_.Is(i - 1, '.') || t_.Reads(i - 2, "->");
    if (member && i > 0) return;
    if (t_.Reads(i - 2, "::") && i > 1) {
      if (t_.IsWord(i - 3) && !IsQualifiedByStandard(i - 3)) Use(fmt::format("{}::{}", t_.At(i - 3).text, name));
      return;
    }
    if (name == "std" && t_.Reads(i + 1, "::")) return;
    const bool label =
        t_.Is(i + 1, ':') && !t_.Reads(i + 1, "::") && (t_.Is(i - 1, ';') || t_.Is(i - 1, '{') || t_.Is(i - 1, '}'));
    if (label || t_.IsWord(i - 1, "goto")) return;
    if (IsDeclared(i)) {
      declared_.emplace(name);
      return;
    }
    Use(std::string(name));
  }
  bool IsQualifiedByStandard(std::size_t i) const {
    for (int up = 0; up < 8; ++up) {
      if (t_.IsWord(i, "std")) return true;
      if (!t_.Reads(i - 2, "::") || !t_.IsWord(i - 3)) return false;
      i -= 3;
    }
    return true;
  }
  // int x, T x, T *x, T &x, const T x, T<U> x, #define, enum { x }
  bool IsDeclared(std::size_t i) const {
    std::size_t before = i - 1;
    bool pointer = false;
    while (t_.Is(before, '*') || t_.Is(before, '&')) {
      pointer = true;
      --before;
    }
    if (t_.Is(before, '>')) return !t_.Reads(before - 1, "->") && !t_.Is(i + 1, '(');
    if (!t_.IsWord(before)) return false;
    const std::string_view word = t_.At(before).text;
    if (IsCTypeWord(word)) return true;
    if (word == "const" || word == "volatile") return pointer;
    if (IsCKeyword(word)) return false;
    if (!pointer) return true;
    // `a * b` is a declaration where a statement or a parameter begins, and a product elsewhere.
    const std::size_t start = before - 1;
    return before == 0 || t_.Is(start, ';') || t_.Is(start, '{') || t_.Is(start, '}') || t_.Is(start, '(') ||
           t_.Is(start, ',') || t_.IsDirective(start) || t_.IsOneWordOf(start, {"const", "struct", "static", "extern"});
  }
  void Use(std::string name) {
    auto [place, fresh] = uses_.emplace(std::move(name), conditions_ == 0);
    if (!fresh && conditions_ == 0) place->second = true;
  }

  ModuleTokens t_;
  ModuleImports imports_;
  NameSet declared_;
  std::map<std::string, bool> uses_;  // with: somewhere it is not conditional
  std::vector<bool> guards_;          // for each open #if: it is the header's guard
  int conditions_ = 0;
  bool first_directive_ = true;
};

}  // namespace

ModuleExports CExports(std::string_view text) {
  ModuleExports exports;
  FindDefinitions(Language::kC, text, [&](const Definition& found) {
    if (found.kind == DefinitionKind::kModule) exports.scopes.emplace(found.name);
    if (!found.container.empty()) exports.names.insert(fmt::format("{}::{}", found.container, found.name));
    const bool plain =
        found.container.empty() || exports.scopes.contains(found.container) || found.kind == DefinitionKind::kConstant;
    if (plain) {
      exports.names.emplace(found.name);
    } else {
      exports.unsure.emplace(found.name, "it is a member");
    }
  });
  const ModuleTokens t(Language::kC, text);
  for (std::size_t i = 0; i < t.size(); ++i) {
    const CodeToken& token = t.At(i);
    if (t.IsWord(i)) exports.mentioned.emplace(token.text);
    if (!t.IsDirective(i)) continue;
    EachCWord(token.text, exports.mentioned);
    if (token.text.find("##") != std::string_view::npos && exports.open.size() < 5) {
      exports.open.push_back(fmt::format("line {}: a macro makes names", token.line));
    }
    if (!IsInclude(token.text)) continue;
    std::string file = IncludedFile(token.text);
    if (file.empty()) {
      exports.open.push_back(fmt::format("line {}: the file of `#include` is a macro", token.line));
    } else {
      exports.stars.push_back(std::move(file));
    }
  }
  return exports;
}

ModuleImports CImports(std::string_view text) { return CUses(text).Run(); }

}  // namespace forge
