// A whole file as tokens, each bracket with its partner. Part of module_names; does not know what the tokens say.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "text/symbols/symbols_language.h"

namespace forge {

// Linear. The code in templates of JavaScript and in f-strings of Python is among the tokens: between a literal and a
// literal, or in parentheses behind the literal. A JavaScript name may have '$' in it; r#x of Rust is the name x.
class ModuleTokens {
 public:
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  // Borrows the text.
  ModuleTokens(Language language, std::string_view text);

  std::size_t size() const { return tokens_.size(); }
  const CodeToken& At(std::size_t i) const;  // behind the end, and at kNone: a mark that is nothing
  bool Is(std::size_t i, char mark) const { return At(i).Is(mark); }
  bool IsWord(std::size_t i, std::string_view word) const { return At(i).IsWord(word); }
  bool IsWord(std::size_t i) const { return At(i).kind == CodeToken::Kind::kWord; }
  bool IsOneWordOf(std::size_t i, std::initializer_list<std::string_view> words) const;
  bool IsLiteral(std::size_t i) const { return At(i).kind == CodeToken::Kind::kLiteral; }
  bool IsDirective(std::size_t i) const { return At(i).kind == CodeToken::Kind::kDirective; }
  // The marks in a row with nothing between them: Reads(i, "::").
  bool Reads(std::size_t i, std::string_view marks) const;
  // An assignment's '=': not of "==", "=>", "<=", ":=", "+=" and the like.
  bool IsAssignment(std::size_t i) const;

  std::size_t Partner(std::size_t i) const;  // of an opening or closing bracket; size() if it has none
  std::size_t After(std::size_t i) const;    // behind this token, or behind the bracket that it opens
  std::size_t Parent(std::size_t i) const;   // the bracket around it; kNone at the top
  bool IsTop(std::size_t i) const { return Parent(i) == kNone; }
  bool IsFirstOnLine(std::size_t i) const;

  // What stands in the quotes; none if it is no string, or one with code in it.
  std::optional<std::string> Quoted(std::size_t i) const;

 private:
  void Read(Language language, std::string_view text);
  void DropRawMark(const CodeToken& name);
  void AddCodeOfFormat(const CodeToken& literal);
  void PairBrackets();

  std::vector<CodeToken> tokens_;
  std::vector<std::size_t> partner_, parent_;
};

}  // namespace forge
