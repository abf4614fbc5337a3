#include <fmt/core.h>

#include <unordered_set>
#include <utility>

#include "base/strings.h"
#include "text/lines.h"
#include "text/symbols/modules/module_names.h"
#include "text/symbols/modules/module_script.h"

namespace forge {
namespace {

class ScriptExportScan {
 public:
  explicit ScriptExportScan(std::string_view text) : text_(text), t_(Language::kScript, text) {}

  ModuleExports Run() {
    for (std::size_t i = 0; i < t_.size(); ++i) {
      if (t_.IsWord(i, "export") && ScriptStatementAt(t_, i)) Export(i + 1);
      if (t_.IsWord(i, "exports")) CommonJs(i);
    }
    for (std::size_t i = 0; i < t_.size() && !aliases_.empty(); ++i) {
      if (t_.IsWord(i) && aliases_.contains(t_.At(i).text)) Alias(i);
    }
    if (HasElements()) HiddenByElements();
    // Who imports a CommonJS file gets its `module.exports` as the default.
    if (common_js_ && !es_module_) Add("default");
    return std::move(exports_);
  }

 private:
  void Add(std::string name) { exports_.names.insert(std::move(name)); }
  void Open(std::size_t i, std::string_view why) {
    if (exports_.open.size() < 5) exports_.open.push_back(fmt::format("line {}: {}", t_.At(i).line, why));
  }

  void Export(std::size_t i) {
    es_module_ = true;
    if (t_.IsWord(i, "type") && (t_.Is(i + 1, '{') || t_.Is(i + 1, '*'))) ++i;
    if (t_.IsWord(i, "default")) return Add("default");
    if (t_.Is(i, '{')) return ScriptList(t_, i, [this](const std::string&, std::string right) { Add(right); });
    if (t_.Is(i, '*')) return ExportAll(i + 1);
    if (t_.Is(i, '=')) {
      Add("default");
      return Open(i, "`export =` has the names of a value");
    }
    if (t_.IsWord(i, "import") && t_.Is(i + 2, '=')) return AddWord(i + 1);
    while (t_.Is(i, '@')) i = AfterDecorator(i);
    while (t_.IsOneWordOf(i, {"declare", "abstract", "async"}) && t_.IsWord(i + 1)) ++i;
    if (t_.IsWord(i, "const") && t_.IsWord(i + 1, "enum")) ++i;
    if (t_.IsWord(i, "function") && t_.Is(i + 1, '*')) ++i;
    if (t_.IsOneWordOf(i, {"const", "let", "var"})) return Declarators(i + 1, !t_.IsWord(i, "const"));
    const bool star = t_.Is(i, '*');
    if (star || t_.IsOneWordOf(i, {"function", "class", "enum", "interface", "type", "namespace", "module"})) {
      AddWord(i + 1);
    }
  }
  void AddWord(std::size_t i) {
    if (t_.IsWord(i)) Add(std::string(t_.At(i).text));
  }
  void ExportAll(std::size_t i) {
    if (t_.IsWord(i, "as")) {
      if (auto name = ScriptName(t_, i + 1)) Add(*std::move(name));
    } else if (auto module = ScriptFrom(t_, i)) {
      exports_.stars.push_back(*std::move(module));
    }
  }
  std::size_t AfterDecorator(std::size_t i) const {
    for (i += 2; t_.Is(i, '.') || t_.Is(i, '(');) i = t_.Is(i, '.') ? i + 2 : t_.After(i);
    return i;
  }

