// Text in columns, for people. Widths are counted in what a terminal shows, not in bytes.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "surface/cli/output.h"

namespace forge::cli {

std::size_t DisplayWidth(std::string_view text);
// Cut to `width` columns, with a mark when something was cut. Line ends and control characters become blanks.
std::string Fit(std::string_view text, std::size_t width);
std::string PadRight(std::string_view text, std::size_t width);

struct Cell {
  std::string text;
  Tone tone = Tone::kPlain;
};

// Rows of equal length under a head; the last column is cut to what `width` leaves (0: never).
std::string FormatColumns(const Output& out, const std::vector<std::string>& head,
                          const std::vector<std::vector<Cell>>& rows, std::size_t width);

}  // namespace forge::cli
