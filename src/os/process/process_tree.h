// A process, its group and its descendants, held by handles that no pid reuse can mislead. Inside os/ only.
#pragma once

#include <chrono>
#include <vector>

#include "os/fd.h"
#include "os/process/process.h"

namespace forge {

// Between two looks at a process that has no handle (an old kernel).
inline constexpr std::chrono::milliseconds kBlindLook{10};

// Descendants count as long as their chain of parents leads to a process we already hold: one that left the group
// (`setsid`) is found while its parent lives, and stays held after.
class ProcessTree {
 public:
  // Empty when the process is gone or its start time differs.
  explicit ProcessTree(const ProcessId& root);

  void Refresh();           // one pass over /proc: adds those that appeared since
  void Signal(int signal);  // group first, then who left it
  bool AnyAlive() const;
  // Of the living, readable when they end. One without a handle (an old kernel) is left out: see `blind`.
  std::vector<int> handles() const;
  bool blind() const;  // somebody must be looked at again and again, having no handle
  // True when none is left before the deadline.
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

// What the process, its group and its descendants have computed so far. Falls when one of them ends whom nobody in the
// tree waited for.
std::chrono::milliseconds CpuTimeOfTree(const ProcessId& root);

}  // namespace forge
