// Signs a text with a shared secret (RFC 2104).
#pragma once

#include <string>
#include <string_view>

namespace forge {

// Hex HMAC-SHA256.
std::string HmacSha256(std::string_view secret, std::string_view text);

}  // namespace forge
