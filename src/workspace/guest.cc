// The methods of Workspaces for guests: sessions of host programs that borrow a worktree without a run.
#include <fmt/core.h>

#include <algorithm>
#include <string>
#include <utility>

#include "base/strings.h"
#include "os/files/files.h"
#include "workspace/set_up.h"
#include "workspace/workspace.h"
#include "workspace/workspaces_state.h"

namespace forge {
namespace {

constexpr std::string_view kKept = "refs/forge/guests/";

// The work in a worktree as a commit; nothing if the user's refs already contain it.
Result<std::string> UnknownWork(const Git& git, Committer& committer, const Captured& captured, const Commit& head,
                                const std::string& guest) {
  if (captured.tree != head.tree) {
    return committer.Commit(captured.tree, head.id, fmt::format("Left in the worktree of {}\n", guest));
  }
  const std::string known = TRY(git.Run({"for-each-ref", "--count=1", "--format=%(refname)", "--contains", head.id,
                                         "refs/heads", "refs/tags", "refs/remotes"}));
  return Trim(known).empty() ? head.id : std::string();
}

}  // namespace

Result<std::string> Workspaces::Lend(const std::string& guest) {
  State& state = *state_;
  const std::string name = LaneName(guest);
  const auto has = TRY(state.pool.Find(kGuestRun, name));
  if (has && TRY(LookAtPath(has->directory)) == PathKind::kDirectory) return has->directory;
  const std::string head = TRY(FindCommit(state.git, "HEAD")).id;
  const WorktreeLease lease = TRY(state.pool.Take(kGuestRun, name));
  Worktree worktree = TRY(Worktree::Find(state.git, state.common, lease.directory, state.trash));
  if (TRY(worktree.IsResting())) TRY(state.SaveIdle(worktree, lease.directory));
  if (!worktree.is_registered()) TRY(worktree.Make(head));
  auto captured = worktree.Capture(head);
  std::optional<TempIndex> index;
  if (captured) index = std::move(captured->index);
  if (!worktree.Restore(head, head, std::move(index))) {
    TRY(worktree.Make(head));
    TRY(worktree.Restore(head, head, std::nullopt));
  }
  const FitOut at{state.git, state.top, lease.directory, state.Environment(lease)};
  TRY(Furnish(state.options.set_up, at, worktree));
  if (TRY(RunSetUp(state.options.set_up, at, worktree))) TRY(worktree.Restore(head, head, std::nullopt));
  return lease.directory;
}

Result<std::string> Workspaces::TakeBack(const std::string& directory) {
  State& state = *state_;
  const std::string wanted = RealPath(directory).value_or(directory);
  const std::vector<PoolEntry> entries = TRY(state.pool.List());
  const auto entry = std::ranges::find_if(entries, [&](const PoolEntry& one) {
    return one.run == kGuestRun && RealPath(one.directory).value_or(one.directory) == wanted;
  });
  if (entry == entries.end()) return Fail(Code::kNotFound, fmt::format("{} is not a borrowed worktree", directory));
  std::string kept;
  bool can_serve = false;
  Worktree worktree = TRY(Worktree::Find(state.git, state.common, entry->directory, state.trash));
  if (TRY(worktree.HasFiles()) && worktree.is_registered()) {
    const Commit head = TRY(FindCommit(state.git.In(entry->directory), "HEAD"));
    Captured captured = TRY_WITH("save the contents of the worktree", worktree.Capture(head.id));
    const std::string work = TRY(UnknownWork(state.git, state.committer, captured, head, entry->lane));
    if (!work.empty()) {
      const std::string prefix = std::string(kKept) + entry->lane + "-";
      kept = fmt::format("{}{}", prefix, NextNumber(TRY(state.Read({prefix + "*"})), prefix));
      TRY(state.git.Run({"update-ref", kept, work, ""}));
    }
    TRY(worktree.Rest(TRY(FindCommit(state.git, "HEAD")).id, std::move(captured)));
    can_serve = true;
  }
  if (can_serve && !TRY(state.pool.GiveBack(kGuestRun, entry->lane, state.options.idle))) return kept;
  TRY(worktree.Remove());
  TRY(state.pool.Forget(kGuestRun, entry->lane));
  return kept;
}

}  // namespace forge
