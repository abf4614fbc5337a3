#include "agent/oauth/url_text.h"

#include <fmt/core.h>

#include <algorithm>
#include <optional>

#include "agent/native/http_client.h"
#include "base/strings.h"

namespace forge {
namespace {

int HexDigit(char c) {
  if (IsDigit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

std::string Decoded(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool coded =
        text[i] == '%' && i + 2 < text.size() && HexDigit(text[i + 1]) >= 0 && HexDigit(text[i + 2]) >= 0;
    if (coded) {
      out += static_cast<char>(HexDigit(text[i + 1]) * 16 + HexDigit(text[i + 2]));
      i += 2;
    } else {
      out += text[i] == '+' ? ' ' : text[i];
    }
  }
  return out;
}

}  // namespace

UrlParts SplitUrl(std::string_view url) {
  if (!IsHttpUrl(url)) return {};
  const std::size_t begin = url.find("://") + 3;
  const std::size_t path = std::min(url.find_first_of("/?#", begin), url.size());
  const std::string_view rest = url.substr(path);
  return {std::string(url.substr(0, path)), std::string(rest.substr(0, rest.find_first_of("?#")))};
}

bool IsPrivateUrl(std::string_view url) {
  return IsHttpUrl(url) && (url.starts_with("https://") || IsLoopbackUrl(url));
}

std::string PercentEncoded(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const bool plain = IsLetterOrDigit(c) || std::string_view("-._~").find(c) != std::string_view::npos;
    out += plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return out;
}

std::string FormText(const std::vector<std::pair<std::string, std::string>>& fields) {
  std::vector<std::string> parts;
  for (const auto& [name, value] : fields) {
    if (!value.empty()) parts.push_back(PercentEncoded(name) + "=" + PercentEncoded(value));
  }
  return Join(parts, "&");
}

std::string WithQuery(const std::string& url, const std::string& query) {
  return url + (url.find('?') == std::string::npos ? "?" : "&") + query;
}

std::map<std::string, std::string> QueryOf(std::string_view url) {
  std::map<std::string, std::string> fields;
  url = url.substr(0, url.find('#'));
  const std::size_t mark = url.find('?');
  if (mark == std::string_view::npos) return fields;
  for (const std::string_view part : Split(url.substr(mark + 1), '&')) {
    const std::size_t equals = std::min(part.find('='), part.size());
    const std::string_view value = part.substr(std::min(equals + 1, part.size()));
    if (!part.empty()) fields[Decoded(part.substr(0, equals))] = Decoded(value);
  }
  return fields;
}

}  // namespace forge
