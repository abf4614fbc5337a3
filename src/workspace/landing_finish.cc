// Finishes an interrupted landing: git had written some files of the new commit, and the branch had not moved. Files of
// the new commit are restored to the branch's version. The user's own changes stay, and git will refuse to overwrite
// them.
#include <fmt/core.h>

#include <algorithm>
#include <cstddef>
#include <expected>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/strings.h"
#include "os/files/files.h"
#include "os/process/process.h"
#include "os/process/process_table.h"
#include "os/system.h"
#include "workspace/capture.h"
#include "workspace/landing.h"

namespace forge {
namespace {

// One side of the landing, compared with the files on disk.
struct Side {
  std::set<std::string> files;    // that it has
  std::set<std::string> differs;  // of these, those that differ on disk
  bool Is(const std::string& path, const std::string& top) const {
    return files.contains(path) ? !differs.contains(path) : !Exists(JoinPath(top, path));
  }
};

Result<Side> LookAt(const Git& git, const std::string& common, const std::string& commit) {
  TempIndex index(JoinPath(common, fmt::format("forge-index-land-{}", ThisProcess().pid)));
  const Git there = git.With("GIT_INDEX_FILE", index.path());
  TRY(there.Run({"read-tree", commit}));
  TRY(there.Try({"update-index", "-q", "--refresh"}));
  Side side;
  for (std::string& path : NulFields(TRY(there.Run({"ls-files", "-z"})))) side.files.insert(std::move(path));
  const std::vector<std::string> args = {"diff-files", "-z", "--name-only", "--ignore-submodules=all"};
  for (std::string& path : NulFields(TRY(there.Run(args)))) side.differs.insert(std::move(path));
  return side;
}

// Only partly written.
bool IsHalfWritten(const Git& git, const std::string& commit, const std::string& path, const std::string& file) {
  const auto text = IsRegularFile(file) ? ReadFile(file) : Result<std::string>(Fail(Code::kNotFound, ""));
  const auto blob = git.Run({"cat-file", "blob", commit + ":" + path});
  return text && blob && blob->starts_with(*text);
}

// Its daemons live on and hold no lock.
bool IsGitOfTheUser(const std::vector<std::string>& argv) {
  const bool git = !argv.empty() && BaseName(argv[0]).starts_with("git");
  const bool daemon = std::ranges::any_of(argv, [](const std::string& one) { return one.ends_with("daemon"); });
  return git && !daemon && !IsInternal(argv);
}

// Where the repository is that this git works in; empty: in none. Nothing: nobody can tell.
std::optional<std::string> RepositoryOf(const ProcessAtWork& process) {
  constexpr std::string_view kOption = "--git-dir";
  Git git(process.directory);
  if (const auto set = ReadVariable(process.id.pid, "GIT_DIR")) git = git.With("GIT_DIR", *set);
  for (std::size_t i = 0; i < process.argv.size(); ++i) {
    const std::string& word = process.argv[i];
    if (word == kOption && i + 1 < process.argv.size()) git = git.With("GIT_DIR", process.argv[i + 1]);
    if (word.starts_with("--git-dir=")) git = git.With("GIT_DIR", word.substr(kOption.size() + 1));
  }
  const auto answer = git.Try({"rev-parse", "--path-format=absolute", "--git-common-dir"});
  if (!answer) return std::nullopt;
  if (answer->exit_code != 0) {
    // Said only after git has looked in every directory above: `git clone`, `git init` and the like.
    const bool none = answer->err.contains("not a git repository (or any");
    return none ? std::optional<std::string>("") : std::nullopt;
  }
  const auto common = RealPath(std::string(Trim(answer->out)));
  return common ? std::optional<std::string>(*common) : std::nullopt;
}

// The repository, as the checkout and as git's own directory.
struct Places {
  std::string top, common;
};

// Who may hold the lock: any program that has it open, and any git of the user's at work in the repository, since git
// closes the file before it gives the lock up. It may stand in another worktree, or far from any.
std::optional<ProcessId> FindHolder(const std::string& lock, const Places& places) {
  const std::vector<ProcessId> open = FindWithOpen(lock);
  if (!open.empty()) return open[0];
  for (const ProcessAtWork& process : FindAtWork({places.top, places.common})) {
    if (IsGitOfTheUser(process.argv)) return process.id;
  }
  for (const ProcessAtWork& process : ListAtWork()) {
    if (IsGitOfTheUser(process.argv) && RepositoryOf(process).value_or(places.common) == places.common)
      return process.id;
  }
  return std::nullopt;
}

// Why a lock may not be removed; nothing: its maker is dead. Our own git leaves locks of our own: of one that another
// user's git made, whose work we cannot see, we know nothing.
std::optional<Error> WhyKept(const std::string& lock, const Places& places) {
  if (const auto owner = ForeignOwner(lock)) {
    return Error{
        Code::kConflict,
        fmt::format("{} belongs to another user (uid {}), whose git may be at work in the repository", lock, *owner),
        "let it end, then try again; if that user runs no git there, remove the file"};
  }
  const std::optional<ProcessId> holder = FindHolder(lock, places);
  if (!holder) return std::nullopt;
  return Error{Code::kConflict,
               fmt::format("{} may be in use: process {} is at work in the repository", lock, holder->pid),
               "let it end, then try again"};
}

// Removes the lock that a git left which is dead. While the file is there no other git can make it anew: if its maker
// lived when we looked for it, it is found, and if it ended meanwhile, the file is gone or another one.
Status RemoveLeftLock(const std::string& lock, const Places& places) {
  constexpr std::int64_t kLongestPauseMs = 512;
  for (std::int64_t pause_ms = 1;; pause_ms *= 2) {
    const auto left = TRY(VersionOf(lock));
    if (!left) return {};
    std::optional<Error> kept = WhyKept(lock, places);
    if (!kept && TRY(VersionOf(lock)) == left) return RemoveFile(lock);
    if (kept && pause_ms > kLongestPauseMs) return std::unexpected(*std::move(kept));
    PauseMs(pause_ms);
  }
}

}  // namespace

// After the files git moves the branch: killed there, it leaves the locks of HEAD and of the branch, and every later
// git stops at them. Without our mark, or while that git lives, a lock is not ours.
Status Landing::RemoveLeftLocks() {
  const RefMap refs = TRY(ReadRefs(state_.git, {IntentRef()}));
  if (FindRef(refs, IntentRef()) == nullptr || !FindByEnvironment(kMoverVariable, state_.top).empty()) return {};
  for (const std::string& locked : {std::string("HEAD"), target_}) TRY(RemoveLeft(locked));
  return {};
}

Status Landing::RemoveLeft(const std::string& locked) {
  const std::string lock =
      TRY(state_.git.Line({"rev-parse", "--path-format=absolute", "--git-path", locked + ".lock"}));
  if (!Exists(lock)) return {};
  const Places places = {TRY(RealPath(state_.top)), TRY(RealPath(state_.common))};
  return RemoveLeftLock(JoinPath(TRY(RealPath(DirName(lock))), BaseName(lock)), places);
}

Status Landing::FinishHalfLanded(const Landed& landed) {
  const RefMap refs = TRY(ReadRefs(state_.git, {IntentRef()}));
  const Commit* intended = FindRef(refs, IntentRef());
  if (intended == nullptr) return {};
  const std::string marker = state_.top;
  // A git that we end here removes its lock, but may leave a file partly written.
  bool killed = false;
  for (const ProcessId& mover : FindByEnvironment(kMoverVariable, marker)) {
    EndTree(mover, std::chrono::seconds(2));
    killed = true;
  }
  // That git may have moved the branch after the caller looked: then all files are in place, and the caller, whose
  // fast-forward will not fit the branch, starts again.
  if (TRY(FindCommit(state_.git, target_)).id != landed.before) return {};
  const std::string lock = TRY(state_.git.Line({"rev-parse", "--path-format=absolute", "--git-path", "index.lock"}));
  killed = killed || Exists(lock);
  TRY(RemoveLeft("index"));
  const Side before = TRY(LookAt(state_.git, state_.common, landed.before));
  const Side after = TRY(LookAt(state_.git, state_.common, intended->id));
  std::vector<std::string> back, away;
  for (const std::string& path : NulFields(TRY(
           state_.git.Run({"diff-tree", "-r", "-z", "--name-only", "--no-renames", landed.before, intended->id})))) {
    const std::string file = JoinPath(state_.top, path);
    bool ours = after.Is(path, state_.top);
    if (!ours && killed && !before.Is(path, state_.top)) {
      ours = !Exists(file) || (after.files.contains(path) && IsHalfWritten(state_.git, intended->id, path, file));
    }
    if (ours) (before.files.contains(path) ? back : away).push_back(path);
  }
  const Git git = state_.git.With("GIT_LITERAL_PATHSPECS", "1");
  if (!back.empty()) {
    TRY(git.Run({"checkout", "-q", landed.before, "--pathspec-from-file=-", "--pathspec-file-nul"}, NulJoined(back)));
  }
  if (!away.empty()) {
    TRY(git.Run({"update-index", "--force-remove", "-z", "--stdin"}, NulJoined(away)));
    for (const std::string& path : away) TRY(RemoveFile(JoinPath(state_.top, path)));
  }
  TRY(RestoreIgnored());
  return Forget();
}

}  // namespace forge
