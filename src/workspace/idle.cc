// Worktrees that no lane has: what a person did there is saved before the next lane or a clean-up takes it away.
#include <fmt/core.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "base/strings.h"
#include "os/files/files.h"
#include "workspace/workspace.h"
#include "workspace/workspaces_state.h"

namespace forge {
namespace {

constexpr std::string_view kIdleRefs = "refs/forge/idle/";

Result<bool> IsTreeKnown(const Git& git, const std::string& tree) {
  const std::string trees = TRY(git.Run({"for-each-ref", "--format=%(tree)", "refs/forge", "refs/heads"}));
  return std::ranges::any_of(Lines(trees), [&](std::string_view line) { return line == tree; });
}

Result<bool> IsContained(const Git& git, const std::string& commit) {
  const std::string ref = TRY(git.Run({"for-each-ref", "--count=1", "--format=%(refname)", "--contains", commit}));
  return !Trim(ref).empty();
}

}  // namespace

Result<std::optional<Captured>> Workspaces::State::SaveIdle(const Worktree& worktree, const std::string& directory) {
  if (!TRY(worktree.HasFiles())) return std::nullopt;
  const Commit head = TRY(LookUp(worktree.is_registered() ? TRY(worktree.ReadHead()) : "HEAD"));
  Captured captured = TRY_WITH("save what is in the idle worktree " + directory, worktree.Capture(head.id));
  if (worktree.IsAsRested(captured.tree)) return captured;
  std::string work;
  if (captured.tree != head.tree && !TRY(IsTreeKnown(git, captured.tree))) {
    const std::string message = fmt::format("Left in the idle worktree {}\n", BaseName(directory));
    work = TRY(MakeCommit(captured.tree, head.id, message));
  } else if (!TRY(IsContained(git, head.id))) {
    work = head.id;
  }
  if (work.empty()) return captured;
  const std::string prefix = std::string(kIdleRefs) + BaseName(directory) + "-";
  const std::string name = fmt::format("{}{}", prefix, NextNumber(TRY(Read({prefix + "*"})), prefix));
  if (!TRY(Move({{name, work, ""}}))) return Fail(Code::kConflict, fmt::format("another process has made {}", name));
  std::lock_guard guard(lanes_mutex_);
  saved_.push_back(name.substr(std::string_view("refs/forge/").size()));
  return captured;
}

std::vector<std::string> Workspaces::TakeSaved() {
  std::lock_guard guard(state_->lanes_mutex_);
  return std::exchange(state_->saved_, {});
}

Result<int> Workspaces::RemoveIdle() {
  int removed = 0;
  const std::string holder = RunNames(RunId{0}).directory();
  auto remove = [&](const WorktreeLease& lease) -> Status {
    Worktree worktree = TRY(Worktree::Find(state_->git, state_->common, lease.directory, state_->trash));
    // On a full disk nothing can be saved; what holds nothing new can be removed all the same.
    if (!worktree.LooksAsRested()) TRY(state_->SaveIdle(worktree, lease.directory));
    TRY(worktree.Remove());
    return state_->pool.Forget(holder, BaseName(lease.directory));
  };
  std::optional<Error> failed;
  std::set<int> left;
  // Taken first, so that no lane leases a worktree that is being removed.
  while (auto lease = TRY(state_->pool.TakeIdle(holder, left))) {
    const Status done = remove(*lease);
    if (done) {
      ++removed;
      continue;
    }
    if (!failed) failed = done.error();
    left.insert(lease->number);
    if (!state_->pool.GiveBack(holder, BaseName(lease->directory), std::numeric_limits<int>::max())) break;
  }
  state_->trash.Wait();  // the caller wants the disk space
  if (failed) return std::unexpected(*std::move(failed));
  return removed;
}

}  // namespace forge
