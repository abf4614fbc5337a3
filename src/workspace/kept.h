// Saved work of runs under refs/forge/: lists it, gives it back as a branch or a directory, and deletes the refs that
// it is told to delete. Changes no other refs, and no existing files. Knows no store.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/ids.h"
#include "base/result.h"

namespace forge {

struct KeptWork {
  std::string name;       // 17/s1/23: the ref without refs/forge/
  RunId run;              // 0: of an idle worktree
  std::string lane;       // as in the ref; empty: the run's own (tip, unsquashed, replaced)
  std::string kind;       // "snapshot", "left", "rebased", "tip", "unsquashed", "replaced", "undone"; "hand": what a
                          // person did in the worktree; "before": the user's files, before a unit
  std::int64_t unit = 0;  // of a snapshot
  std::string commit;
  std::string base;        // its parent; empty: it has none
  std::int64_t time = 0;   // seconds, of the commit
  bool on_branch = false;  // reachable from a branch or a tag, already integrated, or without changes
};

// By run, lane and number. No run: all runs.
Result<std::vector<KeptWork>> ListKept(const std::string& repository, std::optional<RunId> run);

// The n-th snapshot of a lane is its attempt n, in the order of units. kNotFound names the attempts that exist.
Result<KeptWork> FindAttempt(const std::string& repository, RunId run, const std::string& lane,
                             std::optional<std::int64_t> attempt);

// 17/s1/23, with or without refs/forge/.
Result<KeptWork> FindKept(const std::string& repository, const std::string& name);

struct WorkDiff {
  std::vector<std::string> files;
  std::string text;  // cut to a limit, head and tail kept
};
Result<WorkDiff> DiffOf(const std::string& repository, const KeptWork& work, std::size_t limit);

// Any ref of a run, with or without work of its own: refs/forge/17/..., and its branch unless that is checked out.
struct KeptRef {
  std::string name;
  std::string object;
};
Result<std::map<RunId, std::vector<KeptRef>>> ListRefs(const std::string& repository);
// All or none. A ref that has moved since it was listed makes it fail with kConflict.
Status DeleteRefs(const std::string& repository, const std::vector<KeptRef>& refs);

// Makes a branch at it; kConflict if the name is taken.
Status RestoreAsBranch(const std::string& repository, const KeptWork& work, const std::string& branch);
// Writes all its files into a directory that is empty or does not exist yet.
Status RestoreAsDirectory(const std::string& repository, const KeptWork& work, const std::string& directory);

}  // namespace forge
