#include "os/process/process_detached.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>

#include "os/fault.h"
#include "os/fd.h"
#include "os/files/state_files.h"
#include "os/process/adopted.h"

namespace forge {
namespace {

constexpr int kFirstOther = 3;
constexpr int kKilled = 128;

class SpawnRules {
 public:
  SpawnRules() {
    posix_spawnattr_init(&attributes_);
    posix_spawn_file_actions_init(&actions_);
  }
  ~SpawnRules() {
    posix_spawnattr_destroy(&attributes_);
    posix_spawn_file_actions_destroy(&actions_);
  }
  SpawnRules(const SpawnRules&) = delete;
  SpawnRules& operator=(const SpawnRules&) = delete;

  // All signals as at the start of a session; also those that our caller ignored.
  void SetFresh() {
    sigset_t all, none;
    sigfillset(&all);
    sigemptyset(&none);
    posix_spawnattr_setsigdefault(&attributes_, &all);
    posix_spawnattr_setsigmask(&attributes_, &none);
    posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
  }
  void SetStreams(int log) {
    posix_spawn_file_actions_addopen(&actions_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions_, log, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions_, log, STDERR_FILENO);
    posix_spawn_file_actions_addclosefrom_np(&actions_, kFirstOther);
  }

  const posix_spawnattr_t* attributes() const { return &attributes_; }
  const posix_spawn_file_actions_t* actions() const { return &actions_; }

 private:
  posix_spawnattr_t attributes_{};
  posix_spawn_file_actions_t actions_{};
};

}  // namespace

Result<ProcessId> StartDetached(const std::vector<std::string>& argv, const std::string& log) {
  const Fd file(sys::Open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, NewFileMode(log)));
  if (!file.is_open()) return FailErrno("write", log, errno);
  if (const int refused = sys::RefusedStart(); refused != 0) return FailErrno("start", argv[0], refused);
  std::vector<char*> words;
  for (const std::string& word : argv) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  SpawnRules rules;
  rules.SetFresh();
  rules.SetStreams(file.get());
  pid_t child = 0;
  int failed = 0;
  {
    const BirthCertificate birth;
    failed = posix_spawn(&child, words[0], rules.actions(), rules.attributes(), words.data(), environ);
    if (failed == 0) birth.Register(child);
  }
  if (failed != 0) return FailErrno("start", argv[0], failed);
  // It cannot be gone from the table before we have waited for it.
  const auto process = FindProcess(child);
  return process ? *process : ProcessId{child, 0};
}

std::optional<int> EndOfDetached(const ProcessId& process) {
  int status = 0;
  const pid_t child = static_cast<pid_t>(process.pid);
  if (::waitpid(child, &status, WNOHANG) != child) return std::nullopt;
  Forget(child);
  return WIFSIGNALED(status) ? kKilled + WTERMSIG(status) : WEXITSTATUS(status);
}

}  // namespace forge
