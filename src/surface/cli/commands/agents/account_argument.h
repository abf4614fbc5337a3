// The NAME argument of commands about an account.
#pragma once

#include "base/result.h"
#include "service/agents/accounts.h"
#include "surface/cli/args.h"
#include "surface/cli/form.h"

namespace forge::cli {

Positional AccountArgument();
Result<Account> ChosenAccount(const AccountBook& book, const Args& args);

}  // namespace forge::cli
