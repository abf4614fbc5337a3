#include "surface/view/columns.h"

#include <algorithm>
#include <cstdint>

#include "base/display.h"
#include "base/flow.h"
#include "base/strings.h"

namespace forge {

namespace {

constexpr std::size_t kNarrowest = 24;  // of the last column; below that every row becomes a few lines

std::string Small(std::string_view head) { return Lower(Trim(head)); }

// A row as text: its first cell, the others with their heads, and the last one below.
std::string Stacked(const Palette& palette, const std::vector<std::string>& head, const std::vector<Cell>& row,
                    std::size_t width, LastColumn last_column) {
  const std::string indent(
      row[0].text.find_first_not_of(' ') == std::string::npos ? 0 : row[0].text.find_first_not_of(' '), ' ');
  std::string line = palette.Paint(row[0].tone, Fit(TrimRight(row[0].text), SIZE_MAX));
  const char* before = "  ";
  for (std::size_t i = 1; i + 1 < row.size(); ++i) {
    if (Trim(row[i].text).empty() || row[i].text == "-") continue;
    line += before + (Trim(head[i]).empty() ? "" : Small(head[i]) + " ") +
            palette.Paint(row[i].tone, Fit(row[i].text, SIZE_MAX));
    before = "; ";
  }
  const Cell& last = row.back();
  constexpr std::size_t kMostLines = 3;
  const std::string text =
      FitWords(last.text, last_column == LastColumn::kFlows ? SIZE_MAX : (width - indent.size() - 4) * kMostLines);
  if (!Trim(text).empty() && text != "-") line += "\n" + indent + "    " + palette.Paint(last.tone, text);
  return Flow(line, width) + "\n";
}

}  // namespace

std::string FormatColumns(const Palette& palette, const std::vector<std::string>& head,
                          const std::vector<std::vector<Cell>>& rows, std::size_t width, LastColumn last_column) {
  const bool flows = last_column == LastColumn::kFlows;
  std::vector<std::size_t> widths;
  for (const std::string& title : head) widths.push_back(title.size());
  for (const auto& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], DisplayWidth(row[i].text));
  }
  std::size_t before = 0;
  for (std::size_t i = 0; i + 1 < widths.size(); ++i) before += widths[i] + 2;
  const std::size_t wanted = widths.empty() ? 0 : std::min(widths.back(), kNarrowest);
  // Further lines stand in the column of the last, which must begin in the left half.
  const bool no_room = flows && before > width / 2 && before + widths.back() > width;
  if (width > 0 && (no_room || before + wanted > width)) {
    std::string text;
    for (const auto& row : rows) text += Stacked(palette, head, row, width, last_column);
    return text;
  }
  const std::size_t room = width == 0 || flows ? SIZE_MAX : width - before;
  auto append = [&](std::string& text, std::size_t i, std::string_view cell, Tone tone) {
    const bool last = i + 1 == widths.size();
    const std::string fitted = last ? FitWords(cell, room) : PadRight(Fit(cell, SIZE_MAX), widths[i]) + "  ";
    text += palette.Paint(tone, fitted);
  };
  std::string text;
  for (std::size_t i = 0; i < head.size(); ++i) append(text, i, head[i], Tone::kFaint);
  text += "\n";
  for (const auto& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) append(line, i, row[i].text, row[i].tone);
    text += Flow(TrimRight(line), flows ? width : 0) + "\n";
  }
  return text;
}

}  // namespace forge
