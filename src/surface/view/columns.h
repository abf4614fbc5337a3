// Rows of text as a table, for people.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "surface/view/tones.h"

namespace forge {

struct Cell {
  std::string text;
  Tone tone = Tone::kPlain;
};

// Rows of equal length under a head; the last column is cut to what `width` leaves (0: never).
std::string FormatColumns(const Palette& palette, const std::vector<std::string>& head,
                          const std::vector<std::vector<Cell>>& rows, std::size_t width);

}  // namespace forge
