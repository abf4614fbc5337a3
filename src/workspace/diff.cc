// The methods of Workspaces that only read: Diff, TreeOf, ChangedFiles.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "workspace/workspace.h"
#include "workspace/workspaces_state.h"

namespace forge {

Result<Workspaces::State::Range> Workspaces::State::RangeOf(const std::string& snapshot) {
  if (snapshot.empty()) {
    RunRefs refs = TRY(ReadRun());
    return Range{refs.base.id, refs.tip.id};
  }
  Commit commit = TRY(FindCommit(git, snapshot));
  if (commit.parent.empty()) return Fail(Code::kInvalid, snapshot + " is not a snapshot: it has no parent");
  return Range{commit.parent, commit.id};
}

Result<std::string> Workspaces::Diff(const std::string& snapshot, std::size_t limit) {
  auto range = TRY(state_->RangeOf(snapshot));
  return state_->git.Keeping(std::max<std::size_t>(limit, 1))
      .Run({"diff-tree", "-r", "-p", "-M", "--no-color", "--no-ext-diff", "--no-textconv", range.from, range.to});
}

Result<std::string> Workspaces::TreeOf(const std::string& commit) { return TRY(FindCommit(state_->git, commit)).tree; }

Result<std::vector<std::string>> Workspaces::ChangedFiles(const std::string& snapshot) {
  auto range = TRY(state_->RangeOf(snapshot));
  return ChangedBetween(range.from, range.to);
}

Result<std::vector<std::string>> Workspaces::ChangedBetween(const std::string& from, const std::string& to) {
  return NulFields(TRY(state_->git.Run({"diff-tree", "-r", "-z", "--name-only", "--no-renames", from, to})));
}

Result<std::vector<std::string>> Workspaces::IntegratedFiles(const std::string& lane) {
  const std::string name = state_->IntegratedRef(lane);
  const RefMap refs = TRY(ReadRefs(state_->git, {name}));
  const Commit* commit = FindRef(refs, name);
  if (commit == nullptr) return std::vector<std::string>();
  return ChangedBetween(commit->parent, commit->id);
}

}  // namespace forge
