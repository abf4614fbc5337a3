// What the engine knows about the contents of its worktrees, so that it need not capture and restore what it has just
// left there. What is not certain is captured (lane.cc).
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "workspace/workspace.h"
#include "workspace/workspaces_state.h"

namespace forge {

void Workspaces::State::Know(const std::string& directory, std::optional<KnownContents> contents, Since since) {
  std::lock_guard guard(lanes_mutex_);
  if (contents) {
    known_.insert_or_assign(directory, Known{*std::move(contents), since});
  } else {
    known_.erase(directory);
  }
}

std::optional<Workspaces::State::Known> Workspaces::State::Recall(const std::string& directory) const {
  std::lock_guard guard(lanes_mutex_);
  const auto at = known_.find(directory);
  return at == known_.end() ? std::nullopt : std::optional(at->second);
}

Result<Workspaces::State::Way> Workspaces::State::FindWay(const Known& known, const Worktree& worktree,
                                                          bool for_reading) {
  const KnownContents& contents = known.contents;
  if (!TRY(worktree.IsResting())) {
    if (TRY(worktree.IsHalfRestored())) return Way{};
    const bool is_trusted = for_reading && known.since != Since::kProcesses && worktree.HasIndexOf(contents);
    return Way{is_trusted || worktree.LooksAs(contents, Counts::kEmpty), false};
  }
  if (!worktree.IsAsRested(contents.tree)) return Way{};  // another process had it, or a person committed there
  bool leaves_ignored = false;
  {
    std::lock_guard guard(lanes_mutex_);
    leaves_ignored = leaves_ignored_;
  }
  if (!leaves_ignored && worktree.LooksAs(contents, Counts::kAll)) return Way{true, false};
  if (!worktree.LooksAs(contents, Counts::kTracked)) return Way{};
  std::lock_guard guard(lanes_mutex_);
  leaves_ignored_ = true;
  return Way{true, true};
}

Result<bool> Workspaces::State::BringQuickly(const std::string& lane, const std::string& directory, Worktree& worktree,
                                             const Target& target, const RunRefs& refs) {
  const auto known = Recall(directory);
  if (!known || !worktree.is_registered() || !TRY(worktree.HasFiles())) return false;
  const Way way = TRY(FindWay(*known, worktree, target.for_reading));
  if (!way.is_open) return false;
  TRY(MoveLaneBase(lane, target, refs));
  return worktree.Move(known->contents, TRY(LookUp(target.commit)), target.base, way.sweeps);
}

bool Workspaces::StillHolds(const std::string& directory, const std::string& tree) {
  const auto known = state_->Recall(directory);
  if (!known || known->contents.tree != tree) return false;
  auto git = state_->Trusted();
  if (!git) return false;
  const auto worktree = Worktree::Find(*git, state_->common, directory, state_->trash);
  if (!worktree || !worktree->LooksAs(known->contents, Counts::kTracked)) return false;
  state_->Know(directory, known->contents, State::Since::kVerified);
  return true;
}

void Workspaces::Touch(const std::string& lane) {
  const std::string directory = PathOf(lane);
  if (const auto known = state_->Recall(directory)) state_->Know(directory, known->contents);
}

}  // namespace forge
