#include "os/files/files.h"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/core.h>
#include <poll.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <memory>
#include <system_error>
#include <utility>

#include "os/fault.h"
#include "os/fd.h"
#include "os/files/names_in.h"
#include "os/files/private_directory.h"
#include "os/files/state_files.h"

namespace forge {
namespace {

std::int64_t Nanoseconds(const timespec& time) { return time.tv_sec * 1'000'000'000 + time.tv_nsec; }

// Makes renames and new names in the directory durable.
int SyncDirectory(const std::string& path) {
  Fd fd(sys::Open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!fd.is_open()) return errno;
  // Some file systems cannot sync a directory; that is not an error.
  if (sys::Sync(fd.get()) != 0 && errno != EINVAL && errno != EROFS) return errno;
  return 0;
}

// In the target's directory. Short, because the target's name may already have the maximum length.
std::string TemporaryBeside(const std::string& path) {
  static std::atomic<unsigned> counter{0};
  return JoinPath(DirName(path), fmt::format(".forge-{}-{}.tmp", ::getpid(), counter.fetch_add(1)));
}

// Permissions of what is there; none: nothing is there. Fails if we cannot know: a file that only you may read must not
// become one for all.
Result<std::optional<mode_t>> ModeOf(const std::string& path) {
  struct stat status{};
  if (sys::LookAt(AT_FDCWD, path.c_str(), &status) != 0) {
    if (errno == ENOENT || errno == ENOTDIR) return std::nullopt;
    return FailErrno("write", path, errno);
  }
  if (sys::Look(path.c_str(), &status) != 0 && errno != ENOENT && errno != ENOTDIR && errno != ELOOP) {
    return FailErrno("write", path, errno);
  }
  return S_ISREG(status.st_mode) ? status.st_mode & 0777 : mode_t{0644};
}

int WriteTemporary(const std::string& path, std::string_view text, bool keep_mode, mode_t mode) {
  Fd fd(sys::Open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode));
  if (!fd.is_open()) return errno;
  if (keep_mode && ::fchmod(fd.get(), mode) != 0) return errno;
  if (int error = WriteAll(fd.get(), text); error != 0) return error;
  return sys::Sync(fd.get()) == 0 ? 0 : errno;
}

int RemoveEntry(int parent, const char* name);

int RemoveContents(Fd directory) {
  Directory dir(sys::OpenDirectory(directory.get()));
  if (!dir) return errno;
  directory.Release();
  int result = 0;
  while (const dirent* entry = sys::NextEntry(dir.get())) {
    if (IsDots(entry->d_name)) continue;
    if (int error = RemoveEntry(::dirfd(dir.get()), entry->d_name); error != 0) result = error;
  }
  return errno != 0 ? errno : result;
}

int RemoveDirectory(int parent, const char* name) {
  constexpr int kFlags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
  // Package caches are often read-only directories; we make them writable to delete them.
  struct stat status{};
  if (sys::LookAt(parent, name, &status) == 0 && S_ISDIR(status.st_mode) && (status.st_mode & S_IRWXU) != S_IRWXU) {
    ::fchmodat(parent, name, (status.st_mode & 07777) | S_IRWXU, 0);
  }
  Fd directory(sys::OpenAt(parent, name, kFlags));
  if (!directory.is_open()) return errno == ENOENT ? 0 : errno;
  if (int error = RemoveContents(std::move(directory)); error != 0) return error;
  return sys::RemoveAt(parent, name, AT_REMOVEDIR) == 0 || errno == ENOENT ? 0 : errno;
}

int RemoveEntry(int parent, const char* name) {
  if (sys::RemoveAt(parent, name, 0) == 0 || errno == ENOENT) return 0;
  return errno == EISDIR || errno == EPERM ? RemoveDirectory(parent, name) : errno;
}

// False also if that is not known. Its entries can be read again afterwards.
bool IsEmpty(const Fd& directory) {
  alignas(dirent64) std::array<char, 1024> entries;
  bool empty = true;
  ssize_t count = 1;
  while (empty && count > 0) {
    count = ::getdents64(directory.get(), entries.data(), entries.size());
    for (ssize_t at = 0; at < count;) {
      const auto* entry = reinterpret_cast<const dirent64*>(entries.data() + at);
      empty = empty && IsDots(entry->d_name);
      at += entry->d_reclen;
    }
  }
  if (empty && count == 0) return true;
  ::lseek(directory.get(), 0, SEEK_SET);
  return false;
}

// None: it is not there. A shortage is waited for, for about a second: many callers take any failure for that.
Result<std::optional<struct stat>> FindStat(const std::string& path, bool follow) {
  struct stat status{};
  const auto look = [&] {
    return follow ? sys::Look(path.c_str(), &status) : sys::LookAt(AT_FDCWD, path.c_str(), &status);
  };
  int failed = look();
  for (int pause_ms = 1; failed != 0 && IsShortage(errno) && pause_ms <= 512; pause_ms *= 2) {
    ::poll(nullptr, 0, pause_ms);
    failed = look();
  }
  if (failed == 0) return status;
  if (errno == ENOENT || errno == ENOTDIR || errno == ENAMETOOLONG) return std::nullopt;
  return FailErrno("look at", path, errno);
}

std::optional<struct stat> StatOf(const std::string& path, bool follow = true) {
  return FindStat(path, follow).value_or(std::nullopt);
}

// The file, still open.
Result<Fd> WriteAtEnd(const std::string& path, std::string_view text, mode_t mode) {
  Fd fd(sys::Open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, mode));
  if (!fd.is_open()) return FailErrno("append to", path, errno);
  if (int error = WriteAll(fd.get(), text); error != 0) return FailErrno("append to", path, error);
  return fd;
}

}  // namespace

