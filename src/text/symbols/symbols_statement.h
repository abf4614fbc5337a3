// One statement of a language with braces, as tokens: what it defines, and what kind of scope its brace opens. Part of
// symbols_definitions; does not know the text around the statement but for the scope it stands in.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "text/symbols/symbols_definitions.h"

namespace forge {

enum class ScopeKind : std::uint8_t { kFile, kType, kEnum, kBlock, kValue, kGroup };

struct Statement {
  Language language = Language::kC;
  ScopeKind scope = ScopeKind::kFile;
  std::string_view container;
  std::string_view group;  // const, var or type: of a Go group
  const std::vector<CodeToken>& tokens;
  char end = ';';  // '{', ';', ',', '}' or '\n'
};

void DefineFromStatement(const Statement& statement, const std::function<void(const Definition&)>& found);

// The part of it for C, C++, Java and C#.
void DefineFromCLike(const Statement& statement, const std::function<void(const Definition&)>& found);

struct OpenedScope {
  ScopeKind kind = ScopeKind::kBlock;
  std::string_view name;  // of the type or namespace
};
OpenedScope ScopeOpenedBy(const Statement& statement);

}  // namespace forge
