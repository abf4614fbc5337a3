// The methods of Workspaces for a lane's worktree: Prepare, Snapshot, Release.
#include <fmt/core.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "base/strings.h"
#include "os/crash_point.h"
#include "os/files/files.h"
#include "workspace/workspace.h"
#include "workspace/workspaces_state.h"

namespace forge {

Result<Target> Workspaces::State::ChooseTarget(const std::string& lane, const std::string& snapshot,
                                               const RunRefs& refs) {
  if (snapshot.empty()) return Target{refs.tip.id, refs.tip.id};
  Commit commit = TRY(FindSnapshot(snapshot));
  if (lane != kRunLaneName || commit.parent == refs.tip.id) return Target{commit.id, commit.parent};
  Merged merged = TRY(MergeOntoTip(refs, lane, commit));
  if (!merged.clean) {
    return Fail(Code::kConflict, fmt::format("the run's own changes conflict with {} in {}", names.branch(),
                                             merged.files.empty() ? merged.details : Join(merged.files, ", ")));
  }
  return Target{TRY(MakeRebased(lane, refs, merged.tree, {})), refs.tip.id};
}

Result<std::string> Workspaces::State::MakeRebased(const std::string& lane, const RunRefs& refs,
                                                   const std::string& tree, const std::vector<std::string>& conflicts) {
  const std::string name = conflicts.empty() ? names.lane_root(lane) + "rebased" : ConflictedRef(lane);
  const Commit* before = FindRef(refs.lane, name);
  if (before != nullptr && before->tree == tree && before->parent == refs.tip.id) return before->id;
  std::string message = fmt::format("Work of {}, on {}\n", lane, names.branch());
  if (!conflicts.empty()) message += "\n" + Join(conflicts, "\n") + "\n";
  std::string rebased = TRY(MakeCommit(tree, refs.tip.id, message));
  std::vector<RefChange> changes;
  // The journal names the older one too, and an older copy of the journal continues from it. First: should git be
  // killed in between, it has two refs and not none.
  if (before != nullptr) changes.push_back(KeepAs(refs.lane, name + "-", before->id));
  changes.push_back({name, rebased, std::nullopt});
  TRY(Move(changes));
  return rebased;
}

Status Workspaces::State::MoveLaneBase(const std::string& lane, const Target& target, const RunRefs& refs) {
  const std::string base_ref = names.lane_base_ref(lane);
  const Commit* base = FindRef(refs.lane, base_ref);
  if (base == nullptr || base->id != target.base) TRY(Move({{base_ref, target.base, std::nullopt}}));
  return {};
}

Result<std::string> Workspaces::State::Bring(const std::string& lane, const Target& target, const RunRefs& refs) {
  const WorktreeLease lease = TRY(TakeLease(lane));
  Worktree worktree = TRY(FindWorktree(lane));
  if (target.made_anew) {
    Know(lease.directory, std::nullopt);
    TRY(worktree.Remove());
    const std::string place = PlaceOf(lane);
    std::lock_guard guard(lanes_mutex_);
    lanes_[place]->is_fitted_out = false;
  }
  bool can_know = TRY(BringQuickly(lane, lease.directory, worktree, target, refs));
  if (!can_know) {
    Know(lease.directory, std::nullopt);
    can_know = TRY(BringSlowly(lane, lease.directory, worktree, target, refs));
  }
  TRY(FitOutLane(lane, lease, worktree, target));
  if (can_know) Know(lease.directory, worktree.Note(TRY(LookUp(target.commit)).tree));
  return lease.directory;
}

Result<bool> Workspaces::State::BringSlowly(const std::string& lane, const std::string& directory, Worktree& worktree,
                                            const Target& target, const RunRefs& refs) {
  auto contents = TRY(SaveLeft(lane, worktree, refs));
  std::optional<TempIndex> index;
  bool is_plain = false;
  if (contents) {
    is_plain = contents->is_plain;
    index = std::move(contents->index);
  }
  if (!worktree.is_registered()) {
    index.reset();
    is_plain = true;  // there is nothing yet
    std::lock_guard one_at_a_time(making_);
    TRY(worktree.Make(target.base));
  }
  TRY(MoveLaneBase(lane, target, refs));
  if (!worktree.Restore(target.commit, target.base, std::move(index))) {
    // Its contents are saved, so a worktree that cannot be repaired is made again.
    {
      std::lock_guard one_at_a_time(making_);
      TRY(worktree.Make(target.base));
    }
    auto again = worktree.Restore(target.commit, target.base, std::nullopt);
    if (!again) {
      // git names the files that it could not write, but not the reason.
      constexpr std::int64_t kAlmostNothing = 4 * 1024 * 1024;
      const bool is_full = FreeBytes(worktrees) < kAlmostNothing;
      // A partial checkout holds no work, and takes space on a full disk.
      (void)worktree.Remove();
      if (is_full) {
        return Fail(Code::kExhausted, fmt::format("the disk is full where worktrees are kept ({})", worktrees),
                    "free space with `forge workspaces clean`");
      }
      return std::unexpected(WithContext(fmt::format("check out into {}", directory), std::move(again).error()));
    }
  }
  return is_plain;
}

Result<std::string> Workspaces::Prepare(const std::string& lane, const std::string& snapshot, bool for_reading) {
  auto held = state_->Hold(lane);
  RunRefs refs = TRY(state_->ReadForWork({lane}));
  Target target = TRY(state_->ChooseTarget(lane, snapshot, refs));
  target.for_reading = for_reading;
  return state_->Bring(lane, target, refs);
}

Result<std::string> Workspaces::PrepareAt(const std::string& lane, const std::string& commit) {
  auto held = state_->Hold(lane);
  RunRefs refs = TRY(state_->ReadForWork({lane}));
  const std::string id = TRY(state_->LookUp(commit)).id;
  return state_->Bring(lane, Target{id, id, false}, refs);
}

Result<std::string> Workspaces::MakeAt(const std::string& lane, const std::string& commit) {
  auto held = state_->Hold(lane);
  RunRefs refs = TRY(state_->ReadForWork({lane}));
  const std::string id = TRY(state_->LookUp(commit)).id;
  return state_->Bring(lane, Target{id, id, false, true}, refs);
}

Result<Rebased> Workspaces::Rebase(const std::string& lane, const std::string& snapshot) {
  auto held = state_->Hold(lane);
  RunRefs refs = TRY(state_->ReadForWork({lane}));
  const Commit commit = TRY(state_->FindSnapshot(snapshot));
  Rebased rebased;
  rebased.base = refs.tip.id;
  rebased.commit = commit.id;
  if (commit.parent != refs.tip.id) {
    Merged merged = TRY(state_->MergeOntoTip(refs, lane, commit));
    rebased.commit =
        TRY(state_->MakeRebased(lane, refs, merged.tree, merged.clean ? std::vector<std::string>() : merged.files));
    if (!merged.clean) rebased.conflict = Conflict{std::move(merged.files), std::move(merged.details)};
  }
  rebased.directory = TRY(state_->Bring(lane, Target{rebased.commit, rebased.base}, refs));
  return rebased;
}

Result<Captured> Workspaces::State::CaptureLane(const std::string& lane, const Worktree& worktree,
                                                const RunRefs& refs) {
  const Commit* base = FindRef(refs.lane, names.lane_base_ref(lane));
  if (base == nullptr || !TRY(worktree.HasFiles())) {
    return Fail(Code::kNotFound, fmt::format("the worktree {} of {} does not exist", PathOf(lane), lane));
  }
  if (TRY(worktree.IsHalfRestored())) {
    return Fail(Code::kInvalid, fmt::format("the worktree {} is only partly restored", PathOf(lane)));
  }
  return TRY_WITH(fmt::format("snapshot of {}", lane), worktree.Capture(base->id));
}

Result<std::string> Workspaces::State::CommitTree(const std::string& lane, const RunRefs& refs, const std::string& tree,
                                                  const std::string& base) {
  auto same = std::ranges::find_if(
      refs.lane, [&](const auto& entry) { return entry.second.tree == tree && entry.second.parent == base; });
  if (same != refs.lane.end()) return same->second.id;
  return MakeCommit(tree, base, fmt::format("Work of {} in run {}\n", lane, names.run().value));
}

Result<std::string> Workspaces::Snapshot(const std::string& lane, UnitId unit) {
  auto held = state_->Hold(lane);
  RunRefs refs = TRY(state_->ReadRun({lane}));
  Worktree worktree = TRY(state_->FindWorktree(lane));
  Captured captured = TRY(state_->CaptureLane(lane, worktree, refs));
  const std::string tree = captured.tree;
  CrashPoint("snapshot-tree");
  const std::string base = FindRef(refs.lane, state_->names.lane_base_ref(lane))->id;
  const std::string commit = TRY(state_->CommitTree(lane, refs, tree, base));
  std::string name = state_->names.unit_ref(lane, unit);
  const Commit* before = FindRef(refs.lane, name);
  if (before == nullptr || before->id != commit) {
    std::vector<RefChange> changes;
    // An attempt that died after its snapshot, and did its work again in another way: both are kept.
    const std::string prefix = state_->names.lane_root(lane) + "left-";
    if (before != nullptr && before->tree != tree) changes.push_back(KeepAs(refs.lane, prefix, before->id));
    changes.push_back({name, commit, std::nullopt});
    TRY(state_->Move(changes));
  }
  state_->NoteSnapshot(lane, tree);
  state_->Know(state_->PathOf(lane), worktree.Keep(std::move(captured)), State::Since::kSnapshot);
  CrashPoint("snapshot-ref");
  return commit;
}

Status Workspaces::Release(const std::string& lane) {
  if (state_->PlaceOf(lane) != lane) return {};
  auto held = state_->Hold(lane);
  const std::string run = state_->names.directory();
  if (!TRY(state_->pool.Find(run, LaneName(lane)))) return {};
  Worktree worktree = TRY(state_->FindWorktree(lane));
  const std::string directory = state_->PathOf(lane);
  RunRefs refs;
  const bool has_files = TRY(worktree.HasFiles());
  if (has_files) refs = TRY(state_->ReadRun({lane}));
  bool can_serve = false;
  const auto known = state_->Recall(directory);
  const bool is_known = known && !TRY(worktree.IsHalfRestored()) &&
                        (known->since == State::Since::kVerified ? worktree.HasIndexOf(known->contents)
                                                                 : worktree.LooksAs(known->contents, Counts::kTracked));
  if (is_known) {
    // The next lane looks whether a person changed it since.
    can_serve = true;
    TRY(worktree.Rest(refs.tip.id, known->contents));
    state_->Know(directory, worktree.Note(known->contents.tree));
  } else if (has_files) {
    state_->Know(directory, std::nullopt);
    auto contents = TRY(state_->SaveLeft(lane, worktree, refs));
    can_serve = worktree.is_registered() && contents.has_value();
    if (can_serve) {
      const std::string tree = contents->tree;
      const bool is_plain = contents->is_plain;
      TRY(worktree.Rest(refs.tip.id, *std::move(contents)));
      state_->Know(directory, is_plain ? worktree.Note(tree) : std::nullopt);
    }
  }
  CrashPoint("resting");
  if (can_serve && !TRY(state_->pool.GiveBack(run, LaneName(lane), state_->options.idle))) return {};
  const auto left = state_->Recall(directory);
  if (is_known && (!left || !worktree.LooksAs(left->contents, Counts::kTracked))) {
    TRY(state_->SaveLeft(lane, worktree, refs));
  }
  state_->Know(directory, std::nullopt);
  TRY(worktree.Remove());
  CrashPoint("worktree-removed");
  return state_->pool.Forget(run, LaneName(lane));
}

Status Workspaces::Discard(const std::string& lane) {
  auto held = state_->Hold(lane);
  const std::string run = state_->names.directory();
  if (!TRY(state_->pool.Find(run, LaneName(lane)))) return {};
  Worktree worktree = TRY(state_->FindWorktree(lane));
  state_->Know(state_->PathOf(lane), std::nullopt);
  TRY(worktree.Remove());
  return state_->pool.Forget(run, LaneName(lane));
}

Status Workspaces::ReleaseAll(const std::set<std::string>& except) {
  std::set<std::string> stay;
  for (const std::string& lane : except) stay.insert(LaneName(lane));
  for (const PoolEntry& entry : TRY(state_->pool.List())) {
    if (entry.run != state_->names.directory() || stay.contains(entry.lane)) continue;
    TRY(Release(LaneOfName(entry.lane)));
  }
  return {};
}

}  // namespace forge
