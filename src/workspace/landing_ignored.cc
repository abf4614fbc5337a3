// The user's ignored files that a landing would overwrite or delete. git itself protects untracked files, but takes
// ignored ones as worthless: a `.env` is not.
#include <fmt/core.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "base/strings.h"
#include "os/fault.h"
#include "os/files/files.h"
#include "workspace/landing.h"

namespace forge {
namespace {

constexpr std::size_t kMostNamed = 10;

// Everything that is no directory, below a directory; paths from the top. What cannot be looked at is a failure: it
// would be overwritten.
Status AddFilesBelow(const std::string& top, const std::string& path, std::set<std::string>& files) {
  for (const std::string& name : TRY(ListDirectory(JoinPath(top, path)))) {
    const std::string below = JoinPath(path, name);
    if (TRY(LookAtPath(JoinPath(top, below), false)) == PathKind::kDirectory) {
      TRY(AddFilesBelow(top, below, files));
    } else {
      files.insert(below);
    }
  }
  return {};
}

// What stands where the new file will be: a file of that name, files in a directory of that name, or a file with the
// name of one of its directories.
Status AddObstacles(const std::string& top, const std::string& path, std::set<std::string>& files) {
  for (std::size_t slash = path.find('/'); slash != std::string::npos; slash = path.find('/', slash + 1)) {
    const std::string directory = path.substr(0, slash);
    const PathKind kind = TRY(LookAtPath(JoinPath(top, directory), false));
    if (kind == PathKind::kDirectory) continue;
    if (kind != PathKind::kNothing) files.insert(directory);
    return {};
  }
  const PathKind kind = TRY(LookAtPath(JoinPath(top, path), false));
  if (kind == PathKind::kDirectory) return AddFilesBelow(top, path, files);
  if (kind != PathKind::kNothing) files.insert(path);
  return {};
}

std::string Named(const std::vector<std::string>& files) {
  std::string text;
  for (std::size_t i = 0; i < files.size() && i < kMostNamed; ++i) text += (i == 0 ? "" : ", ") + ValidUtf8(files[i]);
  if (files.size() > kMostNamed) text += fmt::format(" and {} more", files.size() - kMostNamed);
  return text;
}

}  // namespace

Result<std::vector<std::string>> Landing::IgnoredInTheWay(const Landed& landed) const {
  const std::string added =
      TRY(state_.git.Run({"diff-tree", "-r", "-z", "--name-only", "--no-renames", "--diff-filter=A",
                          "--ignore-submodules=all", landed.before, landed.commit}));
  std::set<std::string> obstacles;
  for (const std::string& path : NulFields(added)) TRY(AddObstacles(state_.top, path, obstacles));
  if (obstacles.empty()) return std::vector<std::string>();
  for (const std::string& tracked : NulFields(TRY(state_.git.Run({"ls-files", "-z"})))) obstacles.erase(tracked);
  const std::vector<std::string> left(obstacles.begin(), obstacles.end());
  if (left.empty()) return left;
  // Untracked files that are not ignored are git's to refuse.
  const auto ignored = TRY(state_.git.Try({"check-ignore", "-z", "--stdin"}, NulJoined(left)));
  return ignored.exit_code > 1 ? left : NulFields(ignored.out);
}

std::vector<std::string> Landing::Copies() const { return CopiesIn(state_.common, state_.names.directory() + "-"); }

std::string Landing::PendingCopies() const {
  return JoinPath(JoinPath(state_.common, kOverwrittenDirectory), state_.names.directory() + ".landing");
}

Status Landing::ProtectIgnored(const Landed& landed) const {
  const std::vector<std::string> files = TRY(IgnoredInTheWay(landed));
  if (files.empty()) return {};
  if (!request_.overwrite_ignored) {
    const bool lands = way_ == Way::kForth;
    return Fail(Code::kConflict,
                fmt::format("{} would overwrite files that git ignores: {}", lands ? "landing" : "undo", Named(files)),
                lands ? "move them away and land again, or land with --overwrite-ignored, which keeps a copy"
                      : "move them away and undo again");
  }
  return CopyIgnored(files);
}

Status Landing::CopyIgnored(const std::vector<std::string>& files) const {
  const std::string root = JoinPath(state_.common, kOverwrittenDirectory);
  std::string directory;
  for (int i = 1; directory.empty() || TRY(LookAtPath(directory, false)) != PathKind::kNothing; ++i) {
    directory = JoinPath(root, fmt::format("{}-{}", state_.names.directory(), i));
  }
  for (const std::string& file : files) {
    const std::string copy = JoinPath(directory, file);
    TRY(MakeDirectories(DirName(copy)));
    TRY(CopyPath(JoinPath(state_.top, file), copy));
  }
  return WriteFileAtomic(PendingCopies(), directory);
}

Status Landing::DropCopies() const {
  const auto directory = ReadFile(PendingCopies());
  return directory ? RemoveTree(*directory) : Status();
}

Status Landing::RestoreIgnored() const {
  const auto directory = TRY(ReadFileIfThere(PendingCopies()));
  if (!directory || TRY(LookAtPath(*directory)) == PathKind::kNothing) return {};
  std::set<std::string> files;
  TRY(AddFilesBelow(*directory, "", files));
  for (const std::string& file : files) {
    const std::string path = JoinPath(state_.top, file);
    // Another file may be there by now, or where its directory was.
    if (TRY(LookAtPath(path, false)) != PathKind::kNothing) continue;
    if (!MakeDirectories(DirName(path))) continue;
    TRY(CopyPath(JoinPath(*directory, file), path));
  }
  return {};
}

}  // namespace forge
