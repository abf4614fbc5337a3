// A file that only its owner may read: for logins. Knows no content.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace forge {

// Replaces the file at once, with mode 0600, in a directory with mode 0700, which is made if it is missing. Durable
// when it returns.
Status WritePrivateFile(const std::string& path, std::string_view text);
// The same in a directory that is there, and stays as it is.
Status ReplacePrivateFile(const std::string& path, std::string_view text);

}  // namespace forge
