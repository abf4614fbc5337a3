// HTTP/1.1 as text: a request read, the head of a response written. Boost.Beast parses; what two readers could
// understand differently is refused. Knows no connection and no MCP.
#pragma once

#include <cstddef>
#include <expected>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace forge::mcp {

struct HttpRequest {
  std::string method, path;                    // without what follows a `?`
  std::map<std::string, std::string> headers;  // names in lower case; repeated ones joined by ", "
  bool wants_continue = false;                 // waits for leave to send its body
  bool keeps_open = true;
  bool old = false;  // HTTP/1.0: knows no chunks
  std::string body;
  std::string local;  // the address that the client connected to; set by the server

  // Whatever the case of the name.
  std::optional<std::string> Header(std::string_view name) const;
};

inline constexpr std::size_t kLongestHead = 64 * 1024;

// The bytes up to and with the empty line; 0: it is not there yet.
std::size_t HeadLength(std::string_view bytes);

// Reads one request.
class RequestReader {
 public:
  explicit RequestReader(std::size_t longest_body);
  ~RequestReader();
  RequestReader(const RequestReader&) = delete;
  RequestReader& operator=(const RequestReader&) = delete;

  // The head, with its empty line; once, and first. An error is the HTTP status to answer with.
  std::expected<HttpRequest, int> ReadHead(std::string_view head);
  // Takes it from the front of `bytes`; nothing: it is not there yet. In the first `looked` bytes it was looked for.
  std::expected<std::optional<HttpRequest>, int> TakeHead(std::string& bytes, std::size_t looked);

  enum class State { kMore, kDone, kBroken, kTooLarge };
  // Takes from the front of `bytes` what belongs to the body, in chunks or not. There may be none to take.
  State TakeBody(std::string& bytes);
  std::string& body();

 private:
  struct Parser;  // the library's
  std::unique_ptr<Parser> parser_;
};

std::string WriteHead(int status, const std::map<std::string, std::string>& headers);
std::string WriteRefusal(int status);           // a whole response, the last one of its connection
std::string WriteChunk(std::string_view text);  // empty: the last one

}  // namespace forge::mcp
