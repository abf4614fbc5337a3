// The tokens of one statement, with the queries that all languages with braces need. Part of symbols_statement; does
// not know what a single language's statements look like.
#pragma once

#include <cstddef>
#include <functional>
#include <initializer_list>
#include <string_view>
#include <vector>

#include "text/symbols/symbols_statement.h"

namespace forge {

bool IsWordIn(const CodeToken& token, std::initializer_list<std::string_view> words);

class StatementTokens {
 public:
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  // Borrows both.
  StatementTokens(const Statement& statement, const std::function<void(const Definition&)>& found)
      : s_(statement), t_(statement.tokens), found_(found) {}

  // Index of the keyword that makes this a type or a namespace.
  std::size_t TypeKeyword() const;
  // The name after the keyword: of `class EXPORT Foo final : Bar` the last word before what cannot be a name.
  std::size_t TypeName(std::size_t keyword) const;
  bool IsNamespace(std::size_t keyword) const { return IsWordIn(t_[keyword], {"namespace", "module", "mod"}); }

 protected:
  const CodeToken& At(std::size_t i) const;  // after the end: a line end
  std::size_t Find(char mark, std::size_t from = 0) const;
  std::size_t FindWord(std::string_view word) const;
  std::size_t AfterAngles(std::size_t i) const;

  void Define(std::size_t i, DefinitionKind kind, std::string_view container) const;
  void Define(std::size_t i, DefinitionKind kind) const { Define(i, kind, s_.container); }
  void DefineValue(std::size_t i, bool constant = false) const;
  // True when the statement was a type, a namespace or an alias.
  bool DefineType() const;

  const Statement& s_;
  const std::vector<CodeToken>& t_;
  const std::function<void(const Definition&)>& found_;

 private:
  bool DeclaresFunction() const;
};

}  // namespace forge
