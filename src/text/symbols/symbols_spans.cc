#include "text/symbols/symbols_spans.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "base/strings.h"
#include "text/path_words.h"
#include "text/symbols/symbols.h"
#include "text/symbols/symbols_words.h"

namespace forge {
namespace {

constexpr std::size_t kLongestSymbol = 200;

bool IsNameByte(char c) { return IsLetterOrDigit(c) || c == '_'; }

bool IsIdentifier(std::string_view text) {
  if (text.empty() || IsDigit(text[0])) return false;
  return std::all_of(text.begin(), text.end(), IsNameByte);
}

// "Foo<T>::bar(int)" -> "Foo::bar": arguments are not part of the name.
std::string WithoutArguments(std::string_view text) {
  std::string kept;
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool arrow = c == '>' && i > 0 && text[i - 1] == '-';
    if (c == '(' || (c == '<' && depth == 0 && i > 0) || (c == '<' && depth > 0)) ++depth;
    if (depth == 0) kept += c;
    if (depth > 0 && (c == ')' || (c == '>' && !arrow))) --depth;
  }
  return depth == 0 ? kept : std::string();
}

// "read(file: TextIO) -> list[Entry]:" -> "read(file: TextIO)", "Box: Base {" -> "Box".
std::string_view DeclaredName(std::string_view text) {
  std::size_t end = 0;
  int depth = 0;
  for (; end < text.size() && (depth > 0 || text.substr(end).find_first_of(" :={") != 0); ++end) {
    if (text[end] == '(') ++depth;
    if (text[end] == ')' && --depth == 0) return text.substr(0, end + 1);
  }
  return text.substr(0, end);
}

// At `::`, `.`, `->` and `#`; nothing when it is not a chain of identifiers.
std::vector<std::string> ChainOf(std::string_view text) {
  std::vector<std::string> parts;
  while (true) {
    std::size_t end = 0;
    while (end < text.size() && IsNameByte(text[end])) ++end;
    if (!IsIdentifier(text.substr(0, end))) return {};
    parts.emplace_back(text.substr(0, end));
    text.remove_prefix(end);
    if (text.empty() || text == "?" || text == "!") return parts;
    if (text.starts_with("::") || text.starts_with("->") || text.starts_with("?.")) {
      text.remove_prefix(2);
    } else if (text[0] == '.' || text[0] == '#') {
      text.remove_prefix(1);
    } else {
      return {};
    }
  }
}

// snake_case, camelCase, PascalCase, CONSTANT: prose does not look like that.
bool HasShapeOfCode(std::string_view word) {
  if (word.find('_') != std::string_view::npos) return word.find_first_not_of('_') != std::string_view::npos;
  const bool upper = std::any_of(word.begin(), word.end(), IsUpper);
  return upper && word.size() > 1;
}

// Words that make of a name with arguments a statement, not a declaration.
bool IsStatementWord(std::string_view word) {
  return IsOneOf(word, {"return", "new",  "await", "throw",  "if",     "while",  "for",    "not",   "and",
                        "or",     "in",   "else",  "yield",  "assert", "raise",  "delete", "go",    "defer",
                        "case",   "with", "elif",  "except", "catch",  "switch", "match",  "until", "unless"});
}

std::size_t MatchingBracket(std::string_view text, std::size_t open) {
  int depth = 0;
  for (std::size_t i = open; i < text.size(); ++i) {
    if (text[i] == '(') ++depth;
    if (text[i] == ')' && --depth == 0) return i;
  }
  return std::string_view::npos;
}

// "int Box::read(File file)", "read(path: str) -> int", "read(path): number": a type before or after it declares it.
std::string SignatureName(std::string_view text) {
  const std::size_t open = text.find('(');
  if (open == std::string_view::npos) return {};
  std::size_t begin = open;
  while (begin > 0 && (IsNameByte(text[begin - 1]) || text[begin - 1] == ':' || text[begin - 1] == '.')) --begin;
  const std::size_t close = MatchingBracket(text, open);
  if (begin == open || close == std::string_view::npos) return {};
  const std::string_view before = Trim(text.substr(0, begin)), after = Trim(text.substr(close + 1));
  if (before.empty() && after.empty()) return {};  // a call
  const bool types = std::all_of(before.begin(), before.end(), [](char c) {
    return IsNameByte(c) || std::string_view(":<>,*&[]. ?").find(c) != std::string_view::npos;
  });
  constexpr std::size_t kMostWords = 5;
  const std::vector<std::string_view> words = Split(before, ' ');
  if (!types || words.size() > kMostWords || std::ranges::any_of(words, IsStatementWord)) return {};
  if (!before.empty() && !IsLetter(before[0])) return {};
  bool declares = after.empty() || (after == ";" && !before.empty());
  for (std::string_view sign : {"->", ":", "=>", "{", "const", "noexcept", "throws", "override", "= 0", "error", "("})
    declares = declares || after.starts_with(sign);
  return declares ? std::string(text.substr(begin, open - begin)) + "()" : std::string();
}

// "(l *Box) Read(path string) error", as Go writes methods: "Box.Read()".
std::string MethodOfReceiver(std::string_view text) {
  const std::size_t close = text.find(')');
  if (close == std::string_view::npos) return {};
  std::size_t end = close;
  while (end > 0 && !IsNameByte(text[end - 1])) --end;
  std::size_t begin = end;
  while (begin > 0 && IsNameByte(text[begin - 1])) --begin;
  const std::string_view name = Trim(text.substr(close + 1));
  const std::size_t open = name.find('(');
  if (begin == end || open == std::string_view::npos || !IsIdentifier(name.substr(0, open))) return {};
  return std::string(text.substr(begin, end - begin)) + "." + std::string(name.substr(0, open)) + "()";
}

// "async def read(file)" -> "read(file)", "pub(crate) fn read()" -> "read()"; empty when it declares nothing.
std::string DeclaredBy(std::string_view span) {
  std::string_view rest = span, last;
  while (true) {
    const std::size_t blank = rest.find(' ');
    const std::string_view word = rest.substr(0, blank == std::string_view::npos ? 0 : blank);
    if (word.empty() || (!IsDeclaringWord(word) && !word.starts_with("pub("))) break;
    last = word;
    rest = Trim(rest.substr(blank));
  }
  if (last.empty()) return span.find(' ') == std::string_view::npos ? std::string() : SignatureName(span);
  if (rest.starts_with('(')) return MethodOfReceiver(rest);
  if (IsModifier(last)) {
    if (std::string name = SignatureName(rest); !name.empty()) return name;
  }
  return std::string(DeclaredName(rest));
}

// What "a method" introduces is no name when it is one of these.
bool IsProse(std::string_view word) {
  return IsOneOf(word, {"a",    "an",   "and",   "are",   "as",  "at",   "be",   "by",      "called", "can",   "do",
                        "does", "for",  "from",  "has",   "if",  "in",   "into", "is",      "it",     "named", "no",
                        "not",  "of",   "on",    "or",    "so",  "than", "that", "the",     "then",   "this",  "to",
                        "we",   "when", "where", "which", "who", "will", "with", "without", "you"});
}

}  // namespace

