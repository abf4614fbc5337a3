// An HTTP request: no crash, and what is read stays within what was given.
#include "surface/mcp/transport/http_wire.h"

#include <string>
#include <string_view>

#include "base/result.h"
#include "target.h"

FUZZ_TARGET(http_wire) {
  using forge::mcp::RequestReader;
  constexpr std::size_t kMost = 1 << 16;
  const std::size_t length = forge::mcp::HeadLength(text);
  RequestReader whole(kMost);
  const auto request = whole.ReadHead(text.substr(0, length));
  if (!request) return;
  CHECK(request->path.starts_with('/') && request->path.find('\0') == std::string::npos);
  std::string rest(text.substr(length));
  const auto state = whole.TakeBody(rest);
  CHECK(whole.body().size() <= kMost);
  // Cut anywhere, it is the same body.
  RequestReader parts(kMost);
  CHECK(parts.ReadHead(text.substr(0, length)).has_value());
  std::string bytes;
  auto last = parts.TakeBody(bytes);
  for (const char c : text.substr(length)) {
    if (last != RequestReader::State::kMore) break;
    bytes += c;
    last = parts.TakeBody(bytes);
  }
  if (state == RequestReader::State::kDone) CHECK(last == state && parts.body() == whole.body());
}
