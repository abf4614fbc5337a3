#include <fmt/format.h>

#include "agent/native/native.h"
#include "agent/runtime.h"
#include "base/strings.h"
#include "service/agents/accounts.h"
#include "surface/cli/commands.h"
#include "surface/cli/commands/agents/account_argument.h"
#include "surface/cli/commands/agents/ping.h"

namespace forge::cli {
namespace {

Form AccountsTestForm() {
  Form form;
  form.positionals = {AccountArgument()};
  form.notes =
      "Sends a test prompt with the account, in an empty directory and without write access. This is a real request "
      "and may cost a little. Exit 1 when it fails, with the provider's message. Limits named in the answer are "
      "remembered.";
  form.examples = {{"forge accounts test work", "does this login work?"}};
  return form;
}

// An account of `command` or `replay` says nothing of the program: that is the setting's.
std::string SpecOf(const Context& context, const Account& account) {
  const std::string set = context.settings->Get("agent");
  return set.substr(0, set.find(':')) == account.runtime ? set : account.runtime;
}

Result<Exit> RunAccountsTest(Context& context, const Args& args) {
  const Machine& machine = context.host.machine;
  const AccountBook book = TRY(AccountBook::Load(machine, context.project));
  const Account account = TRY(ChosenAccount(book, args));
  RuntimePlaces places{context.project ? context.project->root : machine.cwd, "", machine.environment};
  AgentRequest request = TRY(MakePing(context));
  for (const auto& [name, value] : TRY(book.EnvironmentOf(account))) {
    places.environment[name] = value;
    if (!IsNativeRuntime(account.runtime)) request.env[name] = value;
  }
  auto runtime = TRY(MakeRuntime(SpecOf(context, account), places));
  const AgentAnswer answer = runtime->Ask(request, {});
  TRY(book.Learn(account, answer, context.host.now()));
  if (context.json) {
    Json json = Json::MakeObject().Set("account", account.name).Set("ok", !answer.failed).Set("text", answer.text);
    if (answer.failed) json.Set("class", Name(answer.error_class)).Set("error", answer.error);
    context.out.Print(json);
  } else if (answer.failed) {
    context.out.Line(fmt::format("{}  {}: {}: {}", context.out.Paint(Tone::kBad, "failed"), account.name,
                                 Name(answer.error_class), answer.error));
  } else {
    context.out.Line(fmt::format("{}  {} ({}) answered: {}", context.out.Paint(Tone::kGood, "ok"), account.name,
                                 runtime->name(), Trim(answer.text)));
  }
  return answer.failed ? Exit::kNo : Exit::kOk;
}

}  // namespace

constinit const Command kAccountsTestCommand = {"accounts test",  "send a test prompt with this account",
                                                Group::kSetUp,    Needs::kSettings,
                                                AccountsTestForm, RunAccountsTest};

}  // namespace forge::cli
