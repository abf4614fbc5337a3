#include <fmt/format.h>

#include "base/strings.h"
#include "service/agents/accounts.h"
#include "surface/cli/commands.h"
#include "surface/cli/commands/agents/account_argument.h"

namespace forge::cli {
namespace {

Form AccountsUseForm() {
  Form form;
  form.positionals = {AccountArgument()};
  form.notes =
      "New units use this account, in every project, until it reaches its threshold or its limit. Recorded limits of "
      "the account are cleared.";
  form.examples = {{"forge accounts use work", "switch to the account `work`"}};
  return form;
}

Result<Exit> RunAccountsUse(Context& context, const Args& args) {
  const AccountBook book = TRY(AccountBook::Load(context.host.machine, context.project));
  const Account account = TRY(ChosenAccount(book, args));
  TRY(book.Use(account, context.host.now()));
  if (context.json) {
    context.out.Print(Json::MakeObject().Set("account", account.name).Set("runtime", account.runtime));
  } else {
    context.out.Line(fmt::format("{} now uses account `{}`", account.runtime, account.name));
  }
  return Exit::kOk;
}

}  // namespace

constinit const Command kAccountsUseCommand = {
    "accounts use", "choose the account to use next", Group::kSetUp, Needs::kSettings, AccountsUseForm, RunAccountsUse};

}  // namespace forge::cli
