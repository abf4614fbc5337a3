// The head and the chunks of an HTTP request: no crash, and what is read stays within what was given.
#include "surface/mcp/transport/http_wire.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"
#include "input.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using forge::mcp::ChunkedBody;
  const std::string_view text = forge::FuzzText(data, size);
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
  return 0;
}
