// The git side of a run: a worktree per lane outside the repository, a snapshot commit per unit, and the run's
// integration branch. Only Land and Undo touch the user's checkout, index, branches or config. Knows neither pipelines
// nor agents.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/ids.h"
#include "base/result.h"
#include "os/sandbox.h"
#include "workspace/conflict.h"
#include "workspace/land_request.h"
#include "workspace/pool.h"

namespace forge {

struct LandingRecord;

// The `run` of worktrees that guests borrow, in PoolEntry.
inline constexpr const char* kGuestRun = "run-guests";

struct Integrated {
  std::string commit;                // new tip; the old one if there was nothing to commit
  bool empty = false;                // the step changed nothing
  std::optional<Conflict> conflict;  // set: nothing was moved
};

// What a person left in a worktree.
struct KeptByHand {
  std::string commit;  // empty: nothing changed, and there was no snapshot before
  std::string name;    // for `forge rescue`: 17/s1/hand-1; empty: nothing changed
  std::vector<std::string> files;
  std::vector<std::string>
      ignored;  // what is not kept: git ignores it, and no set-up made it. A directory is one entry
};

// One step's work, to be merged into the branch.
struct Candidate {
  std::string lane;
  std::string snapshot;
  UnitId unit;  // goes into a trailer, as in Integrate
  std::string message;
};

// Candidates merged in order: a chain of commits that no ref contains yet.
struct MergedCandidates {
  std::string tip;                   // what they were merged onto; pass it to Advance
  std::string commit;                // the end of the chain; the tip if nothing changed
  std::string tree;                  // what is to be verified
  std::vector<std::string> commits;  // of each merged candidate, now or earlier; "" if it brought nothing new
  std::optional<Conflict> conflict;  // of candidate number commits.size(): it and those after it are not in the chain
};

// A step's work, rebased onto the current branch.
struct Rebased {
  std::string directory;             // the lane's worktree, prepared with it
  std::string commit;                // a snapshot on the tip; the next attempt prepares the lane with it
  std::string base;                  // the tip
  std::optional<Conflict> conflict;  // these files hold conflict markers: above the line the branch, below it the step
};

// The run's branch no longer contains the work that it must contain.
struct MovedBranch {
  std::string at;        // where it is
  std::string expected;  // what it must contain
};

// What the refs and the branch tell of a run.
struct RunInGit {
  std::string branch;                             // its tip
  std::map<std::int64_t, std::string> units;      // with a snapshot: unit -> lane, as in the ref
  std::map<std::int64_t, std::string> commits;    // merged: unit -> commit
  std::map<std::string, std::string> integrated;  // lanes with work on the branch, as in the refs -> its snapshot
};

// What a worktree needs beyond what git tracks. docs/workspaces.md.
struct SetUp {
  std::vector<std::string> commands;  // lines of sh, run once per worktree
  std::vector<std::string> links;     // paths of the user's checkout to be linked there
  std::vector<std::string> keep;      // ignored paths that stay for the next lane
  std::string ready;                  // a line of sh, repeated until it succeeds before a lane's first unit
  std::chrono::milliseconds timeout{std::chrono::minutes(20)};
  std::chrono::milliseconds ready_timeout{std::chrono::minutes(1)};
  std::map<std::string, std::string> env;  // for these commands
  std::vector<std::string> withheld;       // variables of ours that they do not get
  // The sandbox of these commands; none: no sandbox.
  std::function<Result<std::optional<Sandbox>>(const std::string& directory)> sandbox;
};

// All methods can be called again after a crash, and from several threads: lanes work in parallel, calls for one lane
// wait for each other. Only the engine that holds the run's lease may call Prepare, Snapshot and Release, and only on
// one Workspaces: they end git commands that a dead engine left in the worktree. docs/workspaces.md describes the refs
// and what a crash may leave.
class Workspaces {
 public:
  struct Options {
    std::string repository;  // top level of the user's checkout
    std::string worktrees;   // directory for worktrees, outside the repository
    RunId run;
    RunId parent = {};          // the parent run: this run starts at its tip, not at HEAD
    std::string start = {};     // a commit: this run starts there
    int idle = 4;               // released worktrees to keep for reuse
    std::int64_t min_free = 0;  // bytes: no worktree is leased if the disk has less
    int port_base = 0;          // of the first worktree; 0: by the repository's path
    int port_count = 10;        // for each
    SetUp set_up = {};
    bool keeps_git = false;  // for a long life: git processes that move refs, write commits and compare them stay
  };
  // Fails, with a hint, if git is missing, the directory is not a repository, or it has no commit yet.
  static Result<std::unique_ptr<Workspaces>> Open(Options options);

