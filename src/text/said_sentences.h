// The sentences of a text with code spans, and which lines are one sentence. Knows punctuation, not what is said.
#pragma once

#include <string_view>
#include <vector>

#include "text/code_spans.h"

namespace forge {

struct SaidSentence {
  std::string_view text;
  std::vector<CodeSpan> spans;  // their places are in `text`
  bool asks = false;            // it ends with a question mark
};

// In order, with all of the text. A full stop ends a sentence only where it cannot be part of an abbreviation, and no
// end of a line ends one that goes on (below). Linear.
std::vector<SaidSentence> SplitSaidSentences(std::string_view text);

// Follows a paragraph line by line.
class SentenceEnd {
 public:
  // Does `line` go on with the sentence of the line before? On doubt it does if that sentence denies something. A line
  // that is a command without backticks is a sentence of its own.
  bool GoesOn(std::string_view line) const;
  void Add(std::string_view line, bool goes_on);

 private:
  bool open_ = false;  // there is a line before
  bool has_code_ = false;
  bool finished_ = false;    // by punctuation
  bool denies_ = false;      // its last sentence does
  bool wants_more_ = false;  // it ends with a comma, "and", "prints" ...
  bool ends_with_code_ = false;
  bool says_outcome_ = false;  // "... must pass"
  int brackets_ = 0;
};

}  // namespace forge
