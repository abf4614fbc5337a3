#include "service/host/git_place.h"

#include <fmt/core.h>

#include <atomic>
#include <utility>

#include "os/files/empty_directory.h"
#include "os/files/files.h"
#include "os/files/private_directory.h"
#include "os/process/process.h"

namespace forge {
namespace {

// Held while it is decided who was the last, and while another begins.
std::string DoorOf(const std::string& holders) { return holders + ".lock"; }

bool IsEmptyDirectory(const std::string& path) {
  const auto names = ListDirectory(path);
  return names && names->empty();
}

// Those of dead processes are removed.
bool AreOthersThere(const std::string& holders) {
  const auto names = ListDirectory(holders);
  if (!names) return true;
  for (const std::string& name : *names) {
    const auto lock = FileLock::Try(JoinPath(holders, name));
    if (!lock || !*lock) return true;
    (void)RemoveFile(JoinPath(holders, name));
  }
  return false;
}

}  // namespace

Result<GitPlace> GitPlace::Hold(const Project& project) {
  static std::atomic<int> count = 0;
  GitPlace place(JoinPath(project.root, ".git"), JoinPath(project.state, "git-place"));
  TRY(MakePrivateDirectory(place.holders_));
  const FileLock door = TRY(FileLock::Take(DoorOf(place.holders_)));
  if (TRY(LookAtPath(place.git_, false)) == PathKind::kNothing) TRY(MakeDirectories(place.git_));
  if (!IsEmptyDirectory(place.git_)) return place;
  place.mine_ = JoinPath(place.holders_, fmt::format("{}-{}", ThisProcess().pid, ++count));
  place.held_ = TRY(FileLock::Take(place.mine_));
  return place;
}

GitPlace::~GitPlace() {
  if (!held_) return;
  const auto door = FileLock::Take(DoorOf(holders_));
  held_.reset();
  (void)RemoveFile(mine_);
  // What cannot be known stays: an empty directory harms nobody, and the next to hold it takes it away.
  if (door && !AreOthersThere(holders_)) (void)RemoveEmptyDirectory(git_);
}

}  // namespace forge