  // The largest run number in the refs and the recorded landings of this repository; 0 if there are none. A deleted
  // store leaves these behind, and a new run must not reuse their numbers.
  static Result<std::int64_t> HighestRun(const std::string& repository);

  // The runs that this repository has refs of, with or without a store that knows them.
  static Result<std::set<RunId>> RunsIn(const std::string& repository);
  // A directory of Forge inside the repository's own, which no checkout contains.
  static Result<std::string> OwnDirectory(const std::string& repository);

  // Whether this run already has refs. Before a run starts, such refs are left from another store.
  Result<bool> HasStarted() const;
  Result<bool> HasBranch() const;  // does not make it

  // Makes the integration branch `forge/run-017` at the user's HEAD if it is missing. Returns its tip.
  Result<std::string> Tip();
  Result<std::string> Base();  // where the run started
  std::string branch() const;

  // From now on the branch must contain this commit, and what is merged later. Prepare, Rebase and the methods that
  // merge fail with kConflict where it does not (a person moved it), and name the way back. Without this call any
  // branch will do.
  void Expect(const std::string& commit);
  Result<std::optional<MovedBranch>> FindMoved();  // by Expect
  // Whether the branch contains all of these commits.
  Result<std::optional<MovedBranch>> Compare(const std::vector<std::string>& commits);
  // The one that contains the others; empty if there are none.
  Result<std::string> Newest(const std::vector<std::string>& commits) const;
  // Moves the branch from one commit to another; where it was is kept as refs/forge/<run>/replaced-<n>. No effect if it
  // is elsewhere. `integrated`: the snapshots of lanes that are on the branch then (empty: as the ref says); what the
  // refs say of others is dropped.
  Status PutBack(const std::string& from, const std::string& to,
                 const std::optional<std::map<std::string, std::string>>& integrated);
  // The branch stays at `at`, where a person moved it. Where it was is kept as replaced-<n>. The lanes whose work it
  // has lost no longer count as integrated: that ref is renamed to refs/forge/<run>/<lane>/dropped. No effect if the
  // branch is elsewhere.
  Status AcceptLoss(const std::string& at);
  Result<RunInGit> ReadInGit();

  // Makes the lane's worktree if it is missing ("run" or a step id) and brings it exactly to `snapshot` (empty: the
  // tip), including untracked and deleted files; ignored files stay. Contents that are in no snapshot are saved first
  // under refs/forge/<run>/<lane>/left-<n>. For lane "run", a snapshot whose parent is no longer the tip is merged with
  // it (kConflict names the files); for steps it stays on its own base until Integrate. HEAD is detached at the lane's
  // base: the tip, or the snapshot's parent. Returns the worktree's directory.
  // `for_reading`: if no process of ours ran there since Snapshot or StillHolds, the files are not compared again.
  Result<std::string> Prepare(const std::string& lane, const std::string& snapshot, bool for_reading = false);
  std::string PathOf(const std::string& lane) const;
  // Whether the files of this worktree are still those of the tree that it was prepared with, by one look. False also
  // if that is not certain. No process of ours may run there.
  bool StillHolds(const std::string& directory, const std::string& tree);
  // Processes will run in the lane's worktree without another Prepare.
  void Touch(const std::string& lane);
  // From now on the lane uses the worktree of `place` (a lane name that no step has), for steps that never run in
  // parallel. Ignored files that one lane leaves are there for the next, and only ReleaseAll releases it. A new
  // Workspaces must be told again.
  void Share(const std::string& lane, const std::string& place);
  // Variables for processes in the lane's worktree: FORGE_WORKTREE, and ports that no other worktree of the repository
  // has (FORGE_PORT_BASE, FORGE_PORT_COUNT). Empty while the lane has no worktree.
  std::map<std::string, std::string> EnvironmentOf(const std::string& lane) const;

