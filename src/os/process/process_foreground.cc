#include "os/process/process_foreground.h"

#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "os/process/adopted.h"

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

}  // namespace

Result<int> RunForeground(const std::vector<std::string>& argv) {
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
  const KeysIgnored ignored;
  pid_t child = 0;
  int failed = 0;
  {
    const BirthCertificate birth;
    failed = posix_spawnp(&child, words[0], nullptr, &attributes, words.data(), environ);
    if (failed == 0) birth.Register(child);
  }
  posix_spawnattr_destroy(&attributes);
  if (failed != 0) return Fail(Code::kUnavailable, "run " + argv[0] + ": " + std::strerror(failed));
  int status = 0;
  while (waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) return Fail(Code::kIo, "wait for " + argv[0] + ": " + std::strerror(errno));
  }
  Forget(child);
  return WIFSIGNALED(status) ? kSignalled + WTERMSIG(status) : WEXITSTATUS(status);
}

}  // namespace forge
