// Takes a landing back: the branch goes to where it stood. Refuses, and moves nothing, where that would take anything
// else with it. What had landed is kept under refs/forge/<run>/undone-<n>.
#include <fmt/core.h>

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/strings.h"
#include "os/crash_point.h"
#include "workspace/landing.h"
#include "workspace/workspace.h"

namespace forge {
namespace {

constexpr std::size_t kMostCommits = 5;

// git takes no merge within a range. Named one by one, newest first, those that are no merges take `-m 1` as well.
Result<std::string> Revert(const Git& git, const LandingRecord& record) {
  const std::string commit = record.commit.substr(0, 12);
  if (record.before.empty()) return "git revert " + commit;
  const std::string out =
      TRY(git.Run({"log", "--no-color", "--format=%H %P", "--first-parent", record.before + ".." + record.commit}));
  std::string commits;
  bool has_merge = false;
  for (const std::string_view line : Lines(out)) {
    const std::vector<std::string_view> ids = Split(line, ' ');
    has_merge = has_merge || ids.size() > 2;
    commits += fmt::format(" {}", ids[0].substr(0, 12));
  }
  if (has_merge) return "git revert -m 1" + commits;
  return fmt::format("git revert {}..{}", record.before.substr(0, 12), commit);
}

// Commits on top of the landing, newest first, each with its title.
Status RefuseBuiltOn(const Git& git, const LandingRecord& record, const std::string& now) {
  const std::string out =
      TRY(git.Run({"log", "--no-color", "--format=%h %s", "--first-parent", record.commit + ".." + now}));
  const std::vector<std::string_view> lines = Lines(out);
  std::string text = fmt::format("{} has {} commit{} on top of the landing of run {}:", record.branch, lines.size(),
                                 lines.size() == 1 ? "" : "s", record.run.value);
  for (std::size_t i = 0; i < lines.size() && i < kMostCommits; ++i) text += "\n  " + ValidUtf8(std::string(lines[i]));
  if (lines.size() > kMostCommits) text += fmt::format("\n  and {} more", lines.size() - kMostCommits);
  return Fail(Code::kConflict, text, "take only the run's change back, with a new commit: " + TRY(Revert(git, record)));
}

Status RefusePushed(const Git& git, const LandingRecord& record) {
  const std::string out =
      TRY(git.Run({"for-each-ref", "--contains=" + record.commit, "--format=%(refname:short)", "refs/remotes"}));
  const std::vector<std::string_view> remotes = Lines(out);
  if (remotes.empty()) return {};
  return Fail(Code::kConflict,
              fmt::format("the landing of run {} is already pushed: {} contains it", record.run.value, remotes[0]),
              "take it back with a new commit: " + TRY(Revert(git, record)));
}

// By another git that works there, or by files of the user's.
bool RefusedAtOnce(const std::string& err) {
  for (const char* word : {"index.lock", "would be overwritten", "would be removed", "would lose untracked",
                           "not uptodate", "not up to date"}) {
    if (err.find(word) != std::string::npos) return true;
  }
  return false;
}

}  // namespace

// The user's changes in files that the landing changed: git would refuse, and name only some.
Status Landing::RefuseEdited(const Landed& back) const {
  std::set<std::string> edited;
  for (std::string& path : NulFields(TRY(state_.git.Run(
           {"diff", "-z", "--name-only", "--no-renames", "--ignore-submodules=all", "--no-ext-diff", "HEAD"}))))
    edited.insert(std::move(path));
  std::vector<std::string> in_the_way;
  for (const std::string& path : NulFields(
           TRY(state_.git.Run({"diff-tree", "-r", "-z", "--name-only", "--no-renames", back.before, back.commit})))) {
    if (edited.contains(path)) in_the_way.push_back(ValidUtf8(path));
  }
  if (in_the_way.empty()) return {};
  return Fail(Code::kConflict, "uncommitted changes are in the way: " + Join(in_the_way, ", "),
              "put them aside (git stash) and undo again");
}

Result<Landed> Landing::StartTakeBack(const LandingRecord& record) {
  const auto head = TRY(state_.git.Try({"symbolic-ref", "-q", "HEAD"}));
  checked_out_ = std::string(TrimRight(head.out));
  target_ = "refs/heads/" + record.branch;
  Landed back;
  back.branch = record.branch;
  back.before = record.commit;
  back.commit = record.before;
  back.how = "undone";
  back.in_checkout = target_ == checked_out_;
  return back;
}

Result<Landed> Landing::EndTakeBack(const LandingRecord& record, const AfterUndo& then) {
  Landed back = TRY(StartTakeBack(record));
  back.commit = TRY(FindCommit(state_.git, target_)).id;
  return End(std::move(back), then);
}

// Not the run's own branch: that is where the work is kept.
Result<std::vector<std::string>> Landing::OthersWith(const std::string& commit) const {
  const std::string out =
      TRY(state_.git.Run({"for-each-ref", "--contains=" + commit, "--format=%(refname:short)", "refs/heads"}));
  std::vector<std::string> others;
  for (const std::string_view line : Lines(out)) {
    if (line != state_.names.branch()) others.push_back(ValidUtf8(std::string(line)));
  }
  return others;
}

Result<Landed> Landing::End(Landed back, const AfterUndo& then) {
  back.kept = Copies();
  back.others = TRY(OthersWith(back.before));
  if (then) TRY(then(back));
  TRY(Forget());
  return back;
}

Result<Landed> Landing::TakeBack(const LandingRecord& record, const AfterUndo& then) {
  Landed back = TRY(StartTakeBack(record));
  const Commit now = TRY(FindCommit(state_.git, target_));
  if (now.id != record.commit) TRY(RefuseBuiltOn(state_.git, record, now.id));
  TRY(RefusePushed(state_.git, record));
  const RefMap kept = TRY(ReadRefs(state_.git, {state_.names.root()}));
  const std::string prefix = state_.names.undone_prefix();
  const bool is_kept = std::ranges::any_of(
      kept, [&](const auto& entry) { return entry.first.starts_with(prefix) && entry.second.id == record.commit; });
  if (!is_kept) TRY(state_.Move({KeepAs(kept, prefix, record.commit)}));
  if (back.in_checkout) {
    TRY(MoveCheckoutBack(back));
  } else if (!TRY(MoveBranch(back))) {
    return Fail(Code::kConflict, fmt::format("another process moved {}", back.branch), "try again");
  }
  CrashPoint("undone");
  return End(std::move(back), then);
}

// Files first, then the branch: a kill in between leaves the branch where it was, and the next try begins with
// FinishHalfLanded.
Status Landing::MoveCheckoutBack(const Landed& back) {
  if (back.commit.empty()) {
    return Fail(
        Code::kConflict,
        fmt::format("the landing made the branch {}, which is checked out: undoing would delete it", back.branch),
        "switch to another branch first: git switch BRANCH");
  }
  TRY(RemoveLeftLocks());
  TRY(FinishHalfLanded(back));
  TRY(RefuseEdited(back));
  TRY(ProtectIgnored(back));
  TRY(state_.Move({{IntentRef(), back.commit, std::nullopt}}));
  CrashPoint("undo-intended");
  const Git git = state_.git.AsTheUser().With(kMoverVariable, state_.top);
  TRY(git.Try({"update-index", "-q", "--refresh"}));
  const auto answer = TRY(git.Try({"read-tree", "-m", "-u", back.before, back.commit}));
  if (answer.exit_code != 0) {
    // git refused before it wrote anything, or it stopped halfway.
    TRY(RefusedAtOnce(answer.err) ? Forget() : FinishHalfLanded(back));
    Error error = GitFailure({"read-tree"}, answer);
    error.code = Code::kConflict;
    error.hint = "move these files away and undo again";
    return std::unexpected(std::move(error));
  }
  CrashPoint("undo-files");
  const std::string line = fmt::format("update {} {} {}\n", target_, back.commit, back.before);
  const auto moved = TRY(git.Try({"update-ref", "-m", Reason(), "--stdin"}, line));
  if (moved.exit_code == 0) return {};
  TRY(FinishHalfLanded(back));
  return std::unexpected(GitFailure({"update-ref"}, moved));
}

Result<Landed> Workspaces::Undo(const LandingRecord& record, const AfterUndo& then) {
  const LandRequest request;
  const RunRefs none;
  return Landing(*state_, request, none, Landing::Way::kBack).TakeBack(record, then);
}

Result<Landed> Workspaces::FinishUndo(const LandingRecord& record, const AfterUndo& then) {
  const LandRequest request;
  const RunRefs none;
  return Landing(*state_, request, none, Landing::Way::kBack).EndTakeBack(record, then);
}

}  // namespace forge
