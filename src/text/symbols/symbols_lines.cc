// Definitions in languages whose statements are lines: Python, Ruby, shell.
#include "text/symbols/symbols_definitions.h"

#include <cstddef>
#include <vector>

namespace forge {
namespace {

// Scopes of class and def, by indentation: deeper lines are inside.
struct Block {
  int indent = 0;
  std::string_view name;
  bool is_type = false;
};

class LineScan {
 public:
  LineScan(Language language, const std::function<void(const Definition&)>& found)
      : language_(language), found_(found) {}

  void Run(std::string_view text) {
    CodeReader reader(language_, text);
    CodeToken token;
    int depth = 0;
    while (reader.Next(token)) {
      const bool new_line = !line_.empty() && token.line != last_line_ && depth == 0;
      if (new_line || (!line_.empty() && depth == 0 && token.Is(';'))) Flush();
      last_line_ = token.line;
      if (token.kind == CodeToken::Kind::kLiteral) {
        // A string of several lines ends on another line than it begins on; what follows it there is the same
        // statement.
        for (char c : token.text) last_line_ += c == '\n' ? 1 : 0;
      }
      if (language_ != Language::kShell) {
        if (token.Is('(') || token.Is('[') || token.Is('{')) ++depth;
        if ((token.Is(')') || token.Is(']') || token.Is('}')) && depth > 0) --depth;
      }
      if (line_.size() < kMostTokens) line_.push_back(token);
    }
    Flush();
  }

 private:
  static constexpr std::size_t kMostTokens = 64;

  const CodeToken& At(std::size_t i) const {
    static const CodeToken kNone{CodeToken::Kind::kMark, "\n", 0, 0};
    return i < line_.size() ? line_[i] : kNone;
  }

  void Flush() {
    if (line_.empty()) return;
    if (language_ == Language::kPython) Python();
    if (language_ == Language::kRuby) Ruby();
    if (language_ == Language::kShell) Shell();
    line_.clear();
  }

  void Leave(int indent) {
    while (!blocks_.empty() && blocks_.back().indent >= indent) blocks_.pop_back();
  }
  std::string_view Container() const {
    for (auto block = blocks_.rbegin(); block != blocks_.rend(); ++block) {
      if (block->is_type) return block->name;
    }
    return {};
  }
  bool InFunction() const { return !blocks_.empty() && !blocks_.back().is_type; }

  void Define(const CodeToken& name, DefinitionKind kind) {
    if (name.kind == CodeToken::Kind::kWord) found_({name.text, Container(), name.line, kind});
  }
  static DefinitionKind ValueKind(std::string_view name) {
    return name.find_first_of("abcdefghijklmnopqrstuvwxyz") == std::string_view::npos ? DefinitionKind::kConstant
                                                                                      : DefinitionKind::kVariable;
  }

  void Python() {
    Leave(At(0).indent);
    const std::size_t first = At(0).IsWord("async") ? 1 : 0;
    if (At(first).IsWord("def") || At(first).IsWord("class")) {
      const bool is_type = At(first).IsWord("class");
      Define(At(first + 1), is_type ? DefinitionKind::kType : DefinitionKind::kFunction);
      blocks_.push_back({At(0).indent, At(first + 1).text, is_type});
      return;
    }
    if (At(0).IsWord("self") && At(1).Is('.') && IsAssignment(3)) return Define(At(2), DefinitionKind::kVariable);
    if (At(0).IsWord("type") && At(1).kind == CodeToken::Kind::kWord && At(2).Is('='))
      return Define(At(1), DefinitionKind::kType);
    if (InFunction()) return;
    // a = b = 1; a, b = 1, 2; a: int
    for (std::size_t i = 0; At(i).kind == CodeToken::Kind::kWord; i += 2) {
      const bool more = At(i + 1).Is(',') && AssignsLater(i + 1);
      if (!more && !IsAssignment(i + 1)) break;
      Define(At(i), ValueKind(At(i).text));
      if (At(i + 1).Is(':')) break;
    }
  }

  bool IsAssignment(std::size_t i) const {
    return (At(i).Is('=') && !At(i + 1).Is('=')) ||
           (language_ == Language::kPython && At(i).Is(':') && i + 1 < line_.size());
  }
  bool AssignsLater(std::size_t i) const {
    while (At(i).Is(',') && At(i + 1).kind == CodeToken::Kind::kWord) i += 2;
    return IsAssignment(i);
  }

  void Ruby() {
    Leave(At(0).indent);
    std::size_t first = 0;
    while (At(first).IsWord("private") || At(first).IsWord("protected") || At(first).IsWord("public") ||
           At(first).IsWord("module_function") || At(first).IsWord("private_class_method"))
      ++first;
    const CodeToken& word = At(first);
    if (word.IsWord("def")) {
      std::size_t name = first + 1;
      if (At(name + 1).Is('.')) name += 2;  // self.name
      Define(At(name), DefinitionKind::kFunction);
      blocks_.push_back({At(0).indent, At(name).text, false});
    } else if (word.IsWord("class") || word.IsWord("module")) {
      std::size_t name = first + 1;
      while (At(name + 1).Is(':') && At(name + 2).Is(':')) name += 3;
      if (At(name).Is('<')) return;  // class << self
      Define(At(name), DefinitionKind::kType);
      blocks_.push_back({At(0).indent, At(name).text, true});
    } else if (word.text.starts_with("attr_")) {
      for (std::size_t i = first + 1; i < line_.size(); ++i) {
        if (At(i).Is(':')) Define(At(i + 1), DefinitionKind::kVariable);
      }
    } else if (word.IsWord("alias_method") || word.IsWord("define_method") || word.IsWord("scope") ||
               word.IsWord("alias")) {
      std::size_t name = first + 1;
      while (At(name).Is('(') || At(name).Is(':')) ++name;
      Define(At(name), DefinitionKind::kFunction);
    } else if (word.Is('@') && IsAssignment(first + 2)) {
      Define(At(first + 1), DefinitionKind::kVariable);
    } else if (word.kind == CodeToken::Kind::kWord && IsAssignment(first + 1) &&
               ValueKind(word.text) == DefinitionKind::kConstant) {
      Define(word, DefinitionKind::kConstant);
    } else if (word.kind == CodeToken::Kind::kWord && word.text[0] >= 'A' && word.text[0] <= 'Z' &&
               IsAssignment(first + 1)) {
      Define(word, DefinitionKind::kType);  // Point = Struct.new(:x)
    }
  }

  void Shell() {
    std::size_t first = 0;
    if (At(0).IsWord("function")) return Define(At(1), DefinitionKind::kFunction);
    if (At(0).kind == CodeToken::Kind::kWord && At(1).Is('(') && At(2).Is(')'))
      return Define(At(0), DefinitionKind::kFunction);
    bool declared = false;
    for (std::string_view word : {"export", "readonly", "declare", "typeset", "alias"}) {
      declared = declared || At(0).IsWord(word);
    }
    if (declared) first = 1;
    while (declared && At(first).Is('-')) first += 2;
    if (!At(first + 1).Is('=') || At(first).kind != CodeToken::Kind::kWord) return;
    Define(At(first), At(0).IsWord("alias") ? DefinitionKind::kFunction : ValueKind(At(first).text));
  }

  Language language_;
  const std::function<void(const Definition&)>& found_;
  std::vector<CodeToken> line_;
  std::vector<Block> blocks_;
  int last_line_ = 0;
};

}  // namespace

void FindLineDefinitions(Language language, std::string_view text,
                         const std::function<void(const Definition&)>& found) {
  LineScan(language, found).Run(text);
}

}  // namespace forge
