// The numbered worktrees of one repository, which lanes lease. Reusing a worktree saves files and dependencies that
// were expensive to make. A lease is a link: <root>/run-017/s1 -> ../pool/repo-3. Runs no git.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/result.h"
#include "os/files/file_lock.h"

namespace forge {

struct WorktreeLease {
  std::string directory;  // of the worktree; may be absent
  int number = 0;         // from 1; 0: a separate directory, made before the pool existed
  bool is_new = false;
};

struct PoolEntry {
  std::string directory;
  int number = 0;
  std::string run, lane;  // as in the path; empty: idle
};

// Safe from several threads and processes: a lock file guards changes. What changes something fails with kExhausted
// when another process does not release the lock: one of another run may have been stopped while it held it.
class Pool {
 public:
  // Directories are named `name`-NUMBER. The lock is held for milliseconds.
  Pool(std::string root, const std::string& name, LockPatience patience = {});

  Result<std::optional<WorktreeLease>> Find(const std::string& run, const std::string& lane) const;
  // The lane's worktree, else an idle one, else a new number.
  Result<WorktreeLease> Take(const std::string& run, const std::string& lane) const;
  // Leases an idle worktree under its own name, to remove it. One that a dead process had taken this way comes first.
  // None of the numbers in `except`.
  Result<std::optional<WorktreeLease>> TakeIdle(const std::string& holder, const std::set<int>& except = {}) const;
  // Ends the lane's lease. Returns true if `most` worktrees are already idle: the lane then keeps its lease, and the
  // caller removes the worktree and calls Forget.
  Result<bool> GiveBack(const std::string& run, const std::string& lane, int most) const;
  Status Forget(const std::string& run, const std::string& lane) const;

  Result<std::vector<PoolEntry>> List() const;  // by directory, leased ones first
  std::string LinkOf(const std::string& run, const std::string& lane) const;
  std::string trash() const;

 private:
  std::string PlaceOf(int number) const;
  // The number in a name of the pool; 0 if the name is not ours.
  int NumberOf(const std::string& name) const;
  Result<FileLock> Lock() const;
  Result<std::vector<PoolEntry>> Leases() const;
  Result<std::vector<int>> Idle() const;
  Result<WorktreeLease> Link(const std::string& run, const std::string& lane, int number) const;
  Status Unlink(const std::string& run, const std::string& lane) const;

  const std::string root_, name_;
  const LockPatience patience_;
};

}  // namespace forge
