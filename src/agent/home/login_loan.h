// A login file of the user while a unit's program has a copy of it. A token that either side refreshes reaches the
// other one, and nothing else does. Several units, also of several engines, may have the same file.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "agent/home/login_form.h"
#include "base/result.h"
#include "model/json.h"
#include "os/files/files.h"

namespace forge {

class LoginLoan {
 public:
  // None if the user has no such file. `copy` is below `home`, which belongs to the unit: no link in it leads the loan
  // elsewhere. `locks`: a directory for the lock between units.
  static Result<std::optional<LoginLoan>> Lend(const LoginForm& form, const std::string& source,
                                               const std::string& home, const std::string& copy,
                                               const std::string& locks);

  // Takes a refreshed login over, in both directions. Two calls of stat() if there is none. While the program runs, a
  // file that cannot be taken over may be half written: it says nothing of it.
  void Exchange();
  // The same, when the program has ended. Why a changed file is not taken over; empty: it is, or nothing changed.
  std::string Close();

  // The tokens that were lent, and that came with refreshes, since the last call.
  std::vector<std::string> TakeNewTokens() { return std::exchange(new_tokens_, {}); }

  // What Recover needs when the engine is killed. It holds the tokens.
  Json Kept() const;
  // Close(), of a loan whose engine was killed, in that home.
  static std::string Recover(const Json& kept, const std::string& home);

 private:
  LoginLoan(LoginForm form, std::string source, std::string home, std::string copy, std::string lock, std::string lent)
      : form_(std::move(form)),
        source_(std::move(source)),
        home_(std::move(home)),
        copy_(std::move(copy)),
        lock_(std::move(lock)),
        lent_(std::move(lent)) {}

  Status TakeOver();
  Status HandOn();
  void Agree(std::string text);

  LoginForm form_;
  std::string source_, home_, copy_, lock_;
  std::string lent_;  // what both sides last agreed on
  std::vector<std::string> new_tokens_;
  std::optional<FileVersion> seen_source_, seen_copy_;
};

}  // namespace forge
