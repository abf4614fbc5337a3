// Does a text hold a password, key or token? By known shapes and by entropy. Never repeats what it found.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "text/secret_names.h"

namespace forge {

// What kind of secret it is ("an AWS access key"); nothing when there is none. Hashes of commits do not count.
std::optional<std::string_view> FindSecret(std::string_view text);

// The text with kMaskedSecret (text/secret_names.h) in place of each. In what looks like program text, a name that
// holds a secret is none.
std::string MaskSecrets(std::string_view text);

// kInvalid, naming the kind only.
Status RefuseSecrets(std::string_view text);

// Bits per character.
double Entropy(std::string_view text);

}  // namespace forge
