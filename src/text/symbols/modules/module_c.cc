#include <fmt/core.h>

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "base/strings.h"
#include "text/lines.h"
#include "text/symbols/modules/module_c_declarations.h"
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

// NAME of the directive `define NAME(a, b) ...`; empty: it is another, or a macro without arguments.
std::string_view MacroWithArguments(std::string_view directive) {
  if (!directive.starts_with("define")) return {};
  const std::string_view rest = Trim(directive.substr(6));
  std::size_t end = 0;
  while (end < rest.size() && IsNamePart(rest[end])) ++end;
  return end < rest.size() && rest[end] == '(' ? rest.substr(0, end) : std::string_view();
}

// Names that the code of a file uses and that nothing in it declares, as far as their place tells.
class CUses {
 public:
  CUses(std::string_view text, const NameSet& macros)
      : t_(Language::kC, text), declarations_(t_), macros_(macros.begin(), macros.end()) {
    FindDefinitions(Language::kC, text, [this](const Definition& found) { declared_.emplace(found.name); });
    for (std::size_t i = 0; i < t_.size(); ++i) {
      if (t_.IsDirective(i)) OwnMacro(i);
    }
  }

  ModuleImports Run() {
    for (std::size_t i = 0; i < t_.size(); ++i) {
      if (t_.IsDirective(i)) {
        Directive(i);
      } else if (const std::size_t after = declarations_.AfterExtension(i); after > i) {
        i = after - 1;
      } else if (t_.IsWord(i) && !IsCKeyword(t_.At(i).text)) {
        Name(i);
      }
    }
    ImportedModule& free = imports_.modules[""];
    for (const auto& [name, always] : uses_) {
      const std::string head = name.substr(0, name.find(':'));
      if (!declared_.contains(head)) free.names.emplace(name, DoubtOf(head, always));
    }
    return std::move(imports_);
  }

 private:
  std::string DoubtOf(const std::string& name, bool always) const {
    if (!makes_names_.empty()) return makes_names_;
    if (const auto found = doubts_.find(name); found != doubts_.end()) return found->second;
    if (in_macros_.contains(name)) return "a macro of the file names it";
    return always ? "" : "it is used below an `#if` only";
  }
  void OwnMacro(std::size_t i) {
    const std::string_view text = t_.At(i).text;
    if (!text.starts_with("define")) return;
    EachCWord(text, in_macros_);
    if (text.find("##") != std::string_view::npos) {
      makes_names_ = fmt::format("line {}: a macro makes names", t_.At(i).line);
    }
    if (const std::string_view name = MacroWithArguments(text); !name.empty()) macros_.insert(name);
  }
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
    if (t_.Is(i + 1, '(') && macros_.contains(name)) arguments_end_ = std::max(arguments_end_, t_.Partner(i + 1));
    // Of the compiler, or the prefix or suffix of a string.
    const bool reserved = name.starts_with("__") || (name.size() > 1 && name[0] == '_' && IsUpper(name[1]));
    if (reserved || t_.IsLiteral(i + 1) || (i > 0 && t_.IsLiteral(i - 1))) return;
    const bool member = t_.Is(i - 1, '.') || t_.Reads(i - 2, "->");
    if (member && i > 0) return;
    if (i < arguments_end_) doubts_.emplace(name, "it is an argument of a macro, which may declare it");
    if (t_.Reads(i - 2, "::") && i > 1) {
      if (t_.IsWord(i - 3) && !IsQualifiedByStandard(i - 3)) Use(fmt::format("{}::{}", t_.At(i - 3).text, name));
      return;
    }
    if (name == "std" && t_.Reads(i + 1, "::")) return;
    if (declarations_.IsLabel(i)) {
      declared_.emplace(name);
      return;
    }
    if (declarations_.Declares(i)) {
      declared_.emplace(name);
      declarations_.EachAlso(i, [this](std::string_view also) { declared_.emplace(also); });
      return;
    }
    if (declarations_.MayDeclare(i)) doubts_.emplace(name, "a macro before it may declare it");
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
  void Use(std::string name) {
    auto [place, fresh] = uses_.emplace(std::move(name), conditions_ == 0);
    if (!fresh && conditions_ == 0) place->second = true;
  }

  ModuleTokens t_;
  CDeclarations declarations_;
  std::unordered_set<std::string_view> macros_;  // with arguments
  ModuleImports imports_;
  NameSet declared_;
  NameSet in_macros_;                 // words of the file's own macros
  NameReasons doubts_;                // names whose place does not tell
  std::string makes_names_;           // why any name may be made here
  std::map<std::string, bool> uses_;  // with: somewhere it is not conditional
  std::vector<bool> guards_;          // for each open #if: it is the header's guard
  std::size_t arguments_end_ = 0;     // of the macro's arguments that we are in
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
    if (const std::string_view macro = MacroWithArguments(token.text); !macro.empty()) exports.macros.emplace(macro);
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

ModuleImports CImports(std::string_view text, const NameSet& macros) { return CUses(text, macros).Run(); }

}  // namespace forge
