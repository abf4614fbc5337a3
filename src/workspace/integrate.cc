// The methods of Workspaces that move the run's branch: the merge queue's, Integrate and Squash.
#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/strings.h"
#include "os/crash_point.h"
#include "workspace/workspace.h"
#include "workspace/workspaces_state.h"

namespace forge {
namespace {

constexpr int kMostBranchMoves = 100;  // to move a branch that others move too

std::unexpected<Error> MovesTooFast(const std::string& branch) {
  return Fail(Code::kConflict,
              fmt::format("another process moved the branch {} {} times in a row", branch, kMostBranchMoves));
}

}  // namespace

Result<std::shared_ptr<const Remembered::Units>> Workspaces::State::ReadUnits(const RunRefs& refs) const {
  Remembered::Units units;
  auto read = [&](const std::vector<std::string>& from, const std::string& as) -> Status {
    std::vector<std::string> args = {"rev-list", "--no-commit-header",
                                     "--format=%H %(trailers:key=Forge-Unit,valueonly,separator=%x20)"};
    args.insert(args.end(), from.begin(), from.end());
    args.push_back("^" + refs.base.id);
    const std::string out = TRY(git.Run(args));
    for (std::string_view line : Lines(out)) {
      auto words = Split(line, ' ');
      for (std::size_t i = 1; i < words.size(); ++i) {
        units.emplace(std::string(words[i]), as.empty() ? std::string(words[0]) : as);
      }
    }
    return {};
  };
  const bool is_plain = refs.unsquashed.empty();
  if (is_plain) {
    if (auto known = remembered.FindUnits(refs.base.id, refs.tip.id)) return known;
  }
  if (refs.tip.id != refs.base.id) TRY(read({refs.tip.id}, ""));
  if (is_plain) remembered.AddUnits(refs.base.id, refs.tip.id, units);
  if (is_plain || refs.tip.id == refs.base.id) return std::make_shared<const Remembered::Units>(std::move(units));
  std::vector<std::string> older;
  for (const auto& [name, commit] : refs.unsquashed) older.push_back(commit.id);
  TRY(read(older, refs.tip.id));
  return std::make_shared<const Remembered::Units>(std::move(units));
}

Result<std::string> Workspaces::State::FindUnit(const RunRefs& refs, UnitId unit) const {
  const auto units = TRY(ReadUnits(refs));
  auto at = units->find(names.unit_trailer(unit));
  return at == units->end() ? "" : at->second;
}

Result<std::vector<RefChange>> Workspaces::State::TipChanges(const RunRefs& refs, const std::string& to) const {
  std::string checkout = TRY(FindCheckout(common, names.branch_ref(), worktrees));
  if (!checkout.empty()) {
    return Fail(Code::kConflict,
                fmt::format("{} is checked out in {}, so the engine cannot move it", names.branch(), checkout),
                "switch to another branch there, then resume the run");
  }
  // git moves them one after the other: should it be killed in between, the branch is where the journal says.
  return std::vector<RefChange>{{names.tip_ref(), to, std::nullopt}, {names.branch_ref(), to, refs.tip.id}};
}

Result<std::optional<Conflict>> Workspaces::State::FindUnresolved(const RunRefs& refs, const std::string& lane,
                                                                  const Commit& snapshot) const {
  Conflict conflict;
  for (const auto& [name, conflicted] : refs.lane) {
    if (!name.starts_with(ConflictedRef(lane)) || conflicted.parent != snapshot.parent) continue;
    const std::string message = TRY(git.Run({"show", "-s", "--format=%b", conflicted.id}));
    for (std::string_view line : Lines(message)) {
      const std::string path(line);
      if (Trim(line).empty() || std::ranges::find(conflict.files, path) != conflict.files.end()) continue;
      const auto blob = TRY(git.Try({"cat-file", "blob", fmt::format("{}:{}", snapshot.id, path)}));
      const std::string text = "\n" + blob.out;
      const bool marked = text.find("\n<<<<<<< ") != std::string::npos && text.find("\n>>>>>>> ") != std::string::npos;
      if (snapshot.tree == conflicted.tree || marked) conflict.files.push_back(path);
    }
  }
  if (conflict.files.empty()) return std::nullopt;
  conflict.details = "the conflict was not resolved\n";
  conflict.unresolved = true;
  return conflict;
}

// The unit's number alone says nothing: after a restored store another step's unit may have had it.
bool Workspaces::State::IsMerged(const RunRefs& refs, const std::map<std::string, std::string>& done,
                                 const Candidate& candidate, const Commit& snapshot) const {
  if (!done.contains(names.unit_trailer(candidate.unit))) return false;
  const Commit* last = FindRef(refs.lane, IntegratedRef(candidate.lane));
  return last != nullptr && last->tree == snapshot.tree && last->parent == snapshot.parent;
}

Result<MergedCandidates> Workspaces::State::MergeAll(const RunRefs& refs,
                                                     const std::map<std::string, std::string>& done,
                                                     const std::vector<Candidate>& candidates) {
  Commit at = refs.tip;
  std::map<std::string, Commit> before;  // of lanes that are in the batch twice
  MergedCandidates merged{at.id, at.id, at.tree, {}, std::nullopt};
  for (const Candidate& candidate : candidates) {
    merged.commits.emplace_back();
    const Commit snapshot = TRY(FindSnapshot(candidate.snapshot));
    if (IsMerged(refs, done, candidate, snapshot)) {
      merged.commits.back() = done.at(names.unit_trailer(candidate.unit));
      continue;
    }
    if (auto unresolved = TRY(FindUnresolved(refs, candidate.lane, snapshot))) {
      merged.commits.pop_back();
      merged.conflict = std::move(unresolved);
      break;
    }
    auto earlier = before.find(candidate.lane);
    const Commit* last = earlier != before.end() ? &earlier->second : FindRef(refs.lane, IntegratedRef(candidate.lane));
    Merged one = TRY(MergeOnto(at, last, snapshot));
    if (!one.clean) {
      merged.commits.pop_back();
      merged.conflict = Conflict{std::move(one.files), std::move(one.details)};
      break;
    }
    before[candidate.lane] = snapshot;
    if (one.tree == at.tree) continue;
    const std::string text = WithTrailers(candidate.message, names, candidate.unit);
    auto made = MakeCommit(one.tree, at.id, text);
    if (!made) {
      remembered.ForgetMerges();  // its tree may be gone: merged once more, it is there again
      one = TRY(MergeOnto(at, last, snapshot));
      made = MakeCommit(one.tree, at.id, text);
    }
    at = Commit{TRY(std::move(made)), one.tree, at.id};
    remembered.AddUnit(at.id, names.unit_trailer(candidate.unit));
    merged.commits.back() = at.id;
  }
  merged.commit = at.id;
  merged.tree = at.tree;
  return merged;
}

Result<MergedCandidates> Workspaces::MergeCandidates(const std::string& tip, const std::vector<Candidate>& candidates) {
  std::vector<std::string> lanes;
  for (const Candidate& candidate : candidates) lanes.push_back(candidate.lane);
  RunRefs refs = TRY(state_->ReadForWork(lanes));
  if (!tip.empty() && tip != refs.tip.id) refs.tip = TRY(state_->LookUp(tip));
  return state_->MergeAll(refs, *TRY(state_->ReadUnits(refs)), candidates);
}

Result<bool> Workspaces::Advance(const std::string& expected, const std::string& commit,
                                 const std::vector<Candidate>& candidates) {
  RunRefs refs = TRY(state_->ReadForWork({}));
  const bool is_there = refs.tip.id == commit;
  if (!is_there && refs.tip.id != expected) {
    // A repeated call must not merge again, even if the branch has moved on.
    return state_->IsAncestor(commit, refs.tip.id);
  }
  std::map<std::string, std::string> last;
  for (const Candidate& candidate : candidates) last[candidate.lane] = candidate.snapshot;
  std::vector<RefChange> changes;
  if (!is_there) changes = TRY(state_->TipChanges(refs, commit));
  for (const auto& [lane, snapshot] : last) changes.push_back({state_->IntegratedRef(lane), snapshot, std::nullopt});
  const bool moved = changes.empty() || TRY(state_->MoveBranch(changes, commit));
  if (moved) CrashPoint("ref-moved");
  return moved;
}

Result<Integrated> Workspaces::Integrate(const std::string& lane, const std::string& snapshot, UnitId unit,
                                         const std::string& message) {
  const Commit work = TRY(state_->FindSnapshot(snapshot));
  const std::vector<Candidate> candidates = {{lane, work.id, unit, message}};
  for (int i = 0; i < kMostBranchMoves; ++i) {
    RunRefs refs = TRY(state_->ReadForWork({lane}));
    const auto units = TRY(state_->ReadUnits(refs));
    if (state_->IsMerged(refs, *units, candidates[0], work)) {
      return Integrated{units->at(state_->names.unit_trailer(unit)), false, std::nullopt};
    }
    MergedCandidates merged = TRY(state_->MergeAll(refs, *units, candidates));
    if (merged.conflict) return Integrated{merged.tip, false, std::move(merged.conflict)};
    CrashPoint("merge-made");
    if (!TRY(Advance(merged.tip, merged.commit, candidates))) continue;
    return Integrated{merged.commit, merged.commit == merged.tip, std::nullopt};
  }
  return MovesTooFast(branch());
}

Result<bool> Workspaces::IsOnBranch(const std::string& commit) {
  const RunRefs refs = TRY(state_->ReadRun({}));
  return state_->IsAncestor(commit, refs.tip.id);
}

Result<bool> Workspaces::IsUnmerged(const std::string& lane, const std::string& snapshot) {
  const RunRefs refs = TRY(state_->ReadRun({lane}));
  const Commit* integrated = FindRef(refs.lane, state_->IntegratedRef(lane));
  if (integrated != nullptr && integrated->id == snapshot) return false;
  const Commit commit = TRY(state_->FindSnapshot(snapshot));
  if (commit.tree == refs.tip.tree) return false;
  if (commit.parent == refs.tip.id) return true;
  const Merged merged = TRY(state_->MergeOnto(refs.tip, integrated, commit));
  return !merged.clean || merged.tree != refs.tip.tree;
}

Result<std::optional<Workspaces::ChildWork>> Workspaces::TakeChild(RunId child, const std::string& lane, UnitId unit,
                                                                   const std::string& message) {
  const RunNames below(child);
  const RefMap refs = TRY(state_->Read({below.branch_ref(), below.tip_ref(), below.base_ref()}));
  const Commit* base = FindRef(refs, below.base_ref());
  const Commit* tip = FindRef(refs, below.branch_ref());
  if (tip == nullptr) tip = FindRef(refs, below.tip_ref());
  if (base == nullptr || tip == nullptr) return std::nullopt;
  ChildWork work{TRY(state_->MakeCommit(tip->tree, base->id, message)), {}};
  work.files = TRY(ChangedBetween(base->id, work.snapshot));
  TRY(state_->Move({{state_->names.unit_ref(lane, unit), work.snapshot, std::nullopt}}));
  return work;
}

Result<Integrated> Workspaces::Squash(UnitId unit, const std::string& message) {
  for (int i = 0; i < kMostBranchMoves; ++i) {
    RunRefs refs = TRY(state_->ReadForWork({}));
    // The lane's own work was merged in this unit's name too: only a commit right on the base is the squash.
    const std::string done = TRY(state_->FindUnit(refs, unit));
    if (!done.empty() && TRY(state_->LookUp(done)).parent == refs.base.id) {
      return Integrated{done, false, std::nullopt};
    }
    if (refs.tip.tree == refs.base.tree) return Integrated{refs.tip.id, true, std::nullopt};
    std::string text = WithTrailers(message, state_->names, unit);
    std::string made = TRY(state_->MakeCommit(refs.tip.tree, refs.base.id, text));
    const std::string prefix = state_->names.unsquashed_prefix();
    // First: should git be killed in between, the old branch is kept already.
    std::vector<RefChange> changes = {KeepAs(refs.unsquashed, prefix, refs.tip.id)};
    for (RefChange& change : TRY(state_->TipChanges(refs, made))) changes.push_back(std::move(change));
    if (!TRY(state_->MoveBranch(changes, made))) continue;
    CrashPoint("squashed");
    return Integrated{made, false, std::nullopt};
  }
  return MovesTooFast(branch());
}

}  // namespace forge
