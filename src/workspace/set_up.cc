#include "workspace/set_up.h"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <set>
#include <system_error>
#include <thread>
#include <vector>

#include "base/strings.h"
#include "os/crash_point.h"
#include "os/fault.h"
#include "os/files/files.h"
#include "os/process/process.h"

namespace forge {
namespace {

namespace fs = std::filesystem;

constexpr const char* kIncludeFile = ".worktreeinclude";
constexpr std::size_t kMostOfAnOutput = 2000;
constexpr std::chrono::milliseconds kBetweenAsks{200};

// Ignored files that .worktreeinclude names. Other untracked files would show up as changes of the step.
Result<std::vector<std::string>> Included(const FitOut& at) {
  if (TRY(LookAtPath(JoinPath(at.top, kIncludeFile))) != PathKind::kFile) return std::vector<std::string>();
  auto named = NulFields(TRY(
      at.user.Run({"ls-files", "-o", "-i", "-z", fmt::format("--exclude-from={}", JoinPath(at.top, kIncludeFile))})));
  if (named.empty()) return named;
  auto ignored = TRY(at.user.Try({"check-ignore", "-z", "--stdin"}, NulJoined(named)));
  if (ignored.exit_code > 1) return std::unexpected(GitFailure({"check-ignore"}, ignored));
  return NulFields(ignored.out);
}

// A link in the path would lead the copy out of the worktree.
bool LeadsOutside(const std::string& directory, const std::string& path) {
  std::error_code ignored;
  fs::path at = directory;
  for (const fs::path& part : fs::path(path).parent_path()) {
    at /= part;
    if (part == ".." || fs::is_symlink(at, ignored)) return true;
  }
  return false;
}

Status CopyOne(const FitOut& at, const std::string& path) {
  const std::string to = JoinPath(at.directory, path);
  if (TRY(LookAtPath(to, false)) != PathKind::kNothing || LeadsOutside(at.directory, path)) return {};
  TRY(MakeDirectories(DirName(to)));
  return CopyPath(JoinPath(at.top, path), to);
}

Result<bool> MakeLink(const FitOut& at, const std::string& path) {
  const std::string from = JoinPath(at.top, path);
  const std::string to = JoinPath(at.directory, path);
  if (!Exists(from) || LeadsOutside(at.directory, path)) return false;
  std::error_code error;
  if (fs::is_symlink(to, error) && fs::read_symlink(to, error) == from) return true;
  if (TRY(LookAtPath(to, false)) != PathKind::kNothing) return false;  // tracked, or the agent's own
  TRY(MakeDirectories(DirName(to)));
  TRY(MakeSymlink(from, to));
  return true;
}

Result<ProcessResult> RunIn(const SetUp& wish, const FitOut& at, const std::string& line,
                            std::chrono::milliseconds timeout) {
  ProcessSpec command = ShellCommand(line);
  command.cwd = at.directory;
  command.env = at.env;
  command.env.insert(wish.env.begin(), wish.env.end());
  command.unset = wish.withheld;
  command.timeout = timeout;
  command.merge_stderr = true;
  if (wish.sandbox) command.sandbox = TRY(wish.sandbox(at.directory));  // also makes what the environment names
  command.marker = {"FORGE_SET_UP", NewProcessKey()};
  return RunProcess(command);
}

std::string How(const ProcessResult& result) {
  if (result.end == ProcessEnd::kTimedOut) return "timed out";
  if (result.end == ProcessEnd::kExited) return fmt::format("exit code {}", result.exit_code);
  return fmt::format("killed by signal {}", result.signal);
}

}  // namespace

Status Furnish(const SetUp& wish, const FitOut& at, const Worktree& worktree) {
  for (const std::string& path : TRY(Included(at))) TRY(CopyOne(at, path));
  if (wish.links.empty() && wish.keep.empty()) return {};
  Outfit outfit = TRY(worktree.ReadOutfit());
  auto add = [](std::vector<std::string>& to, const std::string& path) {
    if (std::ranges::find(to, path) == to.end()) to.push_back(path);
  };
  for (const std::string& path : wish.links) {
    // Recorded first: an unrecorded link would be captured as the step's work.
    add(outfit.links, path);
  }
  for (const std::string& path : wish.keep) add(outfit.kept, path);
  TRY(worktree.WriteOutfit(outfit));
  std::vector<std::string> made;
  for (const std::string& path : wish.links) {
    if (TRY(MakeLink(at, path))) made.push_back(path);
  }
  if (made == outfit.links) return {};
  outfit.links = std::move(made);
  return worktree.WriteOutfit(outfit);
}

Result<bool> RunSetUp(const SetUp& wish, const FitOut& at, const Worktree& worktree) {
  if (wish.commands.empty()) return false;
  const std::string stamp = Sha256(Join(wish.commands, "\n"));
  Outfit outfit = TRY(worktree.ReadOutfit());
  if (outfit.stamp == stamp) return false;
  for (const std::string& line : wish.commands) {
    auto result = TRY_WITH(fmt::format("set-up `{}`", line), RunIn(wish, at, line, wish.timeout));
    if (result.ok()) continue;
    return Fail(Code::kUnavailable,
                fmt::format("set-up `{}` in {}: {}\n{}", line, at.directory, How(result),
                            KeepHeadAndTail(result.out, kMostOfAnOutput / 4, kMostOfAnOutput)),
                "fix the setting workspace.setup, then resume the run");
  }
  CrashPoint("set-up");
  outfit.stamp = stamp;
  for (std::string& path : TRY(worktree.ListIgnored())) {
    if (std::ranges::find(outfit.kept, path) == outfit.kept.end()) outfit.kept.push_back(std::move(path));
  }
  TRY(worktree.WriteOutfit(outfit));
  return true;
}

Status AwaitReady(const SetUp& wish, const FitOut& at) {
  if (wish.ready.empty()) return {};
  std::chrono::milliseconds spent{0};
  while (true) {
    auto result = TRY_WITH(fmt::format("readiness `{}`", wish.ready), RunIn(wish, at, wish.ready, wish.ready_timeout));
    if (result.ok()) return {};
    spent += std::chrono::milliseconds(result.duration_ms) + kBetweenAsks;
    if (spent >= wish.ready_timeout) {
      return Fail(Code::kUnavailable,
                  fmt::format("{} is not ready: `{}`: {}\n{}", at.directory, wish.ready, How(result),
                              KeepHeadAndTail(result.out, kMostOfAnOutput / 4, kMostOfAnOutput)),
                  "check the settings workspace.ready and workspace.ready_timeout");
    }
    std::this_thread::sleep_for(kBetweenAsks);
  }
}

}  // namespace forge
