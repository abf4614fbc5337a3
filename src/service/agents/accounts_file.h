// accounts.toml as values. Pure; never repeats a value it refuses, which may be a secret.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "agent/account_choice.h"
#include "base/result.h"

namespace forge {

// `path` is for messages, `home` replaces a leading "~".
Result<std::vector<Account>> ParseAccounts(std::string_view text, const std::string& path, const std::string& home);

}  // namespace forge
