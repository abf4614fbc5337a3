// Bytes as text, after RFC 4648. Decodes nothing.
#pragma once

#include <string>
#include <string_view>

namespace forge {

std::string Base64(std::string_view bytes);
std::string Base64Url(std::string_view bytes);  // for addresses: `-` and `_`, no padding

}  // namespace forge
