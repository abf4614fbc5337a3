// Accounts: several logins of one runtime, and which one to use next. Pure: reads no file, runs no command and holds no
// secret. docs/accounts.md describes the rules.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "agent/runtime.h"
#include "base/ids.h"

namespace forge {

// One of `env`, `token_command` and `config_dir` is set.
struct Account {
  std::string name;
  std::string key;                         // its name in stored state, unique over projects
  std::string runtime;                     // claude, codex, ..., command, replay
  std::map<std::string, std::string> env;  // variable -> our variable with its value
  std::string token_command;               // prints a token
  std::string token_variable;              // the variable for the token; empty: the runtime's
  std::string config_dir;                  // the directory of the program's login
  std::string origin;                      // file:line
  bool operator==(const Account&) const = default;
};

// What is known of an account's limits.
struct AccountState {
  std::vector<LimitState> limits;
  TimePoint seen;             // when the provider reported the limits
  TimePoint exhausted_until;  // 0: not exhausted
  std::string why;            // why it is exhausted
  TimePoint limited_at;       // when that was last said
  bool refused = false;       // the provider refused its login; until it works again, or the user resets it
  bool operator==(const AccountState&) const = default;
};
using AccountStates = std::map<std::string, AccountState>;  // by key

struct AccountChoice {
  const Account* account = nullptr;  // none: all are exhausted
  std::string why;                   // why it is not the current one
  TimePoint earliest;                // if none: when the first one is available again
  std::string first;                 // its name
};

// The largest used share of the windows that have not been reset since.
double UsedShare(const AccountState& state, TimePoint now);
bool IsExhausted(const AccountState& state, TimePoint now);
// When the fullest of the windows ends that are used up or nearly so; 0: none is, or no end is known.
TimePoint ResetOfFullest(const AccountState& state, TimePoint now);

// The current account while it is below the threshold (0 .. 1). Otherwise the least used one, or the current one if no
// other is better. The threshold is ignored when all are above it. An account with a refused login is used only if all
// logins were refused: the user may have fixed it.
AccountChoice ChooseAccount(const std::vector<Account>& accounts, const AccountStates& states,
                            const std::string& current, double threshold, TimePoint now);

// The provider rejects the key, or the account has no credit: another account may work.
bool IsLoginRefused(const AgentAnswer& answer);

// Updates an account's state from an answer. What was asked before the account met its limit may still be answered, and
// says nothing of the limit.
void Learn(const AgentAnswer& answer, TimePoint asked, TimePoint now, AccountState& state);

// The variable that a runtime reads its token from; empty if it has none. Claude has two; the token's prefix decides.
std::string TokenVariable(std::string_view runtime, std::string_view token);
// The variable for the directory of its login; empty if it has none.
std::string ConfigVariable(std::string_view runtime);
// All variables that a runtime may take a login from. Those that the account does not set are removed.
std::vector<std::string> LoginVariables(std::string_view runtime);

}  // namespace forge
