// The code spans of one line of Markdown. Does not know blocks, nor what the code means.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace forge {

struct CodeSpan {
  std::string_view text;  // between the backticks, trimmed; never empty
  std::size_t begin = 0;  // of the first backtick in the line
  std::size_t end = 0;    // after the last
};

// In order; linear. Backticks without a partner of the same length are text.
std::vector<CodeSpan> CodeSpansOf(std::string_view line);

}  // namespace forge
