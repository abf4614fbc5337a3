#include "text/symbols/symbols_statement.h"

#include <algorithm>
#include <cstddef>
#include <initializer_list>

#include "base/strings.h"

namespace forge {
namespace {

using Tokens = std::vector<CodeToken>;

constexpr std::size_t kNone = static_cast<std::size_t>(-1);

bool IsWordIn(const CodeToken& token, std::initializer_list<std::string_view> words) {
  return token.kind == CodeToken::Kind::kWord && IsOneOf(token.text, words);
}

bool IsTypeKeyword(Language language, const CodeToken& token) {
  switch (language) {
    case Language::kC: return IsWordIn(token, {"class", "struct", "union", "enum", "namespace", "concept"});
    case Language::kJava: return IsWordIn(token, {"class", "interface", "enum", "record"});
    case Language::kCSharp: return IsWordIn(token, {"class", "struct", "interface", "enum", "record", "namespace"});
    case Language::kRust: return IsWordIn(token, {"struct", "enum", "union", "trait", "mod"});
    case Language::kScript: return IsWordIn(token, {"class", "interface", "enum", "namespace", "module"});
    case Language::kPhp: return IsWordIn(token, {"class", "interface", "trait", "enum", "namespace"});
    default: return false;
  }
}

bool IsConstantName(std::string_view name) {
  if (name.size() > 1 && name[0] == 'k' && name[1] >= 'A' && name[1] <= 'Z') return true;
  return name.find_first_of("abcdefghijklmnopqrstuvwxyz") == std::string_view::npos;
}

class StatementReader {
 public:
  StatementReader(const Statement& statement, const std::function<void(const Definition&)>& found)
      : s_(statement), t_(statement.tokens), found_(found) {}

  void Run() {
    if (t_.empty()) return;
    if (s_.scope == ScopeKind::kEnum && (s_.language != Language::kPhp || t_[0].IsWord("case"))) return Enumerator();
    switch (s_.language) {
      case Language::kGo: return Go();
      case Language::kRust: return Rust();
      case Language::kScript: return Script();
      case Language::kPhp: return Php();
      default: return CLike();
    }
  }

  // Index of the keyword that makes this a type or a namespace.
  std::size_t TypeKeyword() const {
    if (s_.language == Language::kC && DeclaresFunction()) return kNone;  // struct a *f() {
    int angles = 0;
    for (std::size_t i = 0; i < t_.size(); ++i) {
      if (t_[i].Is('<')) ++angles;
      if (t_[i].Is('>') && angles > 0) --angles;
      if (t_[i].Is('=') && angles == 0) return kNone;
      if (angles > 0 || !IsTypeKeyword(s_.language, t_[i])) continue;
      // "record" and "module" are names too.
      if (i + 1 < t_.size() && t_[i + 1].kind != CodeToken::Kind::kWord && !t_[i + 1].Is('[')) continue;
      if (i + 1 < t_.size() && IsTypeKeyword(s_.language, t_[i + 1])) continue;  // enum class
      return i;
    }
    return kNone;
  }

  // The name behind the keyword: of `class EXPORT Foo final : Bar` the last word before what cannot be a name.
  std::size_t TypeName(std::size_t keyword) const {
    std::size_t name = kNone;
    for (std::size_t i = keyword + 1; i < t_.size(); ++i) {
      if (t_[i].kind == CodeToken::Kind::kWord &&
          !IsWordIn(t_[i], {"final", "extends", "implements", "sealed", "where", "is"})) {
        name = i;
        if (s_.language != Language::kC && !IsNamespace(keyword)) break;
        continue;
      }
      const bool path = t_[i].Is(':') && i + 1 < t_.size() && t_[i + 1].Is(':');
      if (path) {
        ++i;
      } else if (!(t_[i].Is('.') || t_[i].Is('\\')) || !IsNamespace(keyword)) {
        break;
      }
    }
    return name;
  }

  bool DeclaresFunction() const {
    int angles = 0;
    for (std::size_t i = 1; i < t_.size(); ++i) {
      if (t_[i].Is('<')) ++angles;
      if (t_[i].Is('>') && angles > 0) --angles;
      if (angles > 0 || !t_[i].Is('(') || t_[i - 1].kind != CodeToken::Kind::kWord) continue;
      if (!IsWordIn(t_[i - 1], {"alignas", "__attribute__", "__declspec", "decltype"})) return true;
    }
    return false;
  }

  bool IsNamespace(std::size_t keyword) const { return IsWordIn(t_[keyword], {"namespace", "module", "mod"}); }

