// State that a client carries for us between two rounds of one request, sealed so that it comes back unchanged. The
// client may read it; what it changes is refused. Does not know what the state means.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "model/json.h"

namespace forge::mcp {

class RequestState {
 public:
  explicit RequestState(std::string secret) : secret_(std::move(secret)) {}

  // `purpose`: what the state is for; sealed for one it cannot be opened for another.
  std::string Seal(std::string_view purpose, const Json& state) const;
  std::optional<Json> Open(std::string_view purpose, std::string_view sealed) const;

 private:
  std::string secret_;
};

// Hex HMAC-SHA-256.
std::string Hmac(std::string_view key, std::string_view text);

}  // namespace forge::mcp
