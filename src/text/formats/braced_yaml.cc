#include "text/formats/braced_yaml.h"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "base/strings.h"

namespace forge {
namespace {

// The places of `wanted` outside of quotes, brackets and braces.
std::vector<std::size_t> PlacesOf(std::string_view text, char wanted) {
  std::vector<std::size_t> places;
  int depth = 0;
  char quote = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quote != 0) {
      if (c == quote) quote = 0;
    } else if ((c == '"' || c == '\'') &&
               (i == 0 || std::string_view(" [,").find(text[i - 1]) != std::string_view::npos)) {
      quote = c;
    } else if (depth == 0 && c == wanted) {
      places.push_back(i);
    } else if (c == '[' || c == '{') {
      ++depth;
    } else if (c == ']' || c == '}') {
      --depth;
    }
  }
  return places;
}

// `{a: 1}` and `[a]`: the first bracket closes at the end.
bool IsOneGroup(std::string_view text) {
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '[' || text[i] == '{') ++depth;
    if (text[i] == ']' || text[i] == '}') --depth;
    if (depth == 0) return i + 1 == text.size();
  }
  return false;
}

std::string Quoted(std::string_view value) {
  const std::string_view text = Trim(value);
  const bool plain =
      !text.empty() && text[0] != '[' && text[0] != '"' && text[0] != '\'' && text[0] != '|' && text[0] != '>';
  if (!plain || text.find('{') == std::string_view::npos || IsOneGroup(text)) return std::string(text);
  return "'" + ReplaceAll(text, "'", "''") + "'";
}

std::string QuotedList(std::string_view list) {
  const std::string_view inner = list.substr(1, list.size() - 2);
  std::vector<std::string> items;
  std::size_t begin = 0;
  for (const std::size_t comma : PlacesOf(inner, ',')) {
    items.push_back(Quoted(inner.substr(begin, comma - begin)));
    begin = comma + 1;
  }
  items.push_back(Quoted(inner.substr(begin)));
  return "[" + Join(items, ", ") + "]";
}

std::string QuotedLine(std::string_view line) {
  if (line.find('{') == std::string_view::npos) return std::string(line);
  std::size_t begin = std::min(line.find_first_not_of(' '), line.size());
  while (line.substr(begin).starts_with("- ")) begin += 2;
  const std::string_view rest = line.substr(begin);
  for (const std::size_t colon : PlacesOf(rest, ':')) {
    if (rest.substr(colon + 1).starts_with(' ')) {
      begin += colon + 2;
      break;
    }
  }
  const std::string_view value = Trim(line.substr(begin));
  const bool list = value.starts_with('[') && IsOneGroup(value);
  return std::string(line.substr(0, begin)) + (list ? QuotedList(value) : Quoted(value));
}

}  // namespace

std::string QuoteBraces(std::string_view yaml) {
  std::string text;
  for (std::string_view line : Lines(yaml)) text += QuotedLine(line) + "\n";
  return text;
}

}  // namespace forge