  // a = 1, {b, c: d}: T<x, y> = f(), [e] = g
  void Declarators(std::size_t i, bool may_be_bare) {
    while (true) {
      const std::size_t after = ScriptPattern(t_, i, [this](std::string name) { Add(std::move(name)); });
      if (after == i) return;
      i = after;
      if (t_.Is(i, '!')) ++i;
      if (t_.Is(i, ':')) i = AfterType(i + 1);
      if (t_.IsAssignment(i)) i = AfterValue(i + 1, may_be_bare);
      if (!t_.Is(i, ',')) return;
      ++i;
    }
  }
  // On the same line, too: what follows it is not read twice.
  bool IsNextExport(std::size_t i) const { return t_.IsWord(i, "export") && ScriptStatementAt(t_, i); }
  std::size_t AfterType(std::size_t i) const {
    for (int angles = 0; i < t_.size(); i = t_.Reads(i, "=>") ? i + 2 : t_.After(i)) {
      if (t_.Is(i, '<')) ++angles;
      if (t_.Is(i, '>') && angles > 0) --angles;
      const bool ends = t_.Is(i, ';') || t_.Is(i, ',') || t_.IsAssignment(i) || ScriptLineEndsAt(t_, i);
      if ((angles == 0 && ends) || IsNextExport(i)) break;
    }
    return i;
  }
  std::size_t AfterValue(std::size_t i, bool may_be_bare) const {
    for (const std::size_t begin = i; i < t_.size(); i = t_.After(i)) {
      if (t_.Is(i, ';') || (i > begin && (ScriptLineEndsAt(t_, i) || IsNextExport(i)))) break;
      if (t_.Is(i, ',') && IsDeclarator(i + 1, may_be_bare)) break;
    }
    return i;
  }
  // And not the second argument of a type, as in `new Map<a, b>()`.
  bool IsDeclarator(std::size_t i, bool may_be_bare) const {
    const std::size_t after = t_.After(i);
    if (t_.Is(i, '{') || t_.Is(i, '[')) return t_.IsAssignment(after) || t_.Is(after, ':');
    if (!t_.IsWord(i)) return false;
    if (t_.IsAssignment(after) || t_.Is(after, ':') || t_.Is(after, '!')) return true;
    return may_be_bare && (t_.Is(after, ',') || t_.Is(after, ';') || ScriptLineEndsAt(t_, after));
  }

  void CommonJs(std::size_t i) {
    const bool of_module = i >= 2 && t_.Is(i - 1, '.') && t_.IsWord(i - 2, "module");
    if (i > 0 && t_.Is(i - 1, '.') && (!of_module || (i > 2 && t_.Is(i - 3, '.')))) return;
    const std::size_t begin = of_module ? i - 2 : i;
    const bool is_key = t_.Is(i + 1, ':') && (t_.Is(begin - 1, '{') || t_.Is(begin - 1, ','));
    if (is_key || t_.IsWord(begin - 1, "typeof")) return;
    if (t_.Is(i + 1, '.') && t_.IsWord(i + 2)) {
      if (!t_.IsAssignment(i + 3)) return;
      common_js_ = true;
      return AddWord(i + 2);
    }
    if (t_.Is(i + 1, '[')) {
      if (!t_.IsAssignment(t_.After(i + 1))) return;
      common_js_ = true;
      auto name = t_.Quoted(i + 2);
      return name ? Add(*std::move(name)) : Open(i, "a name of `exports` is computed");
    }
    if (t_.IsAssignment(i + 1)) {
      if (of_module) {
        FindAlias(begin);
        Whole(i + 2);
      }
      return;
    }
    if (!of_module && t_.IsAssignment(i - 1) && t_.IsWord(i - 2, "exports")) return;
    if (!of_module && (t_.IsOneWordOf(i - 1, {"const", "let", "var"}) || es_module_)) return;
    PassedOn(begin, i);
  }

  // const app = exports = module.exports = {}: what `app` gets is exported.
  void FindAlias(std::size_t begin) {
    for (int up = 0; up < 8 && begin > 1 && t_.IsAssignment(begin - 1); ++up) {
      const bool member = begin > 2 && t_.Is(begin - 3, '.');
      const bool typed = begin > 2 && t_.Is(begin - 3, ':');
      if (typed || (member && !t_.IsWord(begin - 2, "exports")))
        return Open(begin, "`module.exports` is kept elsewhere too");
      if (t_.IsWord(begin - 2) && !t_.IsWord(begin - 2, "exports")) aliases_.insert(t_.At(begin - 2).text);
      begin -= member ? 4 : 2;
    }
  }
  void Alias(std::size_t i) {
    if (i > 0 && t_.Is(i - 1, '.')) return;
    if (t_.IsAssignment(i + 1)) return;  // where it is declared; a second value would be another one
    const std::string because = fmt::format("`{}` is `module.exports`, or another variable", t_.At(i).text);
    const bool member = t_.Is(i + 1, '.') && t_.IsWord(i + 2);
    if (!member) return Open(i, because);
    if (!t_.IsAssignment(i + 3)) return;
    std::string name(t_.At(i + 2).text);
    if (t_.IsTop(i)) {
      Add(std::move(name));
    } else {
      exports_.unsure.emplace(std::move(name), fmt::format("line {}: {}", t_.At(i).line, because));
    }
  }

