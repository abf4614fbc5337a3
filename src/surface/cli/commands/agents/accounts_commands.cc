// forge accounts: list, use and test accounts.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "agent/native/native.h"
#include "agent/runtime.h"
#include "base/strings.h"
#include "service/agents/accounts.h"
#include "surface/cli/commands.h"
#include "surface/cli/commands/agents/ping.h"
#include "surface/view/columns.h"
#include "surface/view/json_rows.h"
#include "surface/view/times.h"

namespace forge::cli {
namespace {

Positional AccountArgument() { return {"NAME", "the account's name in accounts.toml"}; }

Result<Account> ChosenAccount(const AccountBook& book, const Args& args) {
  if (const Account* account = book.Find(args.Get("NAME"))) return *account;
  std::vector<std::string> names;
  for (const Account& account : book.accounts()) names.push_back(account.name);
  return Fail(
      Code::kNotFound, fmt::format("no account `{}`", args.Get("NAME")),
      names.empty() ? "add one to accounts.toml; see docs/accounts.md" : "known accounts: " + Join(names, ", "));
}

Form AccountsListForm() {
  return {.notes =
              "Accounts are declared in accounts.toml, in the project (.forge) or in your own configuration "
              "(~/.config/forge). Limits are read from the agents' answers; this command sends no request. "
              "docs/accounts.md has examples.",
          .examples = {{"forge accounts", "current accounts and how much of each limit is used"},
                       {"forge accounts list --json", "the same, for scripts"}}};
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
    json.Set("resets", OrNull(limit.resets_at));
    limits.Append(json.Set("over", limit.resets_at.ms > 0 && limit.resets_at.ms <= now.ms));
  }
  Json json = Json::MakeObject()
                  .Set("account", account.name)
                  .Set("runtime", account.runtime)
                  .Set("by", How(account))
                  .Set("current", current != ledger.current.end() && current->second == account.key)
                  .Set("used", UsedShare(state, now))
                  .Set("limits", std::move(limits))
                  .Set("seen", OrNull(state.seen))
                  .Set("origin", account.origin);
  const bool exhausted = IsExhausted(state, now);
  json.Set("refused", state.refused).Set("exhausted_until", exhausted ? OrNull(state.exhausted_until) : Json());
  return json.Set("reason", exhausted ? state.why : "");
}

Json SwitchJson(const AccountSwitch& change) {
  return Json::MakeObject()
      .Set("at", IsoTime(change.at))
      .Set("runtime", change.runtime)
      .Set("from", OrNull(change.from))
      .Set("to", change.to)
      .Set("reason", change.why);
}

// Of each runtime that has accounts: which the next unit gets, or until when all of them are at their limits.
struct NextAccount {
  std::string runtime;
  AccountChoice choice;
};

std::vector<NextAccount> NextAccounts(const Context& context, const AccountBook& book, const AccountLedger& ledger,
                                      const std::map<std::string, std::vector<Account>>& by_runtime) {
  const auto percent = ParseInt(context.settings->Get("account_threshold")).value_or(100);
  std::vector<NextAccount> all;
  for (const Account& account : book.accounts()) {
    if (std::ranges::find(all, account.runtime, &NextAccount::runtime) != all.end()) continue;
    const auto current = ledger.current.find(account.runtime);
    const std::string key = current == ledger.current.end() ? "" : current->second;
    all.push_back({account.runtime, ChooseAccount(by_runtime.at(account.runtime), ledger.states, key,
                                                  static_cast<double>(percent) / 100, context.host.now())});
  }
  return all;
}

std::map<std::string, std::vector<Account>> ByRuntime(const AccountBook& book) {
  std::map<std::string, std::vector<Account>> accounts;
  for (const Account& account : book.accounts()) accounts[account.runtime].push_back(account);
  return accounts;
}

Json NextJson(const NextAccount& next) {
  const AccountChoice& choice = next.choice;
  Json json = Json::MakeObject().Set("runtime", next.runtime);
  json.Set("account", choice.account != nullptr ? Json(choice.account->name) : Json());
  json.Set("waits_for", OrNull(choice.first)).Set("waits_until", OrNull(choice.earliest));
  return json.Set("reason", choice.why);
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
  context.out.Write(FormatColumns(context.out.palette(), {"ACCOUNT", "RUNTIME", "CURRENT", "LIMIT", "BY", "FROM"}, rows,
                                  context.out.width(), LastColumn::kFlows));
  const auto by_runtime = ByRuntime(book);
  for (const NextAccount& next : NextAccounts(context, book, ledger, by_runtime)) {
    if (next.choice.account != nullptr || next.choice.earliest.ms == 0) continue;
    context.out.Line(fmt::format("every account of {} is at its limit; `{}` is back first, at {}", next.runtime,
                                 next.choice.first, IsoTime(next.choice.earliest)));
  }
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
    const auto by_runtime = ByRuntime(book);
    Json next = Json::MakeArray();
    for (const NextAccount& one : NextAccounts(context, book, ledger, by_runtime)) next.Append(NextJson(one));
    return context.Print(Json::MakeObject()
                             .Set("accounts", std::move(accounts))
                             .Set("next", std::move(next))
                             .Set("switches", std::move(switches)));
  }
  if (book.accounts().empty()) {
    context.out.Line("no accounts: agents use their default login; docs/accounts.md shows how to declare several");
    return Exit::kOk;
  }
  PrintAccounts(context, book, ledger);
  return Exit::kOk;
}

