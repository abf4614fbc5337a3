// The worktrees of one repository as numbered places that lanes lease, so that what was expensive to make (files,
// dependencies) serves again. A lease is a link: <root>/run-017/s1 -> ../pool/repo-3. Runs no git, knows no content.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"

namespace forge {

struct WorktreeLease {
  std::string directory;  // of the worktree; may be absent
  int number = 0;         // from 1; 0: a directory of its own, from before there was a pool
  bool is_new = false;
};

struct PoolEntry {
  std::string directory;
  int number = 0;
  std::string run, lane;  // as they are in the path; empty: idle
};

// From several threads and processes: changes are made under a lock on a file.
class Pool {
 public:
  // `name` is what directories are called, with the number after it.
  Pool(std::string root, const std::string& name);

  std::optional<WorktreeLease> Find(const std::string& run, const std::string& lane) const;
  // The one it has, else an idle one, else a new number.
  Result<WorktreeLease> Take(const std::string& run, const std::string& lane) const;
  // An idle one for whoever removes it, as a lane of its own name; one that a dead process took so comes first.
  Result<std::optional<WorktreeLease>> TakeIdle(const std::string& holder) const;
  // The lane has none any more. With `most` idle ones already there, returns true: this one should go, and its place is
  // still the lane's: remove it and call Forget.
  Result<bool> GiveBack(const std::string& run, const std::string& lane, int most) const;
  Status Forget(const std::string& run, const std::string& lane) const;

  std::vector<PoolEntry> List() const;  // by directory, leased ones first
  std::string LinkOf(const std::string& run, const std::string& lane) const;
  std::string trash() const;

 private:
  std::string PlaceOf(int number) const;
  // The number that a name in the pool has; 0 when it is none of ours.
  int NumberOf(const std::string& name) const;
  std::vector<PoolEntry> Leases() const;
  std::vector<int> Idle() const;
  Result<WorktreeLease> Link(const std::string& run, const std::string& lane, int number) const;
  Status Unlink(const std::string& run, const std::string& lane) const;

  const std::string root_, name_;
};

}  // namespace forge
