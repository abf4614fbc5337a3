// A sentence about code as words, marks and code spans. Knows how they are written, not what they mean (said_shapes.h).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "text/said_sentences.h"
#include "text/said_words.h"

namespace forge {

// A word in lower case, a mark, or code.
struct SaidToken {
  enum class Kind { kWord, kMark, kCode };
  Kind kind = Kind::kWord;
  std::string word;
  char mark = '\0';       // ',' ';' ':' '-' '(' ')' '&' '+'; '?' for any other
  std::size_t place = 0;  // in the sentence
  bool Is(char wanted) const { return kind == Kind::kMark && mark == wanted; }
  bool IsWordIn(std::string_view list) const { return kind == Kind::kWord && IsIn(list, word); }
};

// In the order of the sentence. "exits with `0`" gives a word for its number.
std::vector<SaidToken> ReadSaidTokens(const SaidSentence& sentence);

}  // namespace forge
