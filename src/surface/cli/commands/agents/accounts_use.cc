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
      "Units that start from now on use this account, in every project, until it reaches its threshold or its limit.\n"
      "What was known of its limits is forgotten: you know better.";
  form.examples = {{"forge accounts use work", "go on with the account `work`"}};
  return form;
}

Result<Exit> RunAccountsUse(Context& context, const Args& args) {
  const AccountBook book = TRY(AccountBook::Load(context.host.machine, context.project));
  const Account account = TRY(ChosenAccount(book, args));
  TRY(book.Use(account, context.host.now()));
  if (context.json) {
    context.out.Print(Json::MakeObject().Set("account", account.name).Set("runtime", account.runtime));
  } else {
    context.out.Line(fmt::format("{} works with account `{}` from now on", account.runtime, account.name));
  }
  return Exit::kOk;
}

}  // namespace

constinit const Command kAccountsUseCommand = {"accounts use",  "choose the account that works next",
                                               Group::kSetUp,   Needs::kSettings,
                                               AccountsUseForm, RunAccountsUse};

}  // namespace forge::cli
