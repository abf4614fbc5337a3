#include "os/process/child_watch.h"

#include <poll.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "os/fault.h"
#include "os/fd.h"
#include "os/files/tree_change.h"
#include "os/process/adopted.h"
#include "os/process/descriptor_copies.h"
#include "os/process/write_quietly.h"

namespace forge {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr milliseconds kLongest = std::chrono::hours(24 * 365);
constexpr int kMostStarts = 3;          // of other children that are waited for
constexpr int kSilencesOfWork = 8;      // how long CPU work alone counts without a wall deadline
constexpr int kWorkShare = 20;          // at least 1/20 of the time must be CPU time
constexpr milliseconds kLeastWork{20};  // below this the kernel's clock is too coarse

}  // namespace

StopHandle::StopHandle(std::stop_token stop) {
  if (!stop.stop_possible()) return;
  event_ = Fd(sys::RefusedHandle() ? -1 : ::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  callback_ = std::make_unique<Callback>(std::move(stop), Ring{event_.get()});
}

void StopHandle::Ring::operator()() const {
  std::uint64_t one = 1;
  [[maybe_unused]] ssize_t written = ::write(fd, &one, sizeof one);
}

ChildWatch::ChildWatch(const ProcessSpec& command, Child child, const std::stop_token& stop,
                       const StopHandle& stop_handle)
    : command_(command),
      child_(std::move(child)),
      stop_(stop),
      stop_handle_(stop_handle),
      started_(steady_clock::now()),
      last_sign_(started_),
      last_word_(started_),
      out_(command.keep_head, command.keep_tail),
      err_(command.keep_head, command.keep_tail) {
  if (command.timeout.count() > 0) timeout_at_ = started_ + std::min(command.timeout, kLongest);
}

Result<ProcessResult> ChildWatch::Run() {
  while (!exited_) {
    WaitForSomething(NextDeadline());
    if (!exited_) EndWhenDue();
  }
  EndWhatIsLeft();
  DrainPipe(child_.out, out_, true);
  DrainPipe(child_.err, err_, false);
  return Reap();
}

ChildWatch::TimeOf ChildWatch::NextDeadline() const {
  if (ending_) return killed_ ? TimeOf::max() : kill_at_;
  TimeOf next = timeout_at_;
  if (!spoke_ && command_.first_output.count() > 0) {
    next = std::min(next, started_ + std::min(command_.first_output, kLongest));
  }
  if (command_.silence.count() > 0) next = std::min({next, SilentAt(), LookAt()});
  return next;
}

ChildWatch::TimeOf ChildWatch::SilentAt() const { return last_sign_ + std::min(command_.silence, kLongest); }

// Half-way through each silence: CPU time used from then on shows whether the process works.
ChildWatch::TimeOf ChildWatch::LookAt() const {
  if (look_ && look_->sign == last_sign_) return TimeOf::max();
  return last_sign_ + std::min(command_.silence, kLongest) / 2;
}

int ChildWatch::PollTimeout(TimeOf deadline) const {
  bool blind = (!child_.handle.is_open() && !exited_) || (tree_ && tree_->blind());
  int most = blind ? static_cast<int>(kBlindLook.count()) : -1;
  if (deadline == TimeOf::max()) return most;
  auto left = std::chrono::ceil<milliseconds>(deadline - steady_clock::now()).count();
  int timeout = static_cast<int>(std::clamp<std::int64_t>(left, 0, INT_MAX));
  return most < 0 ? timeout : std::min(timeout, most);
}

void ChildWatch::WaitForSomething(TimeOf deadline) {
  enum { kLeader, kOut, kErr, kIn, kStop, kFixed };
  std::array<pollfd, kFixed> fixed;
  fixed[kLeader] = {exited_ ? -1 : child_.handle.get(), POLLIN, 0};
  fixed[kOut] = {child_.out.get(), POLLIN, 0};
  fixed[kErr] = {child_.err.get(), POLLIN, 0};
  fixed[kIn] = {child_.in.get(), POLLOUT, 0};
  fixed[kStop] = {ending_ || exited_ ? -1 : stop_handle_.fd(), POLLIN, 0};
  if (tree_) {
    std::vector<pollfd> all(fixed.begin(), fixed.end());
    const std::vector<int> living = tree_->handles();
    for (int handle : living) all.push_back({handle, POLLIN, 0});
    // The last one ended since the caller looked: nothing will wake us.
    if (exited_ && living.empty() && !tree_->blind()) deadline = steady_clock::now();
    ::poll(all.data(), all.size(), PollTimeout(deadline));
    std::copy_n(all.begin(), fixed.size(), fixed.begin());
  } else {
    ::poll(fixed.data(), fixed.size(), PollTimeout(deadline));
  }
  if (fixed[kOut].revents != 0) ReadPipe(child_.out, fixed[kOut].revents, out_, true);
  if (fixed[kErr].revents != 0) ReadPipe(child_.err, fixed[kErr].revents, err_, false);
  if (fixed[kIn].revents != 0) WriteInput(fixed[kIn].revents);
  if (!exited_) exited_ = child_.handle.is_open() ? fixed[kLeader].revents != 0 : HasExited();
}

void ChildWatch::ReadPipe(Fd& pipe, short events, KeptOutput& kept, bool is_out) {
  if ((events & POLLIN) != 0) {
    ReadOnce(pipe, kept, is_out, kChunk);
  } else {
    pipe.Close();  // closed by the writer, and empty
  }
}

// False if there is nothing to read now.
bool ChildWatch::ReadOnce(Fd& pipe, KeptOutput& kept, bool is_out, std::size_t most) {
  std::array<char, kChunk> buffer;
  ssize_t count = ::read(pipe.get(), buffer.data(), std::min(most, buffer.size()));
  if (count < 0 && errno == EINTR) return true;
  if (count < 0 && errno == EAGAIN) return false;
  if (count <= 0) {
    pipe.Close();
    return false;
  }
  last_sign_ = steady_clock::now();
  last_word_ = last_sign_;
  spoke_ = true;
  std::string_view chunk(buffer.data(), static_cast<std::size_t>(count));
  kept.Append(chunk);
  if (is_out && command_.on_stdout) command_.on_stdout(chunk);
  return true;
}

// Reads only what is in the pipe now: another process may keep filling it.
void ChildWatch::DrainPipe(Fd& pipe, KeptOutput& kept, bool is_out) {
  int waiting = 0;
  if (!pipe.is_open() || ::ioctl(pipe.get(), FIONREAD, &waiting) != 0) return;
  std::size_t end = kept.total() + static_cast<std::size_t>(waiting);
  while (kept.total() < end && ReadOnce(pipe, kept, is_out, end - kept.total())) {
  }
}

void ChildWatch::WriteInput(short events) {
  if ((events & POLLOUT) != 0) {
    std::string_view rest = std::string_view(command_.stdin_text).substr(written_);
    ssize_t count = WriteQuietly(child_.in.get(), rest);
    if (count < 0 && (errno == EAGAIN || errno == EINTR)) return;
    if (count > 0) written_ += static_cast<std::size_t>(count);
    if (count > 0 && written_ < command_.stdin_text.size()) return;
  }
  child_.in.Close();  // all written, or the reader is gone
}

// Only for kernels without pidfds.
bool ChildWatch::HasExited() const {
  siginfo_t info{};
  if (::waitid(P_PID, static_cast<id_t>(child_.pid), &info, WEXITED | WNOWAIT | WNOHANG) != 0) return errno == ECHILD;
  return info.si_pid != 0;
}

void ChildWatch::EndWhenDue() {
  TimeOf now = steady_clock::now();
  if (ending_) {
    if (!killed_ && now >= kill_at_) Kill();
  } else if (stop_.stop_requested()) {
    BeginEnd(ProcessEnd::kCancelled);
  } else if (now >= timeout_at_) {
    BeginEnd(ProcessEnd::kTimedOut);
  } else if (!spoke_ && command_.first_output.count() > 0 && now >= started_ + command_.first_output) {
    BeginEnd(ProcessEnd::kNoFirstOutput);
  } else if (command_.silence.count() > 0 && now >= SilentAt()) {
    if (!FindsAChange() && !FindsWork()) BeginEnd(ProcessEnd::kSilent);
  } else if (command_.silence.count() > 0 && now >= LookAt()) {
    LookAtWork();
  }
}

void ChildWatch::LookAtWork() {
  const auto id = FindProcess(child_.pid);
  look_ = Look{steady_clock::now(), last_sign_, id ? CpuTimeOfTree(*id) : milliseconds(0)};
}

// A compiler may print and write nothing for a while. CPU work alone counts until the wall deadline, or for a few times
// the silence if there is no deadline: an endless loop must not count for ever.
bool ChildWatch::FindsWork() {
  const TimeOf now = steady_clock::now();
  const bool has_wall = timeout_at_ != TimeOf::max();
  if (!has_wall && now - last_word_ >= std::min(command_.silence, kLongest) * kSilencesOfWork) return false;
  const auto id = FindProcess(child_.pid);
  if (!id || !look_ || look_->sign != last_sign_) return false;
  const milliseconds worked = CpuTimeOfTree(*id) - look_->cpu;
  const auto gone = std::chrono::duration_cast<milliseconds>(now - look_->at);
  if (worked < std::max(kLeastWork, gone / kWorkShare)) return false;
  last_sign_ = now;
  return true;
}

// Runs only after a silence: a tree of a hundred thousand files costs nothing until then.
bool ChildWatch::FindsAChange() {
  if (command_.watched.empty()) return false;
  const auto quiet = std::chrono::duration_cast<milliseconds>(steady_clock::now() - last_sign_);
  auto age = AgeOfLastChange(command_.watched, quiet);
  if (!age) return false;
  last_sign_ = std::max(last_sign_ + milliseconds(1), steady_clock::now() - *age);
  last_word_ = last_sign_;
  return true;
}

void ChildWatch::BeginEnd(ProcessEnd why) {
  end_ = why;
  ending_ = true;
  child_.in.Close();
  FindTree();
  Terminate();
}

void ChildWatch::FindTree() { tree_.emplace(FindProcess(child_.pid).value_or(ProcessId{})); }

void ChildWatch::Terminate() {
  kill_at_ = steady_clock::now() + command_.grace;
  tree_->Signal(SIGTERM);
  tree_->Signal(SIGCONT);  // a stopped process would not see TERM
}

// The leader is not reaped yet, so its pid, which is the group's number, cannot be reused.
void ChildWatch::Kill() {
  killed_ = true;
  if (tree_) {
    tree_->Refresh();
    tree_->Signal(SIGKILL);
  }
  ::kill(-child_.pid, SIGKILL);
}

// The leader has ended. Other processes of its group get the grace only if they hold our pipes, because then their end
// is noticed at no cost. FindByEnvironment finds processes that left both the group and the chain of parents.
void ChildWatch::EndWhatIsLeft() {
  child_.in.Close();
  DrainPipe(child_.out, out_, true);
  DrainPipe(child_.err, err_, false);
  if (!tree_ && pipes_open()) {
    // Empty now. Either another process holds it, or we have not yet seen it close.
    WaitForSomething(steady_clock::now());
    // Or a child that another thread is starting: no reason to search all processes. It may be gone before we look for
    // it, and the next one may have been started meanwhile.
    for (int tries = 0; tries < kMostStarts && pipes_open(); ++tries) {
      if (!AwaitDescriptorCopies(command_.grace)) tries = kMostStarts;  // one more look
      WaitForSomething(steady_clock::now());
    }
    if (pipes_open()) {
      FindTree();
      Terminate();
    }
  }
  while (tree_ && !killed_ && tree_->AnyAlive() && steady_clock::now() < kill_at_) WaitForSomething(kill_at_);
  Kill();
  if (tree_) tree_->WaitGone(steady_clock::now() + command_.grace);
}

Result<ProcessResult> ChildWatch::Reap() {
  siginfo_t info{};
  int failed;
  do {
    failed = ::waitid(P_PID, static_cast<id_t>(child_.pid), &info, WEXITED);
  } while (failed != 0 && errno == EINTR);
  Forget(child_.pid);
  if (failed != 0) return FailErrno("wait for", command_.argv[0], errno);
  ProcessResult result;
  result.end = end_;
  if (info.si_code == CLD_EXITED) {
    result.exit_code = info.si_status;
  } else {
    result.signal = info.si_status;
    if (!ending_) result.end = ProcessEnd::kSignalled;
  }
  result.out_bytes = static_cast<std::int64_t>(out_.total() + err_.total());
  result.out = out_.Take();
  result.err = err_.Take();
  result.duration_ms = std::chrono::duration_cast<milliseconds>(steady_clock::now() - started_).count();
  return result;
}

}  // namespace forge
