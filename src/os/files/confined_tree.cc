#include "os/files/confined_tree.h"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/core.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <utility>

#include "base/strings.h"
#include "os/fault.h"
#include "os/fd.h"
#include "os/files/files.h"

namespace forge {
namespace {

using Kind = ConfinedEntry::Kind;

constexpr int kRaces = 16;
constexpr mode_t kNewFile = 0666;  // less the umask
constexpr mode_t kNewDirectory = 0777;

std::unexpected<Error> FailInTree(std::string_view what, std::string_view path, int error) {
  if (error == EXDEV || error == ELOOP) {
    return Fail(Code::kInvalid, fmt::format("{} {}: it leads out of the workspace or through a symlink", what, path));
  }
  return FailErrno(what, path, error);
}

Kind KindOf(mode_t mode) {
  if (S_ISREG(mode)) return Kind::kFile;
  if (S_ISDIR(mode)) return Kind::kDirectory;
  return S_ISLNK(mode) ? Kind::kSymlink : Kind::kOther;
}

ConfinedEntry EntryOf(std::string name, const struct stat& info) {
  return {std::move(name), KindOf(info.st_mode), info.st_size,
          std::int64_t{info.st_mtim.tv_sec} * 1'000'000'000 + info.st_mtim.tv_nsec};
}

// The parts of a path without following symlinks, so `..` removes the part before it.
Result<std::vector<std::string>> PlainParts(std::string_view path) {
  std::vector<std::string> parts;
  for (std::string_view part : Split(path, '/')) {
    if (part.empty() || part == ".") continue;
    if (part != "..") {
      parts.emplace_back(part);
    } else if (parts.empty()) {
      return Fail(Code::kInvalid, fmt::format("{} leads out of the workspace", path));
    } else {
      parts.pop_back();
    }
  }
  return parts;
}

// Opens one directory, never through a symlink. A name without a slash that is not `..` cannot lead out.
Fd StepInto(int directory, const std::string& name) {
  return Fd(sys::OpenAt(directory, name.c_str(), O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
}

// For kernels and sandboxes without openat2. Follows no symlinks at all.
Fd OpenByParts(int root, std::string_view path, int flags) {
  auto parts = PlainParts(path);
  if (!parts) {
    errno = EXDEV;
    return Fd();
  }
  Fd at(sys::OpenAt(root, ".", O_PATH | O_DIRECTORY | O_CLOEXEC));
  for (std::size_t i = 0; at.is_open() && i < parts->size(); ++i) {
    const bool last = i + 1 == parts->size();
    at = last ? Fd(sys::OpenAt(at.get(), (*parts)[i].c_str(), flags | O_NOFOLLOW | O_CLOEXEC))
              : StepInto(at.get(), (*parts)[i]);
  }
  if (parts->empty() && at.is_open()) return Fd(sys::OpenAt(root, ".", flags | O_CLOEXEC));
  return at;
}

Fd OpenBeneath(int root, const std::string& path, int flags) {
  struct open_how how = {};
  how.flags = static_cast<std::uint64_t>(flags | O_CLOEXEC);
  how.resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS;
  const std::string name = path.empty() ? "." : path;
  for (int race = 0; race < kRaces; ++race) {
    const long fd = sys::RefusedOpen(flags) ? -1 : ::syscall(SYS_openat2, root, name.c_str(), &how, sizeof how);
    if (fd >= 0) return Fd(static_cast<int>(fd));
    if (errno == ENOSYS || errno == EPERM) return OpenByParts(root, path, flags);
    // A parent was renamed during the lookup; the kernel asks us to try again.
    if (errno != EAGAIN && errno != EINTR) break;
  }
  return Fd();
}

// A name that git treats as its own directory, also on file systems that ignore case.
bool IsGits(std::string_view name) { return EqualsIgnoreCase(name, ".git") || EqualsIgnoreCase(name, "git~1"); }

std::string TemporaryName() {
  static std::atomic<unsigned> counter{0};
  return fmt::format(".forge-{}-{}.tmp", ::getpid(), counter.fetch_add(1));
}

// The directory for a new file, made if missing.
Result<Fd> DirectoryFor(int root, const std::vector<std::string>& parts, std::string_view path) {
  Fd at(sys::OpenAt(root, ".", O_PATH | O_DIRECTORY | O_CLOEXEC));
  for (std::size_t i = 0; at.is_open() && i + 1 < parts.size(); ++i) {
    Fd next = StepInto(at.get(), parts[i]);
    if (!next.is_open() && errno == ENOENT) {
      if (sys::MakeDirectoryAt(at.get(), parts[i].c_str(), kNewDirectory) != 0 && errno != EEXIST) {
        return FailInTree("make the directory of", path, errno);
      }
      next = StepInto(at.get(), parts[i]);
    }
    // O_DIRECTORY with O_NOFOLLOW gives ENOTDIR for a symlink too.
    if (!next.is_open() && (errno == ENOTDIR || errno == ELOOP)) {
      return Fail(Code::kInvalid, fmt::format("write {}: `{}` is a symlink or not a directory", path, parts[i]));
    }
    at = std::move(next);
  }
  if (!at.is_open()) return FailInTree("write", path, errno);
  return at;
}

// Only a missing or regular file may be written; a regular file keeps its permissions.
Result<mode_t> ModeFor(int directory, const std::string& name, std::string_view path) {
  struct stat info = {};
  if (sys::LookAt(directory, name.c_str(), &info) != 0) {
    if (errno == ENOENT) return mode_t{0};
    return FailInTree("write", path, errno);
  }
  switch (KindOf(info.st_mode)) {
    case Kind::kFile: return info.st_mode & mode_t{0777};
    case Kind::kDirectory: return Fail(Code::kInvalid, fmt::format("{} is a directory", path));
    case Kind::kSymlink: return Fail(Code::kInvalid, fmt::format("{} is a symlink; name the file it leads to", path));
    case Kind::kOther: break;
  }
  return Fail(Code::kInvalid, fmt::format("{} is a device, pipe or socket", path));
}

}  // namespace

struct ConfinedTree::Parts {
  std::string given, real;
  std::vector<std::string> hidden;  // real paths
  Fd root;

  bool IsHidden(std::string_view path) const {
    return std::ranges::any_of(hidden, [&](const std::string& place) {
      return path.starts_with(place) && (path.size() == place.size() || path[place.size()] == '/');
    });
  }
  // Like OpenBeneath. Asks the kernel what was opened, because a symlink may lead to a hidden path.
  Fd Reach(const std::string& path, int flags) const {
    Fd fd = OpenBeneath(root.get(), path, flags);
    if (!fd.is_open() || hidden.empty()) return fd;
    std::array<char, 4096> name{};
    const ssize_t size = ::readlink(fmt::format("/proc/self/fd/{}", fd.get()).c_str(), name.data(), name.size());
    if (size > 0 && !IsHidden({name.data(), static_cast<std::size_t>(size)})) return fd;
    errno = EACCES;
    return Fd();
  }
};

ConfinedTree::ConfinedTree(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
ConfinedTree::ConfinedTree(ConfinedTree&&) noexcept = default;
ConfinedTree& ConfinedTree::operator=(ConfinedTree&&) noexcept = default;
ConfinedTree::~ConfinedTree() = default;

Result<ConfinedTree> ConfinedTree::Open(const std::string& directory, const std::vector<std::string>& hidden) {
  auto parts = std::make_unique<Parts>();
  parts->given = directory;
  while (parts->given.size() > 1 && parts->given.ends_with('/')) parts->given.pop_back();
  parts->real = TRY(RealPath(directory));
  parts->root = Fd(sys::Open(parts->real.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (!parts->root.is_open()) return FailInTree("open", directory, errno);
  for (const std::string& path : hidden) {
    // A path that does not exist yet is hidden by name.
    std::string place = RealPath(path).value_or(path);
    while (place.size() > 1 && place.ends_with('/')) place.pop_back();
    // A path above the directory cannot be hidden: the caller gave the directory itself.
    if (place.starts_with(parts->real + "/")) parts->hidden.push_back(std::move(place));
  }
  return ConfinedTree(std::move(parts));
}

const std::string& ConfinedTree::directory() const { return parts_->real; }

Result<std::string> ConfinedTree::Relative(std::string_view path) const {
  if (path.find('\0') != std::string_view::npos) return Fail(Code::kInvalid, "a path cannot contain a NUL byte");
  if (!path.starts_with('/')) return std::string(path);
  for (const std::string& root : {parts_->real, parts_->given}) {
    if (!path.starts_with(root)) continue;
    std::string_view rest = path.substr(root.size());
    if (!rest.empty() && !rest.starts_with('/')) continue;
    rest.remove_prefix(std::min(rest.find_first_not_of('/'), rest.size()));
    return std::string(rest);
  }
  return Fail(Code::kInvalid, fmt::format("{} is outside the workspace {}", path, parts_->real),
              "use paths inside the workspace; relative paths start there");
}

Status ConfinedTree::Read(std::string_view path, const std::function<bool(std::string_view chunk)>& take) const {
  const std::string relative = TRY(Relative(path));
  // Non-blocking: a pipe without a writer must not block us.
  Fd fd = parts_->Reach(relative, O_RDONLY | O_NONBLOCK | O_NOCTTY);
  if (!fd.is_open()) return FailInTree("read", path, errno);
  struct stat info = {};
  if (::fstat(fd.get(), &info) != 0) return FailInTree("read", path, errno);
  if (S_ISDIR(info.st_mode)) return Fail(Code::kInvalid, fmt::format("{} is a directory", path));
  if (!S_ISREG(info.st_mode)) return Fail(Code::kInvalid, fmt::format("{} is a device, pipe or socket", path));
  std::string buffer(kChunk, '\0');
  while (true) {
    const ssize_t count = sys::Read(fd.get(), buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return FailInTree("read", path, errno);
    if (count == 0 || !take(std::string_view(buffer).substr(0, static_cast<std::size_t>(count)))) return {};
  }
}

Result<std::string> ConfinedTree::ReadWhole(std::string_view path, std::size_t limit) const {
  std::string text;
  TRY(Read(path, [&](std::string_view chunk) {
    text += chunk;
    return text.size() <= limit;
  }));
  if (text.size() > limit) {
    return Fail(Code::kInvalid, fmt::format("{} is larger than {} MB", path, limit >> 20));
  }
  return text;
}

Status ConfinedTree::Write(std::string_view path, std::string_view text) const {
  const std::vector<std::string> parts = TRY(PlainParts(TRY(Relative(path))));
  if (parts.empty()) return Fail(Code::kInvalid, fmt::format("{} is a directory", path.empty() ? "." : path));
  if (path.ends_with('/')) return Fail(Code::kInvalid, fmt::format("{} names a directory", path));
  if (std::ranges::any_of(parts, IsGits)) {
    return Fail(Code::kInvalid, fmt::format("{} belongs to git and cannot be written", path));
  }
  if (parts_->IsHidden(parts_->real + "/" + Join(parts, "/"))) return FailInTree("write", path, EACCES);
  Fd directory = TRY(DirectoryFor(parts_->root.get(), parts, path));
  const std::string& name = parts.back();
  const mode_t mode = TRY(ModeFor(directory.get(), name, path));
  const std::string temporary = TemporaryName();
  Fd file(
      sys::OpenAt(directory.get(), temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, kNewFile));
  if (!file.is_open()) return FailInTree("write", path, errno);
  int error = WriteAll(file.get(), text);
  if (error == 0 && mode != 0 && ::fchmod(file.get(), mode) != 0) error = errno;
  if (error == 0 && sys::RenameAt(directory.get(), temporary.c_str(), directory.get(), name.c_str()) != 0)
    error = errno;
  if (error == 0) return {};
  sys::RemoveAt(directory.get(), temporary.c_str(), 0);
  return FailInTree("write", path, error);
}

Result<std::vector<ConfinedEntry>> ConfinedTree::List(std::string_view path) const {
  const std::string relative = TRY(Relative(path));
  Fd fd = parts_->Reach(relative, O_RDONLY | O_DIRECTORY | O_NONBLOCK);
  if (!fd.is_open()) return FailInTree("list", path.empty() ? "." : path, errno);
  Directory dir(sys::OpenDirectory(fd.get()));
  if (!dir) return FailInTree("list", path, errno);
  fd.Release();
  std::vector<ConfinedEntry> entries;
  while (const dirent* entry = sys::NextEntry(dir.get())) {
    std::string name = entry->d_name;
    struct stat info = {};
    if (IsDots(name) || sys::LookAt(::dirfd(dir.get()), entry->d_name, &info) != 0) {
      continue;
    }
    entries.push_back(EntryOf(std::move(name), info));
  }
  if (errno != 0) return FailInTree("list", path, errno);
  std::ranges::sort(entries, {}, &ConfinedEntry::name);
  return entries;
}

Result<ConfinedEntry> ConfinedTree::Find(std::string_view path) const {
  const std::string relative = TRY(Relative(path));
  Fd fd = parts_->Reach(relative, O_PATH);
  if (!fd.is_open()) return FailInTree("find", path, errno);
  struct stat info = {};
  if (::fstat(fd.get(), &info) != 0) return FailInTree("find", path, errno);
  return EntryOf(BaseName(relative), info);
}

}  // namespace forge
