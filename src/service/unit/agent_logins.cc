#include "service/unit/agent_logins.h"

#include <fmt/format.h>

#include "agent/native/native.h"
#include "os/system.h"
#include "service/agents/accounts.h"
#include "service/unit/job.h"
#include "service/unit/unit_context.h"
#include "service/unit/unit_events.h"

namespace forge {

Result<AgentLogin> AgentLogins::Choose(const std::string& spec) {
  AgentLogin login;
  login.spec = spec;
  // Looked for again for every unit, so that an account added while the run waits is used.
  if (!AccountBook::HasFiles(context_.machine, context_.project)) {
    login.runtime = TRY(RuntimeFor(spec));
    return login;
  }
  const AccountBook book = TRY(AccountBook::Load(context_.machine, context_.project));
  const RuntimePlaces places = Places();
  const std::string name = RuntimeOf(spec, places, book);
  if (book.Of(name).empty()) {
    login.runtime = TRY(RuntimeFor(spec));
    return login;
  }
  login.asked = WallClock();
  AccountPick pick = TRY(book.Choose(name, context_.settings.account_threshold, WallClock()));
  // An account whose login cannot be prepared is skipped until its turn comes again.
  for (std::size_t tried = 0; pick.account; ++tried) {
    Status ready = PrepareAccount(book, *pick.account);
    if (ready) break;
    TRY(book.Refuse(*pick.account));
    const AccountPick next = TRY(book.Choose(name, context_.settings.account_threshold, WallClock()));
    const bool nobody_else = next.account && next.account->key == pick.account->key;
    if (nobody_else || tried >= book.Of(name).size()) return std::unexpected(ready.error());
    pick = next;
    if (pick.handed_over.empty()) pick.handed_over = ready.error().message;
  }
  if (!pick.account) {
    login.back_at = pick.earliest;
    login.first_back = pick.first;
    return login;
  }
  login.account = *pick.account;
  login.handed_over = pick.handed_over;
  std::lock_guard lock(mutex_);
  const std::map<std::string, std::string>& environment = account_environments_.at(pick.account->key);
  // The native loop gets its key when it is made. The commands of its model must not see it.
  if (!IsNativeRuntime(name)) login.env = environment;
  const std::string key = spec + "\n" + pick.account->key;
  auto it = runtimes_.find(key);
  if (it == runtimes_.end()) {
    RuntimePlaces own = places;
    for (const auto& [variable, value] : environment) own.environment[variable] = value;
    it = runtimes_.emplace(key, TRY(MakeRuntime(spec == "auto" ? name : spec, own))).first;
  }
  login.runtime = it->second.get();
  return login;
}

Status AgentLogins::PrepareAccount(const AccountBook& book, const Account& account) {
  std::lock_guard lock(mutex_);
  if (account_environments_.contains(account.key)) return {};
  account_environments_.emplace(account.key, TRY(book.EnvironmentOf(account)));
  return {};
}

Status AgentLogins::Leave(const AgentLogin& login, AgentAnswer& answer, UnitEventLog& events) {
  const TimePoint now = WallClock();
  if (answer.retry_at.ms <= now.ms) answer.retry_at = {};  // a reset time in the past would retry forever
  if (!login.account) return {};
  const AccountBook book = TRY(AccountBook::Load(context_.machine, context_.project));
  TRY(book.Learn(*login.account, answer, login.asked, now));
  const bool refused = IsLoginRefused(answer);
  const bool limited = answer.error_class == ErrorClass::kQuota || answer.error_class == ErrorClass::kRateLimit;
  if (!answer.failed || !(limited || refused)) return {};
  const AccountPick next = TRY(book.Choose(login.account->runtime, context_.settings.account_threshold, now));
  if (next.account && next.account->key != login.account->key) {
    answer.error = fmt::format("account `{}`: {}; continuing with account `{}`", login.account->name, answer.error,
                               next.account->name);
    answer.error_class = ErrorClass::kQuota;
    answer.retry_at = now;
    events.HandOver(login.account->name, next.account->name, answer.error);
    return {};
  }
  if (next.earliest.ms <= now.ms) return {};
  // A rate that every account has used up is waited for like a quota: it is no failure of the step.
  answer.error += fmt::format("; every account is at its limit, `{}` is back first", next.first);
  answer.error_class = ErrorClass::kQuota;
  answer.retry_at = next.earliest;
  return {};
}

Result<Runtime*> AgentLogins::RuntimeFor(const std::string& spec) {
  std::lock_guard lock(mutex_);
  auto it = runtimes_.find(spec);
  if (it == runtimes_.end()) {
    it = runtimes_.emplace(spec, TRY(MakeRuntime(spec, Places()))).first;
  }
  return it->second.get();
}

RuntimePlaces AgentLogins::Places() const {
  return {context_.project.root, context_.project.state, context_.machine.environment, &models_,
          context_.machine.homes_directory()};
}

// Only the runtime knows what `auto` chose and what is behind a recording.
ModelSource AgentLogins::SourceFor(const Runtime& runtime, const std::string& spec) const {
  const bool by_name = spec == "auto" || spec.starts_with("record:");
  return SourceOf(by_name ? runtime.name() : spec, context_.machine.environment);
}

UnitOutcome EveryAccountAtItsLimit(const AgentLogin& login) {
  UnitOutcome outcome = FailedUnit(
      ErrorClass::kQuota,
      Error{Code::kUnavailable,
            fmt::format("every account of {} is at its limit; `{}` is back first", login.spec, login.first_back), ""});
  outcome.retry_at = login.back_at;
  return outcome;
}

}  // namespace forge
