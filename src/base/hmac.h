// Signs a text with a shared secret (RFC 2104).
#pragma once

#include <string>
#include <string_view>

namespace forge {

// Hex HMAC-SHA256.
std::string HmacSha256(std::string_view secret, std::string_view text);

// Whether both are the same, in a time that does not tell how much of them is.
bool SameSecret(std::string_view a, std::string_view b);

}  // namespace forge
