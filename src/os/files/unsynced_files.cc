#include "os/files/unsynced_files.h"

#include <fcntl.h>
#include <linux/magic.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/vfs.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <limits>
#include <optional>
#include <utility>

#include "base/strings.h"
#include "os/fault.h"
#include "os/fd.h"
#include "os/files/files.h"
#include "os/files/state_files.h"

namespace forge {
namespace {

// 0: not known.
std::int64_t KindOf(const Fd& directory) {
  struct statfs status{};
  return directory.is_open() && ::fstatfs(directory.get(), &status) == 0 ? static_cast<std::int64_t>(status.f_type) : 0;
}

std::optional<dev_t> DeviceOf(const Fd& fd) {
  struct stat status{};
  if (!fd.is_open() || ::fstat(fd.get(), &status) != 0) return std::nullopt;
  return status.st_dev;
}

Fd OpenToWrite(const std::string& path, int flags) {
  constexpr int kAlways = O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC;
  Fd fd(sys::Open(path.c_str(), kAlways | flags, NewFileMode(path)));
  // A unit that is carried out again: nothing durable relies on what its first time left.
  if (!fd.is_open() && errno == EEXIST && sys::Remove(path.c_str()) == 0)
    fd = Fd(sys::Open(path.c_str(), kAlways | flags, NewFileMode(path)));
  return fd;
}

struct Opened {
  Fd fd;
  bool made_directory = false;  // in one that was there
};

// The directory is made when it is missed: most files are not the first in it.
Result<Opened> OpenInDirectory(const std::string& path, int flags) {
  Opened opened{OpenToWrite(path, flags)};
  if (!opened.fd.is_open() && errno == ENOENT) {
    const std::string directory = DirName(path);
    opened.made_directory = sys::MakeDirectory(directory.c_str(), 0777) == 0;
    if (!opened.made_directory) TRY(MakeDirectories(directory));
    opened.fd = OpenToWrite(path, flags);
  }
  if (!opened.fd.is_open()) return FailErrno("write", path, errno);
  return opened;
}

// 0: durable, or not there any more.
int SyncPath(const std::string& path, int flags) {
  Fd fd(sys::Open(path.c_str(), O_RDONLY | O_CLOEXEC | flags));
  if (!fd.is_open()) return errno == ENOENT || errno == ENOTDIR ? 0 : errno;
  if (sys::Sync(fd.get()) == 0) return 0;
  // Some file systems cannot sync a directory; that is not an error.
  const bool is_excused = (flags & O_DIRECTORY) != 0 && (errno == EINVAL || errno == EROFS);
  return is_excused ? 0 : errno;
}

}  // namespace

// Kept open: a file system tells the errors since its descriptor was made.
struct UnsyncedFiles::Handles {
  Fd top, memory;
  std::int64_t most_dirty = 0;
  std::int64_t kind = KindOf(top);
  std::optional<dev_t> device = DeviceOf(top);

