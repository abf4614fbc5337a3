#include "base/display.h"

#include <algorithm>

#include "base/strings.h"

namespace forge {
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

// The next character of `text`, taken off it: its bytes (one space for what must not reach a terminal) and width.
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

std::string Fit(std::string_view text, std::size_t width, std::string_view mark) {
  const std::size_t mark_width = DisplayWidth(mark);
  if (IsPlain(text) && text.size() <= width) return std::string(text);
  std::string out;
  std::string kept;  // what stays when something has to be cut
  std::size_t column = 0;
  while (!text.empty()) {
    std::size_t wide = 0;
    const std::string bytes = TakeCharacter(text, wide);
    if (column + wide > width) return kept + std::string(mark_width <= width ? mark : mark.substr(0, width));
    column += wide;
    out += bytes;
    if (column + mark_width <= width) kept = out;
  }
  return out;
}

std::string FitWords(std::string_view text, std::size_t width, std::string_view mark) {
  std::string fitted = Fit(text, width, mark);
  if (DisplayWidth(text) <= width || !fitted.ends_with(mark)) return fitted;
  const std::string_view kept = std::string_view(fitted).substr(0, fitted.size() - mark.size());
  if (text.substr(kept.size()).starts_with(' ')) return fitted;
  const std::size_t space = kept.find_last_of(' ');
  const std::size_t end = space == std::string_view::npos ? space : kept.find_last_not_of(' ', space);
  if (end == std::string_view::npos) return fitted;
  return fitted.substr(0, end + 1) + " " + std::string(mark);
}

std::string PadRight(std::string_view text, std::size_t width) {
  const std::size_t own = DisplayWidth(text);
  return std::string(text) + std::string(own < width ? width - own : 0, ' ');
}

std::string Counted(std::int64_t count, std::string_view noun) {
  return std::to_string(count) + " " + std::string(noun) + (count == 1 ? "" : "s");
}

std::string EscapeMarkup(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (char c : ValidUtf8(text)) {
    const auto byte = static_cast<unsigned char>(c);
    switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      case '\'': out += "&#39;"; break;
      case '\n':
      case '\t': out += c; break;
      default:
        if (byte < 0x20 || byte == 0x7f) {
          out += "\xEF\xBF\xBD";
        } else {
          out += c;
        }
    }
  }
  return out;
}

}  // namespace forge
