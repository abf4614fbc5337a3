#include "surface/cli/commands/agents/account_argument.h"

#include <fmt/format.h>

#include "base/strings.h"

namespace forge::cli {

Positional AccountArgument() {
  return {"NAME", "the account's name in accounts.toml", true, false, {}, ValueType::kText};
}

Result<Account> ChosenAccount(const AccountBook& book, const Args& args) {
  if (const Account* account = book.Find(args.Get("NAME"))) return *account;
  std::vector<std::string> names;
  for (const Account& account : book.accounts()) names.push_back(account.name);
  return Fail(
      Code::kNotFound, fmt::format("no account `{}`", args.Get("NAME")),
      names.empty() ? "add one to accounts.toml; see docs/accounts.md" : "known accounts: " + Join(names, ", "));
}

}  // namespace forge::cli
