#include "os/process/process_fork.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>

#include "os/fault.h"
#include "os/fd.h"

namespace forge {
namespace {

struct Report {
  Forked::Stage stage;
  int error;
};

constexpr int kReportFd = 3;

[[noreturn]] void Give(int fd, Forked::Stage stage) {
  const Report report{stage, errno};
  [[maybe_unused]] ssize_t written = ::write(fd, &report, sizeof report);
  ::_exit(127);
}

void DefaultSignals() {
  struct sigaction action{};
  action.sa_handler = SIG_DFL;
  for (int number = 1; number < NSIG; ++number) ::sigaction(number, &action, nullptr);
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
}

// Only system calls: another thread of the parent may have held any lock at the fork.
[[noreturn]] void BeChild(const ForkPlan& plan, int report) {
  ::setpgid(0, 0);
  DefaultSignals();
  if (plan.jail != nullptr) {
    if (int error = plan.jail->Enter(); error != 0) {
      errno = error;
      Give(report, Forked::Stage::kJail);
    }
  }
  if (plan.cwd != nullptr && ::chdir(plan.cwd) != 0) Give(report, Forked::Stage::kDirectory);
  int in = plan.in >= 0 ? plan.in : ::open("/dev/null", O_RDONLY | O_CLOEXEC);
  if (in < 0 || ::dup2(in, 0) < 0 || ::dup2(plan.out, 1) < 0 || ::dup2(plan.err, 2) < 0) {
    Give(report, Forked::Stage::kFork);
  }
  if (report != kReportFd) {
    if (::dup3(report, kReportFd, O_CLOEXEC) < 0) Give(report, Forked::Stage::kFork);
    report = kReportFd;
  }
  ::close_range(kReportFd + 1, ~0U, 0);
  ::execve(plan.program, plan.argv, plan.environment);
  Give(report, Forked::Stage::kExec);
}

void Discard(pid_t child) {
  ::kill(child, SIGKILL);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
}

Forked AwaitExec(pid_t child, const Fd& pipe, std::chrono::milliseconds within) {
  pollfd entry{.fd = pipe.get(), .events = POLLIN, .revents = 0};
  int ready;
  do {
    ready = ::poll(&entry, 1, within.count() > 0 ? static_cast<int>(within.count()) : -1);
  } while (ready < 0 && errno == EINTR);
  if (ready == 0) {
    Discard(child);
    return {.stage = Forked::Stage::kLate, .error = ETIMEDOUT, .pid = 0};
  }
  Report report{};
  ssize_t count;
  do {
    count = ::read(pipe.get(), &report, sizeof report);
  } while (count < 0 && errno == EINTR);
  if (count != sizeof report) return {.stage = Forked::Stage::kStarted, .error = 0, .pid = child};
  Discard(child);
  return {.stage = report.stage, .error = report.error, .pid = 0};
}

}  // namespace

Forked ForkAndExec(const ForkPlan& plan) {
  if (const int refused = sys::RefusedStart(); refused != 0) {
    return {.stage = Forked::Stage::kFork, .error = refused, .pid = 0};
  }
  int ends[2];
  if (sys::MakePipe(ends, O_CLOEXEC) != 0) return {.stage = Forked::Stage::kFork, .error = errno, .pid = 0};
  Fd read(ends[0]);
  Fd write(ends[1]);
  // Our own handlers must never run in the child.
  sigset_t all, before;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  const pid_t child = ::fork();
  const int error = errno;
  if (child == 0) BeChild(plan, write.get());
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  if (child < 0) return {.stage = Forked::Stage::kFork, .error = error, .pid = 0};
  ::setpgid(child, child);  // in both processes, so that the group exists when we return
  write.Close();
  return AwaitExec(child, read, plan.within);
}

}  // namespace forge
