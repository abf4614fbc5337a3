#include "surface/mcp/transport/http_wire.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/strings.h"

namespace forge::mcp {
namespace {

constexpr std::string_view kEnd = "\r\n";
constexpr std::size_t kLongestPath = 8192;
constexpr std::size_t kMostHeaders = 200;
constexpr std::size_t kLongestChunkLine = 200;

constexpr std::array<std::pair<int, std::string_view>, 15> kReasons = {{{200, "OK"},
                                                                        {202, "Accepted"},
                                                                        {204, "No Content"},
                                                                        {400, "Bad Request"},
                                                                        {401, "Unauthorized"},
                                                                        {403, "Forbidden"},
                                                                        {404, "Not Found"},
                                                                        {405, "Method Not Allowed"},
                                                                        {406, "Not Acceptable"},
                                                                        {408, "Request Timeout"},
                                                                        {413, "Content Too Large"},
                                                                        {415, "Unsupported Media Type"},
                                                                        {431, "Request Header Fields Too Large"},
                                                                        {500, "Internal Server Error"},
                                                                        {503, "Service Unavailable"}}};

bool IsTokenCharacter(char c) {
  const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  return letter || std::string_view("!#$%&'*+-.^_`|~").find(c) != std::string_view::npos;
}

bool IsToken(std::string_view text) { return !text.empty() && std::ranges::all_of(text, IsTokenCharacter); }

// Text, tabs and bytes of other alphabets; no control characters.
bool IsValue(std::string_view text) {
  return std::ranges::none_of(text, [](char c) { return (c >= 0 && c < 0x20 && c != '\t') || c == 0x7f; });
}

std::optional<std::size_t> ReadNumber(std::string_view digits, unsigned base) {
  if (digits.empty() || digits.size() > 15) return std::nullopt;
  std::size_t value = 0;
  for (const char c : digits) {
    unsigned digit = 99;
    if (c >= '0' && c <= '9') digit = static_cast<unsigned>(c - '0');
    if (c >= 'a' && c <= 'f') digit = static_cast<unsigned>(c - 'a') + 10;
    if (c >= 'A' && c <= 'F') digit = static_cast<unsigned>(c - 'A') + 10;
    if (digit >= base) return std::nullopt;
    value = value * base + digit;
  }
  return value;
}

bool ReadRequestLine(std::string_view line, HttpRequest& request) {
  const std::size_t first = line.find(' ');
  const std::size_t last = line.rfind(' ');
  if (first == std::string_view::npos || first == last) return false;
  const std::string_view target = line.substr(first + 1, last - first - 1);
  const std::string_view version = line.substr(last + 1);
  request.old = version == "HTTP/1.0";
  if (version != "HTTP/1.1" && !request.old) return false;
  request.method = line.substr(0, first);
  request.path = target.substr(0, target.find('?'));
  const bool plain = target.find(' ') == std::string_view::npos && target.size() <= kLongestPath && IsValue(target) &&
                     target.find("%00") == std::string_view::npos;
  return IsToken(request.method) && target.starts_with('/') && plain;
}

bool ReadField(std::string_view line, HttpRequest& request) {
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos || !IsToken(line.substr(0, colon)) || !IsValue(line)) return false;
  const std::string name = Lower(line.substr(0, colon));
  const std::string value(Trim(line.substr(colon + 1)));
  const auto [place, fresh] = request.headers.emplace(name, value);
  if (fresh) return true;
  // A second header of these names would be ambiguous.
  for (const char* one : {"host", "content-length", "transfer-encoding", "authorization", "origin"}) {
    if (name == one) return false;
  }
  place->second += ", " + value;
  return true;
}

// What the headers say about the body and the connection.
int Understand(HttpRequest& request) {
  const auto length = request.Header("Content-Length");
  const auto coding = request.Header("Transfer-Encoding");
  if (length && coding) return 400;
  if (coding && !EqualsIgnoreCase(*coding, "chunked")) return 400;
  request.chunked = coding.has_value();
  if (length) {
    const auto number = ReadNumber(*length, 10);
    if (!number) return 400;
    request.length = *number;
  }
  if (!request.old && !request.headers.contains("host")) return 400;
  request.wants_continue = EqualsIgnoreCase(request.Header("Expect").value_or(""), "100-continue");
  const std::string connection = Lower(request.Header("Connection").value_or(request.old ? "close" : ""));
  request.keeps_open = connection.find("close") == std::string::npos;
  return 200;
}

}  // namespace

std::optional<std::string> HttpRequest::Header(std::string_view name) const {
  const auto found = headers.find(Lower(name));
  if (found == headers.end()) return std::nullopt;
  return found->second;
}

std::size_t HeadLength(std::string_view bytes) {
  const std::size_t end = bytes.find("\r\n\r\n");
  return end == std::string_view::npos ? 0 : end + 4;
}

std::expected<HttpRequest, int> ReadHead(std::string_view head) {
  HttpRequest request;
  bool first = true;
  std::size_t count = 0;
  while (!head.empty()) {
    const std::size_t end = head.find(kEnd);
    if (end == std::string_view::npos) return std::unexpected(400);
    const std::string_view line = head.substr(0, end);
    head.remove_prefix(end + kEnd.size());
    if (line.empty()) break;
    if (++count > kMostHeaders) return std::unexpected(431);
    if (!(first ? ReadRequestLine(line, request) : ReadField(line, request))) return std::unexpected(400);
    first = false;
  }
  if (first) return std::unexpected(400);
  const int status = Understand(request);
  if (status != 200) return std::unexpected(status);
  return request;
}

ChunkedBody::State ChunkedBody::Take(std::string& bytes) {
  for (;;) {
    if (in_chunk_) {
      const std::size_t count = std::min(left_, bytes.size());
      text_.append(bytes, 0, count);
      bytes.erase(0, count);
      left_ -= count;
      if (left_ > 0 || bytes.size() < kEnd.size()) return State::kMore;
      if (!bytes.starts_with(kEnd)) return State::kBroken;
      bytes.erase(0, kEnd.size());
      in_chunk_ = false;
    }
    const std::size_t end = bytes.find(kEnd);
    // The \r of a line end may have arrived without its \n.
    if (end == std::string::npos) return bytes.size() > kLongestChunkLine + 1 ? State::kBroken : State::kMore;
    if (end > kLongestChunkLine) return State::kBroken;
    const std::string line = bytes.substr(0, end);
    bytes.erase(0, end + kEnd.size());
    if (at_end_) {
      if (line.empty()) return State::kDone;
      if (++left_ > kMostHeaders) return State::kBroken;  // trailers, which mean nothing to us
      continue;
    }
    const auto size = ReadNumber(std::string_view(line).substr(0, line.find(';')), 16);
    if (!size) return State::kBroken;
    if (text_.size() + *size > most_) return State::kTooLarge;
    left_ = *size;
    in_chunk_ = left_ > 0;
    at_end_ = left_ == 0;
  }
}

std::string WriteHead(int status, const std::map<std::string, std::string>& headers) {
  const auto* known = std::ranges::find(kReasons, status, &std::pair<int, std::string_view>::first);
  std::string text = fmt::format("HTTP/1.1 {} {}\r\n", status, known == kReasons.end() ? "Status" : known->second);
  for (const auto& [name, value] : headers) text += fmt::format("{}: {}\r\n", name, value);
  return text + "\r\n";
}

std::string WriteChunk(std::string_view text) { return fmt::format("{:x}\r\n{}\r\n", text.size(), text); }

}  // namespace forge::mcp
