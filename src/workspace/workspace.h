// Git, as far as a run needs it: a worktree per lane outside the repository, a snapshot commit per unit, and the run's
// integration branch. Never touches the user's checkout, index, stash, branches or config, but for Land.
// Knows neither pipelines nor agents.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/ids.h"
#include "base/result.h"
#include "os/sandbox.h"
#include "workspace/conflict.h"
#include "workspace/land_request.h"
#include "workspace/pool.h"

namespace forge {

// The `run` of worktrees that are lent to guests, in PoolEntry.
inline constexpr const char* kGuestRun = "run-guests";

struct Integrated {
  std::string commit;                // new tip; the old one when there was nothing to commit
  bool empty = false;                // the step changed nothing
  std::optional<Conflict> conflict;  // set: nothing was moved
};

// One step's work that wants onto the branch.
struct Candidate {
  std::string lane;
  std::string snapshot;
  UnitId unit;  // goes into a trailer, as in Integrate
  std::string message;
};

// Candidates merged one after the other, in order: a chain of commits that no ref knows yet.
struct MergedCandidates {
  std::string tip;                   // what they were merged onto: Advance wants it back
  std::string commit;                // the end of the chain; the tip when nothing changed
  std::string tree;                  // what is to be verified
  std::vector<std::string> commits;  // of each candidate that merged; "" where it brought nothing new
  std::optional<Conflict> conflict;  // of candidate number commits.size(): it and those after it are not in the chain
};

// A step's work on the branch as it is now.
struct Rebased {
  std::string directory;             // the lane's worktree, prepared so
  std::string commit;                // a snapshot on the tip; the next attempt prepares the lane with it
  std::string base;                  // the tip
  std::optional<Conflict> conflict;  // these files hold conflict markers: above the line the branch, below it the step
};

// What a worktree needs beyond what git tracks. docs/workspaces.md.
struct SetUp {
  std::vector<std::string> commands;  // lines of sh, run once per worktree
  std::vector<std::string> links;     // paths of the user's checkout to be linked there
  std::vector<std::string> keep;      // ignored paths that stay for whoever has the worktree next
  std::string ready;                  // a line of sh, asked until it succeeds before a lane's first unit
  std::chrono::milliseconds timeout{std::chrono::minutes(20)};
  std::chrono::milliseconds ready_timeout{std::chrono::minutes(1)};
  std::map<std::string, std::string> env;  // for these commands
  // What keeps these commands in the worktree; none: nothing does.
  std::function<Result<std::optional<Sandbox>>(const std::string& directory)> sandbox;
};

// All methods are safe to call again after a crash in the middle of them, and from several threads: the lanes go side
// by side, calls on one lane wait for each other. Prepare, Snapshot and Release are for the one process that owns the
// run (the store's lease) and for one Workspaces in it: they end git commands that a predecessor left in the worktree.
// What the refs are and what a crash may leave: docs/workspaces.md.
class Workspaces {
 public:
  struct Options {
    std::string repository;  // top level of the user's checkout
    std::string worktrees;   // directory for worktrees, outside the repository
    RunId run;
    RunId parent = {};          // a run that this one is a part of: it starts at that one's tip, not at HEAD
    int idle = 4;               // released worktrees that are kept for the next
    std::int64_t min_free = 0;  // bytes: no worktree is leased on a disk with less
    int port_base = 0;          // of the first worktree; 0: by the repository's path
    int port_count = 10;        // for each
    SetUp set_up = {};
  };
  // Fails when git is missing, the directory is no repository, or it has no commit yet, saying what to do.
  static Result<std::unique_ptr<Workspaces>> Open(Options options);

  // The largest run number that any ref of this repository is named after; 0 when there is none. A store that was
  // deleted leaves its branches behind, and a new run must not take one of them for its own.
  static Result<std::int64_t> HighestRun(const std::string& repository);

  // Whether there are refs of this run already: for a run that is only about to start, remains of another store.
  Result<bool> HasStarted() const;

  // The integration branch `forge/run-017`, made at the user's HEAD commit the first time. Returns its tip.
  Result<std::string> Tip();
  Result<std::string> Base();  // where the run started
  std::string branch() const;

  // A worktree for the lane ("run" or a step id), made when absent, brought exactly to `snapshot` (or to the tip when
  // empty): tracked, untracked and deleted files alike; ignored files stay. What was in it and is in no snapshot is
  // saved first under refs/forge/<run>/<lane>/left-<n>. A snapshot whose parent is no longer the tip is merged with it
  // for lane "run" (kConflict names the files when that cannot be done); for steps it stays on its own base until
  // Integrate. HEAD is detached at the lane's base: the tip, or the snapshot's parent. Returns the worktree's
  // directory.
  Result<std::string> Prepare(const std::string& lane, const std::string& snapshot);
  std::string PathOf(const std::string& lane) const;
  // From now on the lane has the worktree of `place` (a lane's name, of no step), as others do that were told so: for
  // steps that never run side by side. Ignored files that one leaves are there for the next, and Release leaves it to
  // ReleaseAll. A new Workspaces has to be told again.
  void Share(const std::string& lane, const std::string& place);
  // For processes in the lane's worktree: FORGE_WORKTREE, and ports that no other worktree of the repository has
  // (FORGE_PORT_BASE, FORGE_PORT_COUNT). Empty while it has none.
  std::map<std::string, std::string> EnvironmentOf(const std::string& lane) const;