  // Commits everything in the lane's worktree (tracked, untracked, committed by the agent, deleted) onto the lane's
  // base, under refs/forge/<run>/<lane>/<unit>. The same tree gives the same commit. Ignored files are left out; a
  // repository made inside the worktree is kept as files, without its history.
  Result<std::string> Snapshot(const std::string& lane, UnitId unit);

  // Commits everything in the lane's worktree as Snapshot does, for a person who worked there, under
  // refs/forge/<run>/<lane>/hand-<n>. No ref is made if it is as in `before` (empty: the lane's base).
  Result<KeptByHand> KeepByHand(const std::string& lane, const std::string& before);

  // Three-way merge of a snapshot onto the tip; the branch moves by compare-and-swap. `unit` goes into a trailer
  // (`Forge-Unit: 17.23`), so that a repeated call after a crash finds its commit. A lane that continues after it was
  // integrated brings only what is new. kConflict if the branch is checked out: moving it under a checkout would make
  // the next commit there undo our work.
  Result<Integrated> Integrate(const std::string& lane, const std::string& snapshot, UnitId unit,
                               const std::string& message);
  // Whether the commit is the branch's tip or below it.
  Result<bool> IsOnBranch(const std::string& commit);
  // Whether the snapshot has changes that the branch does not have. A lane with such changes is not done.
  Result<bool> IsUnmerged(const std::string& lane, const std::string& snapshot);
  // Everything that a child run has made, as one commit on its base: a snapshot of the lane. Nothing: it has no
  // commits.
  struct ChildWork {
    std::string snapshot;
    std::vector<std::string> files;  // that it changes
  };
  Result<std::optional<ChildWork>> TakeChild(RunId child, const std::string& lane, UnitId unit,
                                             const std::string& message);
  // Squashes everything since the base into one commit; the old branch is kept under refs/forge/<run>/unsquashed-<n>.
  // Only what is on the branch: the caller integrates the lane's own work first, with the same unit.
  Result<Integrated> Squash(UnitId unit, const std::string& message);

  // The merge queue: merge, verify the tree that will ship, advance.
  //   auto merged = MergeCandidates("", {a, b, c});
  //   auto directory = PrepareAt("verify", merged.commit);  // run the commands there
  //   passed: Advance(merged.tip, merged.commit, {a, b, c}); false: merge again
  // Stops at the first conflict. No tip: the current branch. Moves nothing, so that any part of a batch can be merged
  // again to find the candidate that fails. A candidate already on the branch (by its trailer) brings nothing new.
  Result<MergedCandidates> MergeCandidates(const std::string& tip, const std::vector<Candidate>& candidates);
  // Moves the branch from `expected` to `commit` and records the candidates as integrated, by one compare-and-swap.
  // True if that is done, now or earlier; false if the branch is elsewhere. kConflict as in Integrate.
  Result<bool> Advance(const std::string& expected, const std::string& commit,
                       const std::vector<Candidate>& candidates);
  // As Prepare, but at any commit, with HEAD on it: to verify a merged tree.
  Result<std::string> PrepareAt(const std::string& lane, const std::string& commit);
  // The same in a worktree that holds nothing else: what a build left there before is gone. The lane has no work of its
  // own, so nothing is saved.
  Result<std::string> MakeAt(const std::string& lane, const std::string& commit);

  // Brings the lane's worktree to the tip with the step's changes applied, for an attempt after a conflict or after
  // other steps were merged first. Conflicting files contain conflict markers. Kept under
  // refs/forge/<run>/<lane>/rebased.
  Result<Rebased> Rebase(const std::string& lane, const std::string& snapshot);

