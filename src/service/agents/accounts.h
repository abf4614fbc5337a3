// The accounts of a machine and a project: their files, what is remembered of their limits, and the environment that
// makes a runtime use one. Which works next is decided in agent/account_choice.h. docs/accounts.md.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "agent/account_choice.h"
#include "base/result.h"
#include "service/project.h"

namespace forge {

// A change from one account to another.
struct AccountSwitch {
  TimePoint at;
  std::string runtime, from, to, why;
};

// What is remembered, in accounts.json of the data directory: what one project learns of a login, all know.
struct AccountLedger {
  std::map<std::string, std::string> current;  // runtime -> key
  AccountStates states;
  std::vector<AccountSwitch> switches;  // the latest, oldest first
};

struct AccountPick {
  std::optional<Account> account;  // none: all are exhausted
  std::string handed_over;         // why it is another than before; empty: it is not
  TimePoint earliest;              // none: when the first comes back
  std::string first;               // its name
};

class AccountBook {
 public:
  // Reads accounts.toml of the user, then of the project, whose accounts hide the user's of the same name. An error
  // names file and line and never repeats a value.
  static Result<AccountBook> Load(const Machine& machine, const std::optional<Project>& project);
  // Whether there is anything to read: a unit that needs no account costs two looks.
  static bool HasFiles(const Machine& machine, const Project& project);

  const std::vector<Account>& accounts() const { return accounts_; }
  const Account* Find(const std::string& name) const;
  std::vector<Account> Of(const std::string& runtime) const;

  Result<AccountLedger> ReadLedger() const;
  // The account to use next. A switch is recorded before it is returned.
  Result<AccountPick> Choose(const std::string& runtime, std::int64_t threshold_percent, TimePoint now) const;
  Status Learn(const Account& account, const AgentAnswer& answer, TimePoint asked, TimePoint now) const;
  // Its login cannot be prepared: other accounts come first.
  Status Refuse(const Account& account) const;
  // A person's choice: the account is taken from now on, and what was believed exhausted is tried again.
  Status Use(const Account& account, TimePoint now) const;
  // Another text after each such choice on this machine: runs that wait for a limit try again then.
  static std::string LastUse(const Machine& machine);

  // What makes the runtime use it: variables and their values; an empty value hides another login.
  // Reads our environment, or runs the account's command. Not to be kept or logged.
  Result<std::map<std::string, std::string>> EnvironmentOf(const Account& account) const;

 private:
  explicit AccountBook(Machine machine) : machine_(std::move(machine)) {}
  Status ReadFileInto(const std::string& path, const std::string& key_prefix);
  std::string LedgerPath() const { return machine_.data_directory + "/accounts.json"; }

  Machine machine_;
  std::vector<Account> accounts_;
};

// The runtime that an --agent means: "claude" of "claude:/opt/claude"; of `auto`, what that takes here, or the first
// account's when nothing else is there.
std::string RuntimeOf(const std::string& spec, const RuntimePlaces& places, const AccountBook& book);

// Whether the agent can be reached at all, with the first of its accounts whose login can be put together.
Status CheckAgent(const std::string& spec, const Machine& machine, const Project& project);

}  // namespace forge
