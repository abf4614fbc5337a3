// Text made ready for a terminal or a page. Widths are counted in the columns a terminal shows, not in bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace forge {

std::size_t DisplayWidth(std::string_view text);
// Cut to `width` columns, ending in `mark` when something was cut. Line ends and control characters become spaces.
std::string Fit(std::string_view text, std::size_t width, std::string_view mark = "..");
// The same, cut between words where there are some.
std::string FitWords(std::string_view text, std::size_t width, std::string_view mark = "..");
std::string PadRight(std::string_view text, std::size_t width);

std::string Counted(std::int64_t count, std::string_view noun);  // "1 step", "2 steps"

// For HTML and XML: markup is escaped, and characters that a page must not hold are replaced.
std::string EscapeMarkup(std::string_view text);

}  // namespace forge
