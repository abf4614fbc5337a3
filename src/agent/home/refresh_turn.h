// The turn to refresh a login. Two programs that refresh with the same token lose it at providers where a token counts
// once. So while a login is about to expire, one unit's program starts with it, and the others wait until it is
// refreshed: also those of other engines. Knows no program.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>

#include "agent/home/login_form.h"
#include "base/result.h"
#include "os/files/file_lock.h"

namespace forge {

// How a unit waits for its turn.
struct TurnPatience {
  std::int64_t now_ms = 0;                               // the wall clock's, in Unix time
  std::function<bool(std::int64_t ms)> pause = nullptr;  // false: wait no longer. None: no turn is wanted
};

class RefreshTurn {
 public:
  // None: the login is not about to expire, the unit has waited long enough, or an earlier turn with this very login
  // has shown that nothing refreshes it. `locks`: a directory.
  static Result<std::optional<RefreshTurn>> Await(const LoginForm& form, const std::string& source,
                                                  const std::string& locks, const TurnPatience& patience);

  // Whether the turn has come to its end: the login is refreshed, or the program had time enough. `now_ms` is any clock
  // that does not go back.
  bool IsOver(std::int64_t now_ms);
  // The unit ends.
  void End();

 private:
  RefreshTurn(std::string source, std::string text, std::string tried, FileLock lock)
      : source_(std::move(source)), text_(std::move(text)), tried_(std::move(tried)), lock_(std::move(lock)) {}
  bool IsRefreshed() const;
  void GiveUp() const;

  std::string source_, text_;  // the user's file, and what it was
  std::string tried_;          // names the login that an earlier turn had in vain
  FileLock lock_;
  std::int64_t began_ms_ = 0, seen_ms_ = 0;
};

}  // namespace forge
