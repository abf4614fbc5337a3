// Markdown without its HTML comments: blanks in their place, so that lines and columns stay. Does not know plans.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "text/markdown.h"

namespace forge {

// The document's lines. A comment in code or in a heading stays, and so does one that is not closed in its paragraph.
// Linear.
std::string BlankComments(const Markdown& document);
std::string BlankComments(std::string_view markdown);

// The same in the bytes [begin, end) of a text without blocks.
void BlankInlineComments(std::string& text, std::size_t begin = 0, std::size_t end = std::string::npos);

}  // namespace forge
