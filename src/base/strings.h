// Small text functions that the standard library lacks. Bytes in, bytes out; no locale.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace forge {

inline constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";  // of UTF-8
inline constexpr std::string_view kEmDash = "\xE2\x80\x94";
inline constexpr std::string_view kEnDash = "\xE2\x80\x93";

// ASCII only.
constexpr bool IsDigit(char c) { return c >= '0' && c <= '9'; }
constexpr bool IsLower(char c) { return c >= 'a' && c <= 'z'; }
constexpr bool IsUpper(char c) { return c >= 'A' && c <= 'Z'; }
constexpr bool IsLetter(char c) { return IsLower(c) || IsUpper(c); }
constexpr bool IsLetterOrDigit(char c) { return IsLetter(c) || IsDigit(c); }
bool IsDigits(std::string_view text);  // at least one, and nothing else

template <typename Words>
constexpr bool IsOneOf(std::string_view word, const Words& words) {
  for (std::string_view each : words) {
    if (each == word) return true;
  }
  return false;
}
constexpr bool IsOneOf(std::string_view word, std::initializer_list<std::string_view> words) {
  return IsOneOf<std::initializer_list<std::string_view>>(word, words);
}

std::string_view Trim(std::string_view text);  // ASCII white space, both ends
std::string_view TrimRight(std::string_view text);
// A reader sees nothing in it: white space of all of Unicode, characters without width, controls, or no text at all.
bool IsBlankText(std::string_view text);
std::vector<std::string_view> Split(std::string_view text, char separator);  // keeps empty parts
std::vector<std::string_view> SplitList(std::string_view text);              // at commas; the parts are trimmed
// At \n; a \r before it is dropped; no empty last line.
std::vector<std::string_view> Lines(std::string_view text);
std::string Join(const std::vector<std::string>& parts, std::string_view separator);
std::string Lower(std::string_view text);  // ASCII only
bool EqualsIgnoreCase(std::string_view a, std::string_view b);
std::string ReplaceAll(std::string_view text, std::string_view from, std::string_view to);
std::optional<std::int64_t> ParseInt(std::string_view text);  // the whole text, decimal, optional sign
std::optional<double> ParseDouble(std::string_view text);     // the whole text; finite numbers only

// File-name form of a title: lower case, runs of other characters become one '-', at most
// `max` bytes, never cut inside a UTF-8 sequence; letters outside ASCII are kept. Never empty: "untitled".
std::string Slug(std::string_view title, std::size_t max = 50);

std::size_t CountCharacters(std::string_view text);  // code points of UTF-8

// Bytes of the well-formed UTF-8 sequence `text` starts with (1 to 4); 0 when it starts with none.
// Overlong forms, surrogates and values above U+10FFFF are not well-formed.
std::size_t Utf8Length(std::string_view text);

// Replaces every byte that is not valid UTF-8 by U+FFFD.
std::string ValidUtf8(std::string_view text);

// The first `head` and last `tail` bytes with a line between that says how much was left out.
// Keeps up to three bytes less on either side rather than cut a UTF-8 sequence.
std::string KeepHeadAndTail(std::string_view text, std::size_t head, std::size_t tail);

// The closest of `candidates` within edit distance 2 (3 for long words); for "did you mean".
// The first one on a tie; never a word that has nothing in common with it.
std::optional<std::string> Closest(std::string_view word, const std::vector<std::string>& candidates);

// "1h02m", "3m05s", "12.3s", "840ms".
std::string FormatDuration(std::int64_t ms);

// "2031-05-04": the day in UTC of a time in milliseconds since 1970.
std::string UtcDay(std::int64_t ms);

// One word for a POSIX shell, whatever is in it.
std::string ShellQuoted(std::string_view word);

// Hex SHA-256.
std::string Sha256(std::string_view bytes);

}  // namespace forge
