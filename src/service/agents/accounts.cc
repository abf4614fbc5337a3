#include "service/agents/accounts.h"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "agent/auto.h"
#include "agent/native/native.h"
#include "base/strings.h"
#include "model/json.h"
#include "model/json_array.h"
#include "os/files/file_lock.h"
#include "os/files/files.h"
#include "os/process/process.h"
#include "service/agents/accounts_file.h"

namespace forge {
namespace {

constexpr std::chrono::seconds kTokenTimeout{30};
constexpr std::size_t kLongestToken = 16 * 1024;
constexpr std::size_t kSwitchesKept = 20;

std::string Variable(const std::map<std::string, std::string>& environment, const std::string& name) {
  auto it = environment.find(name);
  return it == environment.end() ? "" : it->second;
}

Json ToJson(const AccountState& state) {
  Json limits = JsonArray(state.limits, [](const LimitState& limit) {
    return Json::MakeObject().Set("window", limit.window).Set("used", limit.used).Set("resets_at", limit.resets_at.ms);
  });
  Json json = Json::MakeObject().Set("limits", std::move(limits)).Set("seen", state.seen.ms);
  if (state.refused) json.Set("refused", true);
  if (state.exhausted_until.ms != 0) json.Set("exhausted_until", state.exhausted_until.ms).Set("why", state.why);
  if (state.limited_at.ms != 0) json.Set("limited_at", state.limited_at.ms);
  return json;
}

AccountState StateFromJson(const Json& json) {
  AccountState state;
  for (const Json& limit : json["limits"].AsArray()) {
    state.limits.push_back(
        {limit["window"].AsString(), limit["used"].AsDouble(), TimePoint{limit["resets_at"].AsInt()}});
  }
  state.seen = TimePoint{json["seen"].AsInt()};
  state.exhausted_until = TimePoint{json["exhausted_until"].AsInt()};
  state.why = json["why"].AsString();
  state.limited_at = TimePoint{json["limited_at"].AsInt()};
  state.refused = json["refused"].AsBool();
  return state;
}

Json ToJson(const AccountLedger& ledger) {
  Json current = Json::MakeObject();
  for (const auto& [runtime, key] : ledger.current) current.Set(runtime, key);
  Json states = Json::MakeObject();
  for (const auto& [key, state] : ledger.states) states.Set(key, ToJson(state));
  Json switches = JsonArray(ledger.switches, [](const AccountSwitch& change) {
    return Json::MakeObject()
        .Set("at", change.at.ms)
        .Set("runtime", change.runtime)
        .Set("from", change.from)
        .Set("to", change.to)
        .Set("why", change.why);
  });
  return Json::MakeObject()
      .Set("current", std::move(current))
      .Set("accounts", std::move(states))
      .Set("switches", std::move(switches));
}

AccountLedger LedgerFromJson(const Json& json) {
  AccountLedger ledger;
  for (const auto& [runtime, key] : json["current"].AsObject()) ledger.current[runtime] = key.AsString();
  for (const auto& [key, state] : json["accounts"].AsObject()) ledger.states[key] = StateFromJson(state);
  for (const Json& change : json["switches"].AsArray()) {
    ledger.switches.push_back({TimePoint{change["at"].AsInt()}, change["runtime"].AsString(), change["from"].AsString(),
                               change["to"].AsString(), change["why"].AsString()});
  }
  return ledger;
}

std::string FileOf(const Machine& machine) { return machine.config_directory + "/accounts.toml"; }
std::string FileOf(const Project& project) { return project.forge + "/accounts.toml"; }

// A damaged ledger counts as empty: its content can be learned again. One that cannot be read now is not damaged.
Result<AccountLedger> Remembered(const std::string& path) {
  const auto text = ReadFileIfThere(path, 1 << 20);
  if (!text && text.error().code != Code::kInvalid) return std::unexpected(text.error());  // kInvalid: far too long
  auto json = text && *text ? ParseJson(**text) : Result<Json>(Json());
  return json ? LedgerFromJson(*json) : AccountLedger{};
}

// Reads, changes and writes the ledger, alone. `change` says whether there is anything to write.
template <typename Change>
Status ChangeLedger(const std::string& path, Change change) {
  TRY(MakeDirectories(DirName(path)));
  const FileLock lock = TRY(FileLock::Take(path + ".lock"));
  AccountLedger ledger = TRY(Remembered(path));
  if (!change(ledger)) return {};
  return WriteFileAtomic(path, ToJson(ledger).Dump(2) + "\n");
}

void Remember(AccountLedger& ledger, AccountSwitch change) {
  ledger.switches.push_back(std::move(change));
  if (ledger.switches.size() > kSwitchesKept) ledger.switches.erase(ledger.switches.begin());
}

std::string AccountName(const std::vector<Account>& accounts, const std::string& key) {
  auto it = std::ranges::find(accounts, key, &Account::key);
  return it == accounts.end() ? "" : it->name;
}

// Its output is a secret: nothing of it goes into a message.
Result<std::string> RunTokenCommand(const Account& account) {
  ProcessSpec command = ShellCommand(account.token_command);
  command.timeout = kTokenTimeout;
  auto failed = [&](const std::string& how) {
    return Fail(Code::kUnavailable, fmt::format("account `{}`: its token_command {}", account.name, how),
                "run it yourself: it is in " + account.origin);
  };
  auto result = RunProcess(command);
  if (!result) return failed("cannot be started");
  if (result->end == ProcessEnd::kTimedOut) return failed(fmt::format("took longer than {} s", kTokenTimeout.count()));
  if (!result->ok()) return failed(fmt::format("failed (exit {})", result->exit_code));
  const std::vector<std::string_view> lines = Lines(result->out);
  const std::string token(lines.empty() ? "" : Trim(lines[0]));
  if (token.empty()) return failed("printed nothing");
  if (token.size() > kLongestToken) return failed("printed too much for a token");
  return token;
}

// What was chosen last, and when.
std::string UsePath(const Machine& machine) { return machine.data_directory + "/accounts.used"; }

}  // namespace

Result<AccountBook> AccountBook::Load(const Machine& machine, const std::optional<Project>& project) {
  AccountBook book(machine);
  TRY(book.ReadFileInto(FileOf(machine), ""));
  if (project) TRY(book.ReadFileInto(FileOf(*project), project->root + ":"));
  return book;
}

bool AccountBook::HasFiles(const Machine& machine, const Project& project) {
  return Exists(FileOf(machine)) || Exists(FileOf(project));
}

Status AccountBook::ReadFileInto(const std::string& path, const std::string& key_prefix) {
  if (!Exists(path)) return {};
  const std::string text = TRY(ReadFile(path, 1 << 20));
  for (Account& account : TRY(ParseAccounts(text, path, Variable(machine_.environment, "HOME")))) {
    account.key = key_prefix + account.name;
    std::erase_if(accounts_, [&](const Account& other) { return other.name == account.name; });
    accounts_.push_back(std::move(account));
  }
  return {};
}

const Account* AccountBook::Find(const std::string& name) const {
  auto it = std::ranges::find(accounts_, name, &Account::name);
  return it == accounts_.end() ? nullptr : &*it;
}

std::vector<Account> AccountBook::Of(const std::string& runtime) const {
  std::vector<Account> of;
  std::ranges::copy_if(accounts_, std::back_inserter(of), [&](const Account& a) { return a.runtime == runtime; });
  return of;
}

Result<AccountLedger> AccountBook::ReadLedger() const { return Remembered(LedgerPath()); }

Result<AccountPick> AccountBook::Choose(const std::string& runtime, std::int64_t threshold_percent,
                                        TimePoint now) const {
  const std::vector<Account> accounts = Of(runtime);
  AccountPick pick;
  TRY(ChangeLedger(LedgerPath(), [&](AccountLedger& ledger) {
    const std::string before = ledger.current[runtime];
    const AccountChoice choice =
        ChooseAccount(accounts, ledger.states, before, static_cast<double>(threshold_percent) / 100, now);
    pick.earliest = choice.earliest;
    pick.first = choice.first;
    if (choice.account == nullptr) return false;
    pick.account = *choice.account;
    if (choice.account->key == before) return false;
    ledger.current[runtime] = choice.account->key;
    if (choice.why.empty()) return true;
    pick.handed_over = choice.why;
    Remember(ledger, {now, runtime, AccountName(accounts, before), choice.account->name, choice.why});
    return true;
  }));
  return pick;
}

Status AccountBook::Learn(const Account& account, const AgentAnswer& answer, TimePoint asked, TimePoint now) const {
  return ChangeLedger(LedgerPath(), [&](AccountLedger& ledger) {
    AccountState& state = ledger.states[account.key];
    const AccountState before = state;
    forge::Learn(answer, asked, now, state);
    return state != before;
  });
}

Status AccountBook::Refuse(const Account& account) const {
  return ChangeLedger(LedgerPath(),
                      [&](AccountLedger& ledger) { return !std::exchange(ledger.states[account.key].refused, true); });
}

Status AccountBook::Use(const Account& account, TimePoint now) const {
  TRY(ChangeLedger(LedgerPath(), [&](AccountLedger& ledger) {
    const std::string before = ledger.current[account.runtime];
    ledger.current[account.runtime] = account.key;
    AccountState& state = ledger.states[account.key];
    state.exhausted_until = {};
    state.limited_at = {};
    state.why.clear();
    state.refused = false;
    // The recorded usage no longer counts: the user chose this account.
    state.limits.clear();
    if (before != account.key)
      Remember(ledger, {now, account.runtime, AccountName(accounts_, before), account.name, "forge accounts use"});
    return true;
  }));
  return WriteFileAtomic(UsePath(machine_), fmt::format("{} {}\n", now.ms, account.key));
}

std::string AccountBook::LastUse(const Machine& machine) {
  return ReadFileIfThere(UsePath(machine)).value_or(std::nullopt).value_or("");
}

Result<std::map<std::string, std::string>> AccountBook::EnvironmentOf(const Account& account) const {
  std::map<std::string, std::string> environment;
  for (const std::string& variable : LoginVariables(account.runtime)) environment[variable] = "";
  for (const auto& [variable, from] : account.env) {
    const std::string value = Variable(machine_.environment, from);
    if (value.empty()) {
      return Fail(Code::kUnavailable,
                  fmt::format("account `{}`: the environment variable {} is not set", account.name, from),
                  "it is named in " + account.origin);
    }
    environment[variable] = value;
  }
  if (!account.token_command.empty()) {
    const std::string token = TRY(RunTokenCommand(account));
    environment[account.token_variable.empty() ? TokenVariable(account.runtime, token) : account.token_variable] =
        token;
  }
  if (!account.config_dir.empty()) {
    if (!IsDirectory(account.config_dir)) {
      return Fail(Code::kUnavailable,
                  fmt::format("account `{}`: there is no directory {}", account.name, account.config_dir),
                  fmt::format("log in there first: {}={} {}", ConfigVariable(account.runtime), account.config_dir,
                              account.runtime));
    }
    environment[ConfigVariable(account.runtime)] = account.config_dir;
  }
  return environment;
}

std::string RuntimeOf(const std::string& spec, const RuntimePlaces& places, const AccountBook& book) {
  if (spec != "auto") return spec.substr(0, spec.find(':'));
  if (auto choice = ChooseRuntime(places)) return choice->spec.substr(0, choice->spec.find(':'));
  return book.accounts().empty() ? "" : book.accounts().front().runtime;
}

Status CheckAgent(const std::string& spec, const Machine& machine, const Project& project) {
  RuntimePlaces places{project.root, project.state, machine.environment};
  const AccountBook book = TRY(AccountBook::Load(machine, project));
  const std::string runtime = RuntimeOf(spec, places, book);
  const std::vector<Account> accounts = book.Of(runtime);
  if (!accounts.empty()) {
    auto login = book.EnvironmentOf(accounts.front());
    for (std::size_t i = 1; !login && i < accounts.size(); ++i) {
      if (auto other = book.EnvironmentOf(accounts[i])) login = std::move(other);
    }
    for (auto& [name, value] : TRY(std::move(login))) places.environment[name] = value;
  }
  TRY(MakeRuntime(spec == "auto" && !accounts.empty() ? runtime : spec, places));
  return {};
}

}  // namespace forge