  // Lands the run's work on one of the user's branches. Never overwrites the user's work: edits in the same files,
  // untracked or ignored files in the way, or a branch checked out elsewhere give kConflict, and nothing moves. Landing
  // again changes nothing; an interrupted landing is finished.
  Result<Landed> Land(const LandRequest& request);
  // Takes a landing of this run back: the branch goes to where it stood, or away if the landing made it. kConflict, and
  // nothing moves: there are commits on top, it is pushed, or the user's changes are in the way. Edits in other files
  // stay, staged or not. What had landed is kept as refs/forge/<run>/undone-<n>.
  Result<Landed> Undo(const LandingRecord& record, const AfterUndo& then = {});
  // Ends an undo that FindBegunUndo found.
  Result<Landed> FinishUndo(const LandingRecord& record, const AfterUndo& then = {});
  // Files that an interrupted landing of this run has written to the checkout are as in `at` again, where it began. If
  // the checkout is at another commit, they stay.
  Status FinishLanding(const std::string& at);
  // The branch of the user's checkout, without refs/heads/; kConflict if there is none.
  Result<std::string> CheckedOutBranch() const;
  // Pushes a branch to the same branch of a remote, never by force. No name: origin, or the only remote. Returns the
  // remote's name.
  Result<std::string> Push(const std::string& remote, const std::string& branch, bool hooks) const;

  // The changes of a snapshot against its lane's base, or (empty snapshot) of the whole run against its base. Limited
  // to `limit` bytes: the middle is cut.
  Result<std::string> Diff(const std::string& snapshot, std::size_t limit);
  // Of a snapshot and one of its files (empty: of all), in full: of files too that git calls binary. Nothing: it is
  // longer than `limit`.
  Result<std::optional<std::string>> WholeDiff(const std::string& snapshot, const std::string& path, std::size_t limit);
  // Of the whole run with what a snapshot of its own lane adds to what is merged, in one diff. Empty: none does.
  Result<std::string> DiffOfRun(const std::string& snapshot, std::size_t limit);
  Result<std::string> DiffBetween(const std::string& from, const std::string& to, std::size_t limit);
  Result<std::string> TreeOf(const std::string& commit);
  // What the snapshot's work began from; empty for a root commit.
  Result<std::string> BaseOf(const std::string& snapshot);
  // A commit on `base` whose tree is that of `base` with these files as `from` has them. Moves no ref.
  Result<std::string> MixFiles(const std::string& base, const std::string& from, const std::vector<std::string>& files);
  // Files of the same range; a renamed file gives both names.
  Result<std::vector<std::string>> ChangedFiles(const std::string& snapshot);
  // Of these, the files that were not there before.
  Result<std::vector<std::string>> AddedFiles(const std::string& snapshot);
  Result<std::vector<std::string>> ChangedBetween(const std::string& from, const std::string& to);
  // The files of the lane's last commit on the branch; empty if it has none.
  Result<std::vector<std::string>> IntegratedFiles(const std::string& lane);

  // Returns the lane's worktree to the pool, or removes it if enough are idle. Contents that are neither in a snapshot
  // nor ignored are saved first.
  Status Release(const std::string& lane);
  // Removes a worktree of MakeAt. What is in it is no work, and nothing is saved.
  Status Discard(const std::string& lane);
  // Of this run, but not these lanes.
  Status ReleaseAll(const std::set<std::string>& except = {});
  Result<std::vector<PoolEntry>> Worktrees() const;  // of all runs, and idle ones

  // Lends a worktree of the pool to a guest (guest.cc), at the user's HEAD, set up like a lane's. The same name gets
  // the same worktree, unchanged.
  Result<std::string> Lend(const std::string& guest);
  // Takes it back. Work that none of the user's refs contains is saved first under refs/forge/guests/; returns that
  // ref, or nothing. kNotFound: no guest has it.
  Result<std::string> TakeBack(const std::string& directory);
  // Removes idle worktrees; returns how many. What a person did there is saved first.
  Result<int> RemoveIdle();
  // What was saved from idle worktrees since the last call, as names for `forge rescue`.
  std::vector<std::string> TakeSaved();

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
