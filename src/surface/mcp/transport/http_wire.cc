#include "surface/mcp/transport/http_wire.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>
#include <exception>
#include <utility>

#include "base/strings.h"

namespace forge::mcp {
namespace {

namespace beast = boost::beast;

constexpr std::size_t kLongestPath = 8192;
constexpr std::size_t kMostHeaders = 200;
constexpr const char* kRetrySeconds = "10";
constexpr std::size_t kOfItsEnd = 3;  // bytes of an empty line's end that may have come before the rest

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

std::string_view View(beast::string_view text) { return {text.data(), text.size()}; }

// One path, of this server: no other form of a target, and nothing that a reader of names would end at.
bool ReadTarget(std::string_view target, HttpRequest& request) {
  request.path = target.substr(0, target.find('?'));
  return target.starts_with('/') && target.size() <= kLongestPath && target.find("%00") == std::string_view::npos;
}

bool AddField(std::string_view name, std::string_view value, HttpRequest& request) {
  const auto [place, fresh] = request.headers.emplace(Lower(name), value);
  if (fresh) return true;
  // A second header of these names would be ambiguous.
  for (const char* one : {"host", "content-length", "transfer-encoding", "authorization", "origin"}) {
    if (place->first == one) return false;
  }
  place->second += ", " + std::string(value);
  return true;
}

// The library passes over a coding that it does not know, and takes a length that is said twice.
bool SaysItsLengthOnce(const HttpRequest& request) {
  const auto coding = request.Header("Transfer-Encoding");
  const auto length = request.Header("Content-Length");
  const bool digits = !length || IsDigits(*length);
  return digits && !(length && coding) && (!coding || EqualsIgnoreCase(*coding, "chunked"));
}

}  // namespace

struct RequestReader::Parser {
  beast::http::request_parser<beast::http::string_body> request;
};

RequestReader::RequestReader(std::size_t longest_body) : parser_(std::make_unique<Parser>()) {
  parser_->request.header_limit(kLongestHead);
  parser_->request.body_limit(longest_body);
}

RequestReader::~RequestReader() = default;

std::optional<std::string> HttpRequest::Header(std::string_view name) const {
  const auto found = headers.find(Lower(name));
  if (found == headers.end()) return std::nullopt;
  return found->second;
}

std::size_t HeadLength(std::string_view bytes) {
  const std::size_t end = bytes.find("\r\n\r\n");
  return end == std::string_view::npos ? 0 : end + 4;
}

std::expected<HttpRequest, int> RequestReader::ReadHead(std::string_view head) {
  // A line that continues the one before: the library joins them, other readers do not.
  if (head.find("\r\n ") != std::string_view::npos || head.find("\r\n\t") != std::string_view::npos) {
    return std::unexpected(400);
  }
  HttpRequest request;
  try {
    beast::error_code error;
    parser_->request.put(boost::asio::const_buffer(head.data(), head.size()), error);
    if (error == beast::http::error::body_limit) return std::unexpected(413);
    if (error || !parser_->request.is_header_done()) return std::unexpected(400);
    const auto& read = parser_->request.get();
    request.method = View(read.method_string());
    request.old = read.version() == 10;
    if (!ReadTarget(View(read.target()), request)) return std::unexpected(400);
    std::size_t count = 0;
    for (const auto& field : read) {
      if (++count > kMostHeaders) return std::unexpected(431);
      if (!AddField(View(field.name_string()), View(field.value()), request)) return std::unexpected(400);
    }
  } catch (const std::exception&) {
    return std::unexpected(400);  // what its containers cannot hold
  }
  if (!SaysItsLengthOnce(request) || (!request.old && !request.headers.contains("host"))) return std::unexpected(400);
  request.wants_continue = EqualsIgnoreCase(request.Header("Expect").value_or(""), "100-continue");
  request.keeps_open = !request.old && parser_->request.keep_alive();
  parser_->request.eager(true);
  return request;
}

std::expected<std::optional<HttpRequest>, int> RequestReader::TakeHead(std::string& bytes, std::size_t looked) {
  const std::size_t from = looked > kOfItsEnd ? looked - kOfItsEnd : 0;
  const std::size_t rest = HeadLength(std::string_view(bytes).substr(from));
  if ((rest == 0 ? bytes.size() : from + rest) > kLongestHead) return std::unexpected(431);
  if (rest == 0) return std::nullopt;
  auto request = ReadHead(std::string_view(bytes).substr(0, from + rest));
  if (!request) return std::unexpected(request.error());
  bytes.erase(0, from + rest);
  return *std::move(request);
}

RequestReader::State RequestReader::TakeBody(std::string& bytes) {
  while (!parser_->request.is_done()) {
    beast::error_code error;
    std::size_t taken = 0;
    try {
      taken = parser_->request.put(boost::asio::const_buffer(bytes.data(), bytes.size()), error);
    } catch (const std::exception&) {
      return State::kBroken;
    }
    bytes.erase(0, taken);
    if (error == beast::http::error::body_limit) return State::kTooLarge;
    if (error && error != beast::http::error::need_more) return State::kBroken;
    if (parser_->request.is_done()) break;
    // The line of a chunk, and the headers behind the last one, are not taken before they are whole.
    if (bytes.size() > kLongestHead) return State::kBroken;
    if (bytes.empty() || error) return State::kMore;
  }
  return State::kDone;
}

std::string& RequestReader::body() { return parser_->request.get().body(); }

std::string WriteHead(int status, const std::map<std::string, std::string>& headers) {
  const auto* known = std::ranges::find(kReasons, status, &std::pair<int, std::string_view>::first);
  std::string text = fmt::format("HTTP/1.1 {} {}\r\n", status, known == kReasons.end() ? "Status" : known->second);
  for (const auto& [name, value] : headers) text += fmt::format("{}: {}\r\n", name, value);
  return text + "\r\n";
}

std::string WriteRefusal(int status) {
  std::map<std::string, std::string> headers = {{"Content-Length", "0"}, {"Connection", "close"}};
  if (status == 503) headers["Retry-After"] = kRetrySeconds;
  return WriteHead(status, headers);
}

std::string WriteChunk(std::string_view text) { return fmt::format("{:x}\r\n{}\r\n", text.size(), text); }

}  // namespace forge::mcp
