// The methods of Workspaces that compare the run's branch with what the engine expects there, and put it back.
#include <fmt/core.h>

#include <algorithm>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/strings.h"
#include "os/fault.h"
#include "os/files/files.h"
#include "workspace/workspace.h"
#include "workspace/workspaces_state.h"

namespace forge {
namespace {

constexpr std::string_view kIntegrated = "/integrated";
constexpr std::string_view kDropped = "/dropped";

// Of the commits, those that `tip` does not contain, newest first. A commit that is gone counts.
Result<std::vector<std::string>> Lacking(const Git& git, const std::string& tip,
                                         const std::vector<std::string>& commits) {
  std::vector<std::string> lacking;
  if (commits.empty()) return lacking;
  std::string input;
  for (const std::string& commit : commits) input += commit + "\n";
  const auto answer = TRY(git.Try({"rev-list", "--topo-order", "--stdin", "^" + tip}, input));
  if (answer.exit_code != 0) {
    if (NamesShortage(answer.err)) return std::unexpected(GitFailure({"rev-list"}, answer));
    return commits;
  }
  for (std::string_view line : Lines(answer.out)) {
    if (std::ranges::find(commits, line) != commits.end()) lacking.emplace_back(line);
  }
  return lacking;
}

}  // namespace

Error MovedBranchError(const RunNames& names, const MovedBranch& moved) {
  return {Code::kConflict,
          fmt::format("the branch {} was moved to {} and lacks work of this run: it must contain {}", names.branch(),
                      moved.at.substr(0, 12), moved.expected.substr(0, 12)),
          fmt::format("put it back: git branch -f {} {}", names.branch(), moved.expected)};
}

Result<std::optional<MovedBranch>> Workspaces::State::FindMoved(const std::string& tip) {
  {
    std::lock_guard guard(expected_mutex_);
    if (expected_.empty() || expected_ == tip) return std::nullopt;
  }
  // Both are read while nothing of ours moves the branch: after a squash it does not contain what it did before.
  std::lock_guard guard(expected_mutex_);
  const RefMap refs = TRY(Read({names.branch_ref()}));
  const Commit* now = FindRef(refs, names.branch_ref());
  if (now == nullptr || now->id == expected_) return std::nullopt;
  if (TRY(Lacking(git, now->id, {expected_})).empty()) return std::nullopt;
  return MovedBranch{now->id, expected_};
}

Result<RunRefs> Workspaces::State::ReadForWork(const std::vector<std::string>& lanes) {
  RunRefs refs = TRY(ReadRun(lanes));
  if (const auto moved = TRY(FindMoved(refs.tip.id))) return std::unexpected(MovedBranchError(names, *moved));
  return refs;
}

Result<bool> Workspaces::State::MoveBranch(const std::vector<RefChange>& changes, const std::string& to) {
  std::lock_guard guard(expected_mutex_);
  Result<bool> moved = Move(changes);
  // A full disk may stop git between two refs. Once the branch has moved, the merge is done: its trailers say so. Our
  // other refs, which doctor reads, are moved again: after a shortage by the next try, which costs nothing.
  const bool is_there = (moved && *moved) || (!moved && TRY(ReadRun()).tip.id == to);
  if (is_there && !expected_.empty()) expected_ = to;
  if (is_there && !moved && moved.error().code != Code::kExhausted) {
    std::vector<RefChange> others = changes;
    std::erase_if(others, [&](const RefChange& change) { return change.name == names.branch_ref(); });
    (void)Move(others);  // without them the merge is done too
    moved = true;
  }
  return moved;
}

void Workspaces::State::Expect(const std::string& commit) {
  std::lock_guard guard(expected_mutex_);
  expected_ = commit;
}

Result<bool> Workspaces::State::WasSquashed(const RunRefs& refs, const std::vector<std::string>& commits) const {
  for (const auto& [name, before] : refs.unsquashed) {
    if (!TRY(Lacking(git, before.id, commits)).empty()) continue;
    const std::string out =
        TRY(git.Run({"rev-list", "--no-commit-header", "--format=%(trailers:key=Forge-Unit,valueonly)", refs.tip.id,
                     "^" + refs.base.id, "^" + before.id}));
    const std::string own = fmt::format("{}.", names.run().value);
    if (std::ranges::any_of(Lines(out), [&](std::string_view line) { return line.starts_with(own); })) return true;
  }
  return false;
}

Result<std::optional<MovedBranch>> Workspaces::Compare(const std::vector<std::string>& commits) {
  const RunRefs refs = TRY(state_->ReadRun());
  if (TRY(Lacking(state_->git, refs.tip.id, commits)).empty()) return std::nullopt;
  if (TRY(state_->WasSquashed(refs, commits))) return std::nullopt;
  return MovedBranch{refs.tip.id, TRY(Newest(commits))};
}

Result<std::string> Workspaces::Newest(const std::vector<std::string>& commits) const {
  if (commits.empty()) return "";
  std::string input;
  for (const std::string& commit : commits) input += commit + "\n";
  const auto answer = TRY(state_->git.Try({"rev-list", "--topo-order", "--max-count=1", "--stdin"}, input));
  if (answer.exit_code == 0) return std::string(TrimRight(answer.out));
  if (NamesShortage(answer.err)) return std::unexpected(GitFailure({"rev-list"}, answer));
  return commits.back();
}

void Workspaces::Expect(const std::string& commit) { state_->Expect(commit); }

Result<std::optional<MovedBranch>> Workspaces::FindMoved() { return state_->FindMoved(""); }

Status Workspaces::PutBack(const std::string& from, const std::string& to,
                           const std::optional<std::map<std::string, std::string>>& integrated) {
  if (to.empty())
    return Fail(Code::kInternal, fmt::format("the branch {} cannot be put back: no commit is given", branch()));
  const RefMap all = TRY(state_->Read({state_->names.root()}));
  RunRefs refs = TRY(state_->ReadRun());
  if (refs.tip.id != from) return {};
  // In this order: should git be killed in between, nothing is lost, and the same call does the rest.
  std::vector<RefChange> first;
  std::vector<RefChange> move;
  if (refs.tip.id != to) {
    move = TRY(state_->TipChanges(refs, to));
    state_->KeepReplaced(all, from, first);
  }
  if (!integrated) {
    // An answer `keep` that was not recorded had dropped them. What an older one dropped is not on `to` either.
    for (const auto& [name, commit] : all) {
      const std::string again = DirName(name) + std::string(kIntegrated);
      if (!name.ends_with(kDropped) || FindRef(all, again) != nullptr) continue;
      if (TRY(state_->WasMergedBetween(from, to, commit))) first.push_back({again, commit.id, ""});
    }
  } else {
    std::map<std::string, std::string> known;
    for (const auto& [lane, snapshot] : *integrated) known[state_->IntegratedRef(lane)] = snapshot;
    for (const auto& [name, commit] : all) {
      if (!name.ends_with(kIntegrated)) continue;
      const auto at = known.find(name);
      if (at != known.end() && (at->second.empty() || at->second == commit.id)) continue;
      first.push_back({name, at == known.end() ? "" : at->second, std::nullopt});
    }
  }
  const bool is_ready = first.empty() || TRY(state_->Move(first));
  if (is_ready && (move.empty() || TRY(state_->MoveBranch(move, to)))) return {};
  return Fail(Code::kConflict, fmt::format("the branch {} moved while it was put back", branch()),
              "resume the run again");
}

void Workspaces::State::KeepReplaced(const RefMap& all, const std::string& commit,
                                     std::vector<RefChange>& changes) const {
  const std::string prefix = names.replaced_prefix();
  const bool is_kept = std::ranges::any_of(
      all, [&](const auto& entry) { return entry.first.starts_with(prefix) && entry.second.id == commit; });
  if (!is_kept) changes.push_back(KeepAs(all, prefix, commit));
}

Status Workspaces::AcceptLoss(const std::string& at) {
  const RefMap all = TRY(state_->Read({state_->names.root()}));
  const RunRefs refs = TRY(state_->ReadRun());
  if (refs.tip.id != at || TRY(state_->ContainsMerges(refs, all))) return {};
  std::vector<RefChange> changes;
  const std::string last = FindRef(all, state_->names.tip_ref())->id;
  state_->KeepReplaced(all, last, changes);
  for (const auto& [name, commit] : all) {
    if (!name.ends_with(kIntegrated) || !TRY(state_->WasMergedBetween(at, last, commit))) continue;
    changes.push_back({DirName(name) + std::string(kDropped), commit.id, std::nullopt});
    changes.push_back({name, "", commit.id});
  }
  // Last: it says that the rest is done.
  changes.push_back({state_->names.tip_ref(), at, std::nullopt});
  if (TRY(state_->Move(changes))) return {};
  return Fail(Code::kConflict, fmt::format("the branch {} moved while it was looked at", branch()),
              "resume the run again");
}

// Our own ref says where the last merge left the branch.
Result<bool> Workspaces::State::ContainsMerges(const RunRefs& refs, const RefMap& all) const {
  const Commit* last = FindRef(all, names.tip_ref());
  return last == nullptr || TRY(Lacking(git, refs.tip.id, {last->id})).empty();
}

Result<bool> Workspaces::State::IsOnBranch(const Commit& tip, const Commit& snapshot) {
  const Merged merged = TRY(MergeOnto(tip, nullptr, snapshot));
  return merged.clean && merged.tree == tip.tree;
}

Result<bool> Workspaces::State::WasMergedBetween(const std::string& from, const std::string& to,
                                                 const Commit& snapshot) {
  if (TRY(IsOnBranch(TRY(LookUp(from)), snapshot))) return false;
  // A later merge may have changed the same places: one of the commits still shows it as it was merged.
  const std::string out = TRY(git.Run({"rev-list", "--no-commit-header", "--format=%H %T", to, "^" + from}));
  for (std::string_view line : Lines(out)) {
    const auto words = Split(line, ' ');
    if (words.size() == 2 && TRY(IsOnBranch({std::string(words[0]), std::string(words[1]), ""}, snapshot))) return true;
  }
  return false;
}

Result<RunInGit> Workspaces::ReadInGit() {
  RunInGit found;
  const RunRefs refs = TRY(state_->ReadRun());
  found.branch = refs.tip.id;
  const std::string root = state_->names.root();
  const RefMap all = TRY(state_->Read({root}));
  const Commit* last = FindRef(all, state_->names.tip_ref());
  const bool is_moved = !TRY(state_->ContainsMerges(refs, all));
  for (const auto& [name, commit] : all) {
    const auto parts = Split(std::string_view(name).substr(root.size()), '/');
    if (parts.size() != 2) continue;
    if (parts[1] == "integrated" && (!is_moved || !TRY(state_->WasMergedBetween(refs.tip.id, last->id, commit))))
      found.integrated.emplace(parts[0], commit.id);
    if (const auto unit = ParseInt(parts[1])) found.units.emplace(*unit, parts[0]);
  }
  const std::string own = fmt::format("{}.", state_->names.run().value);
  const auto units = TRY(state_->ReadUnits(refs));
  for (const auto& [trailer, commit] : *units) {
    if (!trailer.starts_with(own)) continue;
    if (const auto unit = ParseInt(trailer.substr(own.size()))) found.commits.emplace(*unit, commit);
  }
  return found;
}

}  // namespace forge
