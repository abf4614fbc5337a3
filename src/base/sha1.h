// The hash by which git names its objects. Never a proof against an attacker: Sha256 in strings.h is.
#pragma once

#include <string>
#include <string_view>

namespace forge {

std::string Sha1(std::string_view bytes);  // in hex

}  // namespace forge
