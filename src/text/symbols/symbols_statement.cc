#include "text/symbols/symbols_statement.h"

#include <algorithm>
#include <cstddef>

#include "text/symbols/statement_tokens.h"

namespace forge {
namespace {

// Enumerators of every language, and statements of those whose declarations begin with a keyword.
class StatementReader : private StatementTokens {
 public:
  using StatementTokens::StatementTokens;

  void Run() const {
    if (s_.scope == ScopeKind::kEnum && (s_.language != Language::kPhp || t_[0].IsWord("case"))) return Enumerator();
    switch (s_.language) {
      case Language::kGo: return Go();
      case Language::kRust: return Rust();
      case Language::kScript: return Script();
      case Language::kPhp: return Php();
      default: return DefineFromCLike(s_, found_);
    }
  }

 private:
  void Enumerator() const {
    std::size_t i = 0;
    while (At(i).Is('@') || At(i).Is('#') || At(i).Is('[')) {
      if (At(i).Is('@')) {
        i += 2;
      } else {
        std::size_t close = Find(']', i);
        if (close == kNone) return;
        i = close + 1;
      }
    }
    if (At(i).IsWord("case")) ++i;
    Define(i, DefinitionKind::kConstant);
  }

  void Go() const {
    if (At(0).IsWord("func")) {
      if (!At(1).Is('(')) return Define(1, DefinitionKind::kFunction);
      const std::size_t close = Find(')', 1);
      if (close == kNone) return;
      std::string_view receiver;
      for (std::size_t i = 2; i < close && !At(i).Is('['); ++i) {
        if (At(i).kind == CodeToken::Kind::kWord) receiver = At(i).text;
      }
      return Define(close + 1, DefinitionKind::kFunction, receiver);
    }
    std::size_t name = s_.scope == ScopeKind::kGroup ? 0 : 1;
    std::string_view keyword = s_.scope == ScopeKind::kGroup ? s_.group : At(0).text;
    if (keyword == "type") return Define(name, DefinitionKind::kType);
    if (s_.scope == ScopeKind::kBlock || s_.scope == ScopeKind::kValue) return;
    if (keyword == "const" || keyword == "var") {
      for (; At(name).kind == CodeToken::Kind::kWord; name += 2) {
        Define(name, keyword == "const" ? DefinitionKind::kConstant : DefinitionKind::kVariable);
        if (!At(name + 1).Is(',')) break;
      }
      return;
    }
    if (s_.scope != ScopeKind::kType || At(0).kind != CodeToken::Kind::kWord) return;
    if (At(1).Is('(')) return Define(0, DefinitionKind::kFunction);
    for (name = 0; At(name + 1).Is(','); name += 2) Define(name, DefinitionKind::kVariable);
    if (t_.size() > name + 1 && !At(name + 1).Is('.')) Define(name, DefinitionKind::kVariable);
  }

  void Rust() const {
    if (DefineType()) return;
    for (std::size_t i = 0; i < t_.size() && i < 40; ++i) {
      if (t_[i].IsWord("let") || t_[i].Is('=')) return;
      if (t_[i].IsWord("fn") && At(i + 1).kind == CodeToken::Kind::kWord)
        return Define(i + 1, DefinitionKind::kFunction);
      if (t_[i].IsWord("type")) return Define(i + 1, DefinitionKind::kType);
      if (t_[i].IsWord("macro_rules")) return Define(i + 2, DefinitionKind::kFunction);
      if (IsWordIn(t_[i], {"const", "static"}) && !IsWordIn(At(i + 1), {"fn", "unsafe", "extern", "async"})) {
        const std::size_t name = At(i + 1).IsWord("mut") ? i + 2 : i + 1;
        if (At(name + 1).Is(':')) Define(name, DefinitionKind::kConstant);
        return;
      }
    }
    if (s_.scope != ScopeKind::kType) return;
    const std::size_t colon = Find(':');
    if (colon != kNone && colon > 0 && !At(colon + 1).Is(':')) Define(colon - 1, DefinitionKind::kVariable);
  }

