// The one line that represents a text in lists and logs.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace forge {

// The first line with words in it, without Markdown's marks; at most `limit` bytes, then "...".
std::string FirstLine(std::string_view text, std::size_t limit);

// The same, cut at the end of a word where the line has one.
std::string FirstLineInWords(std::string_view text, std::size_t limit);

}  // namespace forge
