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

// Rows of equal length under a head; the last column is cut between words to what `width` leaves (0: never). Where that
// is too little, every row is a few lines without a head.
std::string FormatColumns(const Palette& palette, const std::vector<std::string>& head,
                          const std::vector<std::vector<Cell>>& rows, std::size_t width);

}  // namespace forge
