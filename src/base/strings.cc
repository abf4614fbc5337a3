#include "base/strings.h"

#include <fmt/core.h>
// The functions of SHA-256 alone: what OpenSSL recommends in their place needs all of the library, and that costs every
// start a millisecond.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/sha.h>
#undef OPENSSL_SUPPRESS_DEPRECATED

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cmath>
#include <iterator>
#include <numeric>
#include <system_error>
#include <utility>

#include "base/result.h"

namespace forge {
namespace {

constexpr std::string_view kSpace = " \t\n\v\f\r";
constexpr std::string_view kReplacement = "\xEF\xBF\xBD";  // U+FFFD

char LowerByte(char c) { return IsUpper(c) ? static_cast<char>(c - 'A' + 'a') : c; }

unsigned char ByteAt(std::string_view text, std::size_t at) { return static_cast<unsigned char>(text[at]); }

bool IsContinuation(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

template <typename T>
std::optional<T> ParseWhole(std::string_view text) {
  if (text.starts_with('+')) {
    text.remove_prefix(1);
    if (text.starts_with('-')) return std::nullopt;
  }
  T value{};
  const char* end = text.data() + text.size();
  auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc{} || stop != end) return std::nullopt;
  return value;
}

// The code point of a sequence that Utf8Length has accepted.
char32_t Decode(std::string_view sequence) {
  constexpr std::array<unsigned, 5> kLeadBits = {0, 0x7F, 0x1F, 0x0F, 0x07};
  char32_t code = ByteAt(sequence, 0) & kLeadBits[sequence.size()];
  for (char c : sequence.substr(1)) code = (code << 6U) | (static_cast<unsigned char>(c) & 0x3FU);
  return code;
}

struct CodeRange {
  char32_t first, last;
};

template <std::size_t kCount>
bool IsIn(const CodeRange (&ranges)[kCount], char32_t code) {
  return std::any_of(std::begin(ranges), std::end(ranges),
                     [code](const CodeRange& range) { return code >= range.first && code <= range.last; });
}

// Blocks of punctuation, symbols and emoji. The rest above ASCII is taken for letters: a title in
// any script keeps its words without a table of all of Unicode.
bool IsLetterAboveAscii(char32_t code) {
  static constexpr CodeRange kNoLetters[] = {
      {0x80, 0xA9},     {0xAB, 0xB4},       {0xB6, 0xB9},       {0xBB, 0xBF},     {0xD7, 0xD7},     {0xF7, 0xF7},
      {0x2000, 0x206F}, {0x20A0, 0x20CF},   {0x2190, 0x2BFF},   {0x3000, 0x3004}, {0x3008, 0x3020}, {0xE000, 0xF8FF},
      {0xFE00, 0xFE0F}, {0xFE30, 0xFE6F},   {0xFF00, 0xFF0F},   {0xFF1A, 0xFF20}, {0xFF3B, 0xFF40}, {0xFF5B, 0xFF65},
      {0xFFF0, 0xFFFF}, {0x1F000, 0x1FAFF}, {0xE0000, 0x10FFFF}};
  return !IsIn(kNoLetters, code);
}

// White space, controls, fillers, and marks that only change how other characters look.
bool IsUnseen(char32_t code) {
  static constexpr CodeRange kUnseen[] = {{0x0, 0x20},      {0x7F, 0xA0},     {0xAD, 0xAD},     {0x34F, 0x34F},
                                          {0x61C, 0x61C},   {0x115F, 0x1160}, {0x1680, 0x1680}, {0x17B4, 0x17B5},
                                          {0x180B, 0x180F}, {0x2000, 0x200F}, {0x2028, 0x202F}, {0x205F, 0x206F},
                                          {0x2800, 0x2800}, {0x3000, 0x3000}, {0x3164, 0x3164}, {0xFE00, 0xFE0F},
                                          {0xFEFF, 0xFEFF}, {0xFFA0, 0xFFA0}, {0xFFF0, 0xFFFB}, {0xE0000, 0xE0FFF}};
  return IsIn(kUnseen, code);
}

std::string Encode(char32_t code) {
  const auto tail = [code](unsigned shift) { return static_cast<char>(0x80U | ((code >> shift) & 0x3FU)); };
  if (code < 0x80) return {static_cast<char>(code)};
  if (code < 0x800) return {static_cast<char>(0xC0U | (code >> 6U)), tail(0)};
  if (code < 0x10000) return {static_cast<char>(0xE0U | (code >> 12U)), tail(6), tail(0)};
  return {static_cast<char>(0xF0U | (code >> 18U)), tail(12), tail(6), tail(0)};
}

// Scripts whose letters are in blocks of regular pairs: Latin, Greek, Cyrillic, Armenian and full-width letters.
char32_t LowerLetter(char32_t code) {
  struct Shift {
    CodeRange upper;
    int by;
  };
  static constexpr Shift kShifts[] = {{{0xC0, 0xD6}, 32},        {{0xD8, 0xDE}, 32},    {{0x178, 0x178}, -121},
                                      {{0x386, 0x386}, 38},      {{0x388, 0x38A}, 37},  {{0x38C, 0x38C}, 64},
                                      {{0x38E, 0x38F}, 63},      {{0x391, 0x3A1}, 32},  {{0x3A3, 0x3AB}, 32},
                                      {{0x400, 0x40F}, 80},      {{0x410, 0x42F}, 32},  {{0x531, 0x556}, 48},
                                      {{0x1E9E, 0x1E9E}, -7615}, {{0xFF21, 0xFF3A}, 32}};
  // The upper-case letter is even and its lower-case one follows; or it is odd.
  static constexpr CodeRange kEven[] = {{0x100, 0x12F}, {0x132, 0x137},   {0x14A, 0x177},  {0x1DE, 0x1EF},
                                        {0x1F8, 0x21F}, {0x222, 0x233},   {0x460, 0x481},  {0x48A, 0x4BF},
                                        {0x4D0, 0x52F}, {0x1E00, 0x1E95}, {0x1EA0, 0x1EFF}};
  static constexpr CodeRange kOdd[] = {{0x139, 0x148}, {0x179, 0x17E}, {0x1CD, 0x1DC}, {0x4C1, 0x4CE}};
  for (const Shift& shift : kShifts) {
    if (code >= shift.upper.first && code <= shift.upper.last)
      return static_cast<char32_t>(static_cast<std::int64_t>(code) + shift.by);
  }
  if (code == 0x130) return 'i';
  if (IsIn(kEven, code)) return code | 1U;
  if (IsIn(kOdd, code)) return code % 2 == 1 ? code + 1 : code;
  return code;
}

// The piece of a slug that `text` starts with: a lower-case letter or digit, or nothing for a separator.
std::string SlugPiece(std::string_view sequence) {
  if (sequence.size() > 1) {
    const char32_t code = Decode(sequence);
    return IsLetterAboveAscii(code) ? Encode(LowerLetter(code)) : "";
  }
  char c = LowerByte(sequence[0]);
  return IsLetterOrDigit(c) ? std::string(1, c) : "";
}

// Levenshtein distance, or limit + 1 when it is more: only a band of the table is looked at.
std::size_t DistanceUpTo(std::string_view a, std::string_view b, std::size_t limit) {
  if (std::max(a.size(), b.size()) - std::min(a.size(), b.size()) > limit) return limit + 1;
  const std::size_t far = limit + 1;
  std::vector<std::size_t> above(b.size() + 1);
  std::iota(above.begin(), above.end(), std::size_t{0});
  std::vector<std::size_t> row(b.size() + 1, far);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t first = i > limit ? i - limit : 1;
    std::size_t last = std::min(b.size(), i + limit);
    row[first - 1] = first == 1 ? i : far;
    std::size_t best = row[first - 1];
    for (std::size_t j = first; j <= last; ++j) {
      std::size_t change = above[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      // Past the band above[j] still has its first value, which is over the limit.
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, change});
      best = std::min(best, row[j]);
    }
    if (best > limit) return far;
    std::swap(above, row);
  }
  return std::min(above[b.size()], far);
}

}  // namespace

