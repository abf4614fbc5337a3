// A home of its own for one unit of an agent program: the user's settings as copies, the sessions of earlier attempts,
// a login that is lent. What the program or its model changes in it goes with the unit. Knows no program:
// agent/vendors has a plan for each. docs/agents.md says what users may rely on.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "agent/home/login_form.h"
#include "agent/home/login_loan.h"
#include "agent/home/refresh_turn.h"
#include "base/result.h"

namespace forge {

// One of the user's directories. Names are of what is directly in it; `*` at one end stands for anything.
struct LentDirectory {
  std::string source;
  std::string at;                             // the same in the unit's home; "": the home itself
  std::vector<std::string_view> folders;      // of settings. Settings that are files are all but what follows
  std::vector<std::string_view> sessions;     // of the unit's own, for the attempt after it
  std::vector<std::string_view> left;         // other sessions, logs, caches: neither copied nor readable
  std::vector<std::string_view> linked = {};  // programs and packages, with `/` in between: large and never changed
  LoginForm login = {};                       // no file: none
};

struct HomePlan {
  std::vector<LentDirectory> directories;
  // Single files: from, to, and the member of the JSON that stays behind.
  struct File {
    std::string source, at;
    std::string_view without;
  };
  std::vector<File> files = {};
  // Directories that other programs use too: their other entries are linked. From, to.
  std::map<std::string, std::string> shared = {};
  std::map<std::string, std::string> variables;  // each leads to a place in the home; "": the home itself
};

class AgentHome {
 public:
  // `root`: a directory of Forge's own, for homes and locks; it is made. `sessions`: what an earlier attempt left there
  // is taken up; empty: nothing. `patience`: how to wait while another unit refreshes the login.
  static Result<AgentHome> Make(const HomePlan& plan, const std::string& root, const std::string& sessions,
                                const TurnPatience& patience = {});
  AgentHome(AgentHome&& other) noexcept;
  AgentHome& operator=(AgentHome&&) = delete;
  ~AgentHome();

  const std::string& path() const { return path_; }
  const std::map<std::string, std::string>& variables() const { return variables_; }
  const std::vector<std::string>& read() const { return read_; }  // of the user's: what a sandbox must let it read

  // To be called while the program runs, as often as one likes; `now_ms` is any clock that does not go back.
  void Exchange(std::int64_t now_ms);
  // Takes over what is refreshed by now. The tokens that are new since the last call: to be hidden like those before.
  std::vector<std::string> TakeNewTokens();
  // Calls Exchange every second until Close(): a program that says nothing may need what another one has refreshed. The
  // home stays where it is from now on.
  void Follow();
  // When the program has ended: keeps the sessions in `sessions`, if that is not empty. Returns what a person should
  // know, a sentence each.
  std::vector<std::string> Close(const std::string& sessions);

 private:
  AgentHome(HomePlan plan, std::string path) : plan_(std::move(plan)), path_(std::move(path)) {}

  Status Fill(const LentDirectory& directory, const std::string& locks, const TurnPatience& patience);
  Status LendFolder(const std::string& from, const std::string& to);
  Status FillFiles();
  Status LinkShared();
  Status KeepLoans() const;

  HomePlan plan_;
  std::string path_;  // empty: moved away
  std::map<std::string, std::string> variables_;
  std::vector<std::string> read_;
  std::mutex exchange_;  // of what follows
  std::vector<LoginLoan> loans_;
  std::vector<RefreshTurn> turns_;
  std::int64_t exchanged_ms_ = 0;
  std::optional<std::jthread> follower_;
};

// The tokens in the user's login files, to be hidden wherever they are printed.
std::vector<std::string> LoginTokens(const HomePlan& plan);

// A login that a program refreshed in a home whose engine was killed goes back, by the rules of Close(). Returns what a
// person should know, a sentence each.
std::vector<std::string> RecoverLogins(const std::string& root);

// Homes in `root` whose engines were killed, and whose logins are recovered. Returns how many were removed.
int RemoveDeadHomes(const std::string& root);

}  // namespace forge
