// Workspaces' methods that move the run's branch: Integrate and Squash.
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/strings.h"
#include "os/crash_point.h"
#include "workspace/state.h"
#include "workspace/workspace.h"

namespace forge {
namespace {

constexpr int kTries = 100;  // to move a branch that others move too

std::unexpected<Error> MovesTooFast(const std::string& branch) {
  return Fail(Code::kConflict, fmt::format("the branch {} was moved by others {} times in a row", branch, kTries));
}

}  // namespace

// The commit that says it is this unit's; the tip when it was squashed since; empty when there is none.
Result<std::string> Workspaces::State::FindUnit(const RunRefs& refs, UnitId unit) const {
  auto search = [&](const std::vector<std::string>& from) -> Result<std::string> {
    std::vector<std::string> args = {"rev-list", "--no-commit-header",
                                     "--format=%H %(trailers:key=Forge-Unit,valueonly,separator=%x20)"};
    args.insert(args.end(), from.begin(), from.end());
    args.push_back("^" + refs.base.id);
    std::string out = TRY(git.Run(args));
    for (std::string_view line : Lines(out)) {
      auto words = Split(line, ' ');
      if (std::find(words.begin() + 1, words.end(), names.unit_trailer(unit)) != words.end()) {
        return std::string(words[0]);
      }
    }
    return "";
  };
  if (refs.tip.id == refs.base.id) return "";
  std::string found = TRY(search({refs.tip.id}));
  if (!found.empty() || refs.unsquashed.empty()) return found;
  std::vector<std::string> older;
  for (const auto& [name, commit] : refs.unsquashed) older.push_back(commit.id);
  return TRY(search(older)).empty() ? "" : refs.tip.id;
}

Result<std::vector<RefChange>> Workspaces::State::TipChanges(const RunRefs& refs, const std::string& to) const {
  std::string checkout = FindCheckout(common, names.branch_ref(), worktrees);
  if (!checkout.empty()) {
    return Fail(Code::kConflict,
                fmt::format("{} is checked out in {} and must not move there", names.branch(), checkout),
                "switch to another branch there, and resume the run");
  }
  return std::vector<RefChange>{{names.branch_ref(), to, refs.tip.id}, {names.tip_ref(), to, std::nullopt}};
}

Result<Integrated> Workspaces::Integrate(const std::string& lane, const std::string& snapshot, UnitId unit,
                                         const std::string& message) {
  Commit commit = TRY(FindCommit(state_->git, snapshot));
  if (commit.parent.empty()) return Fail(Code::kInvalid, fmt::format("{} is no snapshot: it has no parent", snapshot));
  for (int i = 0; i < kTries; ++i) {
    RunRefs refs = TRY(state_->ReadRun(lane));
    std::string done = TRY(state_->FindUnit(refs, unit));
    if (!done.empty()) return Integrated{done, false, std::nullopt};
    Merged merged = TRY(state_->MergeOnto(refs, lane, commit));
    if (!merged.clean)
      return Integrated{refs.tip.id, false, Conflict{std::move(merged.files), std::move(merged.details)}};
    RefChange remember{state_->IntegratedRef(lane), commit.id, std::nullopt};
    if (merged.tree == refs.tip.tree) {
      TRY(state_->Move({remember}));
      return Integrated{refs.tip.id, true, std::nullopt};
    }
    std::string text = WithTrailers(message, state_->names, unit);
    std::string made = TRY(state_->committer.Commit(merged.tree, refs.tip.id, text));
    CrashPoint("merge-made");
    auto changes = TRY(state_->TipChanges(refs, made));
    changes.push_back(std::move(remember));
    if (!TRY(state_->Move(changes))) continue;
    CrashPoint("ref-moved");
    return Integrated{made, false, std::nullopt};
  }
  return MovesTooFast(branch());
}

Result<Integrated> Workspaces::Squash(UnitId unit, const std::string& message) {
  for (int i = 0; i < kTries; ++i) {
    RunRefs refs = TRY(state_->ReadRun());
    std::string done = TRY(state_->FindUnit(refs, unit));
    if (!done.empty()) return Integrated{done, false, std::nullopt};
    if (refs.tip.tree == refs.base.tree) return Integrated{refs.tip.id, true, std::nullopt};
    std::string text = WithTrailers(message, state_->names, unit);
    std::string made = TRY(state_->committer.Commit(refs.tip.tree, refs.base.id, text));
    auto changes = TRY(state_->TipChanges(refs, made));
    std::string prefix = state_->names.unsquashed_prefix();
    changes.push_back({fmt::format("{}{}", prefix, NextNumber(refs.unsquashed, prefix)), refs.tip.id, ""});
    if (!TRY(state_->Move(changes))) continue;
    CrashPoint("squashed");
    return Integrated{made, false, std::nullopt};
  }
  return MovesTooFast(branch());
}

}  // namespace forge
