// Does a text hold a password, key or token? By known shapes and by entropy. Never repeats what it found.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "text/secret_names.h"

namespace forge {

// What kind of secret it is ("an AWS access key"); nothing when there is none. Hashes of commits do not count.
std::optional<std::string_view> FindSecret(std::string_view text);

// One that is nothing else: a private key, a token in its vendor's shape, a password in a URL, or a quoted value of a
// name such as `api_key` that looks random. Neither examples nor placeholders, and no hashes. For what is refused: it
// misses rather than cries.
struct SureSecret {
  std::size_t at = 0, size = 0;
  std::string_view kind;
};
std::vector<SureSecret> FindSureSecrets(std::string_view text);

// The text with kMaskedSecret (text/secret_names.h) in place of each. In what looks like program text, a name that
// holds a secret is none.
std::string MaskSecrets(std::string_view text);

// kInvalid, naming the kind only.
Status RefuseSecrets(std::string_view text);

// Bits per character.
double Entropy(std::string_view text);

}  // namespace forge
