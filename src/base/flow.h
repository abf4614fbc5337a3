// Text for people, laid out for a terminal's width: wrapped between words. Knows no terminal.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace forge {

// Every line that is wider than `width` columns is broken between words; 0: nothing is. Further lines stand under the
// text of the first: after its indentation and its `| `, or in its column, which begins after two spaces or more. A
// column that begins in the right half is moved below. A word that does not fit there stands further left; one wider
// than the terminal stays whole. Colours take no room.
std::string Flow(std::string_view text, std::size_t width);

}  // namespace forge
