// The methods of Workspaces that only read: Diff, TreeOf, ChangedFiles.
#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "workspace/kept_diff.h"
#include "workspace/workspace.h"
#include "workspace/workspaces_state.h"

namespace forge {

Result<Workspaces::State::Range> Workspaces::State::RangeOf(const std::string& snapshot) {
  if (snapshot.empty()) {
    RunRefs refs = TRY(ReadRun());
    return Range{refs.base.id, refs.tip.id};
  }
  Commit commit = TRY(LookUp(snapshot));
  if (commit.parent.empty()) return Fail(Code::kInvalid, snapshot + " is not a snapshot: it has no parent");
  return Range{commit.parent, commit.id};
}

Result<std::string> Workspaces::Diff(const std::string& snapshot, std::size_t limit) {
  auto range = TRY(state_->RangeOf(snapshot));
  return state_->git.Keeping(std::max<std::size_t>(limit, 1))
      .Run({"diff-tree", "-r", "-p", "-M", "--no-color", "--no-ext-diff", "--no-textconv", range.from, range.to});
}

Result<std::optional<std::string>> Workspaces::State::WholeDiff(const Range& range, const std::string& path,
                                                                std::size_t limit) {
  if (whole_diffs && path.empty()) {
    if (auto found = whole_diffs->Find(range.from, range.to, limit)) return found;
  }
  constexpr std::size_t kCutMark = 256;  // more than git's output loses and gains where its middle is left out
  std::vector<std::string> command = KeptDiff::InFull();
  command.insert(command.begin(), "diff-tree");
  command.insert(command.end(), {range.from, range.to});
  if (!path.empty()) command.insert(command.end(), {"--", ":(top,literal)" + path});
  std::string diff = TRY(git.Keeping(limit + kCutMark).Run(command));
  if (diff.size() > limit) return std::nullopt;
  return diff;
}

Result<std::optional<std::string>> Workspaces::WholeDiff(const std::string& snapshot, const std::string& path,
                                                         std::size_t limit) {
  return state_->WholeDiff(TRY(state_->RangeOf(snapshot)), path, limit);
}

Result<std::string> Workspaces::DiffOfRun(const std::string& snapshot, std::size_t limit) {
  if (snapshot.empty()) return Diff("", limit);
  const RunRefs refs = TRY(state_->ReadRun());
  const Commit own = TRY(state_->LookUp(snapshot));
  if (own.parent == refs.tip.id) {
    return state_->git.Keeping(std::max<std::size_t>(limit, 1))
        .Run({"diff-tree", "-r", "-p", "-M", "--no-color", "--no-ext-diff", "--no-textconv", refs.base.id, own.id});
  }
  // It is merged already, or other work was merged since: then it stands below the rest.
  const std::string merged = TRY(Diff("", limit));
  constexpr std::size_t kLeastRoom = 256;  // less shows little more than that something is left out
  if (own.tree == refs.tip.tree || own.parent.empty() || merged.size() + kLeastRoom > limit) return merged;
  const std::string added = TRY(Diff(snapshot, limit - merged.size()));
  return merged.find(added) == std::string::npos ? merged + added : merged;
}

Result<std::string> Workspaces::DiffBetween(const std::string& from, const std::string& to, std::size_t limit) {
  return state_->git.Keeping(std::max<std::size_t>(limit, 1))
      .Run({"diff-tree", "-r", "-p", "-M", "--no-color", "--no-ext-diff", "--no-textconv", from, to});
}

Result<std::string> Workspaces::TreeOf(const std::string& commit) { return TRY(state_->LookUp(commit)).tree; }

Result<std::string> Workspaces::BaseOf(const std::string& snapshot) { return TRY(state_->LookUp(snapshot)).parent; }

Result<std::vector<std::string>> Workspaces::ChangedFiles(const std::string& snapshot) {
  auto range = TRY(state_->RangeOf(snapshot));
  return ChangedBetween(range.from, range.to);
}

Result<std::vector<std::string>> Workspaces::AddedFiles(const std::string& snapshot) {
  const auto range = TRY(state_->RangeOf(snapshot));
  return NulFields(TRY(state_->git.Run(
      {"diff-tree", "-r", "-z", "--name-only", "--no-renames", "--diff-filter=A", range.from, range.to})));
}

Result<std::string> Workspaces::State::ChangedNames(const Commit& before, const Commit& after) {
  constexpr std::size_t kLongest = std::size_t{64} << 20U;
  if (changed_names) {
    if (auto found = changed_names->Find(before.id, after.id, kLongest)) return *std::move(found);
  }
  std::vector<std::string> command = KeptDiff::NamesOnly();
  command.insert(command.begin(), "diff-tree");
  command.insert(command.end(), {before.tree, after.tree});
  return git.Run(command);
}

Result<std::vector<std::string>> Workspaces::ChangedBetween(const std::string& from, const std::string& to) {
  const Commit before = TRY(state_->LookUp(from));
  const Commit after = TRY(state_->LookUp(to));
  if (auto known = state_->remembered.FindChanged(before.tree, after.tree)) return *std::move(known);
  std::vector<std::string> files = NulFields(TRY(state_->ChangedNames(before, after)));
  state_->remembered.AddChanged(before.tree, after.tree, files);
  return files;
}

Result<std::vector<std::string>> Workspaces::IntegratedFiles(const std::string& lane) {
  const std::string name = state_->IntegratedRef(lane);
  const RefMap refs = TRY(state_->Read({name}));
  const Commit* commit = FindRef(refs, name);
  if (commit == nullptr) return std::vector<std::string>();
  return ChangedBetween(commit->parent, commit->id);
}

}  // namespace forge
