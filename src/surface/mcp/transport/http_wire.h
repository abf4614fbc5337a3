// HTTP/1.1 as text: the head of a request read, a body in chunks put together, the head of a response written. Pure and
// strict: what two readers could understand differently is refused. Knows no connection and no MCP.
#pragma once

#include <cstddef>
#include <expected>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace forge::mcp {

struct HttpRequest {
  std::string method, path;                    // without what follows a `?`
  std::map<std::string, std::string> headers;  // names in lower case; repeated ones joined by ", "
  std::size_t length = 0;                      // of the body that follows, unless it is chunked
  bool chunked = false;
  bool wants_continue = false;  // waits for leave to send its body
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
// The head, with its empty line. An error is the HTTP status to answer with.
std::expected<HttpRequest, int> ReadHead(std::string_view head);

// A chunked body, fed as it comes.
class ChunkedBody {
 public:
  explicit ChunkedBody(std::size_t most) : most_(most) {}

  enum class State { kMore, kDone, kBroken, kTooLarge };
  // Takes from the front of `bytes` what belongs to it.
  State Take(std::string& bytes);
  std::string& text() { return text_; }

 private:
  std::size_t most_;
  std::string text_;
  std::size_t left_ = 0;  // of the chunk that has begun
  bool in_chunk_ = false;
  bool at_end_ = false;  // only trailers follow
};

std::string WriteHead(int status, const std::map<std::string, std::string>& headers);
std::string WriteChunk(std::string_view text);  // empty: the last one

}  // namespace forge::mcp