  // Everything in the lane's worktree (tracked, untracked, committed by the agent, deleted) as one commit on the lane's
  // base, kept under refs/forge/<run>/<lane>/<unit>. The same tree as before is the same commit as before. Ignored
  // files are left out; of a repository made inside the worktree the files are kept, not its history.
  Result<std::string> Snapshot(const std::string& lane, UnitId unit);

  // Three-way merge of a snapshot onto the tip; the branch moves by compare-and-swap. `unit` goes into a trailer
  // (`Forge-Unit: 17.23`), by which a repeated call after a crash finds what it did. A lane that goes on after it was
  // integrated brings only what is new. kConflict when somebody has the branch checked out: moving it under a checkout
  // would make the next commit there undo our work.
  Result<Integrated> Integrate(const std::string& lane, const std::string& snapshot, UnitId unit,
                               const std::string& message);
  // All that a run below has brought to its branch, onto this one's, as one commit by Integrate. Empty when it has
  // none.
  Result<Integrated> Adopt(RunId child, const std::string& lane, UnitId unit, const std::string& message);
  // One commit of everything since the base; what was there is kept under refs/forge/<run>/unsquashed-<n>.
  Result<Integrated> Squash(UnitId unit, const std::string& message);

  // The merge queue: merge, verify the tree that will ship, advance.
  //   auto merged = MergeCandidates("", {a, b, c});
  //   auto directory = PrepareAt("verify", merged.commit);  // run the commands there
  //   green: Advance(merged.tip, merged.commit, {a, b, c}); false: merge again
  // Stops at the first that conflicts. No tip: the branch as it is. Moves nothing, so that any part of a batch can be
  // merged again to find the one that turns it red. What is on the branch already (by its trailer) brings nothing new.
  Result<MergedCandidates> MergeCandidates(const std::string& tip, const std::vector<Candidate>& candidates);
  // The branch from `expected` to `commit`, and the candidates remembered as integrated, by one compare-and-swap. True
  // when that is so, also when it was so before; false when the branch is elsewhere. kConflict as in Integrate.
  Result<bool> Advance(const std::string& expected, const std::string& commit,
                       const std::vector<Candidate>& candidates);
  // As Prepare, but at any commit, with HEAD on it: to verify a merged tree. Nothing is based on it.
  Result<std::string> PrepareAt(const std::string& lane, const std::string& commit);

  // The lane's worktree at the tip with the step's changes applied, for an attempt after a conflict (or after others
  // went first). What cannot be merged is there with conflict markers. Kept under refs/forge/<run>/<lane>/rebased.
  Result<Rebased> Rebase(const std::string& lane, const std::string& snapshot);

  // The run's work onto a branch of the user's. kConflict (with nothing moved) rather than anything of the user's is
  // overwritten: edits in the same files, untracked files in the way, a branch that is checked out elsewhere. Landing
  // again what has landed changes nothing; what a crash left half-way is finished.
  Result<Landed> Land(const LandRequest& request);
  // The branch of the user's checkout, without refs/heads/; kConflict when there is none.
  Result<std::string> CheckedOutBranch() const;
  // A branch to a remote's branch of the same name, never by force. Without a name: origin, or the only one. Returns
  // the remote's name.
  Result<std::string> Push(const std::string& remote, const std::string& branch) const;

  // What a snapshot changes against its lane's base, or (empty snapshot) the whole run against its base. Cut to `limit`
  // bytes, head and tail kept.
  Result<std::string> Diff(const std::string& snapshot, std::size_t limit);
  Result<std::string> TreeOf(const std::string& commit);
  // The same range; both names of a renamed file.
  Result<std::vector<std::string>> ChangedFiles(const std::string& snapshot);
  Result<std::vector<std::string>> ChangedBetween(const std::string& from, const std::string& to);
  // What the lane brought to the branch last; nothing when it has brought nothing.
  Result<std::vector<std::string>> IntegratedFiles(const std::string& lane);

  // The lane's worktree goes back to the pool, or away where enough are idle; everything in it that is in no snapshot
  // (and not ignored) is saved first.
  Status Release(const std::string& lane);
  Status ReleaseAll();                       // of this run
  std::vector<PoolEntry> Worktrees() const;  // of all runs, and idle ones

  // A worktree of the pool for somebody who is no run (guest.cc), at the user's HEAD, set up as a lane's is. Again for
  // the same name: the same one, as it is.
  Result<std::string> Lend(const std::string& guest);
  // It goes back to the pool. What is in it and reachable from none of the user's refs is kept first, under
  // refs/forge/guests/; returns that ref, or nothing. kNotFound: it is not lent.
  Result<std::string> TakeBack(const std::string& directory);
  Result<int> RemoveIdle();  // worktrees that nobody has: how many there were

 private:
  friend class Landing;
  struct State;
  explicit Workspaces(std::unique_ptr<State> state);

 public:
  ~Workspaces();

 private:
  std::unique_ptr<State> state_;
};

}  // namespace forge
