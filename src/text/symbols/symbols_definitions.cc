#include "text/symbols/symbols_definitions.h"

#include <cstddef>
#include <utility>
#include <vector>

#include "base/strings.h"
#include "text/symbols/symbols_statement.h"

namespace forge {
namespace {

constexpr std::size_t kMostTokens = 256;  // of one statement; the rest of a long table defines nothing

// A file of a language with braces: cuts it into statements and follows the scopes.
class BraceScan {
 public:
  BraceScan(Language language, const std::function<void(const Definition&)>& found)
      : language_(language), found_(found) {}

  void Run(std::string_view text) {
    CodeReader reader(language_, text);
    CodeToken token;
    scopes_.push_back({});
    while (reader.Next(token)) {
      if (token.kind == CodeToken::Kind::kDirective) {
        Directive(token);
        continue;
      }
      if (EndsLine(token)) End('\n');
      Take(token);
      last_line_ = token.line;
    }
    End(';');
  }

 private:
  struct Scope {
    ScopeKind kind = ScopeKind::kFile;
    std::string_view name;
    std::string_view group;
    int parentheses = 0;            // open in the current statement
    std::vector<CodeToken> before;  // the statement that its brace is part of
    bool goes_on = false;           // that statement goes on after the brace
  };

  Scope& scope() { return scopes_.back(); }
  Statement Here(char end) { return {language_, scope().kind, scope().name, scope().group, tokens_, end}; }

  // Go and JavaScript end statements with the line.
  bool EndsLine(const CodeToken& token) const {
    if (language_ != Language::kGo && language_ != Language::kScript) return false;
    if (tokens_.empty() || token.line == last_line_ || scopes_.back().parentheses > 0) return false;
    const CodeToken& last = tokens_.back();
    if (last.kind == CodeToken::Kind::kMark && !last.Is(')') && !last.Is(']') && !last.Is('}')) return false;
    if (token.kind != CodeToken::Kind::kMark) return true;
    return language_ == Language::kGo ||
           std::string_view("{.=?:+-*/&|<>,(").find(token.text[0]) == std::string_view::npos;
  }

  void Take(const CodeToken& token) {
    if (token.kind != CodeToken::Kind::kMark) return Add(token);
    switch (token.text[0]) {
      case '{': return Open(false);
      case '}': return Close(token);
      case '(':
        if (IsGoGroup()) return Open(true);
        if (++scope().parentheses == 1 || KeepsInside()) Add(token);
        return;
      case ')':
        if (scope().kind == ScopeKind::kGroup && scope().parentheses == 0) return Close(token);
        if (scope().parentheses > 0) --scope().parentheses;
        if (scope().parentheses == 0) AddClosing(token);
        return;
      case ';':
        if (scope().parentheses > 0) return;
        End(';');
        // What follows the constants of an enum in Java and PHP are its members.
        if (scope().kind == ScopeKind::kEnum && language_ != Language::kPhp) scope().kind = ScopeKind::kType;
        return;
      case ',':
        if (scope().parentheses == 0 && EndsAtComma()) return End(',');
        return Add(token);
      default: return Add(token);
    }
  }

  bool KeepsInside() const { return language_ == Language::kGo; }
  bool IsGoGroup() const {
    return language_ == Language::kGo && tokens_.size() == 1 && scopes_.back().parentheses == 0 &&
           (tokens_[0].IsWord("const") || tokens_[0].IsWord("var") || tokens_[0].IsWord("type"));
  }
  bool EndsAtComma() const {
    const ScopeKind kind = scopes_.back().kind;
    if (kind == ScopeKind::kEnum) return true;
    if (language_ == Language::kRust) return kind == ScopeKind::kType && !HasOpenAngle();
    return language_ == Language::kScript && kind == ScopeKind::kValue;
  }
  bool HasOpenAngle() const {
    int depth = 0;
    for (const CodeToken& token : tokens_) depth += token.Is('<') ? 1 : token.Is('>') ? -1 : 0;
    return depth > 0;
  }

