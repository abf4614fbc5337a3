#include <fmt/format.h>

#include <cmath>

#include "service/agents/accounts.h"
#include "surface/cli/commands.h"
#include "surface/view/columns.h"
#include "surface/view/times.h"

namespace forge::cli {
namespace {

Form AccountsListForm() {
  Form form;
  form.notes =
      "Accounts are declared in accounts.toml, in the project (.forge) or in your own configuration (~/.config/forge). "
      "Limits are read from the agents' answers; this command sends no request. docs/accounts.md has examples.";
  form.examples = {{"forge accounts", "current accounts and how much of each limit is used"},
                   {"forge accounts list --json", "the same, for scripts"}};
  return form;
}

std::string How(const Account& account) {
  if (!account.config_dir.empty()) return "config_dir";
  return account.token_command.empty() ? "env" : "token_command";
}

std::string StateText(const AccountState& state, TimePoint now) {
  if (state.refused) return "the login was rejected";
  if (IsExhausted(state, now)) return fmt::format("exhausted until {}: {}", IsoTime(state.exhausted_until), state.why);
  if (state.seen.ms == 0) return "-";
  return fmt::format("{} % used", std::lround(UsedShare(state, now) * 100));
}

Json AccountJson(const Account& account, const AccountLedger& ledger, TimePoint now) {
  auto current = ledger.current.find(account.runtime);
  auto known = ledger.states.find(account.key);
  const AccountState state = known == ledger.states.end() ? AccountState{} : known->second;
  Json limits = Json::MakeArray();
  for (const LimitState& limit : state.limits) {
    Json json = Json::MakeObject().Set("window", limit.window).Set("used", limit.used);
    if (limit.resets_at.ms > 0) json.Set("resets_at", IsoTime(limit.resets_at));
    limits.Append(std::move(json));
  }
  Json json = Json::MakeObject()
                  .Set("name", account.name)
                  .Set("runtime", account.runtime)
                  .Set("by", How(account))
                  .Set("current", current != ledger.current.end() && current->second == account.key)
                  .Set("used", UsedShare(state, now))
                  .Set("limits", std::move(limits))
                  .Set("origin", account.origin);
  if (state.refused) json.Set("refused", true);
  if (IsExhausted(state, now)) json.Set("exhausted_until", IsoTime(state.exhausted_until)).Set("why", state.why);
  return json;
}

Json SwitchJson(const AccountSwitch& change) {
  return Json::MakeObject()
      .Set("at", IsoTime(change.at))
      .Set("runtime", change.runtime)
      .Set("from", change.from)
      .Set("to", change.to)
      .Set("why", change.why);
}

void PrintAccounts(Context& context, const AccountBook& book, const AccountLedger& ledger) {
  const TimePoint now = context.host.now();
  std::vector<std::vector<Cell>> rows;
  for (const Account& account : book.accounts()) {
    auto current = ledger.current.find(account.runtime);
    const bool works = current != ledger.current.end() && current->second == account.key;
    auto state = ledger.states.find(account.key);
    rows.push_back({{account.name, Tone::kStrong},
                    {account.runtime},
                    {works ? "yes" : "", Tone::kGood},
                    {StateText(state == ledger.states.end() ? AccountState{} : state->second, now)},
                    {How(account)},
                    {context.Short(account.origin), Tone::kFaint}});
  }
  context.out.Write(
      FormatColumns(context.out.palette(), {"ACCOUNT", "RUNTIME", "CURRENT", "LIMIT", "BY", "FROM"}, rows, 0));
  if (ledger.switches.empty()) return;
  const AccountSwitch& last = ledger.switches.back();
  context.out.Line(fmt::format("last change: {} {} -> {}: {}", last.runtime, last.from.empty() ? "-" : last.from,
                               last.to, last.why));
}

Result<Exit> RunAccountsList(Context& context, const Args&) {
  const AccountBook book = TRY(AccountBook::Load(context.host.machine, context.project));
  const AccountLedger ledger = TRY(book.ReadLedger());
  if (context.json) {
    Json accounts = Json::MakeArray();
    for (const Account& account : book.accounts()) accounts.Append(AccountJson(account, ledger, context.host.now()));
    Json switches = Json::MakeArray();
    for (const AccountSwitch& change : ledger.switches) switches.Append(SwitchJson(change));
    context.out.Print(Json::MakeObject().Set("accounts", std::move(accounts)).Set("switches", std::move(switches)));
    return Exit::kOk;
  }
  if (book.accounts().empty()) {
    context.out.Line("no accounts: agents use their default login; docs/accounts.md shows how to declare several");
    return Exit::kOk;
  }
  PrintAccounts(context, book, ledger);
  return Exit::kOk;
}

}  // namespace

constinit const Command kAccountsListCommand = {"accounts list",  "list accounts and how much of their limits is used",
                                                Group::kSetUp,    Needs::kSettings,
                                                AccountsListForm, RunAccountsList};

}  // namespace forge::cli
