// Accounts: several logins of one runtime, and which of them works next. Pure: reads no file, runs no command and holds
// no secret. docs/accounts.md describes the rules.
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
  std::string key;                         // its name in what is remembered: names of projects do not collide
  std::string runtime;                     // claude, codex, ..., command, replay
  std::map<std::string, std::string> env;  // variable -> the one of ours that holds its value
  std::string token_command;               // prints a token
  std::string token_variable;              // that is to hold it; empty: the runtime's
  std::string config_dir;                  // where the program is logged in
  std::string origin;                      // file:line
  bool operator==(const Account&) const = default;
};

// What is known of an account's limits.
struct AccountState {
  std::vector<LimitState> limits;
  TimePoint seen;             // when the limits were said
  TimePoint exhausted_until;  // 0: it is not
  std::string why;            // it is exhausted
  bool refused = false;       // its login: until it works again, or a person says so
  bool operator==(const AccountState&) const = default;
};
using AccountStates = std::map<std::string, AccountState>;  // by key

struct AccountChoice {
  const Account* account = nullptr;  // none: all are exhausted
  std::string why;                   // it is not the current one
  TimePoint earliest;                // none: when the first comes back
};

// The largest share of a window that is used, of windows that have not begun anew since.
double UsedShare(const AccountState& state, TimePoint now);
bool IsExhausted(const AccountState& state, TimePoint now);

// The current one while it is below the threshold (0 .. 1); else the least used, and the current one again when that is
// no better. Nobody is passed over for the threshold alone when all are above it. One whose login was refused is taken
// only when all others' were too: somebody may have mended it meanwhile.
AccountChoice ChooseAccount(const std::vector<Account>& accounts, const AccountStates& states,
                            const std::string& current, double threshold, TimePoint now);

// The provider does not know the key, or there is no money behind it: another account may have better luck.
bool IsLoginRefused(const AgentAnswer& answer);

// What an answer says about the account that gave it.
void Learn(const AgentAnswer& answer, TimePoint now, AccountState& state);

// The variable that a runtime reads a token from; empty when it has none. Of Claude's there are two, told apart by the
// token's own prefix.
std::string TokenVariable(std::string_view runtime, std::string_view token);
// The variable that names the directory of its login; empty when it has none.
std::string ConfigVariable(std::string_view runtime);
// All that a runtime may take for a login: those that an account does not set must not decide instead of it.
std::vector<std::string> LoginVariables(std::string_view runtime);

}  // namespace forge
