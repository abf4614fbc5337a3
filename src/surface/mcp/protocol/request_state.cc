#include "surface/mcp/protocol/request_state.h"

#include <cstddef>
#include <utility>

#include "base/strings.h"

namespace forge::mcp {
namespace {

constexpr std::size_t kBlock = 64;
constexpr std::size_t kHexDigest = 64;

std::string Bytes(std::string_view hex) {
  std::string bytes;
  auto digit = [](char c) { return c <= '9' ? c - '0' : c - 'a' + 10; };
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2) {
    bytes.push_back(static_cast<char>(digit(hex[i]) * 16 + digit(hex[i + 1])));
  }
  return bytes;
}

std::string Pad(std::string key, unsigned char with) {
  if (key.size() > kBlock) key = Bytes(Sha256(key));
  key.resize(kBlock, '\0');
  for (char& c : key) c = static_cast<char>(static_cast<unsigned char>(c) ^ with);
  return key;
}

// Takes the same time wherever they differ: an attacker must not learn the seal byte by byte.
bool SameText(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  unsigned difference = 0;
  for (std::size_t i = 0; i < a.size(); ++i) difference |= static_cast<unsigned char>(a[i] ^ b[i]);
  return difference == 0;
}

}  // namespace

std::string Hmac(std::string_view key, std::string_view text) {
  const std::string inner = Sha256(Pad(std::string(key), 0x36) + std::string(text));
  return Sha256(Pad(std::string(key), 0x5c) + Bytes(inner));
}

std::string RequestState::Seal(std::string_view purpose, const Json& state) const {
  const std::string text = Json(Json::Array{Json(purpose), state}).Dump();
  return Hmac(secret_, text) + "." + text;
}

std::optional<Json> RequestState::Open(std::string_view purpose, std::string_view sealed) const {
  if (sealed.size() <= kHexDigest || sealed[kHexDigest] != '.') return std::nullopt;
  const std::string_view text = sealed.substr(kHexDigest + 1);
  if (!SameText(Hmac(secret_, text), sealed.substr(0, kHexDigest))) return std::nullopt;
  auto json = ParseJson(text);
  if (!json || json->AsArray().size() != 2 || json->AsArray()[0].AsString() != purpose) return std::nullopt;
  return json->AsArray()[1];
}

}  // namespace forge::mcp