 private:
  const CodeToken& At(std::size_t i) const {
    static const CodeToken kNothing{CodeToken::Kind::kMark, "\n", 0, 0};
    return i < t_.size() ? t_[i] : kNothing;
  }
  void Define(std::size_t i, DefinitionKind kind, std::string_view container) const {
    if (At(i).kind == CodeToken::Kind::kWord) found_({At(i).text, container, At(i).line, kind});
  }
  void Define(std::size_t i, DefinitionKind kind) const { Define(i, kind, s_.container); }
  void DefineValue(std::size_t i, bool constant = false) const {
    Define(i, constant || IsConstantName(At(i).text) ? DefinitionKind::kConstant : DefinitionKind::kVariable);
  }
  std::size_t Find(char mark, std::size_t from = 0) const {
    while (from < t_.size() && !t_[from].Is(mark)) ++from;
    return from < t_.size() ? from : kNone;
  }
  std::size_t FindWord(std::string_view word) const {
    for (std::size_t i = 0; i < t_.size(); ++i) {
      if (t_[i].IsWord(word)) return i;
    }
    return kNone;
  }
  bool open() const { return s_.scope == ScopeKind::kFile || s_.scope == ScopeKind::kType; }

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

  // True when the statement was a type, a namespace or an alias.
  bool Type() const {
    const std::size_t keyword = TypeKeyword();
    if (keyword == kNone) return false;
    const std::size_t name = TypeName(keyword);
    if (name == kNone) return s_.end == '{';
    if (IsNamespace(keyword)) {
      Define(name, DefinitionKind::kModule);
      return true;
    }
    const bool whole = s_.end == '{' || s_.language == Language::kRust || t_[keyword].IsWord("record") ||
                       t_[keyword].IsWord("concept") || s_.language == Language::kScript;
    if (whole) {
      std::string_view container = s_.container;
      if (name >= 3 && At(name - 1).Is(':') && At(name - 3).kind == CodeToken::Kind::kWord)
        container = At(name - 3).text;
      Define(name, DefinitionKind::kType, container);
      return true;
    }
    // `struct a;` announces; `struct a b;` is a variable of it.
    if (name == keyword + 1 && name + 1 == t_.size()) {
      Define(name, DefinitionKind::kDeclaration);
      return true;
    }
    return false;
  }

  // Where the declaration begins, behind annotations, attributes, labels and template parameters.
  std::size_t Start() const {
    std::size_t i = 0;
    while (i < t_.size()) {
      if (At(i).Is('@') && At(i + 1).kind == CodeToken::Kind::kWord && !At(i + 1).IsWord("interface")) {
        i += 2;
        while (At(i).Is('.')) i += 2;
        if (At(i).Is('(')) i = Find(')', i) == kNone ? t_.size() : Find(')', i) + 1;
      } else if (At(i).Is('[')) {
        const std::size_t close = Find(']', i);
        if (close == kNone) return t_.size();
        i = close + 1;
        if (At(i).Is(']')) ++i;
      } else if (IsWordIn(At(i), {"public", "private", "protected", "signals", "slots", "default"}) &&
                 At(i + 1).Is(':') && !At(i + 2).Is(':')) {
        i += 2;
      } else if (At(i).IsWord("template") && At(i + 1).Is('<')) {
        i = AfterAngles(i + 1);
      } else {
        return i;
      }
    }
    return i;
  }
  std::size_t AfterAngles(std::size_t i) const {
    int depth = 0;
    for (; i < t_.size(); ++i) {
      if (t_[i].Is('<')) ++depth;
      if (t_[i].Is('>') && --depth == 0) return i + 1;
    }
    return i;
  }

  void CLike() const {
    const std::size_t start = Start();
    if (start >= t_.size() || Type() || !open()) return;
    if (IsWordIn(At(start), {"using", "import", "package", "return", "friend", "goto", "static_assert"})) {
      const std::size_t equals = Find('=', start);
      if (At(start).IsWord("using") && equals == start + 2 && s_.language == Language::kC)
        Define(start + 1, DefinitionKind::kType);
      return;
    }
    if (At(start).IsWord("typedef")) return Typedef();
    const std::size_t parenthesis = FunctionParenthesis(start);
    if (parenthesis != kNone) return Function(start, parenthesis);
    Variables(start);
  }

  void Typedef() const {
    for (std::size_t i = 0; i + 2 < t_.size(); ++i) {
      if (t_[i].Is('(') && t_[i + 1].Is('*')) return Define(i + 2, DefinitionKind::kType);
    }
    std::size_t last = t_.size();
    while (last > 1 && t_[last - 1].kind != CodeToken::Kind::kWord) --last;
    if (last > 1) Define(last - 1, DefinitionKind::kType);
  }

  // The '(' behind a declared function's name; kNone when a '=' comes first or there is none.
  std::size_t FunctionParenthesis(std::size_t start) const {
    for (std::size_t i = start; i < t_.size(); ++i) {
      if (t_[i].Is('<') && i > start) {
        const std::size_t after = AfterAngles(i);
        if (after < t_.size()) i = after - 1;
        if (!t_[i].Is('>')) return kNone;
        continue;
      }
      if (t_[i].Is('=') && !(i > 0 && t_[i - 1].IsWord("operator"))) return kNone;
      if (!t_[i].Is('(')) continue;
      std::size_t name = NameBefore(i, start);
      if (name == kNone) return kNone;
      if (IsWordIn(t_[name],
                   {"__attribute__", "alignas", "decltype", "noexcept", "explicit", "__declspec", "requires"}))
        continue;
      return i;
    }
    return kNone;
  }
  std::size_t NameBefore(std::size_t parenthesis, std::size_t start) const {
    std::size_t i = parenthesis;
    if (i > start && t_[i - 1].Is('>')) {  // Java and C#: name<T>(
      int depth = 0;
      while (i > start) {
        --i;
        if (t_[i].Is('>')) ++depth;
        if (t_[i].Is('<') && --depth == 0) break;
      }
    }
    return i > start && t_[i - 1].kind == CodeToken::Kind::kWord ? i - 1 : kNone;
  }

