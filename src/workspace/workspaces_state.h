// What the methods of Workspaces share: the repository, the run's names, the lanes' locks. Private to this folder.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/result.h"
#include "workspace/commits.h"
#include "workspace/config_watch.h"
#include "workspace/git.h"
#include "workspace/kept_diff.h"
#include "workspace/merge.h"
#include "workspace/names.h"
#include "workspace/pool.h"
#include "workspace/ref_files.h"
#include "workspace/ref_updater.h"
#include "workspace/refs.h"
#include "workspace/remembered.h"
#include "workspace/trash.h"
#include "workspace/workspace.h"
#include "workspace/worktree.h"

namespace forge {

// The run's refs at one moment.
struct RunRefs {
  Commit base, tip;
  RefMap lane;  // of the lanes that were asked for
  RefMap unsquashed;
};

// The target of a worktree: the files of one commit, with HEAD on another.
struct Target {
  std::string commit;
  std::string base;
  bool for_reading = false;  // the caller notices changes that happened since we left the worktree (StillHolds)
  bool made_anew = false;    // nothing of what was there stays, not even an ignored file
};

Error MovedBranchError(const RunNames& names, const MovedBranch& moved);

struct Workspaces::State {
  State(Options options, std::string common);

  // The lane whose worktree it uses: its own, unless it shares one.
  std::string PlaceOf(const std::string& lane) const;
  std::string PlaceName(const std::string& lane) const { return LaneName(PlaceOf(lane)); }
  void Share(const std::string& lane, const std::string& place);
  // The tree of a snapshot in that worktree: another lane that shares it need not save it again.
  void NoteSnapshot(const std::string& lane, const std::string& tree);
  // Only one call at a time in a lane's worktree.
  std::unique_lock<std::mutex> Hold(const std::string& lane);
  Result<std::string> FindPath(const std::string& lane) const;
  std::string PathOf(const std::string& lane) const;  // for messages and processes
  Result<Worktree> FindWorktree(const std::string& lane);
  // The lane's worktree, which may not exist yet.
  Result<WorktreeLease> TakeLease(const std::string& lane);
  // Everything untracked that the lane's processes need.
  Status FitOutLane(const std::string& lane, const WorktreeLease& lease, Worktree& worktree, const Target& target);
  std::map<std::string, std::string> Environment(const WorktreeLease& lease) const;
  // git with the user's filters and merge drivers only.
  Result<Git> Trusted();

  // ReadRefs and FindCommit; git is asked only about objects that we have not seen yet.
  Result<RefMap> Read(const std::vector<std::string>& patterns) const;
  Result<Commit> LookUp(const std::string& name) const;
  // A commit with one parent, or none.
  Result<std::string> MakeCommit(const std::string& tree, const std::string& parent, const std::string& message);
  // Whether the branch at `tip` contains the commit.
  Result<bool> IsAncestor(const std::string& commit, const std::string& tip) const;

