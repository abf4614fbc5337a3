#include "memory/pointers.h"

#include <algorithm>

#include "base/strings.h"
#include "text/lines.h"

namespace forge {
namespace {

bool IsPathChar(char c) {
  return IsLetterOrDigit(c) || c == '/' || c == '.' || c == '_' || c == '-' || c == '+' ||
         static_cast<unsigned char>(c) >= 0x80;
}

bool LooksLikeAFile(std::string_view word) {
  const std::size_t slash = word.rfind('/');
  if (slash == std::string_view::npos || slash == 0 || word.starts_with('/') ||
      word.find("//") != std::string_view::npos || word.find("..") != std::string_view::npos) {
    return false;
  }
  const std::string_view name = word.substr(slash + 1);
  const std::size_t dot = name.rfind('.');
  // "and/or", "TCP/IP" and "client/server" have no ending; versions end in digits.
  return dot != std::string_view::npos && dot > 0 && dot + 1 < name.size() && name.size() - dot <= 6 &&
         std::any_of(name.begin() + static_cast<std::ptrdiff_t>(dot), name.end(), [](char c) { return IsLetter(c); });
}

}  // namespace

std::vector<std::string> PathsIn(std::string_view text) {
  std::vector<std::string> paths;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && IsPathChar(text[end])) ++end;
    std::string_view word = text.substr(at, end - at);
    const bool url = end + 2 < text.size() && text.substr(end, 3) == "://";
    const bool glob = (end < text.size() && text[end] == '*') || (at > 0 && text[at - 1] == '*');
    while (word.ends_with('.') || word.ends_with('-')) word.remove_suffix(1);
    if (url) {
      while (end < text.size() && !IsBlank(text[end])) ++end;
    } else if (!glob && LooksLikeAFile(word)) {
      paths.emplace_back(word);
    }
    at = end + 1;
  }
  return paths;
}

}  // namespace forge
