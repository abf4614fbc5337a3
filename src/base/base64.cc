#include "base/base64.h"

#include <cstddef>

namespace forge {
namespace {

std::string Encode(std::string_view bytes, std::string_view digits, bool pads) {
  std::string out;
  for (std::size_t at = 0; at < bytes.size(); at += 3) {
    unsigned bits = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      bits = bits << 8 | (at + i < bytes.size() ? static_cast<unsigned char>(bytes[at + i]) : 0U);
    }
    for (std::size_t i = 0; i < 4; ++i) {
      if (at + i <= bytes.size()) {
        out += digits[bits >> (18 - 6 * i) & 63];
      } else if (pads) {
        out += '=';
      }
    }
  }
  return out;
}

}  // namespace

std::string Base64(std::string_view bytes) {
  return Encode(bytes, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/", true);
}

std::string Base64Url(std::string_view bytes) {
  return Encode(bytes, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_", false);
}

}  // namespace forge
