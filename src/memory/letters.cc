#include "memory/letters.h"

#include <array>
#include <cstdint>

#include "base/strings.h"

namespace forge {
namespace {

struct Range {
  char32_t first, last;
};

constexpr bool Within(char32_t point, Range range) { return point >= range.first && point <= range.last; }

// U+00C0 to U+017F, each by its base letter; '?' keeps the letter (after case folding).
constexpr std::string_view kLatin =
    "aaaaaaaceeeeiiiidnooooo?ouuuuyts"   // 00C0
    "aaaaaaaceeeeiiiidnooooo?ouuuuyty"   // 00E0
    "aaaaaaccccccccddddeeeeeeeeeegggg"   // 0100
    "gggghhhhiiiiiiiiiiiijjkkklllllll"   // 0120
    "lllnnnnnnnnnoooooooorrrrrrssssss"   // 0140
    "ssttttttuuuuuuuuuuuuwwyyyzzzzzzs";  // 0160

}  // namespace

CodePoint FirstCodePoint(std::string_view text) {
  const std::size_t bytes = Utf8Length(text);
  if (bytes == 0) return {0xFFFD, 1};
  auto byte = [&](std::size_t i) { return static_cast<std::uint32_t>(static_cast<unsigned char>(text[i])); };
  if (bytes == 1) return {byte(0), 1};
  std::uint32_t value = byte(0) & (0xFFU >> (bytes + 1));
  for (std::size_t i = 1; i < bytes; ++i) value = (value << 6U) | (byte(i) & 0x3FU);
  return {value, bytes};
}

void AppendUtf8(std::string& out, char32_t point) {
  const auto value = static_cast<std::uint32_t>(point);
  auto add = [&](std::uint32_t byte) { out += static_cast<char>(byte); };
  if (value < 0x80) return add(value);
  if (value < 0x800) {
    add(0xC0U | (value >> 6U));
  } else if (value < 0x10000) {
    add(0xE0U | (value >> 12U));
    add(0x80U | ((value >> 6U) & 0x3FU));
  } else {
    add(0xF0U | (value >> 18U));
    add(0x80U | ((value >> 12U) & 0x3FU));
    add(0x80U | ((value >> 6U) & 0x3FU));
  }
  add(0x80U | (value & 0x3FU));
}

bool IsLetter(char32_t point) {
  if (point < 0x80)
    return (point >= '0' && point <= '9') || (point >= 'a' && point <= 'z') || (point >= 'A' && point <= 'Z');
  if (point < 0xC0) return point == 0xAA || point == 0xB5 || point == 0xBA;
  if (point == 0xD7 || point == 0xF7 || point == 0xFFFD) return false;
  // What is not a letter beyond Latin: punctuation, symbols, arrows, boxes, emoji, private and special areas.
  constexpr std::array kOther = {Range{0x2000, 0x2BFF},   Range{0x2E00, 0x2E7F},   Range{0x3000, 0x3004},
                                 Range{0x3008, 0x3020},   Range{0x3030, 0x3030},   Range{0xD800, 0xF8FF},
                                 Range{0xFE00, 0xFE6F},   Range{0xFF00, 0xFF0F},   Range{0xFF1A, 0xFF20},
                                 Range{0xFF3B, 0xFF40},   Range{0xFF5B, 0xFF65},   Range{0xFFE0, 0xFFFF},
                                 Range{0x1F000, 0x1FAFF}, Range{0xE0000, 0x10FFFF}};
  for (const Range& range : kOther) {
    if (Within(point, range)) return false;
  }
  return true;
}

bool IsUpperCase(char32_t point) {
  if (point < 0x80) return point >= 'A' && point <= 'Z';
  if (Within(point, {0x100, 0x17F})) return point % 2 == (Within(point, {0x139, 0x148}) || point >= 0x179 ? 1U : 0U);
  return Within(point, {0xC0, 0xDE}) || Within(point, {0x386, 0x38F}) || Within(point, {0x391, 0x3A9}) ||
         Within(point, {0x400, 0x42F}) || Within(point, {0x531, 0x556}) || Within(point, {0xFF21, 0xFF3A});
}

bool IsUnspaced(char32_t point) {
  return Within(point, {0x3040, 0x30FF}) || Within(point, {0x3400, 0x9FFF}) || Within(point, {0xF900, 0xFAFF}) ||
         Within(point, {0x20000, 0x3FFFF}) || Within(point, {0x0E00, 0x0EFF}) || Within(point, {0x1000, 0x109F}) ||
         Within(point, {0x1780, 0x17FF}) || point == 0x3005 || point == 0x3006 || point == 0x3007;
}

char32_t Folded(char32_t point) {
  if (point < 0x80) return point >= 'A' && point <= 'Z' ? point + 0x20 : point;
  if (Within(point, {0xC0, 0x17F})) {
    const char base = kLatin[static_cast<std::size_t>(point - 0xC0)];
    return base == '?' ? point : static_cast<char32_t>(base);
  }
  if (Within(point, {0x391, 0x3A9})) return point + 0x20;
  if (point == 0x3C2) return 0x3C3;  // final sigma
  constexpr std::array<std::pair<char32_t, char32_t>, 14> kGreek = {{{0x386, 0x3B1},
                                                                     {0x388, 0x3B5},
                                                                     {0x389, 0x3B7},
                                                                     {0x38A, 0x3B9},
                                                                     {0x38C, 0x3BF},
                                                                     {0x38E, 0x3C5},
                                                                     {0x38F, 0x3C9},
                                                                     {0x3AC, 0x3B1},
                                                                     {0x3AD, 0x3B5},
                                                                     {0x3AE, 0x3B7},
                                                                     {0x3AF, 0x3B9},
                                                                     {0x3CC, 0x3BF},
                                                                     {0x3CD, 0x3C5},
                                                                     {0x3CE, 0x3C9}}};
  for (const auto& [accented, base] : kGreek) {
    if (point == accented) return base;
  }
  if (Within(point, {0x410, 0x42F})) return point + 0x20;
  if (Within(point, {0x400, 0x40F})) point += 0x50;
  if (point == 0x451) return 0x435;  // ё is written е as often as not
  if (Within(point, {0x531, 0x556})) return point + 0x30;
  if (Within(point, {0xFF21, 0xFF3A})) return point - 0xFF21 + 'a';
  if (Within(point, {0xFF41, 0xFF5A})) return point - 0xFF41 + 'a';
  if (Within(point, {0xFF10, 0xFF19})) return point - 0xFF10 + '0';
  return point;
}

}  // namespace forge
