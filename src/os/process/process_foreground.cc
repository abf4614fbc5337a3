#include "os/process/process_foreground.h"

#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string_view>

#include "os/process/adopted.h"
#include "os/process/pidfd.h"
#include "os/system.h"

namespace forge {
namespace {

constexpr int kSignalled = 128;

// While the program has the terminal, Ctrl-C and Ctrl-\ are meant for it, not for us in the same group.
class KeysIgnored {
 public:
  KeysIgnored() {
    struct sigaction ignore = {};
    ignore.sa_handler = SIG_IGN;
    sigaction(SIGINT, &ignore, &interrupt_);
    sigaction(SIGQUIT, &ignore, &quit_);
  }
  ~KeysIgnored() {
    sigaction(SIGINT, &interrupt_, nullptr);
    sigaction(SIGQUIT, &quit_, nullptr);
  }
  KeysIgnored(const KeysIgnored&) = delete;
  KeysIgnored& operator=(const KeysIgnored&) = delete;

 private:
  struct sigaction interrupt_ = {};
  struct sigaction quit_ = {};
};

// A hangup of the terminal may reach us alone (system.h, OutliveTerminal): the program is told.
void AwaitEnd(pid_t child) {
  constexpr int kLookMs = 1000;
  const Fd process = OpenProcess(child);
  pollfd end{process.get(), POLLIN, 0};
  while (process.is_open() && poll(&end, 1, kLookMs) <= 0) {
    if (!HungUp()) continue;
    kill(child, SIGHUP);
    return;
  }
}

// What posix_spawn takes, with variables replaced.
class SpawnEnvironment {
 public:
  explicit SpawnEnvironment(const std::map<std::string, std::string>& changed) {
    for (char** entry = environ; *entry != nullptr; ++entry) {
      const std::string_view text(*entry);
      if (!changed.contains(std::string(text.substr(0, text.find('='))))) entries_.push_back(*entry);
    }
    for (const auto& [name, value] : changed) texts_.push_back(name + "=" + value);
    for (std::string& text : texts_) entries_.push_back(text.data());
    entries_.push_back(nullptr);
  }
  char** data() { return entries_.data(); }

 private:
  std::vector<std::string> texts_;
  std::vector<char*> entries_;
};

}  // namespace

Result<ForegroundEnd> RunForeground(const std::vector<std::string>& argv, const ForegroundPlace& place) {
  std::vector<char*> words;
  for (const std::string& word : argv) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t defaults;
  sigemptyset(&defaults);
  sigaddset(&defaults, SIGINT);
  sigaddset(&defaults, SIGQUIT);
  sigaddset(&defaults, SIGPIPE);
  posix_spawnattr_setsigdefault(&attributes, &defaults);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  if (!place.cwd.empty()) posix_spawn_file_actions_addchdir_np(&actions, place.cwd.c_str());
  SpawnEnvironment environment(place.env);
  const KeysIgnored ignored;
  if (place.outlives_termination) OutliveTermination();
  pid_t child = 0;
  int failed = 0;
  {
    const BirthCertificate birth;
    failed = posix_spawnp(&child, words[0], &actions, &attributes, words.data(), environment.data());
    if (failed == 0) birth.Register(child);
  }
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  if (failed != 0) return Fail(Code::kUnavailable, "run " + argv[0] + ": " + std::strerror(failed));
  AwaitEnd(child);
  int status = 0;
  while (waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) return Fail(Code::kIo, "wait for " + argv[0] + ": " + std::strerror(errno));
  }
  Forget(child);
  if (WIFSIGNALED(status)) return ForegroundEnd{kSignalled + WTERMSIG(status), true};
  return ForegroundEnd{WEXITSTATUS(status), false};
}

}  // namespace forge