  // Starts the run if it has not started. Returns the refs of the lanes too.
  Result<RunRefs> ReadRun(const std::vector<std::string>& lanes = {});
  // As ReadRun; kConflict if the branch lacks what Expect was told.
  Result<RunRefs> ReadForWork(const std::vector<std::string>& lanes);
  // `tip`: where the branch was just seen; it saves a look at git.
  Result<std::optional<MovedBranch>> FindMoved(const std::string& tip);
  // The branch is a squash of these commits: an engine died after it, and before the journal had it.
  Result<bool> WasSquashed(const RunRefs& refs, const std::vector<std::string>& commits) const;
  // Whether the branch has all that was merged: `all` are the run's refs.
  Result<bool> ContainsMerges(const RunRefs& refs, const RefMap& all) const;
  // Whether the snapshot's changes are in the tree of this commit of the branch.
  Result<bool> IsOnBranch(const Commit& tip, const Commit& snapshot);
  // Whether one of the commits that `to` has and `from` lacks merged the snapshot.
  Result<bool> WasMergedBetween(const std::string& from, const std::string& to, const Commit& snapshot);
  // Adds what keeps a commit that the branch had, unless that is kept already.
  void KeepReplaced(const RefMap& all, const std::string& commit, std::vector<RefChange>& changes) const;
  void Expect(const std::string& commit);
  // Moves these refs, the branch among them; it is expected at `to` then.
  Result<bool> MoveBranch(const std::vector<RefChange>& changes, const std::string& to);
  Result<bool> Move(const std::vector<RefChange>& changes) const {
    return MoveRefs(git, common, changes, ref_updater.get());
  }
  // Applies to `ours` what it lacks of `snapshot`. `before` is the lane's last snapshot on it, or null.
  Result<Merged> MergeOnto(const Commit& ours, const Commit* before, const Commit& snapshot);
  Result<Merged> MergeOntoTip(const RunRefs& refs, const std::string& lane, const Commit& snapshot) {
    return MergeOnto(refs.tip, FindRef(refs.lane, IntegratedRef(lane)), snapshot);
  }
  Result<Commit> FindSnapshot(const std::string& snapshot) const;
  // The ref of a lane's last integrated snapshot.
  std::string IntegratedRef(const std::string& lane) const { return names.lane_root(lane) + "integrated"; }
  Result<Target> ChooseTarget(const std::string& lane, const std::string& snapshot, const RunRefs& refs);
  // Unit trailers and their commits; the tip for units that were squashed since.
  Result<std::shared_ptr<const Remembered::Units>> ReadUnits(const RunRefs& refs) const;
  Result<std::string> FindUnit(const RunRefs& refs, UnitId unit) const;  // empty when there is none
  bool IsMerged(const RunRefs& refs, const std::map<std::string, std::string>& done, const Candidate& candidate,
                const Commit& snapshot) const;
  Result<MergedCandidates> MergeAll(const RunRefs& refs, const std::map<std::string, std::string>& done,
                                    const std::vector<Candidate>& candidates);
  Result<std::string> MakeRebased(const std::string& lane, const RunRefs& refs, const std::string& tree,
                                  const std::vector<std::string>& conflicts);
  // The ref of a rebased snapshot with conflict markers. Older ones are conflicted-<n>.
  std::string ConflictedRef(const std::string& lane) const { return names.lane_root(lane) + "conflicted"; }
  // Unresolved conflicts of the lane's Rebase onto the same commit in this snapshot: it must not reach the branch.
  Result<std::optional<Conflict>> FindUnresolved(const RunRefs& refs, const std::string& lane,
                                                 const Commit& snapshot) const;
  // Who may have changed a worktree since we looked.
  enum class Since {
    kProcesses,  // processes of ours run there
    kSnapshot,   // they have ended
    kVerified,   // and its lane is done with it, unless it is prepared again
  };
  // The last contents that we know of in a worktree.
  struct Known {
    KnownContents contents;
    Since since = Since::kProcesses;
  };
  void Know(const std::string& directory, std::optional<KnownContents> contents, Since since = Since::kProcesses);
  std::optional<Known> Recall(const std::string& directory) const;
  // Brings a worktree there from known contents. False: it must be captured and restored.
  Result<bool> BringQuickly(const std::string& lane, const std::string& directory, Worktree& worktree,
                            const Target& target, const RunRefs& refs);
  // Whether known contents can be moved without losing anything; and whether ignored files must be removed then.
  struct Way {
    bool is_open = false;
    bool sweeps = false;
  };
  Result<Way> FindWay(const Known& known, const Worktree& worktree, bool for_reading);
  // Moves the ref of what the lane builds on.
  Status MoveLaneBase(const std::string& lane, const Target& target, const RunRefs& refs);
  // Whether a later look will show every change there (CapturedTree::is_plain).
  Result<bool> BringSlowly(const std::string& lane, const std::string& directory, Worktree& worktree,
                           const Target& target, const RunRefs& refs);
  // Brings the lane's worktree there, after saving its contents.
  Result<std::string> Bring(const std::string& lane, const Target& target, const RunRefs& refs);
  // The range of Diff and ChangedFiles.
  struct Range {
    std::string from, to;
  };
  Result<Range> RangeOf(const std::string& snapshot);
  // In full: of files too that git calls binary.
  Result<std::optional<std::string>> WholeDiff(const Range& range, const std::string& path, std::size_t limit);
  Result<std::string> ChangedNames(const Commit& before, const Commit& after);
  // Moves the branch and our refs for it, unless it is checked out.
  Result<std::vector<RefChange>> TipChanges(const RunRefs& refs, const std::string& to) const;
  // The contents of the lane's worktree, on the lane's base. kNotFound: it has none. kInvalid: it was never complete.
  Result<Captured> CaptureLane(const std::string& lane, const Worktree& worktree, const RunRefs& refs);
  // A commit of the tree on that base: one that the lane has, or a new one.
  Result<std::string> CommitTree(const std::string& lane, const RunRefs& refs, const std::string& tree,
                                 const std::string& base);
  // Saves what is in the worktree but in none of `refs`. Returns its contents; none: it was not read.
  Result<std::optional<Captured>> SaveLeft(const std::string& lane, const Worktree& worktree, const RunRefs& refs);
  // The same for a worktree that no lane has, under refs/forge/idle/ (idle.cc).
  Result<std::optional<Captured>> SaveIdle(const Worktree& worktree, const std::string& directory);

  const Options options;
  const RunNames names;
  const std::string top, common, worktrees;
  const Git git;
  Committer committer;
  const RefFiles ref_files;
  const std::unique_ptr<RefUpdater> ref_updater;  // null: a git for each change
  // Null: a git for each pair.
  const std::unique_ptr<KeptDiff> changed_names, whole_diffs;
  mutable Remembered remembered;
  const Pool pool;
  Trash trash;

 private:
  friend class Workspaces;
  struct LaneLock {
    std::mutex mutex;
    bool is_fitted_out = false;
  };
  // Git commands of a dead engine have been ended there.
  void MakeOurs(const std::string& directory);
  Result<RefMap> ReadAll(const std::vector<std::string>& lanes) const;
  Status Start(const RefMap& refs);
  Result<Commit> FindStart() const;  // where the run begins

  std::mutex expected_mutex_;  // held while the branch moves
  std::string expected_;       // what it must contain; empty: not known
  std::mutex making_;          // git cannot make two worktrees at once
  ConfigWatch config_;
  std::once_flag trust_asked_;
  std::optional<std::string> trusted_;  // none: the configuration at the start of the run is unknown
  mutable std::mutex lanes_mutex_;
  std::map<std::string, std::string> shared_;               // lane -> place; behind lanes_mutex_
  std::set<std::string> known_trees_;                       // of snapshots in shared places; behind lanes_mutex_
  std::vector<std::string> saved_;                          // of idle worktrees; behind lanes_mutex_
  std::set<std::string> ours_;                              // directories; behind lanes_mutex_
  std::map<std::string, Known> known_;                      // by directory; behind lanes_mutex_
  bool leaves_ignored_ = false;                             // lanes of this run do; behind lanes_mutex_
  std::map<std::string, std::unique_ptr<LaneLock>> lanes_;  // only grows; behind lanes_mutex_
};

}  // namespace forge
