// Which program and which account a question goes to, and the change of accounts when one reaches its limit or its
// login is refused. Knows no unit.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "agent/account_choice.h"
#include "agent/model_choice.h"
#include "agent/runtime.h"
#include "base/result.h"
#include "model/outcome.h"

namespace forge {

class AccountBook;
class ModelTable;
class UnitEventLog;
struct UnitContext;

struct AgentLogin {
  std::string spec;
  Runtime* runtime = nullptr;              // none: every account is exhausted
  std::optional<Account> account;          // none: the machine's own login
  TimePoint asked;                         // when the account was chosen
  std::map<std::string, std::string> env;  // the account's, for the agent's process only; holds secrets
  std::string handed_over;                 // why it is another account than before
  TimePoint back_at;                       // when the first account comes back, if all are exhausted
  std::string first_back;                  // its name
};

// Used from any number of threads.
class AgentLogins {
 public:
  AgentLogins(const UnitContext& context, const ModelTable& models) : context_(context), models_(models) {}

  Result<AgentLogin> Choose(const std::string& spec);
  // Takes what the answer says about the account's limits. When another account can work, the answer becomes a retry
  // at once, which counts as no attempt.
  Status Leave(const AgentLogin& login, AgentAnswer& answer, UnitEventLog& events);
  ModelSource SourceFor(const Runtime& runtime, const std::string& spec) const;

 private:
  Result<Runtime*> RuntimeFor(const std::string& spec);
  RuntimePlaces Places() const;
  Status PrepareAccount(const AccountBook& book, const Account& account);

  const UnitContext& context_;
  const ModelTable& models_;
  std::mutex mutex_;  // guards what follows
  std::map<std::string, std::unique_ptr<Runtime>> runtimes_;
  std::map<std::string, std::map<std::string, std::string>> account_environments_;  // by key; hold secrets
};

UnitOutcome EveryAccountAtItsLimit(const AgentLogin& login);

}  // namespace forge
