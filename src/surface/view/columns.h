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

// What does not fit of a last column: is left out, or flows onto further lines, where it is to be typed or read whole.
enum class LastColumn { kCut, kFlows };

// Rows of equal length under a head; the last column has what `width` leaves (0: all it needs) and is broken between
// words. Where that is too little, every row is a few lines without a head.
std::string FormatColumns(const Palette& palette, const std::vector<std::string>& head,
                          const std::vector<std::vector<Cell>>& rows, std::size_t width,
                          LastColumn last_column = LastColumn::kCut);

}  // namespace forge
