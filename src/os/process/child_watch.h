// Watches one child from its start until it is reaped: reads its output, enforces its deadlines, ends what it leaves
// running. Inside os/ only; does not start anything (process.cc does).
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>

#include "base/result.h"
#include "os/fd.h"
#include "os/process/kept_output.h"
#include "os/process/process.h"
#include "os/process/process_tree.h"

namespace forge {

struct Child {
  pid_t pid = 0;
  std::int64_t start = 0;  // as in StartOutcome
  Fd handle;               // a pidfd; closed if the kernel has none
  Fd in, out, err;         // our ends, non-blocking; closed if there is no such pipe
};

// A stop request that poll() can wait for. Costs nothing if no stop is possible.
class StopHandle {
 public:
  explicit StopHandle(std::stop_token stop);
  bool ok() const { return event_.is_open() || !callback_; }
  int fd() const { return event_.get(); }

 private:
  struct Ring {
    int fd;
    void operator()() const;
  };
  using Callback = std::stop_callback<Ring>;
  Fd event_;  // declared before the callback, which uses it
  std::unique_ptr<Callback> callback_;
};

class ChildWatch {
 public:
  // Borrows everything except the child.
  ChildWatch(const ProcessSpec& command, Child child, const std::stop_token& stop, const StopHandle& stop_handle);

  // Call once. The child is reaped when it returns.
  Result<ProcessResult> Run();

 private:
  using TimeOf = std::chrono::steady_clock::time_point;

  bool pipes_open() const { return child_.out.is_open() || child_.err.is_open(); }
  TimeOf NextDeadline() const;
  int PollTimeout(TimeOf deadline) const;
  void WaitForSomething(TimeOf deadline);
  void ReadPipe(Fd& pipe, short events, KeptOutput& kept, bool is_out);
  bool ReadOnce(Fd& pipe, KeptOutput& kept, bool is_out, std::size_t most);
  void DrainPipe(Fd& pipe, KeptOutput& kept, bool is_out);
  void WriteInput(short events);
  bool HasExited() const;

  void EndWhenDue();
  TimeOf SilentAt() const;
  TimeOf LookAt() const;
  void LookAtWork();
  bool FindsAChange();
  bool FindsWork();
  void BeginEnd(ProcessEnd why);
  void FindTree();
  void Terminate();
  void Kill();
  void EndWhatIsLeft();
  Result<ProcessResult> Reap();

  const ProcessSpec& command_;
  Child child_;
  const std::stop_token& stop_;
  const StopHandle& stop_handle_;
  TimeOf started_, last_sign_;  // of life: output, a change in the watched directory, or CPU work
  TimeOf last_word_;            // the last sign that was more than work
  // The CPU time used when half of the allowed silence had passed; valid for one last_sign_.
  struct Look {
    TimeOf at, sign;
    std::chrono::milliseconds cpu{0};
  };
  std::optional<Look> look_;
  bool spoke_ = false;
  TimeOf timeout_at_ = TimeOf::max();
  KeptOutput out_, err_;
  std::size_t written_ = 0;
  bool exited_ = false;
  bool ending_ = false;  // because we asked for it
  bool killed_ = false;
  TimeOf kill_at_{};
  ProcessEnd end_ = ProcessEnd::kExited;
  std::optional<ProcessTree> tree_;  // only if there is something to end
};

}  // namespace forge