  void Script() const {
    const std::size_t function = FindWord("function");
    const bool inside = s_.scope == ScopeKind::kBlock || s_.scope == ScopeKind::kValue;
    if (function != kNone && (function == 0 || At(function - 1).kind == CodeToken::Kind::kWord)) {
      const std::size_t name = At(function + 1).Is('*') ? function + 2 : function + 1;
      return Define(name, DefinitionKind::kFunction);
    }
    if (s_.scope == ScopeKind::kType || s_.scope == ScopeKind::kValue) {
      if (Member()) return;
    }
    if (DefineType()) return;
    std::size_t first = 0;
    while (IsWordIn(At(first), {"export", "declare", "default", "async"})) ++first;
    if (At(first).IsWord("type") && At(first + 1).kind == CodeToken::Kind::kWord)
      return Define(first + 1, DefinitionKind::kType);
    if (IsWordIn(At(first), {"const", "let", "var"})) {
      if (inside || At(first + 1).kind != CodeToken::Kind::kWord) return;
      const std::size_t equals = Find('=', first);
      if (equals != kNone && IsFunctionValue(equals + 1)) return Define(first + 1, DefinitionKind::kFunction);
      return DefineValue(first + 1, At(first).IsWord("const"));
    }
    AssignedMember();
  }
  bool IsFunctionValue(std::size_t i) const {
    if (IsWordIn(At(i), {"function", "async", "class"})) return true;
    for (; i + 1 < t_.size(); ++i) {
      if (t_[i].Is('=') && t_[i + 1].Is('>')) return true;
    }
    return false;
  }
  // name(...) {, name = ..., name: type, get name()
  bool Member() const {
    std::size_t i = 0;
    while (IsWordIn(At(i), {"public", "private", "protected", "static", "readonly", "async", "get", "set", "abstract",
                            "override", "declare"}) &&
           (At(i + 1).kind == CodeToken::Kind::kWord || At(i + 1).Is('#') || At(i + 1).Is('*')))
      ++i;
    while (At(i).Is('#') || At(i).Is('*')) ++i;
    if (At(i).kind != CodeToken::Kind::kWord ||
        IsWordIn(At(i), {"if", "for", "while", "switch", "return", "constructor", "catch"}))
      return false;
    const bool value = s_.scope == ScopeKind::kValue;
    std::size_t next = i + 1;
    if (At(next).Is('?') || At(next).Is('!')) ++next;
    if (At(next).Is('<') && !value) next = AfterAngles(next);
    if (At(next).Is('(')) {
      if (!value || s_.end == '{') Define(i, DefinitionKind::kFunction);
      return true;
    }
    if (value) {
      if (At(next).Is(':') && IsFunctionValue(next + 1)) Define(i, DefinitionKind::kFunction);
      return At(next).Is(':');
    }
    if (!At(next).Is('=') && !At(next).Is(':') && next < t_.size()) return false;
    if (At(next).Is('=') && IsFunctionValue(next + 1)) {
      Define(i, DefinitionKind::kFunction);
    } else {
      DefineValue(i);
    }
    return true;
  }
  // exports.name = ..., Foo.prototype.name = function
  void AssignedMember() const {
    std::size_t i = 0;
    while (At(i).kind == CodeToken::Kind::kWord && At(i + 1).Is('.')) i += 2;
    if (i == 0 || At(i).kind != CodeToken::Kind::kWord || !At(i + 1).Is('=') || At(i + 2).Is('=')) return;
    if (!IsFunctionValue(i + 2) && !At(i - 2).IsWord("exports")) return;
    std::string_view container = At(i - 2).text;
    if (container == "prototype" && i >= 4) container = At(i - 4).text;
    if (container != "this") Define(i, DefinitionKind::kFunction, container);
  }

