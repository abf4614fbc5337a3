#include "text/symbols/statement_tokens.h"

#include "base/strings.h"

namespace forge {
namespace {

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

}  // namespace

bool IsWordIn(const CodeToken& token, std::initializer_list<std::string_view> words) {
  return token.kind == CodeToken::Kind::kWord && IsOneOf(token.text, words);
}

std::size_t StatementTokens::TypeKeyword() const {
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

std::size_t StatementTokens::TypeName(std::size_t keyword) const {
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

bool StatementTokens::DeclaresFunction() const {
  int angles = 0;
  for (std::size_t i = 1; i < t_.size(); ++i) {
    if (t_[i].Is('<')) ++angles;
    if (t_[i].Is('>') && angles > 0) --angles;
    if (angles > 0 || !t_[i].Is('(') || t_[i - 1].kind != CodeToken::Kind::kWord) continue;
    if (!IsWordIn(t_[i - 1], {"alignas", "__attribute__", "__declspec", "decltype"})) return true;
  }
  return false;
}

const CodeToken& StatementTokens::At(std::size_t i) const {
  static const CodeToken kNothing{CodeToken::Kind::kMark, "\n", 0, 0};
  return i < t_.size() ? t_[i] : kNothing;
}

void StatementTokens::Define(std::size_t i, DefinitionKind kind, std::string_view container) const {
  if (At(i).kind == CodeToken::Kind::kWord) found_({At(i).text, container, At(i).line, kind});
}

void StatementTokens::DefineValue(std::size_t i, bool constant) const {
  Define(i, constant || IsConstantName(At(i).text) ? DefinitionKind::kConstant : DefinitionKind::kVariable);
}

std::size_t StatementTokens::Find(char mark, std::size_t from) const {
  while (from < t_.size() && !t_[from].Is(mark)) ++from;
  return from < t_.size() ? from : kNone;
}

std::size_t StatementTokens::FindWord(std::string_view word) const {
  for (std::size_t i = 0; i < t_.size(); ++i) {
    if (t_[i].IsWord(word)) return i;
  }
  return kNone;
}

std::size_t StatementTokens::AfterAngles(std::size_t i) const {
  int depth = 0;
  for (; i < t_.size(); ++i) {
    if (t_[i].Is('<')) ++depth;
    if (t_[i].Is('>') && --depth == 0) return i + 1;
  }
  return i;
}

bool StatementTokens::DefineType() const {
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
    if (name >= 3 && At(name - 1).Is(':') && At(name - 3).kind == CodeToken::Kind::kWord) container = At(name - 3).text;
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

}  // namespace forge