bool IsPlainName(std::string_view word, bool called, std::string_view word_before) {
  const std::vector<std::string> chain = word.size() > kLongestSymbol ? std::vector<std::string>() : ChainOf(word);
  if (chain.empty() || LooksLikeFile(word) || IsNoSymbol(chain.back())) return false;
  const std::string& name = chain.back();
  if (called) return true;
  bool humps = false;
  for (std::size_t i = 1; i < name.size(); ++i) humps = humps || (IsLower(name[i - 1]) && IsUpper(name[i]));
  const std::size_t bar = name.find('_', 1);
  if (humps || (bar != std::string::npos && bar + 1 < name.size())) return true;
  return IsSymbolNoun(word_before) && !IsProse(Lower(word)) && !IsSymbolNoun(Lower(word));
}

void FindDeclaredNames(std::string_view line, const std::function<void(std::string_view)>& found) {
  line = Trim(line);
  if (line.starts_with('+')) line = Trim(line.substr(1));
  if (const auto whole = ParseSymbol(line); whole && whole->is_new) found(whole->name);
  bool defines = false;
  for (std::size_t i = 0; i < line.size();) {
    std::size_t end = i;
    while (end < line.size() && IsNameByte(line[end])) ++end;
    const std::string_view word = line.substr(i, end - i);
    if (defines && IsIdentifier(word) && !IsNoSymbol(word)) found(word);
    if (!word.empty()) defines = IsDefiningWord(word);
    i = std::max(end, i + 1);
  }
}

std::optional<NamedSymbol> ParseSymbol(std::string_view span) {
  if (span.size() > kLongestSymbol || LooksLikeFile(span)) return std::nullopt;
  const std::string declared = DeclaredBy(span);
  if (!declared.empty()) span = declared;
  const bool called = span.find('(') != std::string_view::npos && span.ends_with(')');
  if (!called && span.find_first_of(" \t") != std::string_view::npos) return std::nullopt;
  const std::string text = WithoutArguments(span);
  const std::vector<std::string> chain = ChainOf(text);
  if (chain.empty()) return std::nullopt;
  NamedSymbol symbol;
  symbol.name = chain.back();
  if (chain.size() > 1) symbol.qualifier = chain[chain.size() - 2];
  // example.com, foo.org
  for (std::string_view domain : {"com", "org", "net", "io", "dev"}) {
    if (chain.size() > 1 && !called && symbol.name == domain) return std::nullopt;
  }
  if (IsNoSymbol(symbol.name) && (chain.size() == 1 || symbol.name == symbol.qualifier)) return std::nullopt;
  if (symbol.name.size() < 3) return std::nullopt;  // too short to be looked for
  symbol.is_new = !declared.empty();
  symbol.written = text;
  while (symbol.written.ends_with('?') || symbol.written.ends_with('!')) symbol.written.pop_back();
  symbol.tentative = chain.size() == 1 && !called && !HasShapeOfCode(symbol.name);
  return symbol;
}

}  // namespace forge