  void Php() const {
    const std::size_t function = FindWord("function");
    if (function != kNone)
      return Define(At(function + 1).Is('&') ? function + 2 : function + 1, DefinitionKind::kFunction);
    if (DefineType()) return;
    for (std::size_t i = 0; i < t_.size() && i < 8; ++i) {
      if (t_[i].IsWord("const")) {
        const std::size_t equals = Find('=', i);
        if (equals != kNone) Define(equals - 1, DefinitionKind::kConstant);
        return;
      }
      if (t_[i].IsWord("define") && At(i + 1).Is('(') && At(i + 2).kind == CodeToken::Kind::kLiteral &&
          At(i + 2).text.size() > 2) {
        std::string_view name = At(i + 2).text;
        found_({name.substr(1, name.size() - 2), {}, At(i + 2).line, DefinitionKind::kConstant});
        return;
      }
      if (t_[i].Is('$') && s_.scope == ScopeKind::kType && i > 0) return Define(i + 1, DefinitionKind::kVariable);
    }
  }
};

bool EndsInValueMark(const Statement& statement) {
  const std::vector<CodeToken>& t = statement.tokens;
  const CodeToken& last = t.back();
  if (last.Is('>') && t.size() > 1 && t[t.size() - 2].Is('=')) return false;  // =>
  if (last.Is(':')) return statement.language == Language::kScript;
  return last.Is('=') || last.Is(',') || last.Is('(') || last.Is('[') || last.Is('?') || last.Is('&') || last.Is('|') ||
         last.IsWord("return") || last.IsWord("default");
}

// C++: `int x{5};` and the `b_{2}` of `: a_(1), b_{2} {`.
bool EndsInInitialized(const Statement& statement) {
  const std::vector<CodeToken>& t = statement.tokens;
  if (statement.language != Language::kC || (t.back().kind != CodeToken::Kind::kWord && !t.back().Is('>')))
    return false;
  for (std::size_t i = 0; i + 1 < t.size(); ++i) {
    if (t[i].Is(')') && t[i + 1].Is(':')) return true;
  }
  return t.size() > 1 && statement.scope != ScopeKind::kBlock &&
         std::none_of(t.begin(), t.end(),
                      [](const CodeToken& token) { return token.Is('(') || token.IsWord("extern"); });
}

}  // namespace

void DefineFromStatement(const Statement& statement, const std::function<void(const Definition&)>& found) {
  if (!statement.tokens.empty()) StatementReader(statement, found).Run();
}

OpenedScope ScopeOpenedBy(const Statement& statement) {
  static const std::function<void(const Definition&)> kIgnored = [](const Definition&) {};
  const std::vector<CodeToken>& t = statement.tokens;
  if (t.empty())
    return {statement.scope == ScopeKind::kFile ? ScopeKind::kFile : ScopeKind::kBlock, statement.container};
  const StatementTokens reading(statement, kIgnored);
  if (statement.language == Language::kGo) {
    const bool type = t.back().IsWord("struct") || t.back().IsWord("interface");
    if (!type) return {t[0].IsWord("func") || t.back().Is(')') ? ScopeKind::kBlock : ScopeKind::kValue, {}};
    const std::size_t name = statement.scope == ScopeKind::kGroup ? 0 : 1;
    return {ScopeKind::kType, name < t.size() ? t[name].text : std::string_view()};
  }
  if (statement.language == Language::kRust) {
    auto impl = std::find_if(t.begin(), t.end(), [](const CodeToken& token) { return token.IsWord("impl"); });
    if (impl != t.end() && (impl == t.begin() || impl[-1].IsWord("unsafe"))) {
      std::string_view name;
      int angles = 0;
      for (auto token = impl + 1; token != t.end() && !token->IsWord("where"); ++token) {
        if (token->Is('<')) ++angles;
        if (token->Is('>')) --angles;
        if (token->IsWord("for")) name = {};
        if (angles == 0 && token->kind == CodeToken::Kind::kWord && !token->IsWord("for")) name = token->text;
      }
      return {ScopeKind::kType, name};
    }
  }
  if (t[0].IsWord("extern") && t.size() == 2 && t[1].kind == CodeToken::Kind::kLiteral)
    return {ScopeKind::kFile, statement.container};
  const std::size_t keyword = reading.TypeKeyword();
  if (keyword != StatementTokens::kNone && !EndsInValueMark(statement)) {
    const std::size_t name = reading.TypeName(keyword);
    std::string_view called = name == StatementTokens::kNone ? std::string_view() : t[name].text;
    if (reading.IsNamespace(keyword)) return {ScopeKind::kFile, called};
    // `enum class`: the keyword found is the second.
    const bool enumeration = t[keyword].IsWord("enum") || (keyword > 0 && t[keyword - 1].IsWord("enum"));
    return {enumeration ? ScopeKind::kEnum : ScopeKind::kType, called};
  }
  if (statement.language == Language::kScript && t.back().Is('=')) {
    const auto type = std::find_if(t.begin(), t.end(), [](const CodeToken& token) { return token.IsWord("type"); });
    if (type != t.end() && type - t.begin() < 3) return {ScopeKind::kType, type[1].text};
  }
  const bool value = EndsInValueMark(statement) || EndsInInitialized(statement);
  return {value ? ScopeKind::kValue : ScopeKind::kBlock, {}};
}

}  // namespace forge
