#include "base/hmac.h"

#include <cstddef>

#include "base/strings.h"

namespace forge {
namespace {

constexpr std::size_t kBlock = 64;

std::string BytesOf(std::string_view hex) {
  const auto digit = [](char c) { return c <= '9' ? c - '0' : c - 'a' + 10; };
  std::string bytes;
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2)
    bytes += static_cast<char>(digit(hex[i]) * 16 + digit(hex[i + 1]));
  return bytes;
}

std::string Padded(std::string_view key, unsigned char with) {
  std::string block(kBlock, static_cast<char>(with));
  for (std::size_t i = 0; i < key.size(); ++i) block[i] = static_cast<char>(static_cast<unsigned char>(key[i]) ^ with);
  return block;
}

}  // namespace

std::string HmacSha256(std::string_view secret, std::string_view text) {
  constexpr unsigned char kInner = 0x36, kOuter = 0x5c;
  const std::string key = secret.size() > kBlock ? BytesOf(Sha256(secret)) : std::string(secret);
  const std::string inner = Padded(key, kInner) + std::string(text);
  return Sha256(Padded(key, kOuter) + BytesOf(Sha256(inner)));
}

bool SameSecret(std::string_view a, std::string_view b) {
  // Of equal length, and unknown to who sent one of them: where they differ tells nothing.
  const std::string one = Sha256(a), other = Sha256(b);
  unsigned differs = 0;
  for (std::size_t i = 0; i < one.size(); ++i) differs |= static_cast<unsigned char>(one[i] ^ other[i]);
  return differs == 0;
}

}  // namespace forge
