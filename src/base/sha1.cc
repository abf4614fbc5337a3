#include "base/sha1.h"

// As in strings.cc: what OpenSSL recommends in its place needs all of the library.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/sha.h>
#undef OPENSSL_SUPPRESS_DEPRECATED

#include <fmt/core.h>

#include <array>

#include "base/result.h"

namespace forge {

std::string Sha1(std::string_view bytes) {
  std::array<unsigned char, SHA_DIGEST_LENGTH> digest{};
  SHA_CTX context;
  CHECK(SHA1_Init(&context) == 1 && SHA1_Update(&context, bytes.data(), bytes.size()) == 1 &&
        SHA1_Final(digest.data(), &context) == 1);
  std::string out;
  for (const unsigned char byte : digest) out += fmt::format("{:02x}", byte);
  return out;
}

}  // namespace forge
