#include "os/process/jail_mounts.h"

#include <fcntl.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>

#include "os/files/files.h"

namespace forge {
namespace {

constexpr const char* kSharedMemory = "/dev/shm";

// <linux/mount.h> and <sys/mount.h> cannot both be included with this libc; this repeats its layout and numbers.
struct MountAttributes {
  std::uint64_t set = 0, clear = 0, propagation = 0, user_namespace = 0;
};
constexpr std::uint64_t kMountReadOnly = 1;
constexpr unsigned kRecursive = 0x8000;  // AT_RECURSIVE
constexpr long kMountSetattr = 442;

bool SetMount(const char* path, unsigned flags, std::uint64_t set, std::uint64_t clear) {
  MountAttributes attributes;
  attributes.set = set;
  attributes.clear = clear;
  return ::syscall(kMountSetattr, AT_FDCWD, path, flags, &attributes, sizeof attributes) == 0;
}

bool Bind(const char* from, const char* to) { return ::mount(from, to, nullptr, MS_BIND | MS_REC, nullptr) == 0; }

// What has gone since it was looked at need not be shown.
bool BindIfThere(const char* from, const char* to) { return Bind(from, to) || errno == ENOENT || errno == ENOTDIR; }

bool MountEmpty(const char* path, const char* options) {
  return ::mount("none", path, "tmpfs", MS_NOSUID | MS_NODEV, options) == 0;
}

}  // namespace

bool MakeTreeReadOnly(const char* path) { return SetMount(path, kRecursive, kMountReadOnly, 0); }

JailMounts::JailMounts(const Sandbox& sandbox, const SandboxReach& reach) : covers_(reach.covers) {
  struct stat status{};
  for (const std::string& path : reach.masked) {
    if (IsKept(covers_, path) && ::lstat(path.c_str(), &status) == 0) masks_.push_back({path, S_ISDIR(status.st_mode)});
  }
  for (const std::string& path : sandbox.write) {
    if (::stat(path.c_str(), &status) == 0) writable_.push_back(path);
  }
  frozen_ = reach.frozen;
  // Not where something in it is named: then it is covered, and shows that.
  const auto shared = std::ranges::find(covers_, std::string_view(kSharedMemory), &Cover::top);
  if (shared != covers_.end() && shared->kept.empty() && IsDirectory(sandbox.shared_memory)) {
    shared_memory_ = sandbox.shared_memory;
    covers_.erase(shared);
  }
}

// `empty`: one empty directory hides all that nothing is put into; each file system of its own would cost its making.
bool JailMounts::MakeCover(const Cover& cover, const char*& empty) const {
  const char* top = cover.top.c_str();
  if (cover.kept.empty() && cover.links.empty()) {
    if (empty != nullptr) return BindIfThere(empty, top);
    if (!MountEmpty(top, "size=4k,mode=555")) return errno == ENOENT;
    empty = top;
    return true;
  }
  // What was below is reached from here once it is covered.
  if (!cover.kept.empty() && ::chdir(top) != 0) return errno == ENOENT;
  if (!MountEmpty(top, "size=1m,mode=755")) return false;
  for (const std::string& path : cover.directories) ::mkdir(path.c_str(), 0755);
  for (const std::string& path : cover.files) ::close(::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0444));
  for (const auto& [path, target] : cover.links) {
    if (::symlink(target.c_str(), path.c_str()) != 0 && errno != EEXIST) return false;
  }
  return std::ranges::all_of(cover.kept, [&](const std::string& path) {
    return BindIfThere(path.c_str() + cover.top.size() + 1, path.c_str());
  });
}

// Landlock does not restrict chmod, chown and time stamps; a read-only mount does.
bool JailMounts::MakeWritable() const {
  for (const std::string& path : writable_) {
    if (!Bind(path.c_str(), path.c_str())) return false;
  }
  if (!shared_memory_.empty() && !Bind(shared_memory_.c_str(), kSharedMemory)) return false;
  if (!MakeTreeReadOnly("/")) return false;
  for (const std::string& path : writable_) {
    SetMount(path.c_str(), 0, 0, kMountReadOnly);  // fails where it was read-only before
  }
  if (!shared_memory_.empty()) SetMount(kSharedMemory, 0, 0, kMountReadOnly);
  // A mount point cannot be renamed or removed either.
  return std::ranges::all_of(frozen_, [](const std::string& path) {
    return Bind(path.c_str(), path.c_str()) && MakeTreeReadOnly(path.c_str());
  });
}

bool JailMounts::MakeMasks(const char*& empty) const {
  return std::ranges::all_of(masks_, [&](const Mask& mask) {
    const char* path = mask.path.c_str();
    if (!mask.directory) return BindIfThere("/dev/null", path);
    if (empty != nullptr) return BindIfThere(empty, path);
    if (::mount("none", path, "tmpfs", MS_RDONLY | MS_NOSUID | MS_NODEV, "size=4k,mode=0") != 0) return errno == ENOENT;
    empty = path;
    return true;
  });
}

bool JailMounts::Make() const {
  if (::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0) return false;
  const char* empty = nullptr;
  for (const Cover& cover : covers_) {
    if (!MakeCover(cover, empty)) return false;
  }
  // The last directory that was entered is covered by now.
  if (::chdir("/") != 0 || !MakeWritable()) return false;
  const char* hidden = nullptr;  // not the one of the covers, which can be listed
  return MakeMasks(hidden);
}

}  // namespace forge