bool IsDigits(std::string_view text) { return !text.empty() && std::all_of(text.begin(), text.end(), IsDigit); }

std::string_view Trim(std::string_view text) {
  text = TrimRight(text);
  std::size_t first = text.find_first_not_of(kSpace);
  return first == std::string_view::npos ? text.substr(text.size()) : text.substr(first);
}

std::string_view TrimRight(std::string_view text) {
  std::size_t last = text.find_last_not_of(kSpace);
  return last == std::string_view::npos ? text.substr(0, 0) : text.substr(0, last + 1);
}

bool IsBlankText(std::string_view text) {
  while (!text.empty()) {
    const std::size_t length = Utf8Length(text);
    if (length == 0 || !IsUnseen(Decode(text.substr(0, length)))) return false;
    text.remove_prefix(length);
  }
  return true;
}

std::vector<std::string_view> Split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (;;) {
    std::size_t at = text.find(separator);
    parts.push_back(text.substr(0, at));
    if (at == std::string_view::npos) return parts;
    text.remove_prefix(at + 1);
  }
}

std::vector<std::string_view> SplitList(std::string_view text) {
  std::vector<std::string_view> parts = Split(text, ',');
  for (std::string_view& part : parts) part = Trim(part);
  return parts;
}

std::vector<std::string_view> Lines(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    std::size_t at = text.find('\n');
    if (at == std::string_view::npos) {
      lines.push_back(text);
      break;
    }
    std::string_view line = text.substr(0, at);
    if (line.ends_with('\r')) line.remove_suffix(1);
    lines.push_back(line);
    text.remove_prefix(at + 1);
  }
  return lines;
}

std::string Join(const std::vector<std::string>& parts, std::string_view separator) {
  std::string out;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) out += separator;
    out += parts[i];
  }
  return out;
}

std::string Lower(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(), LowerByte);
  return out;
}

bool EqualsIgnoreCase(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return LowerByte(x) == LowerByte(y); });
}

