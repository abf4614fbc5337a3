#include "surface/view/columns.h"

#include <algorithm>
#include <cstdint>

#include "base/strings.h"

namespace forge::cli {
namespace {

std::uint32_t CodePoint(std::string_view sequence) {
  const auto first = static_cast<unsigned char>(sequence[0]);
  std::uint32_t value = sequence.size() == 1 ? first : first & (0xFFU >> (sequence.size() + 1));
  for (char c : sequence.substr(1)) value = value << 6U | (static_cast<unsigned char>(c) & 0x3FU);
  return value;
}

// The blocks that terminals draw over two columns, or over none; near enough for cutting lines.
std::size_t WidthOf(std::uint32_t c) {
  const bool none = (c >= 0x300 && c <= 0x36F) || (c >= 0x200B && c <= 0x200F) || (c >= 0xFE00 && c <= 0xFE0F);
  if (none) return 0;
  const bool wide = (c >= 0x1100 && c <= 0x115F) || (c >= 0x2E80 && c <= 0xA4CF) || (c >= 0xAC00 && c <= 0xD7A3) ||
                    (c >= 0xF900 && c <= 0xFAFF) || (c >= 0xFE30 && c <= 0xFE6F) || (c >= 0xFF00 && c <= 0xFF60) ||
                    (c >= 0x1F300 && c <= 0x1FAFF) || (c >= 0x20000 && c <= 0x3FFFD);
  return wide ? 2 : 1;
}

// The next character of `text`, taken off it: its bytes (one blank for what must not reach a terminal) and width.
std::string TakeCharacter(std::string_view& text, std::size_t& width) {
  const std::size_t length = Utf8Length(text);
  const auto first = static_cast<unsigned char>(text[0]);
  std::string bytes(text.substr(0, std::max<std::size_t>(length, 1)));
  text.remove_prefix(bytes.size());
  width = 1;
  if (length == 0) return "\xEF\xBF\xBD";
  if (first < 0x20 || first == 0x7F) return " ";
  const std::uint32_t point = CodePoint(bytes);
  if (point >= 0x80 && point < 0xA0) return " ";
  width = WidthOf(point);
  return bytes;
}

// Printable ASCII: a column for each byte, and nothing to look at.
bool IsPlain(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c <= '~'; });
}

}  // namespace

std::size_t DisplayWidth(std::string_view text) {
  if (IsPlain(text)) return text.size();
  std::size_t total = 0;
  while (!text.empty()) {
    std::size_t width = 0;
    TakeCharacter(text, width);
    total += width;
  }
  return total;
}

std::string Fit(std::string_view text, std::size_t width) {
  if (IsPlain(text) && text.size() <= width) return std::string(text);
  std::string out;
  std::string kept;  // what stays when something has to be cut
  std::size_t column = 0;
  while (!text.empty()) {
    std::size_t wide = 0;
    const std::string bytes = TakeCharacter(text, wide);
    if (column + wide > width) return kept + std::string(std::min<std::size_t>(2, width), '.');
    column += wide;
    out += bytes;
    if (column + 2 <= width) kept = out;
  }
  return out;
}

std::string PadRight(std::string_view text, std::size_t width) {
  const std::size_t own = DisplayWidth(text);
  return std::string(text) + std::string(own < width ? width - own : 0, ' ');
}

std::string FormatColumns(const Output& out, const std::vector<std::string>& head,
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
    text += out.Paint(tone, fitted);
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

}  // namespace forge::cli
