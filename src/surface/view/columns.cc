#include "surface/view/columns.h"

#include <algorithm>
#include <cstdint>

#include "base/display.h"
#include "base/strings.h"

namespace forge {

std::string FormatColumns(const Palette& palette, const std::vector<std::string>& head,
                          const std::vector<std::vector<Cell>>& rows, std::size_t width) {
  constexpr std::size_t kNarrowest = 20;
  std::vector<std::size_t> widths;
  for (const std::string& title : head) widths.push_back(title.size());
  for (const auto& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], DisplayWidth(row[i].text));
  }
  std::size_t before = 0;
  for (std::size_t i = 0; i + 1 < widths.size(); ++i) before += widths[i] + 2;
  const std::size_t room = width == 0 ? SIZE_MAX : std::max(kNarrowest, width > before ? width - before : 0);
  auto append = [&](std::string& text, std::size_t i, std::string_view cell, Tone tone) {
    const bool last = i + 1 == widths.size();
    const std::string fitted = last ? Fit(cell, room) : PadRight(Fit(cell, SIZE_MAX), widths[i]) + "  ";
    text += palette.Paint(tone, fitted);
  };
  std::string text;
  for (std::size_t i = 0; i < head.size(); ++i) append(text, i, head[i], Tone::kFaint);
  text += "\n";
  for (const auto& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) append(line, i, row[i].text, row[i].tone);
    text += std::string(TrimRight(line)) + "\n";
  }
  return text;
}

}  // namespace forge