Form AccountsUseForm() {
  return {.positionals = {AccountArgument()},
          .notes =
              "New units use this account, in every project, until it reaches its threshold or its limit. Recorded "
              "limits of the account are cleared.",
          .examples = {{"forge accounts use work", "switch to the account `work`"}}};
}

Result<Exit> RunAccountsUse(Context& context, const Args& args) {
  const AccountBook book = TRY(AccountBook::Load(context.host.machine, context.project));
  const Account account = TRY(ChosenAccount(book, args));
  TRY(book.Use(account, context.host.now()));
  return context.Tell(Json::MakeObject().Set("account", account.name).Set("runtime", account.runtime),
                      fmt::format("{} now uses account `{}`", account.runtime, account.name));
}

Form AccountsTestForm() {
  return {.positionals = {AccountArgument()},
          .notes =
              "Sends a test prompt with the account, in an empty directory and without write access. This is a real "
              "request and may cost a little. Exit 1 when it fails, with the provider's message. Limits named in the "
              "answer are remembered.",
          .examples = {{"forge accounts test work", "does this login work?"}}};
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
  RuntimePlaces places{context.project ? context.project->root : machine.cwd, "", machine.environment, nullptr,
                       machine.homes_directory()};
  AgentRequest request = TRY(MakePing(context));
  for (const auto& [name, value] : TRY(book.EnvironmentOf(account))) {
    places.environment[name] = value;
    if (!IsNativeRuntime(account.runtime)) request.env[name] = value;
  }
  auto runtime = TRY(MakeRuntime(SpecOf(context, account), places));
  const TimePoint asked = context.host.now();
  const AgentAnswer answer = runtime->Ask(request, {});
  TRY(book.Learn(account, answer, asked, context.host.now()));
  if (context.json) {
    Json json = Json::MakeObject().Set("account", account.name).Set("ok", !answer.failed).Set("text", answer.text);
    json.Set("error_class", answer.failed ? Json(Name(answer.error_class)) : Json());
    context.out.Print(json.Set("reason", answer.error));
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

constinit const Command kAccountsListCommand = {"accounts list",  "list accounts and how much of their limits is used",
                                                Group::kSetUp,    Needs::kSettings,
                                                AccountsListForm, RunAccountsList};

constinit const Command kAccountsUseCommand = {
    "accounts use", "choose the account to use next", Group::kSetUp, Needs::kSettings, AccountsUseForm, RunAccountsUse};

constinit const Command kAccountsTestCommand = {"accounts test",  "send a test prompt with this account",
                                                Group::kSetUp,    Needs::kSettings,
                                                AccountsTestForm, RunAccountsTest};

}  // namespace forge::cli
