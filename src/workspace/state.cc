#include "workspace/state.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "os/files.h"

namespace forge {
namespace {

constexpr int kTries = 20;

}  // namespace

Workspaces::State::State(std::string top_level, std::string common_directory, std::string worktree_root, RunId run)
    : names(run),
      top(std::move(top_level)),
      common(std::move(common_directory)),
      worktrees(std::move(worktree_root)),
      git(top),
      committer(git) {}

std::unique_lock<std::mutex> Workspaces::State::Hold(const std::string& lane) {
  LaneLock* lock = nullptr;
  {
    std::lock_guard guard(lanes_mutex_);
    auto& slot = lanes_[lane];
    if (!slot) slot = std::make_unique<LaneLock>();
    lock = slot.get();
  }
  std::unique_lock held(lock->mutex);
  if (!std::exchange(lock->is_ours, true)) EndOrphans(PathOf(lane));
  return held;
}

std::string Workspaces::State::PathOf(const std::string& lane) const {
  return JoinPath(JoinPath(worktrees, names.directory()), LaneName(lane));
}

Result<Worktree> Workspaces::State::FindWorktree(const std::string& lane) const {
  return Worktree::Find(git, common, PathOf(lane));
}

Result<RefMap> Workspaces::State::ReadAll(const std::vector<std::string>& lanes) const {
  std::vector<std::string> patterns = {names.branch_ref(), names.base_ref(), names.tip_ref(),
                                       names.unsquashed_prefix() + "*"};
  for (const std::string& lane : lanes) patterns.push_back(names.lane_root(lane));
  return ReadRefs(git, patterns);
}

// The base first: a branch without a base is none of ours.
Status Workspaces::State::Start(const RefMap& refs) {
  const Commit* base = FindRef(refs, names.base_ref());
  if (base == nullptr) {
    if (refs.contains(names.branch_ref())) {
      return Fail(Code::kConflict, fmt::format("the branch {} exists and is not this run's", names.branch()),
                  fmt::format("rename it: git branch -m {0} {0}-old", names.branch()));
    }
    Commit head = TRY(FindCommit(git, "HEAD"));
    TRY(Move({{names.base_ref(), head.id, ""}}));
    return {};
  }
  // Somebody may have deleted the branch: it comes back where it was.
  const Commit* tip = FindRef(refs, names.tip_ref());
  auto made = Move({{names.branch_ref(), tip != nullptr ? tip->id : base->id, ""}});
  if (made) return {};
  Error error = std::move(made).error();
  if (Exists(JoinPath(common, "refs/heads/forge")) && !IsDirectory(JoinPath(common, "refs/heads/forge"))) {
    error.hint = "a branch named forge is in the way; rename it: git branch -m forge forge-old";
  }
  return std::unexpected(WithContext(fmt::format("make the branch {}", names.branch()), std::move(error)));
}

Result<RunRefs> Workspaces::State::ReadRun(const std::vector<std::string>& lanes) {
  for (int i = 0; i < kTries; ++i) {
    RefMap all = TRY(ReadAll(lanes));
    const Commit* base = FindRef(all, names.base_ref());
    const Commit* branch = FindRef(all, names.branch_ref());
    if (base == nullptr || branch == nullptr) {
      TRY(Start(all));
      continue;
    }
    RunRefs refs{*base, *branch, {}, {}};
    for (auto& [name, commit] : all) {
      auto is_here = [&](const std::string& lane) { return name.starts_with(names.lane_root(lane)); };
      if (std::ranges::any_of(lanes, is_here)) refs.lane.emplace(name, commit);
      if (name.starts_with(names.unsquashed_prefix())) refs.unsquashed.emplace(name, commit);
    }
    return refs;
  }
  return Fail(Code::kConflict, fmt::format("the branch {} is deleted as often as it is made", names.branch()));
}

// A lane that goes on after it was integrated has its older changes on the tip already, and others may have built on
// them: only the rest counts as its own.
Result<Merged> Workspaces::State::MergeOnto(const Commit& ours, const Commit* before, const Commit& snapshot) {
  const bool continues = before != nullptr && before->parent == snapshot.parent;
  return Merge(git, committer, continues ? *before : TRY(FindCommit(git, snapshot.parent)), ours, snapshot);
}

Result<Commit> Workspaces::State::FindSnapshot(const std::string& snapshot) const {
  Commit commit = TRY(FindCommit(git, snapshot));
  if (commit.parent.empty()) return Fail(Code::kInvalid, fmt::format("{} is no snapshot: it has no parent", snapshot));
  return commit;
}

Result<std::optional<TempIndex>> Workspaces::State::SaveLeft(const std::string& lane, const Worktree& worktree,
                                                             const RunRefs& refs) {
  if (!worktree.has_files() || worktree.is_half_restored()) return std::nullopt;
  const Commit* lane_base = FindRef(refs.lane, names.lane_base_ref(lane));
  const Commit& base = lane_base != nullptr ? *lane_base : refs.tip;
  Captured captured = TRY_WITH("save what is in the worktree", worktree.Capture(base.id));
  auto is_there = [&](const auto& entry) { return entry.second.tree == captured.tree; };
  bool known = captured.tree == base.tree || captured.tree == refs.tip.tree || std::ranges::any_of(refs.lane, is_there);
  if (!known && !TRY(git.Run({"ls-tree", captured.tree})).empty()) {
    std::string commit =
        TRY(committer.Commit(captured.tree, base.id, fmt::format("Left in the worktree of {}\n", lane)));
    std::string prefix = names.lane_root(lane) + "left-";
    std::string name = fmt::format("{}{}", prefix, NextNumber(refs.lane, prefix));
    if (!TRY(Move({{name, commit, ""}}))) return Fail(Code::kConflict, fmt::format("somebody else has made {}", name));
  }
  return std::optional<TempIndex>(std::move(captured.index));
}

}  // namespace forge