  // JSX: the text between its tags is read as if it were code.
  bool HasElements() const {
    return text_.find("</") != std::string_view::npos || text_.find("/>") != std::string_view::npos;
  }
  // A lone quote or backtick in it begins a string, and the address http://x a comment: exports in these may be ones.
  void HiddenByElements() {
    std::size_t end = 0;  // of the token before
    for (std::size_t i = 0; i <= t_.size(); ++i) {
      const bool last = i == t_.size();
      const std::size_t begin = last ? text_.size() : static_cast<std::size_t>(t_.At(i).text.data() - text_.data());
      const std::string_view between = text_.substr(end, begin - end);
      const bool touches = i > 0 && (t_.IsWord(i - 1) || t_.Is(i - 1, ':'));
      if (touches && (between.starts_with("//") || between.starts_with("/*"))) {
        Hidden(between.starts_with("//") ? between.substr(0, between.find('\n')) : between, i - 1);
      }
      if (last) return;
      if (t_.IsLiteral(i) && !t_.Is(i - 1, '=')) Hidden(t_.At(i).text, i);
      end = begin + t_.At(i).text.size();
    }
  }
  void Hidden(std::string_view text, std::size_t i) {
    const std::size_t from = text.find("export");
    if (from == std::string_view::npos) return;
    std::size_t begin = from;
    for (std::size_t at = from; at <= text.size(); ++at) {
      if (at < text.size() && (IsNamePart(text[at]) || text[at] == '$')) continue;
      if (at > begin && !IsDigit(text[begin])) {
        exports_.unsure.emplace(text.substr(begin, at - begin),
                                fmt::format("line {}: text between tags may hide it", t_.At(i).line));
      }
      begin = at + 1;
    }
  }

  // module.exports = ...
  void Whole(std::size_t i) {
    common_js_ = true;
    if (t_.Is(i, '{') && t_.Partner(i) < t_.size()) return Members(i);
    if (auto module = ScriptRequire(t_, i); module && !t_.Is(i + 4, '.') && !t_.Is(i + 4, '(')) {
      return exports_.stars.push_back(*std::move(module));
    }
    if (t_.IsWord(i, "exports")) {
      if (t_.IsAssignment(i + 1)) return Whole(i + 2);  // module.exports = exports = ...
      if (t_.Is(i + 1, ';') || ScriptLineEndsAt(t_, i + 1)) return;
    }
    Open(i, "`module.exports` is a value whose members are not written here");
  }
  void Members(std::size_t i) {
    const std::size_t end = t_.Partner(i);
    for (std::size_t at = i + 1; at < end; ++at) {
      if (t_.Is(at, ',')) continue;
      const bool modifier = t_.IsOneWordOf(at, {"get", "set", "async"}) &&
                            (ScriptName(t_, at + 1) || t_.Is(at + 1, '[') || t_.Is(at + 1, '*'));
      if (modifier) ++at;
      if (t_.Is(at, '*')) ++at;
      if (t_.Reads(at, "...")) {
        auto module = ScriptRequire(t_, at + 3);
        if (module) {
          exports_.stars.push_back(*std::move(module));
        } else {
          Open(at, "`module.exports` has the members of another value");
        }
      } else if (auto name = ScriptName(t_, at)) {
        Add(*std::move(name));
      } else if (t_.IsLiteral(at) && IsDigit(t_.At(at).text[0])) {
        Add(std::string(t_.At(at).text));
      } else {
        Open(at, "a name of `module.exports` is computed");
      }
      while (at < end && !t_.Is(at, ',')) at = t_.After(at);
    }
  }
  // To a function that may add to it.
  void PassedOn(std::size_t begin, std::size_t i) {
    common_js_ = true;
    const std::size_t call = t_.Parent(i);
    if (call != ModuleTokens::kNone && t_.IsWord(call - 1, "defineProperty") && call + 1 == begin) {
      if (auto name = t_.Quoted(i + 2)) return Add(*std::move(name));
    }
    if (call != ModuleTokens::kNone && t_.IsWord(call - 1, "__exportStar")) {
      if (auto module = ScriptRequire(t_, call + 1)) return exports_.stars.push_back(*std::move(module));
    }
    Open(i, "`exports` is passed on");
  }

  std::string_view text_;
  ModuleTokens t_;
  ModuleExports exports_;
  std::unordered_set<std::string_view> aliases_;  // variables that are `module.exports`
  bool common_js_ = false;
  bool es_module_ = false;
};

}  // namespace

ModuleExports ScriptExports(std::string_view text) { return ScriptExportScan(text).Run(); }

}  // namespace forge
