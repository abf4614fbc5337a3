// The method of Workspaces for a worktree that a person works in.
#include <algorithm>

#include "os/crash_point.h"
#include "workspace/workspace.h"
#include "workspace/workspaces_state.h"

namespace forge {
namespace {

Result<std::vector<std::string>> IgnoredIn(const Worktree& worktree) {
  const Outfit outfit = TRY(worktree.ReadOutfit());
  std::vector<std::string> ignored = TRY(worktree.ListIgnored());
  std::erase_if(ignored, [&](const std::string& path) {
    return std::ranges::find(outfit.kept, path) != outfit.kept.end() ||
           std::ranges::find(outfit.links, path) != outfit.links.end();
  });
  return ignored;
}

}  // namespace

Result<KeptByHand> Workspaces::KeepByHand(const std::string& lane, const std::string& before) {
  KeptByHand kept;
  {
    auto held = state_->Hold(lane);
    const RunRefs refs = TRY(state_->ReadRun({lane}));
    const Worktree worktree = TRY(state_->FindWorktree(lane));
    const Captured captured = TRY(state_->CaptureLane(lane, worktree, refs));
    const Commit* base = FindRef(refs.lane, state_->names.lane_base_ref(lane));
    const std::string was = before.empty() ? base->tree : TRY(state_->LookUp(before)).tree;
    kept.commit = before;
    kept.ignored = TRY(IgnoredIn(worktree));
    if (captured.tree == was) return kept;
    kept.commit = TRY(state_->CommitTree(lane, refs, captured.tree, base->id));
    CrashPoint("hand-commit");
    const std::string prefix = state_->names.lane_root(lane) + "hand-";
    const auto known = std::ranges::find_if(refs.lane, [&](const auto& entry) {
      return entry.first.starts_with(prefix) && entry.second.id == kept.commit;
    });
    const RefChange change = KeepAs(refs.lane, prefix, kept.commit);
    kept.name = known == refs.lane.end() ? change.name : known->first;
    if (known == refs.lane.end() && !TRY(state_->Move({change})))
      return Fail(Code::kConflict, "another process has made " + kept.name);
    kept.name = kept.name.substr(kForgeRefs.size());
  }
  const std::string from = before.empty() ? TRY(BaseOf(kept.commit)) : before;
  kept.files = TRY(ChangedBetween(from, kept.commit));
  return kept;
}

}  // namespace forge
