#include "text/first_line.h"

#include "base/strings.h"

namespace forge {

std::string FirstLine(std::string_view text, std::size_t limit) {
  for (std::string_view line : Lines(text.substr(0, 64 * 1024))) {
    // Emphasis and heading marks are noise in a line of a log.
    const std::size_t first = line.find_first_not_of("*#> \t\r");
    if (first == std::string_view::npos || Trim(line).starts_with("```")) continue;
    line = line.substr(first, line.find_last_not_of("* \t\r") + 1 - first);
    if (line.size() > limit) return ValidUtf8(line.substr(0, limit)) + "...";
    return ValidUtf8(line);
  }
  return "";
}

std::string FirstLineInWords(std::string_view text, std::size_t limit) {
  const std::string whole = FirstLine(text, std::string::npos);
  if (whole.size() <= limit) return whole;
  const std::size_t space = whole.rfind(' ', limit);
  if (space == std::string::npos || space == 0) return FirstLine(text, limit);
  return std::string(TrimRight(std::string_view(whole).substr(0, space))) + "...";
}

}  // namespace forge
