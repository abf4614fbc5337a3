// Unicode letters as far as comparing words needs them: case, accents, scripts without spaces. No locale, no tables of
// the whole standard: what is not covered stays as it is, on both sides of a comparison.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace forge {

// The code point `text` starts with, and its bytes; 0xFFFD and one byte where it is not valid.
struct CodePoint {
  char32_t value = 0;
  std::size_t bytes = 1;
};
CodePoint FirstCodePoint(std::string_view text);

void AppendUtf8(std::string& out, char32_t point);

bool IsLetter(char32_t point);  // letters, digits and the marks that belong to them
bool IsUpperCase(char32_t point);
// Chinese, Japanese, Thai and the like: no spaces between words.
bool IsUnspaced(char32_t point);

// Lower case without accents, for Latin, Greek, Cyrillic, Armenian and full-width letters.
char32_t Folded(char32_t point);

}  // namespace forge
