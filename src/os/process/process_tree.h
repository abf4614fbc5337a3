// Processes, their groups and their descendants, held by handles that are safe against pid reuse.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <set>
#include <vector>

#include "os/fd.h"
#include "os/process/process.h"
#include "os/process/process_table.h"

namespace forge {

// The interval of checks on a process without a handle (an old kernel).
inline constexpr std::chrono::milliseconds kBlindLook{10};

// A descendant is found while its chain of parents leads to a process we already hold, even if it left the group
// (`setsid`). It stays held after its parent ends.
class ProcessTree {
 public:
  // A process that is gone, or whose start time differs, is left out.
  explicit ProcessTree(const std::vector<ProcessId>& roots);
  explicit ProcessTree(const ProcessId& root) : ProcessTree(std::vector{root}) {}

  void Refresh();           // one pass over /proc: adds new processes
  void Signal(int signal);  // first the groups, then those that left them
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
    std::int64_t group = 0;  // one that a root leads, or 0
    Fd handle;
    bool alive() const;
  };
  bool Holds(const ProcessId& id) const;
  void Add(const ProcessRow& row);

  std::set<std::int64_t> groups_;  // that the roots lead
  std::vector<Member> members_;
};

// As EndTree for each of them, but all get the same grace at the same time.
void EndTrees(const std::vector<ProcessId>& processes, std::chrono::milliseconds grace);

// Only that one, which nobody may reap meanwhile. Does not wait for its end.
void KillChild(pid_t child);

// CPU time of the process, its group and its descendants so far. Falls when one of them ends and no process in the tree
// waited for it.
std::chrono::milliseconds CpuTimeOfTree(const ProcessId& root);

}  // namespace forge
