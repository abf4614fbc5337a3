#include "os/files/unsynced_files.h"

#include <fcntl.h>
#include <linux/magic.h>
#include <sys/vfs.h>

#include <array>
#include <cerrno>
#include <limits>
#include <utility>

#include "base/strings.h"
#include "os/fault.h"
#include "os/fd.h"
#include "os/files/files.h"

namespace forge {
namespace {

// A file system that has no disk: what others have to write does not delay its sync.
bool IsInMemory(const Fd& directory) {
  struct statfs status{};
  return directory.is_open() && ::fstatfs(directory.get(), &status) == 0 && status.f_type == TMPFS_MAGIC;
}

Fd OpenToWrite(const std::string& path, int flags) {
  constexpr int kAlways = O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC;
  Fd fd(sys::Open(path.c_str(), kAlways | flags, 0666));
  // A unit that is carried out again: nothing durable relies on what its first time left.
  if (!fd.is_open() && errno == EEXIST && sys::Remove(path.c_str()) == 0)
    fd = Fd(sys::Open(path.c_str(), kAlways | flags, 0666));
  return fd;
}

// The directory is made when it is missed: most files are not the first in it.
Result<Fd> OpenInDirectory(const std::string& path, int flags) {
  Fd fd = OpenToWrite(path, flags);
  if (!fd.is_open() && errno == ENOENT) {
    const std::string directory = DirName(path);
    if (sys::MakeDirectory(directory.c_str(), 0777) != 0) TRY(MakeDirectories(directory));
    fd = OpenToWrite(path, flags);
  }
  if (!fd.is_open()) return FailErrno("write", path, errno);
  return fd;
}

// 0: durable, or not there any more.
int SyncPath(const std::string& path, int flags) {
  Fd fd(sys::Open(path.c_str(), O_RDONLY | O_CLOEXEC | flags));
  if (!fd.is_open()) return errno == ENOENT || errno == ENOTDIR ? 0 : errno;
  // Some file systems cannot sync a directory; that is not an error.
  return sys::Sync(fd.get()) == 0 || errno == EINVAL || errno == EROFS ? 0 : errno;
}

// After a failed sync the kernel may take what it could not write for written. It still has the text.
Status SyncFile(const std::string& path) {
  const int error = SyncPath(path, 0);
  if (error == 0) return {};
  const auto text = ReadFile(path);
  if (!text) return FailErrno("write", path, error);
  return WriteFileAtomic(path, *text);
}

}  // namespace

// Kept open: a file system tells the errors since its descriptor was made.
struct UnsyncedFiles::Handles {
  Fd top, memory;
  std::int64_t most_dirty = 0;
  bool in_memory = IsInMemory(top);

  bool LittleIsDirty() const {
    if (in_memory) return true;
    std::array<char, 4096> text;
    const ssize_t size = memory.is_open() ? sys::ReadAt(memory.get(), text.data(), text.size(), 0) : -1;
    return size > 0 && ReadDirtyBytes(std::string_view(text.data(), static_cast<std::size_t>(size))) < most_dirty;
  }
  // Fails also for what other programs could not write: each of our files is looked at then.
  bool SyncAll() const { return top.is_open() && LittleIsDirty() && sys::SyncFileSystem(top.get()) == 0; }
};

UnsyncedFiles::UnsyncedFiles(std::string top, std::int64_t most_dirty)
    : top_(std::move(top)),
      handles_(new Handles{Fd(sys::Open(top_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)),
                           Fd(sys::Open("/proc/meminfo", O_RDONLY | O_CLOEXEC)), most_dirty}) {}

UnsyncedFiles::~UnsyncedFiles() = default;

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
  const Fd fd = TRY(OpenInDirectory(path, flags));
  if (int error = WriteAll(fd.get(), text); error != 0) return FailErrno("write", path, error);
  // Only now: a sync of other groups that began earlier may not have seen the text.
  const std::lock_guard lock(mutex_);
  waiting_[group].insert(path);
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
  if (handles_->SyncAll()) return {};
  std::set<std::string> paths;
  for (const std::int64_t group : groups) paths.merge(std::set(taken[group]));
  const Status synced = SyncEach(paths);
  for (const std::int64_t group : groups) {
    if (synced) taken.erase(group);
  }
  const std::lock_guard lock(mutex_);
  for (auto& [group, rest] : taken) waiting_[group].merge(rest);
  return synced;
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
    if (int error = SyncPath(directory, O_DIRECTORY); error != 0) return FailErrno("write to", directory, error);
  }
  known_above_.merge(above);
  return {};
}

}  // namespace forge
