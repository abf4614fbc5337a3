#include "os/process/process_start.h"

#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <memory>
#include <utility>

#include "os/fault.h"
#include "os/fd.h"
#include "os/process/adopted.h"
#include "os/process/process_table.h"
#include "os/trace.h"

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define FORGE_OWN_MEMORY 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define FORGE_OWN_MEMORY 1
#endif
#endif

namespace forge {
namespace {

#ifdef FORGE_OWN_MEMORY
constexpr int kMemory = 0;  // a sanitizer takes the child for one more run of our thread
#else
constexpr int kMemory = CLONE_VM;
#endif

constexpr int kReportFd = 3;
constexpr std::size_t kStackSize = std::size_t{64} << 10;

struct Report {
  StartOutcome::Stage stage;
  int error;
};

struct Task {
  const StartPlan* plan;
  std::uint64_t signals;  // that we handle or ignore: bit n - 1 for signal n
  int report;
  int mounts;  // of the jail: a namespace to enter, or -1
};

[[noreturn]] void Give(int fd, StartOutcome::Stage stage) {
  const Report report{stage, errno};
  [[maybe_unused]] ssize_t written = ::write(fd, &report, sizeof report);
  ::_exit(127);
}

void DefaultSignals(std::uint64_t which) {
  // By system call: glibc refuses the two signals that it keeps for itself. SIG_DFL and no flags are zeros.
  constexpr std::uint64_t kDefault[4] = {};
  for (int number = 1; number < NSIG; ++number) {
    if ((which >> (number - 1) & 1) != 0) ::syscall(SYS_rt_sigaction, number, kDefault, nullptr, sizeof(which));
  }
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
}

// Only system calls: it shares our memory, and another thread may hold any lock. Also errno is shared, with the thread
// that waits for it in AwaitExec and calls nothing that fails.
int BeChild(void* argument) {
  const Task& task = *static_cast<const Task*>(argument);
  const StartPlan& plan = *task.plan;
  int report = task.report;
  ::setpgid(0, 0);
  DefaultSignals(task.signals);
  if (plan.jail != nullptr) {
    if (int error = plan.jail->Enter(task.mounts); error != 0) {
      errno = error;
      Give(report, StartOutcome::Stage::kJail);
    }
  }
  if (plan.cwd != nullptr && ::chdir(plan.cwd) != 0) Give(report, StartOutcome::Stage::kDirectory);
  int in = plan.in >= 0 ? plan.in : ::open("/dev/null", O_RDONLY | O_CLOEXEC);
  if (in < 0 || ::dup2(in, 0) < 0 || ::dup2(plan.out, 1) < 0 || ::dup2(plan.err, 2) < 0) {
    Give(report, StartOutcome::Stage::kClone);
  }
  // Older kernels can only close at once.
  if (::close_range(kReportFd, ~0U, CLOSE_RANGE_CLOEXEC) != 0) {
    if (report != kReportFd && ::dup3(report, kReportFd, O_CLOEXEC) < 0) Give(report, StartOutcome::Stage::kClone);
    report = kReportFd;
    ::close_range(kReportFd + 1, ~0U, 0);
  }
  ::execve(plan.program, plan.argv, plan.environment);
  Give(report, StartOutcome::Stage::kExec);
}

void Discard(pid_t child) {
  ::kill(child, SIGKILL);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  Forget(child);
}

StartOutcome AwaitExec(pid_t child, const Fd& pipe, std::chrono::milliseconds within) {
  pollfd entry{.fd = pipe.get(), .events = POLLIN, .revents = 0};
  int ready = 1;
  do {
    if (within.count() > 0) ready = ::poll(&entry, 1, static_cast<int>(within.count()));
  } while (ready < 0 && errno == EINTR);
  if (ready == 0) {
    Discard(child);
    return {.stage = StartOutcome::Stage::kLate, .error = ETIMEDOUT};
  }
  Report report{};
  ssize_t count;
  do {
    count = ::read(pipe.get(), &report, sizeof report);
  } while (count < 0 && errno == EINTR);
  if (count != sizeof report) return {.stage = StartOutcome::Stage::kStarted, .pid = child};
  Discard(child);
  return {.stage = report.stage, .error = report.error};
}

}  // namespace

StartOutcome StartProcess(const StartPlan& plan) {
  if (const int refused = sys::RefusedStart(); refused != 0) {
    return {.stage = StartOutcome::Stage::kClone, .error = refused};
  }
  int ends[2];
  if (sys::MakePipe(ends, O_CLOEXEC) != 0) return {.stage = StartOutcome::Stage::kClone, .error = errno};
  Fd read(ends[0]);
  Fd write(ends[1]);
  const int mounts = plan.jail == nullptr ? -1 : plan.jail->kept_mounts();
  const Task task{.plan = &plan, .signals = OwnSignals(), .report = write.get(), .mounts = mounts};
  const auto stack = std::make_unique_for_overwrite<std::byte[]>(kStackSize);
  std::byte* const top = stack.get() + kStackSize;  // new gives storage for any type, so it is aligned as a stack is
  const int namespaces = plan.jail == nullptr ? 0 : plan.jail->namespaces(mounts);
  // Our own handlers must never run in the child, nor in this thread while they share errno.
  sigset_t all, before;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  pid_t child = 0;
  int error = 0;
  int handle = -1;
  const int with_handle = sys::RefusedHandle() ? 0 : CLONE_PIDFD;
  {
    const BirthCertificate birth;
    const auto clone = [&](int flags) {
      handle = -1;
      child = ::clone(BeChild, top, kMemory | namespaces | flags | SIGCHLD, const_cast<Task*>(&task), &handle);
      error = errno;
    };
    clone(with_handle);
    if (child < 0 && error == EINVAL && with_handle != 0) clone(0);  // a kernel, or what plays one, that has no handles
    if (child > 0) birth.Register(child);
  }
  StartOutcome started{.stage = StartOutcome::Stage::kClone, .error = error};
  Fd process(child > 0 ? handle : -1);  // a failed clone may have left a number that is not ours
  if (child > 0) {
    write.Close();
    started = AwaitExec(child, read, plan.within);
    started.handle = std::move(process);
  } else if (namespaces != 0 && error == EPERM) {
    started.stage = StartOutcome::Stage::kJail;
  }
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  if (started.stage == StartOutcome::Stage::kStarted) CountStart(plan.program);
  return started;
}

}  // namespace forge
