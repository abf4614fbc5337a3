#include "workspace/land_request.h"

#include <fmt/core.h>

#include <string>
#include <utility>
#include <vector>

#include "base/strings.h"
#include "os/crash_point.h"
#include "os/files/files.h"
#include "workspace/landing.h"
#include "workspace/workspace.h"
#include "workspace/workspaces_state.h"

namespace forge {
namespace {

constexpr int kMostLandings = 10;  // when the branch moves meanwhile

}  // namespace

Result<Landed> Workspaces::Land(const LandRequest& request) {
  const RunRefs refs = TRY(state_->ReadRun());
  Landing landing(*state_, request, refs);
  TRY(landing.ChooseBranch());
  for (int i = 0; i < kMostLandings; ++i) {
    auto landed = TRY(landing.TryOnce());
    if (landed) return *std::move(landed);
  }
  return Fail(Code::kConflict, "another process keeps moving the branch", "try again");
}

Result<std::string> Workspaces::CheckedOutBranch() const {
  const auto head = TRY(state_->git.Try({"symbolic-ref", "-q", "--short", "HEAD"}));
  if (head.exit_code == 0) return std::string(TrimRight(head.out));
  return Fail(Code::kConflict, fmt::format("no branch is checked out in {}", state_->top), "git switch BRANCH");
}

Result<std::string> Workspaces::Push(const std::string& remote, const std::string& branch, bool hooks) const {
  const std::string out = TRY(state_->git.Run({"remote"}));
  std::string chosen = remote;
  int count = 0;
  for (std::string_view name : Lines(out)) {
    ++count;
    if (chosen.empty() || (remote.empty() && name == "origin")) chosen = name;
  }
  if (chosen.empty()) return Fail(Code::kInvalid, "the repository has no remote", "git remote add origin URL");
  if (remote.empty() && count > 1 && chosen != "origin") {
    return Fail(Code::kInvalid, "there are several remotes", "choose one with --remote NAME");
  }
  if (chosen.starts_with('-')) return Fail(Code::kInvalid, fmt::format("`{}` is not a remote", chosen));
  const std::string verify = hooks ? "--verify" : "--no-verify";
  TRY(state_->git.AsTheUser().Run(
      {"push", "--quiet", verify, chosen, fmt::format("refs/heads/{0}:refs/heads/{0}", branch)}));
  return chosen;
}

Status Landing::ChooseBranch() {
  const auto head = TRY(state_.git.Try({"symbolic-ref", "-q", "HEAD"}));
  checked_out_ = std::string(TrimRight(head.out));
  if (request_.branch.empty()) {
    if (head.exit_code != 0) {
      return Fail(Code::kConflict, fmt::format("no branch is checked out in {}", state_.top),
                  "choose one: forge land --branch NAME");
    }
    target_ = checked_out_;
    return {};
  }
  const auto legal = TRY(state_.git.Try({"check-ref-format", "--branch", request_.branch}));
  if (legal.exit_code != 0)
    return Fail(Code::kInvalid, fmt::format("`{}` is not a valid branch name", request_.branch));
  target_ = "refs/heads/" + request_.branch;
  return {};
}

// Nothing: the branch moved meanwhile.
Result<std::optional<Landed>> Landing::TryOnce() {
  if (target_ == state_.names.branch_ref()) {
    return Fail(Code::kConflict, fmt::format("{} is the run's own branch", state_.names.branch()),
                "switch to the branch to land on");
  }
  Landed landed;
  landed.branch = target_.substr(std::string_view("refs/heads/").size());
  landed.in_checkout = target_ == checked_out_;
  const auto found = FindCommit(state_.git, target_);
  if (!found && found.error().code != Code::kNotFound) return std::unexpected(found.error());
  if (!found && landed.in_checkout) {
    return Fail(Code::kConflict, fmt::format("the branch {} has no commit yet", landed.branch),
                "git commit --allow-empty -m \"first commit\"");
  }
  if (found) landed.before = found->id;
  if (landed.in_checkout) TRY(RemoveLeftLocks());
  if (TRY(HasLanded(landed.before))) {
    landed.commit = landed.before;
    landed.how = "already";
    landed.kept = Copies();
    TRY(Forget());
    return landed;
  }
  if (request_.may_land && !std::exchange(asked_, true)) TRY(request_.may_land());
  if (landed.in_checkout) TRY(FinishHalfLanded(landed));
  const Commit onto = found ? *found : refs_.base;
  TRY(Compose(onto, landed));
  if (landed.conflict) return landed;
  CrashPoint("land-made");
  if (!TRY(Verify(landed))) return std::nullopt;
  if (landed.rejected) return landed;
  TRY(NoteLanding(state_.common, {state_.names.run(), landed.branch, landed.before, landed.commit, refs_.tip.id}));
  const bool moved = landed.in_checkout ? TRY(MoveCheckout(landed)) : TRY(MoveBranch(landed));
  if (!moved) return std::nullopt;
  CrashPoint("landed");
  if (landed.in_checkout) landed.kept = Copies();
  TRY(Forget());
  return landed;
}

Result<std::string> Landing::TreeOfRun() const {
  const RefMap refs = TRY(ReadRefs(state_.git, {state_.names.tip_ref()}));
  const Commit* left = FindRef(refs, state_.names.tip_ref());
  return left != nullptr ? left->tree : refs_.base.tree;
}

Result<bool> Landing::Verify(Landed& landed) {
  if (landed.tree == TRY(TreeOfRun())) return true;
  if (!request_.verify) {
    landed.unverified = true;
    return true;
  }
  landed.rejected = !TRY(request_.verify(landed.commit, landed.tree));
  CrashPoint("land-verified");
  // That may have taken an hour, in which a person works on.
  const std::string target = target_, checked_out = checked_out_;
  TRY(ChooseBranch());
  if (target_ != target) {
    return Fail(Code::kConflict, "another branch was checked out while the merged tree was verified",
                "switch back and land again, or name the branch: forge land --branch NAME");
  }
  return checked_out_ == checked_out;
}

// By history, or by the trailer of a squash.
Result<bool> Landing::HasLanded(const std::string& at) {
  if (at.empty()) return false;
  if (at == refs_.tip.id) return true;
  auto answer = TRY(state_.git.Try({"merge-base", "--is-ancestor", refs_.tip.id, at}));
  if (answer.exit_code > 1) return std::unexpected(GitFailure({"merge-base"}, answer));
  // The run changed nothing: its tip is where it began, and the branch contains it. There is nothing to land.
  if (answer.exit_code == 0) return true;
  const std::string out =
      TRY(state_.git.Run({"rev-list", "--no-commit-header",
                          fmt::format("--format=%(trailers:key={},valueonly)", kLandedKey), at, "^" + refs_.base.id}));
  for (std::string_view line : Lines(out)) {
    if (Trim(line) == refs_.tip.id) return true;
  }
  return false;
}

// The commit that the branch will have, and its kind.
Status Landing::Compose(const Commit& onto, Landed& landed) {
  auto ancestor = TRY(state_.git.Try({"merge-base", "--is-ancestor", onto.id, refs_.tip.id}));
  if (ancestor.exit_code > 1) return std::unexpected(GitFailure({"merge-base"}, ancestor));
  const bool can_forward = ancestor.exit_code == 0;
  const bool forward = request_.how == LandHow::kFastForward || (request_.how == LandHow::kAuto && can_forward);
  if (forward) {
    if (!can_forward) {
      return Fail(Code::kConflict,
                  fmt::format("{} has moved since run {} began; a fast-forward is not possible", landed.branch,
                              state_.names.run().value),
                  "land with --merge or --squash");
    }
    landed.how = "fast-forward";
    landed.commit = refs_.tip.id;
    landed.tree = refs_.tip.tree;
    return {};
  }
  const bool squash = request_.how == LandHow::kSquash;
  landed.how = squash ? "squash" : "merge";
  Merged merged{refs_.tip.tree, true, {}, ""};
  if (!can_forward) merged = TRY(MergeHistories(onto));
  if (!merged.clean) {
    landed.conflict = Conflict{std::move(merged.files), std::move(merged.details)};
    return {};
  }
  landed.tree = merged.tree;
  const bool unverified = !request_.verify && landed.tree != TRY(TreeOfRun());
  const std::string message = TRY(Message(squash, unverified));
  std::vector<std::string> parents = {onto.id};
  if (!squash) parents.push_back(refs_.tip.id);
  landed.commit = TRY(state_.committer.Commit(merged.tree, parents, message));
  return {};
}

Result<Merged> Landing::MergeHistories(const Commit& onto) {
  return MergeCommits(TRY(state_.Trusted()), onto.id, refs_.tip.id);
}

Result<std::string> Landing::Message(bool squash, bool unverified) {
  std::vector<std::string> trailers = {fmt::format("Forge-Run: {}", state_.names.run().value)};
  if (squash) {
    if (!request_.steps.empty()) trailers.push_back("Forge-Steps: " + Join(request_.steps, ", "));
    trailers.push_back(fmt::format("{}: {}", kLandedKey, refs_.tip.id));
  }
  if (unverified) trailers.push_back(fmt::format("{}: the merged tree was not verified", kUnverifiedKey));
  std::string text(Trim(request_.message));
  if (text.empty()) text = fmt::format("Run {}", state_.names.run().value);
  text += "\n\n" + Join(trailers, "\n") + "\n";
  return request_.hooks ? AfterHook(text) : text;
}

// The message after the user's commit-msg hook. If the hook refuses, we refuse.
Result<std::string> Landing::AfterHook(const std::string& text) {
  const std::string path = JoinPath(state_.common, fmt::format("FORGE_LAND_MSG-{}", state_.names.run().value));
  TRY(WriteFileAtomic(path, text));
  const auto answer = TRY(state_.git.AsTheUser().Try({"hook", "run", "--ignore-missing", "commit-msg", "--", path}));
  auto changed = ReadFile(path);
  (void)RemoveFile(path);
  if (answer.exit_code != 0) {
    return Fail(Code::kConflict, fmt::format("the commit-msg hook failed: {}", Trim(answer.err + answer.out)),
                "change the message (--message) or land with --no-verify");
  }
  return changed;
}

// A branch that is not checked out.
Result<bool> Landing::MoveBranch(const Landed& landed) {
  const std::string checkout = TRY(FindCheckout(state_.common, target_, state_.worktrees));
  if (!checkout.empty()) {
    return Fail(Code::kConflict, fmt::format("{} is checked out in {}", landed.branch, checkout),
                fmt::format("go there: cd {} && forge {} {}", checkout, Verb(), state_.names.run().value));
  }
  const std::string line = landed.before.empty() ? fmt::format("create {} {}\n", target_, landed.commit)
                           : landed.commit.empty()
                               ? fmt::format("delete {} {}\n", target_, landed.before)
                               : fmt::format("update {} {} {}\n", target_, landed.commit, landed.before);
  const auto answer = TRY(state_.git.AsTheUser().Try({"update-ref", "-m", Reason(), "--stdin"}, line));
  if (answer.exit_code == 0) return true;
  const auto now = FindCommit(state_.git, target_);
  const bool moved = now ? now->id != landed.before : !landed.before.empty();
  if (moved) return false;
  return std::unexpected(GitFailure({"update-ref"}, answer));
}

// git's own fast-forward: it refuses to overwrite the user's changes, and runs the merge hooks.
Result<bool> Landing::MoveCheckout(Landed& landed) {
  const Status way = request_.make_way ? request_.make_way(landed.before, landed.commit) : Status{};
  Result<bool> moved = way ? MoveByMerge(landed) : Result<bool>(std::unexpected(way.error()));
  const Status back = request_.put_back ? request_.put_back() : Status{};
  if (back) return moved;
  if (moved) return std::unexpected(back.error());
  Error error = moved.error();
  error.message += "\n" + back.error().message;
  return std::unexpected(std::move(error));
}

Result<bool> Landing::MoveByMerge(Landed& landed) {
  TRY(ProtectIgnored(landed));
  TRY(state_.Move({{IntentRef(), landed.commit, std::nullopt}}));
  CrashPoint("land-intended");
  Git git = state_.git.AsTheUser().With(kMoverVariable, state_.top);
  std::vector<std::string> args = {"merge", "--ff-only", "--no-stat", "--no-autostash", "-q", landed.commit};
  if (!request_.overwrite_ignored) args.insert(args.begin() + 1, "--no-overwrite-ignore");
  if (!request_.hooks) args.insert(args.begin(), {"-c", "core.hooksPath=/dev/null"});
  git = git.With("GIT_REFLOG_ACTION", Reason());
  const auto answer = TRY(git.Try(args));
  const Commit now = TRY(FindCommit(state_.git, target_));
  if (now.id == landed.commit) return true;
  if (now.id != landed.before) return false;
  const bool in_the_way = answer.err.find("would be overwritten") != std::string::npos;
  // git refused before it wrote anything, or it stopped halfway.
  if (in_the_way || answer.err.find("index.lock") != std::string::npos) {
    TRY(DropCopies());
    TRY(Forget());
  } else {
    TRY(FinishHalfLanded(landed));
  }
  Error error = GitFailure({"merge"}, answer);
  error.code = Code::kConflict;
  const std::vector<std::string> copies = Copies();
  if (!copies.empty()) error.hint = "copies of ignored files are in " + Join(copies, ", ");
  if (in_the_way)
    error.hint = "commit or move these files and land again, or land on another branch: forge land --branch NAME";
  return std::unexpected(std::move(error));
}

Status Landing::FinishAt(const std::string& at) {
  const auto head = TRY(state_.git.Try({"symbolic-ref", "-q", "HEAD"}));
  target_ = head.exit_code == 0 ? std::string(TrimRight(head.out)) : "HEAD";
  Landed landed;
  landed.before = at;
  // The user went on from there: what is in the checkout is the user's.
  if (TRY(FindCommit(state_.git, target_)).id != at) return Forget();
  return FinishHalfLanded(landed);
}

Status Workspaces::FinishLanding(const std::string& at) {
  const LandRequest request;
  const RunRefs none;
  return Landing(*state_, request, none).FinishAt(at);
}

std::string Landing::Verb() const { return way_ == Way::kForth ? "land" : "undo"; }

std::string Landing::Reason() const { return fmt::format("forge {} {}", Verb(), state_.names.run().value); }

Status Landing::Forget() {
  TRY(RemoveFile(PendingCopies()));
  if (!TRY(ReadRefs(state_.git, {IntentRef()})).contains(IntentRef())) return {};
  TRY(state_.git.Run({"update-ref", "-d", IntentRef()}));
  return {};
}

}  // namespace forge
