// The head and the chunks of an HTTP request: no crash, and what is read stays within what was given.
#include "surface/mcp/transport/http_wire.h"

#include <string>
#include <string_view>

#include "base/result.h"
#include "target.h"

FUZZ_TARGET(http_wire) {
  using forge::mcp::ChunkedBody;
  const std::size_t length = forge::mcp::HeadLength(text);
  const auto request = forge::mcp::ReadHead(text.substr(0, length));
  if (request) CHECK(request->path.starts_with('/') && !(request->chunked && request->length > 0));
  std::string rest(text.substr(length));
  ChunkedBody whole(1 << 16);
  const auto state = whole.Take(rest);
  CHECK(whole.text().size() <= (1 << 16));
  // Cut anywhere, it is the same body.
  ChunkedBody parts(1 << 16);
  std::string bytes;
  auto last = ChunkedBody::State::kMore;
  for (const char c : text.substr(length)) {
    if (last != ChunkedBody::State::kMore) break;
    bytes += c;
    last = parts.Take(bytes);
  }
  if (state == ChunkedBody::State::kDone) CHECK(last == state && parts.text() == whole.text());
}