std::string ReplaceAll(std::string_view text, std::string_view from, std::string_view to) {
  if (from.empty()) return std::string(text);
  std::string out;
  for (;;) {
    std::size_t at = text.find(from);
    out += text.substr(0, at);
    if (at == std::string_view::npos) return out;
    out += to;
    text.remove_prefix(at + from.size());
  }
}

std::optional<std::int64_t> ParseInt(std::string_view text) { return ParseWhole<std::int64_t>(text); }

std::optional<double> ParseDouble(std::string_view text) {
  std::optional<double> value = ParseWhole<double>(text);
  if (value && !std::isfinite(*value)) return std::nullopt;
  return value;
}

std::string Slug(std::string_view title, std::size_t max) {
  std::string out;
  bool separate = false;
  while (!title.empty()) {
    std::size_t length = Utf8Length(title);
    std::string piece = length == 0 ? "" : SlugPiece(title.substr(0, length));
    title.remove_prefix(std::max<std::size_t>(length, 1));
    if (piece.empty()) {
      separate = !out.empty();
      continue;
    }
    if (out.size() + (separate ? 1 : 0) + piece.size() > max) break;
    if (separate) out += '-';
    separate = false;
    out += piece;
  }
  return out.empty() ? "untitled" : out;
}

std::size_t CountCharacters(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) { return !IsContinuation(c); }));
}

std::size_t Utf8Length(std::string_view text) {
  if (text.empty()) return 0;
  unsigned char lead = ByteAt(text, 0);
  if (lead < 0x80) return 1;
  if (lead < 0xC2 || lead > 0xF4) return 0;
  std::size_t length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  if (text.size() < length) return 0;
  // The second byte's range is what rules out overlong forms, surrogates and values above U+10FFFF.
  unsigned char lowest = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
  unsigned char highest = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
  if (ByteAt(text, 1) < lowest || ByteAt(text, 1) > highest) return 0;
  for (std::size_t i = 2; i < length; ++i) {
    if (!IsContinuation(text[i])) return 0;
  }
  return length;
}

std::string ValidUtf8(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    std::size_t length = Utf8Length(text);
    out += length == 0 ? kReplacement : text.substr(0, length);
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return out;
}

std::string KeepHeadAndTail(std::string_view text, std::size_t head, std::size_t tail) {
  if (head >= text.size() || tail >= text.size() - head) return std::string(text);
  // At most three steps: a text that is not UTF-8 has no sequence to keep whole.
  std::size_t first = head;
  for (int i = 0; i < 3 && first > 0 && IsContinuation(text[first]); ++i) --first;
  std::size_t second = text.size() - tail;
  for (int i = 0; i < 3 && second < text.size() && IsContinuation(text[second]); ++i) ++second;
  std::string out(text.substr(0, first));
  if (!out.empty() && !out.ends_with('\n')) out += '\n';
  out += fmt::format("[... {} bytes left out ...]\n", second - first);
  out += text.substr(second);
  return out;
}

std::optional<std::string> Closest(std::string_view word, const std::vector<std::string>& candidates) {
  std::size_t limit = word.size() >= 8 ? 3 : 2;
  const std::string* best = nullptr;
  for (const std::string& candidate : candidates) {
    std::size_t distance = DistanceUpTo(word, candidate, limit);
    if (distance > limit || distance >= std::max(word.size(), candidate.size())) continue;
    best = &candidate;
    if (distance == 0) break;
    limit = distance - 1;
  }
  if (best == nullptr) return std::nullopt;
  return *best;
}

std::string UtcDay(std::int64_t ms) {
  using std::chrono::floor;
  const std::chrono::sys_time<std::chrono::milliseconds> time{std::chrono::milliseconds(ms)};
  const std::chrono::year_month_day day{floor<std::chrono::days>(time)};
  return fmt::format("{:04}-{:02}-{:02}", static_cast<int>(day.year()), static_cast<unsigned>(day.month()),
                     static_cast<unsigned>(day.day()));
}

std::string FormatDuration(std::int64_t ms) {
  const std::int64_t left = std::max<std::int64_t>(0, ms);
  const std::int64_t seconds = left / 1000;
  if (left < 1000) return fmt::format("{}ms", left);
  if (seconds < 60) return fmt::format("{}.{}s", seconds, left % 1000 / 100);
  if (seconds < 3600) return fmt::format("{}m{:02}s", seconds / 60, seconds % 60);
  return fmt::format("{}h{:02}m", seconds / 3600, seconds % 3600 / 60);
}

std::string ShellQuoted(std::string_view word) { return "'" + ReplaceAll(word, "'", "'\\''") + "'"; }

std::string Sha256(std::string_view bytes) {
  std::array<unsigned char, SHA256_DIGEST_LENGTH> digest{};
  SHA256_CTX context;
  CHECK(SHA256_Init(&context) == 1 && SHA256_Update(&context, bytes.data(), bytes.size()) == 1 &&
        SHA256_Final(digest.data(), &context) == 1);
  constexpr std::string_view kHex = "0123456789abcdef";
  std::string out;
  out.reserve(digest.size() * 2);
  for (const unsigned char byte : digest) {
    out += kHex[byte >> 4U];
    out += kHex[byte & 0xFU];
  }
  return out;
}

}  // namespace forge
