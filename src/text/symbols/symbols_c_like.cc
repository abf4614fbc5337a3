// Statements of C, C++, Java and C#.
#include "text/symbols/statement_tokens.h"

namespace forge {
namespace {

class CLikeStatement : private StatementTokens {
 public:
  using StatementTokens::StatementTokens;

  void Run() const {
    const std::size_t start = Start();
    if (start >= t_.size() || DefineType() || !IsOpen()) return;
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

 private:
  bool IsOpen() const { return s_.scope == ScopeKind::kFile || s_.scope == ScopeKind::kType; }

  // Where the declaration begins, after annotations, attributes, labels and template parameters.
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
  void Typedef() const {
    for (std::size_t i = 0; i + 2 < t_.size(); ++i) {
      if (t_[i].Is('(') && t_[i + 1].Is('*')) return Define(i + 2, DefinitionKind::kType);
    }
    std::size_t last = t_.size();
    while (last > 1 && t_[last - 1].kind != CodeToken::Kind::kWord) --last;
    if (last > 1) Define(last - 1, DefinitionKind::kType);
  }

  // The '(' after a declared function's name; kNone when a '=' comes first or there is none.
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
};

}  // namespace

void DefineFromCLike(const Statement& statement, const std::function<void(const Definition&)>& found) {
  CLikeStatement(statement, found).Run();
}

}  // namespace forge
