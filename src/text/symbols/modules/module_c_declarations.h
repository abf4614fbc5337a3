// Which names of C and C++ code are being declared where they stand, by the tokens around them. Part of module_names.
#pragma once

#include <cstddef>
#include <functional>
#include <string_view>
#include <unordered_map>

#include "text/symbols/modules/module_tokens.h"

namespace forge {

// A name is asked about by its token. In doubt it is declared or may be: a declaration taken for a use would be a
// name that its header lacks. Linear over all calls.
class CDeclarations {
 public:
  explicit CDeclarations(const ModuleTokens& tokens) : t_(tokens) {}  // borrowed

  // Behind __attribute__((...)), [[...]], asm(...) and the like at `i`, whose words name nothing; `i` if none is there.
  std::size_t AfterExtension(std::size_t i) const;
  bool IsLabel(std::size_t i) const;  // of goto; also `x:` in GNU's initializers
  // int x, T x, T *const x, T<U> x, int (*x)(int), struct {...} x, typeof(y) x
  bool Declares(std::size_t i) const;
  // The names behind it in the same list: b and c of `int a = 1, *b, c[3];`.
  void EachAlso(std::size_t i, const std::function<void(std::string_view)>& declared);
  // LIST_OF(int) x
  bool MayDeclare(std::size_t i) const;

 private:
  struct Before {
    std::size_t at = 0;  // what stands before the name, its stars, qualifiers and attributes; kNone: nothing
    bool pointer = false, qualified = false;
  };
  Before BeforeName(std::size_t i) const;
  bool IsBehindType(std::size_t i, const Before& before) const;
  bool IsFunctionPointer(const Before& before) const;
  bool EndsDeclarator(std::size_t i) const;

  const ModuleTokens& t_;
  std::unordered_map<std::size_t, std::size_t> listed_;  // by the bracket around a list: how far it was read
};

}  // namespace forge