Result<std::string> ReadFile(const std::string& path, std::size_t limit) {
  Fd fd(sys::Open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!fd.is_open()) return FailErrno("read", path, errno);
  std::string text;
  struct stat status{};
  if (::fstat(fd.get(), &status) == 0 && S_ISREG(status.st_mode)) {
    text.reserve(std::min(static_cast<std::size_t>(status.st_size), limit) + 1);
  }
  std::array<char, kChunk> buffer;
  while (true) {
    ssize_t count = sys::Read(fd.get(), buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return FailErrno("read", path, errno);
    if (count == 0) return text;
    text.append(buffer.data(), static_cast<std::size_t>(count));
    if (text.size() > limit) return Fail(Code::kInvalid, fmt::format("read {}: larger than {} bytes", path, limit));
  }
}

Result<std::optional<std::string>> ReadFileIfThere(const std::string& path, std::size_t limit) {
  if (TRY(LookAtPath(path)) == PathKind::kNothing) return std::nullopt;
  auto text = ReadFile(path, limit);
  if (!text && text.error().code == Code::kNotFound) return std::nullopt;  // removed after the look
  if (!text) return std::unexpected(std::move(text).error());
  return *std::move(text);
}

Result<std::string> ReadFileHead(const std::string& path, std::size_t bytes) {
  Fd fd(sys::Open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!fd.is_open()) return FailErrno("open", path, errno);
  std::string text(bytes, '\0');
  std::size_t size = 0;
  while (size < bytes) {
    const ssize_t count = sys::Read(fd.get(), text.data() + size, bytes - size);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return FailErrno("read", path, errno);
    if (count == 0) break;
    size += static_cast<std::size_t>(count);
  }
  text.resize(size);
  return text;
}

Result<std::string> ReadFileFrom(const std::string& path, std::int64_t offset, std::size_t bytes) {
  Fd fd(sys::Open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));  // a pipe must not hold us
  if (!fd.is_open()) return FailErrno("open", path, errno);
  std::string text;
  while (text.size() < bytes) {
    const std::size_t had = text.size();
    text.resize(std::min(bytes, had + kChunk));
    const ssize_t count = sys::ReadAt(fd.get(), text.data() + had, text.size() - had,
                                      static_cast<off_t>(offset) + static_cast<off_t>(had));
    text.resize(had + static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return FailErrno("read", path, errno);
    if (count == 0) break;
  }
  return text;
}

Status WriteFileAtomic(const std::string& path, std::string_view text, bool executable) {
  std::string temporary = TemporaryBeside(path);
  const std::optional<mode_t> old = TRY(ModeOf(path));
  const bool exists = old.has_value();
  const mode_t wanted = old.value_or(0666) | (executable ? 0111 : 0);
  const mode_t mode = KeptFileMode(path, wanted);  // the umask applies to a new file
  int error = WriteTemporary(temporary, text, exists, mode);
  // A crashed process with the same pid may have left its file.
  if (error == EEXIST && sys::Remove(temporary.c_str()) == 0) error = WriteTemporary(temporary, text, exists, mode);
  if (error == 0 && sys::Rename(temporary.c_str(), path.c_str()) != 0) error = errno;
  // A file system that loses a rename must not make us say that the file is written.
  if (error == 0 && Exists(temporary)) error = EIO;
  if (error != 0) {
    sys::Remove(temporary.c_str());
    return FailErrno("write", path, error);
  }
  error = SyncDirectory(DirName(path));
  if (error != 0) return FailErrno("write", path, error);
  return {};
}

Status AppendUnsynced(const std::string& path, std::string_view text) {
  TRY(WriteAtEnd(path, text, 0600));  // logs, which are nobody else's
  return {};
}

Status AppendFile(const std::string& path, std::string_view text) {
  bool is_new = !Exists(path);
  const Fd fd = TRY(WriteAtEnd(path, text, NewFileMode(path)));
  if (sys::SyncData(fd.get()) != 0 && errno != EINVAL) return FailErrno("append to", path, errno);
  if (is_new) {
    if (int error = SyncDirectory(DirName(path)); error != 0) return FailErrno("append to", path, error);
  }
  return {};
}

Status MakeDirectories(const std::string& path) {
  if (path.empty() || IsDirectory(path)) return {};
  std::string parent = DirName(path);
  if (parent != path) TRY(MakeDirectories(parent));
  if (sys::MakeDirectory(path.c_str(), 0777) == 0) return {};
  int error = errno;
  if (error == EEXIST && IsDirectory(path)) return {};  // another process made it first
  return FailErrno("make directory", path, error);
}

Status MakePrivateDirectory(const std::string& path) {
  const auto status = TRY(FindStat(path, true));
  if (!status) {
    TRY(MakeDirectories(DirName(path)));
    if (sys::MakeDirectory(path.c_str(), S_IRWXU) == 0) return {};
    if (errno != EEXIST || !IsDirectory(path)) return FailErrno("make directory", path, errno);
    return {};  // another process made it first
  }
  if (!S_ISDIR(status->st_mode)) return FailErrno("make directory", path, ENOTDIR);
  const bool shared = (status->st_mode & (S_IRWXG | S_IRWXO)) != 0;
  // Some file systems have no permissions, and some are read-only: the directory is of use nevertheless.
  if (shared && status->st_uid == ::geteuid()) (void)::chmod(path.c_str(), S_IRWXU);
  return {};
}

// From the top: a name is durable before one is made below it.
Status MakeDurableDirectories(const std::string& path) {
  if (path.empty() || IsDirectory(path)) return {};
  const std::string parent = DirName(path);
  if (parent != path) TRY(MakeDurableDirectories(parent));
  TRY(MakeDirectories(path));
  if (int error = SyncDirectory(parent); error != 0) return FailErrno("make directory", path, error);
  return {};
}

Status RemoveTree(const std::string& path) {
  if (int error = RemoveEntry(AT_FDCWD, path.c_str()); error != 0 && error != ENOTDIR) {
    return FailErrno("remove", path, error);
  }
  return {};
}

Status EmptyPrivateDirectory(const std::string& path) {
  Fd directory(sys::Open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  struct stat status{};
  if (!directory.is_open() || ::fstat(directory.get(), &status) != 0) return FailErrno("empty", path, errno);
  if (status.st_uid != ::geteuid()) return FailErrno("empty", path, EPERM);
  if ((status.st_mode & 07777) != S_IRWXU && ::fchmod(directory.get(), S_IRWXU) != 0)
    return FailErrno("empty", path, errno);
  if (IsEmpty(directory)) return {};
  if (int error = RemoveContents(std::move(directory)); error != 0) return FailErrno("empty", path, error);
  return {};
}

Status RemoveFile(const std::string& path) {
  if (sys::Remove(path.c_str()) == 0 || errno == ENOENT || errno == ENOTDIR) return {};
  return FailErrno("remove", path, errno);
}

Status RenamePath(const std::string& from, const std::string& to) {
  if (sys::Rename(from.c_str(), to.c_str()) == 0) return {};
  return FailErrno("rename", fmt::format("{} to {}", from, to), errno);
}

Status CopyPath(const std::string& from, const std::string& to) {
  constexpr auto kHow =
      std::filesystem::copy_options::copy_symlinks | std::filesystem::copy_options::overwrite_existing;
  std::error_code error;
  if (sys::RefusedCopy()) {
    error = std::error_code(errno, std::generic_category());
  } else {
    std::filesystem::copy(from, to, kHow, error);
  }
  if (error) return FailErrno("copy", fmt::format("{} to {}", from, to), error.value());
  return {};
}

Status MakeSymlink(const std::string& target, const std::string& path) {
  if (sys::MakeLink(target.c_str(), path.c_str()) == 0) return {};
  return FailErrno("make the link", path, errno);
}

Status MakeHardLink(const std::string& from, const std::string& to) {
  if (sys::MakeHardLink(from.c_str(), to.c_str()) == 0) return {};
  return FailErrno("make the link", to, errno);
}

Result<PathKind> LookAtPath(const std::string& path, bool follow) {
  const auto status = TRY(FindStat(path, follow));
  if (!status) return PathKind::kNothing;
  if (S_ISREG(status->st_mode)) return PathKind::kFile;
  if (S_ISDIR(status->st_mode)) return PathKind::kDirectory;
  return S_ISLNK(status->st_mode) ? PathKind::kLink : PathKind::kOther;
}

bool Exists(const std::string& path) {
  const auto status = FindStat(path, false);
  return !status || status->has_value();
}

bool IsLink(const std::string& path) {
  auto status = StatOf(path, false);
  return status && S_ISLNK(status->st_mode);
}

bool IsDirectory(const std::string& path) {
  auto status = StatOf(path);
  return status && S_ISDIR(status->st_mode);
}

bool IsRegularFile(const std::string& path) {
  auto status = StatOf(path);
  return status && S_ISREG(status->st_mode);
}

bool IsWritable(const std::string& path) { return ::access(path.c_str(), W_OK) == 0; }

std::optional<std::int64_t> FileSize(const std::string& path) {
  auto status = StatOf(path);
  if (!status || !S_ISREG(status->st_mode)) return std::nullopt;
  return status->st_size;
}

Result<std::vector<std::string>> ListDirectory(const std::string& path) { return ListNames(path, ""); }

Result<std::vector<std::string>> ListNames(const std::string& path, std::string_view prefix) {
  Fd fd(sys::Open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  Directory dir(fd.is_open() ? sys::OpenDirectory(fd.get()) : nullptr);
  if (!dir) return FailErrno("list", path, errno);
  fd.Release();
  std::vector<std::string> names;
  while (const dirent* entry = sys::NextEntry(dir.get())) {
    const std::string_view name = entry->d_name;
    if (!IsDots(entry->d_name) && name.starts_with(prefix)) names.emplace_back(name);
  }
  if (errno != 0) return FailErrno("list", path, errno);  // half a list would be taken for all
  std::ranges::sort(names);
  return names;
}

Result<std::string> RealPath(const std::string& path) {
  std::unique_ptr<char, decltype(&std::free)> real(::realpath(path.c_str(), nullptr), &std::free);
  if (!real) return FailErrno("find", path, errno);
  return std::string(real.get());
}

Result<std::optional<FileIdentity>> IdentifyFile(const std::string& path) {
  struct stat status{};
  if (sys::Look(path.c_str(), &status) == 0) return FileIdentity{status.st_dev, status.st_ino};
  if (errno == ENOENT || errno == ENOTDIR) return std::nullopt;
  return FailErrno("look at", path, errno);
}

Result<std::optional<FileVersion>> VersionOf(const std::string& path) {
  struct stat status{};
  if (sys::Look(path.c_str(), &status) != 0) {
    if (errno == ENOENT || errno == ENOTDIR) return std::nullopt;
    return FailErrno("look at", path, errno);
  }
  return FileVersion{
      {status.st_dev, status.st_ino}, status.st_size, Nanoseconds(status.st_mtim), Nanoseconds(status.st_ctim)};
}

std::optional<std::int64_t> ForeignOwner(const std::string& path) {
  struct stat status{};
  if (sys::Look(path.c_str(), &status) != 0 || status.st_uid == ::geteuid()) return std::nullopt;
  return static_cast<std::int64_t>(status.st_uid);
}

bool IsSettled(const FileVersion& version) {
  constexpr std::int64_t kCoarsestClock = 100'000'000;  // the kernel's own has a tick of at most 10 ms
  timespec now{};
  ::clock_gettime(CLOCK_REALTIME, &now);
  return version.changed_ns < Nanoseconds(now) - kCoarsestClock;
}

std::string TempRoot() {
  const char* set = std::getenv("TMPDIR");
  return set != nullptr && *set == '/' ? set : "/tmp";
}

Result<std::string> MakeTempDirectory(std::string_view prefix) { return MakeTempDirectoryIn(TempRoot(), prefix); }

Result<std::string> MakeTempDirectoryIn(const std::string& parent, std::string_view prefix) {
  std::string path = JoinPath(parent, fmt::format("{}XXXXXX", prefix));
  if (sys::MakeTempDirectory(path.data()) == nullptr) return FailErrno("make a temporary directory", path, errno);
  return path;
}

std::string CurrentDirectory() {
  // NOLINTNEXTLINE(clang-analyzer-unix.StdCLibraryFunctions): glibc allocates what it needs when given none
  std::unique_ptr<char, decltype(&std::free)> path(::getcwd(nullptr, 0), &std::free);
  return path ? path.get() : "";
}

std::int64_t FreeBytes(const std::string& path) {
  struct statvfs status{};
  if (::statvfs(path.c_str(), &status) != 0) return 0;
  return static_cast<std::int64_t>(status.f_bavail) * static_cast<std::int64_t>(status.f_frsize);
}

}  // namespace forge
