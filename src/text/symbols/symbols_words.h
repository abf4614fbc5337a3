// Words in code spans that are not symbols of a repository: keywords, literals, programs, upper-case words of everyday
// use. Part of symbols.
#pragma once

#include <string_view>

namespace forge {

bool IsNoSymbol(std::string_view word);

// "function", "class", "method" ...: a plain word beside one of these is a symbol.
bool IsSymbolNoun(std::string_view word);

// "class", "def", "fn", "static" ...: in a code span, what follows is declared.
bool IsDeclaringWord(std::string_view word);

// Those of them that a type and a name may follow: "static", "public" ...
bool IsModifier(std::string_view word);

// Those that the name follows at once: "class", "def" ...
bool IsDefiningWord(std::string_view word);

// "add", "new", "create" ...: what follows is made by the plan.
bool IsMakingWord(std::string_view word);

// "change", "existing", "remove" ...: what follows is said to be there already.
bool IsExistingWord(std::string_view word);

}  // namespace forge