  void Function(std::size_t start, std::size_t parenthesis) const {
    const std::size_t name = NameBefore(parenthesis, start);
    if (name == kNone || IsWordIn(t_[name], {"if", "while", "for", "switch", "return", "catch", "sizeof", "operator",
                                             "new", "throw", "else", "do", "delete", "lock", "foreach", "when"}))
      return;
    std::string_view container = s_.container;
    std::size_t first = name;
    while (first >= start + 3 && t_[first - 1].Is(':') && t_[first - 2].Is(':') &&
           t_[first - 3].kind == CodeToken::Kind::kWord) {
      if (first == name) container = t_[first - 3].text;
      first -= 3;
    }
    const bool qualified = first != name;
    const bool constructor = s_.scope == ScopeKind::kType && t_[name].text == s_.container;
    // Without a type before it, it is the call of a macro.
    if (first == start && !qualified && !constructor) return;
    if (constructor) return;  // the type stands for it
    if (first > start && IsWordIn(t_[first - 1], {"return", "else", "new", "throw", "case", "co_return", "co_await"}))
      return;
    if (qualified && first == start && s_.end == ';') return;
    const bool in_body_language = s_.language != Language::kC;
    const bool whole = s_.end == '{' || in_body_language || EndsAsDefinition(parenthesis);
    Define(name, whole ? DefinitionKind::kFunction : DefinitionKind::kDeclaration, container);
  }
  // = 0; = default; = delete;
  bool EndsAsDefinition(std::size_t parenthesis) const { return Find('=', parenthesis) != kNone; }

  void Variables(std::size_t start) const {
    const bool announced = At(start).IsWord("extern");
    bool constant = false;
    int words = 0;
    int angles = 0;
    std::size_t last = kNone;
    for (std::size_t i = start; i <= t_.size(); ++i) {
      const bool end = i == t_.size();
      if (!end && t_[i].Is('<')) ++angles;
      if (!end && t_[i].Is('>') && angles > 0) --angles;
      if (!end && angles > 0) continue;
      if (!end && t_[i].kind == CodeToken::Kind::kWord) {
        constant = constant || IsWordIn(t_[i], {"constexpr", "const", "final", "readonly", "constinit"});
        ++words;
        last = i;
        continue;
      }
      const bool between = !end && (t_[i].Is('*') || t_[i].Is('&') || t_[i].Is('>') || t_[i].Is('?') || t_[i].Is('.') ||
                                    (t_[i].Is(':') && (At(i + 1).Is(':') || At(i - 1).Is(':'))) || t_[i].Is(']') ||
                                    (t_[i].Is('[') && At(i + 1).Is(']')));
      if (between) continue;
      if (!end && !t_[i].Is('=') && !t_[i].Is('[') && !t_[i].Is(',') && !t_[i].Is(':') && !t_[i].Is('}')) return;
      if (last == kNone || words < 2) return;
      if (announced) {
        Define(last, DefinitionKind::kDeclaration);
      } else if (last + 1 == i || end || At(last + 1).Is('[')) {
        DefineValue(last, constant);
      }
      if (end || !t_[i].Is(',')) return;
    }
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
    if (Type()) return;
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
    if (Type()) return;
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
    if (Type()) return;
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

  const Statement& s_;
  const Tokens& t_;
  const std::function<void(const Definition&)>& found_;
};

bool EndsInValueMark(const Statement& statement) {
  const Tokens& t = statement.tokens;
  const CodeToken& last = t.back();
  if (last.Is('>') && t.size() > 1 && t[t.size() - 2].Is('=')) return false;  // =>
  if (last.Is(':')) return statement.language == Language::kScript;
  return last.Is('=') || last.Is(',') || last.Is('(') || last.Is('[') || last.Is('?') || last.Is('&') || last.Is('|') ||
         last.IsWord("return") || last.IsWord("default");
}

// C++: `int x{5};` and the `b_{2}` of `: a_(1), b_{2} {`.
bool EndsInInitialized(const Statement& statement) {
  const Tokens& t = statement.tokens;
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
  StatementReader(statement, found).Run();
}

OpenedScope ScopeOpenedBy(const Statement& statement) {
  static const std::function<void(const Definition&)> kIgnored = [](const Definition&) {};
  const Tokens& t = statement.tokens;
  if (t.empty())
    return {statement.scope == ScopeKind::kFile ? ScopeKind::kFile : ScopeKind::kBlock, statement.container};
  const StatementReader reading(statement, kIgnored);
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
  if (keyword != kNone && !EndsInValueMark(statement)) {
    const std::size_t name = reading.TypeName(keyword);
    std::string_view called = name == kNone ? std::string_view() : t[name].text;
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