  void Add(const CodeToken& token) {
    const int open = scope().parentheses;
    const bool inside = open > 0 && !(open == 1 && token.Is('('));
    // What stands in parentheses defines nothing, but for the name of a pointer to a function and PHP's define().
    const bool wanted =
        !inside || KeepsInside() || (tokens_.size() < 16 && !tokens_.empty() && KeptBehind(tokens_.back()));
    if (wanted && tokens_.size() < kMostTokens) tokens_.push_back(token);
  }
  bool KeptBehind(const CodeToken& last) const {
    if (last.Is('(') && language_ == Language::kPhp) return true;
    if (language_ != Language::kC) return false;
    return last.Is('(') || (last.Is('*') && tokens_.size() > 1 && tokens_[tokens_.size() - 2].Is('('));
  }
  void AddClosing(const CodeToken& token) {
    if (tokens_.size() < kMostTokens) tokens_.push_back(token);
  }

  void End(char end) {
    if (!tokens_.empty()) DefineFromStatement(Here(end), found_);
    tokens_.clear();
    scope().parentheses = 0;
  }

  void Open(bool group) {
    constexpr std::size_t kDeepest = 2000;
    if (scopes_.size() > kDeepest) return;
    Scope opened;
    if (group) {
      opened.kind = ScopeKind::kGroup;
      opened.group = tokens_[0].text;
    } else if (scope().parentheses > 0) {
      opened.kind = language_ == Language::kScript && !tokens_.empty() && tokens_.back().Is('(') ? ScopeKind::kValue
                                                                                                 : ScopeKind::kBlock;
      opened.goes_on = true;
    } else {
      const Statement here = Here('{');
      const OpenedScope made = ScopeOpenedBy(here);
      opened.kind = made.kind;
      opened.name = made.name;
      // `const a = b` in front of an object is a statement of its own; so is whatever is not a value.
      opened.goes_on = made.kind == ScopeKind::kValue;
      if (!opened.goes_on) DefineFromStatement(here, found_);
      if (opened.name.empty()) opened.name = scope().name;
    }
    opened.before = std::move(tokens_);
    tokens_.clear();
    scopes_.push_back(std::move(opened));
  }

  void Close(const CodeToken& token) {
    End('}');
    if (scopes_.size() == 1) return;
    Scope closed = std::move(scopes_.back());
    scopes_.pop_back();
    const bool aliased = !closed.before.empty() && closed.before[0].IsWord("typedef");
    if (closed.goes_on) {
      tokens_ = std::move(closed.before);
      if (scope().parentheses == 0) AddClosing(token);
    } else if (aliased) {
      tokens_ = {closed.before[0], token};  // typedef struct { ... } name;
    } else if (closed.kind != ScopeKind::kGroup && language_ != Language::kC) {
      scope().parentheses = 0;
    }
  }

  void Directive(const CodeToken& token) {
    std::string_view text = token.text;
    auto word = [&text] {
      text = Trim(text);
      std::size_t end = 0;
      while (end < text.size() && (text[end] == '_' || (text[end] >= '0' && text[end] <= '9') ||
                                   (text[end] >= 'a' && text[end] <= 'z') || (text[end] >= 'A' && text[end] <= 'Z')))
        ++end;
      std::string_view found = text.substr(0, end);
      text.remove_prefix(end);
      return found;
    };
    const std::string_view name = word();
    if (name == "define") {
      const std::string_view defined = word();
      const bool function = text.starts_with('(');
      if (!defined.empty())
        found_({defined, {}, token.line, function ? DefinitionKind::kFunction : DefinitionKind::kConstant});
    } else if (name.starts_with("if")) {
      depths_.push_back(scopes_.size());
    } else if (name.starts_with("el") && !depths_.empty()) {
      // Both branches may open the same brace: it is one.
      while (scopes_.size() > depths_.back()) Drop();
    } else if (name == "endif" && !depths_.empty()) {
      depths_.pop_back();
    }
  }
  void Drop() {
    Scope dropped = std::move(scopes_.back());
    scopes_.pop_back();
    tokens_ = dropped.goes_on ? std::move(dropped.before) : std::vector<CodeToken>();
  }

  Language language_;
  const std::function<void(const Definition&)>& found_;
  std::vector<Scope> scopes_;
  std::vector<CodeToken> tokens_;
  std::vector<std::size_t> depths_;
  int last_line_ = 0;
};

}  // namespace

void FindDefinitions(Language language, std::string_view text, const std::function<void(const Definition&)>& found) {
  switch (language) {
    case Language::kUnknown: return;
    case Language::kPython:
    case Language::kRuby:
    case Language::kShell: return FindLineDefinitions(language, text, found);
    default: return BraceScan(language, found).Run(text);
  }
}

}  // namespace forge
