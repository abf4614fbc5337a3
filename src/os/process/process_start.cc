#include "os/process/process_start.h"

#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <memory>
#include <utility>

#include "os/fault.h"
#include "os/fd.h"
#include "os/process/adopted.h"
#include "os/process/descriptor_copies.h"
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
  int report;             // a pipe, or -1: the parent sleeps until the exec, and reads `told`
  Report* told;
  std::int64_t* born;  // BootTime() of the child's first moment; stays 0 if it has memory of its own
  int mounts;          // of the jail: a namespace to enter, or -1
};

// Nanoseconds; the kernel notes by the same clock when a process was made.
std::int64_t BootTime() {
  timespec now{};
  return ::clock_gettime(CLOCK_BOOTTIME, &now) == 0 ? std::int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec : 0;
}

// The clock tick in which a process was made between the two times; 0: not known.
std::int64_t TickOf(std::int64_t before, std::int64_t after) {
  constexpr std::int64_t kSlack = 1'000;  // the clock rounds
  static const std::int64_t length = 1'000'000'000 / std::max(1L, ::sysconf(_SC_CLK_TCK));
  const std::int64_t tick = (before - kSlack) / length;
  return before > 0 && after > 0 && (after + kSlack) / length == tick ? tick : 0;
}

// As TickOf, if /proc agreed the first time: what plays a kernel may count otherwise.
std::int64_t SureTickOf(pid_t child, std::int64_t before, std::int64_t after) {
  enum { kNotAsked, kAgrees, kDiffers };
  static std::atomic<int> proc = kNotAsked;
  const std::int64_t tick = TickOf(before, after);
  if (tick == 0 || proc == kDiffers) return 0;
  if (proc == kNotAsked) {
    const auto row = ReadProcess(child);
    if (!row) return 0;
    proc = row->id.start == tick ? kAgrees : kDiffers;
    return row->id.start;
  }
  return tick;
}

[[noreturn]] void Give(const Task& task, int report, StartOutcome::Stage stage) {
  const Report given{stage, errno};
  if (report < 0) {
    *task.told = given;
  } else {
    [[maybe_unused]] ssize_t written = ::write(report, &given, sizeof given);
  }
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
// that sleeps until the exec, or waits for it in AwaitExec and calls nothing that fails.
int BeChild(void* argument) {
  const Task& task = *static_cast<const Task*>(argument);
  const StartPlan& plan = *task.plan;
  int report = task.report;
  if (kMemory != 0) *task.born = BootTime();
  ::setpgid(0, 0);
  DefaultSignals(task.signals);
  // So all that it starts is below it while it lives, and only what is left of it afterwards comes to us.
  if (plan.adopts) ::prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
  if (plan.mark != kNoMark) TakeMark(plan.mark);
  if (plan.jail != nullptr) {
    if (int error = plan.jail->Enter(task.mounts); error != 0) {
      errno = error;
      Give(task, report, StartOutcome::Stage::kJail);
    }
  }
  if (plan.cwd != nullptr && ::chdir(plan.cwd) != 0) Give(task, report, StartOutcome::Stage::kDirectory);
  int in = plan.in >= 0 ? plan.in : ::open("/dev/null", O_RDONLY | O_CLOEXEC);
  if (in < 0 || ::dup2(in, 0) < 0 || ::dup2(plan.out, 1) < 0 || ::dup2(plan.err, 2) < 0) {
    Give(task, report, StartOutcome::Stage::kClone);
  }
  // Before the exec, not by it: once the parent learns of the exec, no copy of its descriptors is open.
  if (report >= 0 && report != kReportFd && ::dup3(report, kReportFd, O_CLOEXEC) < 0)
    Give(task, report, StartOutcome::Stage::kClone);
  report = report < 0 ? report : kReportFd;
  ::close_range(report < 0 ? kReportFd : kReportFd + 1, ~0U, 0);
  ::execve(plan.program, plan.argv, plan.environment);
  Give(task, report, StartOutcome::Stage::kExec);
}

void Discard(pid_t child) {
  ::kill(child, SIGKILL);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  Forget(child);
}

StartOutcome OutcomeOf(pid_t child, const Report& report) {
  if (report.stage == StartOutcome::Stage::kStarted) return {.stage = report.stage, .pid = child};
  Discard(child);
  return {.stage = report.stage, .error = report.error};
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
  Report report{StartOutcome::Stage::kStarted, 0};  // stays so if the exec closes the pipe
  ssize_t count;
  do {
    count = ::read(pipe.get(), &report, sizeof report);
  } while (count < 0 && errno == EINTR);
  return OutcomeOf(child, report);
}

}  // namespace

StartOutcome StartProcess(const StartPlan& plan) {
  if (const int refused = sys::RefusedStart(); refused != 0) {
    return {.stage = StartOutcome::Stage::kClone, .error = refused};
  }
  // A pipe only where the parent must stay awake.
  const bool sleeps = kMemory != 0 && plan.within.count() == 0;
  int ends[2] = {-1, -1};
  if (!sleeps && sys::MakePipe(ends, O_CLOEXEC) != 0) return {.stage = StartOutcome::Stage::kClone, .error = errno};
  Fd read(ends[0]);
  Fd write(ends[1]);
  Report told{StartOutcome::Stage::kStarted, 0};
  const int mounts = plan.jail == nullptr ? -1 : plan.jail->kept_mounts();
  std::int64_t born = 0;
  const Task task{
      .plan = &plan, .signals = OwnSignals(), .report = write.get(), .told = &told, .born = &born, .mounts = mounts};
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
  const DescriptorCopies copies;
  std::int64_t before_birth = 0;
  {
    const BirthCertificate birth;
    const auto clone = [&](int flags) {
      handle = -1;
      before_birth = BootTime();
      const int how = kMemory | (sleeps ? CLONE_VFORK : 0) | namespaces | flags | SIGCHLD;
      child = ::clone(BeChild, top, how, const_cast<Task*>(&task), &handle);
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
    started = sleeps ? OutcomeOf(child, told) : AwaitExec(child, read, plan.within);
    started.handle = std::move(process);
    // Only if it sleeps: else the child may not yet have run.
    if (sleeps && started.stage == StartOutcome::Stage::kStarted) started.start = SureTickOf(child, before_birth, born);
  } else if (namespaces != 0 && error == EPERM) {
    started.stage = StartOutcome::Stage::kJail;
  }
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  if (started.stage == StartOutcome::Stage::kStarted) CountStart(plan.program);
  return started;
}

}  // namespace forge
