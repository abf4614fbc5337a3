// A process, its group and its descendants, held by handles that are safe against pid reuse. Inside os/ only.
#pragma once

#include <chrono>
#include <vector>

#include "os/fd.h"
#include "os/process/process.h"

namespace forge {

// The interval of checks on a process without a handle (an old kernel).
inline constexpr std::chrono::milliseconds kBlindLook{10};

// A descendant is found while its chain of parents leads to a process we already hold, even if it left the group
// (`setsid`). It stays held after its parent ends.
class ProcessTree {
 public:
  // Empty if the process is gone or its start time differs.
  explicit ProcessTree(const ProcessId& root);

  void Refresh();           // one pass over /proc: adds new processes
  void Signal(int signal);  // first the group, then those that left it
  bool AnyAlive() const;
  // Handles of living processes, readable when they end. A process without a handle (an old kernel) is left out: see
  // `blind`.
  std::vector<int> handles() const;
  bool blind() const;  // a process without a handle must be checked repeatedly
  // True if none is left before the deadline.
  bool WaitGone(std::chrono::steady_clock::time_point deadline) const;

 private:
  struct Member {
    ProcessId id;
    bool in_group = false;
    Fd handle;
    bool alive() const;
  };
  bool Holds(const ProcessId& id) const;
  void Add(const ProcessId& id, bool in_group);

  ProcessId root_;
  bool leads_group_ = false;
  std::vector<Member> members_;
};

// CPU time of the process, its group and its descendants so far. Falls when one of them ends and no process in the tree
// waited for it.
std::chrono::milliseconds CpuTimeOfTree(const ProcessId& root);

}  // namespace forge