  bool LittleIsDirty() const {
    if (kind == TMPFS_MAGIC) return true;  // it has no disk: what others have to write does not delay its sync
    std::array<char, 4096> text;
    const ssize_t size = memory.is_open() ? sys::ReadAt(memory.get(), text.data(), text.size(), 0) : -1;
    return size > 0 && ReadDirtyBytes(std::string_view(text.data(), static_cast<std::size_t>(size))) < most_dirty;
  }
  bool CanSyncAll() const { return ReportsWhatIsLost(kind) && LittleIsDirty(); }
  // Fails also for what other programs could not write: each of our files is looked at then.
  bool SyncAll() const { return sys::SyncFileSystem(top.get()) == 0; }
};

UnsyncedFiles::UnsyncedFiles(std::string top, std::int64_t most_dirty)
    : top_(std::move(top)),
      handles_(new Handles{Fd(sys::Open(top_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)),
                           Fd(sys::Open("/proc/meminfo", O_RDONLY | O_CLOEXEC)), most_dirty}) {}

UnsyncedFiles::~UnsyncedFiles() = default;

bool ReportsWhatIsLost(std::int64_t kind) {
  // EXT4_SUPER_MAGIC is also that of ext2 and ext3. Others (network, FUSE, overlay) may drop the error of a file.
  return kind == EXT4_SUPER_MAGIC || kind == XFS_SUPER_MAGIC || kind == BTRFS_SUPER_MAGIC || kind == F2FS_SUPER_MAGIC ||
         kind == TMPFS_MAGIC;
}

std::int64_t ReadDirtyBytes(std::string_view meminfo) {
  constexpr std::int64_t kUnknown = std::numeric_limits<std::int64_t>::max();
  std::int64_t all = 0;
  int found = 0;
  for (std::string_view line : Split(meminfo, '\n')) {
    const std::size_t colon = line.find(':');
    const std::string_view name = line.substr(0, colon);
    if ((name != "Dirty" && name != "Writeback") || !line.ends_with(" kB")) continue;
    const auto amount = ParseInt(Trim(line.substr(colon + 1, line.size() - colon - 4)));
    if (!amount || *amount < 0) return kUnknown;
    all += *amount * 1024;
    ++found;
  }
  return found == 2 ? all : kUnknown;
}

Status UnsyncedFiles::Write(std::int64_t group, const std::string& path, std::string_view text) {
  return Put(group, path, text, O_EXCL);
}

Status UnsyncedFiles::Append(std::int64_t group, const std::string& path, std::string_view text) {
  return Put(group, path, text, O_APPEND);
}

Status UnsyncedFiles::Put(std::int64_t group, const std::string& path, std::string_view text, int flags) {
  const Opened opened = TRY(OpenInDirectory(path, flags));
  if (int error = WriteAll(opened.fd.get(), text); error != 0) return FailErrno("write", path, error);
  // Only now: a sync of other groups that began earlier may not have seen the text.
  const std::lock_guard lock(mutex_);
  waiting_[group].insert(path);
  const std::string directory = DirName(path);
  if (opened.made_directory && beside_top_.contains(DirName(directory))) beside_top_.insert(directory);
  if (beside_top_.contains(directory)) return {};
  if (const auto device = DeviceOf(opened.fd); device && device == handles_->device) {
    beside_top_.insert(directory);
    if (opened.made_directory) beside_top_.insert(DirName(directory));  // a new directory is where the one above is
  } else {
    suspects_.insert(path);
  }
  return {};
}

Status UnsyncedFiles::Sync(const std::vector<std::int64_t>& groups) {
  Waiting taken;
  {
    const std::lock_guard lock(mutex_);
    bool any = false;
    for (const std::int64_t group : groups) any = any || waiting_.contains(group);
    if (!any) return {};
    taken.swap(waiting_);
  }
  if (handles_->CanSyncAll()) {
    if (handles_->SyncAll()) {
      taken = OnlySuspects(std::move(taken));
    } else {
      Suspect(taken);
    }
  }
  std::set<std::string> paths;
  for (const std::int64_t group : groups) {
    if (const auto own = taken.find(group); own != taken.end()) paths.insert(own->second.begin(), own->second.end());
  }
  const Status synced = SyncEach(paths);
  for (const std::int64_t group : groups) {
    if (synced) taken.erase(group);
  }
  const std::lock_guard lock(mutex_);
  for (auto& [group, rest] : taken) waiting_[group].merge(rest);
  return synced;
}

void UnsyncedFiles::Suspect(const Waiting& taken) {
  const std::lock_guard lock(mutex_);
  for (const auto& [group, paths] : taken) suspects_.insert(paths.begin(), paths.end());
}

UnsyncedFiles::Waiting UnsyncedFiles::OnlySuspects(Waiting taken) {
  const std::lock_guard lock(mutex_);
  for (auto& [group, paths] : taken) std::erase_if(paths, [&](const auto& path) { return !suspects_.contains(path); });
  std::erase_if(taken, [](const auto& entry) { return entry.second.empty(); });
  return taken;
}

// After a failed sync the kernel may take what it could not write for written, and says so when it is asked again. It
// still has the text.
Status UnsyncedFiles::SyncFile(const std::string& path) {
  if (!failed_.contains(path)) {
    if (SyncPath(path, 0) == 0) return {};
    failed_.insert(path);
    Suspect({{0, {path}}});
  }
  if (const auto text = TRY(ReadFileIfThere(path))) TRY(WriteFileAtomic(path, *text));
  failed_.erase(path);
  return {};
}

// A directory further up gets no new names after the first time.
Status UnsyncedFiles::SyncEach(const std::set<std::string>& paths) {
  std::set<std::string> directories, above;
  for (const std::string& path : paths) {
    TRY(SyncFile(path));
    const std::string own = DirName(path);
    const std::string parent = DirName(own);
    directories.insert({own, parent});
    for (std::string at = DirName(parent); at.size() >= top_.size() && at != DirName(at); at = DirName(at)) {
      if (!known_above_.contains(at)) above.insert(at);
    }
  }
  directories.insert(above.begin(), above.end());
  for (const std::string& directory : directories) {
    const int error = SyncPath(directory, O_DIRECTORY);
    if (error == 0) continue;
    failed_.insert(paths.begin(), paths.end());  // a new file is a new name, which it must write
    Suspect({{0, paths}});
    return FailErrno("write to", directory, error);
  }
  known_above_.merge(above);
  const std::lock_guard lock(mutex_);
  for (const std::string& path : paths) {
    const auto has_path = [&](const auto& entry) { return entry.second.contains(path); };
    if (std::ranges::none_of(waiting_, has_path)) suspects_.erase(path);  // else it was written again since
  }
  return {};
}

}  // namespace forge
